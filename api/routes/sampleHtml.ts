import {
  type FeedSample,
  type JudgedField,
  judgedFieldNames,
  judgedFields,
  type SampledJob,
  type SampleTally,
  scoredSamples,
  scoreOf,
  type Ticks,
  type Verdict,
} from '#indexer/samples'
import type { SourceSummary } from '#indexer/tasks'
import { html } from '../html.ts'
import { number, table } from './adminPage.ts'

export interface SampleView {
  source: SourceSummary
  /** Null: none is drawn, or it is not kept any more. */
  sample: FeedSample | null
  ticks: Ticks
  /** Newest first. */
  tallies: SampleTally[]
  message: string
  time: Intl.DateTimeFormat
}

/** `/admin/pipeline/{source}/sample`: jobs of a source, feed beside page, to be judged, and what came of it so far. */
export function sampleBody({ source, sample, ticks, tallies, message, time }: SampleView): string {
  const draw = `<form method="post" action="/admin/pipeline/sample"><button name="source" value="${html(source.id)}">${sample ? 'Draw another sample' : 'Draw a sample'}</button></form>`
  return `<p><a href="/admin/pipeline/${encodeURIComponent(source.id)}">${html(source.title)}</a></p>
${message}
<section aria-labelledby="sample"><div class="head"><div><h2 id="sample">Sample</h2>
<p class="facts">Live jobs of this source, drawn at random: what the feed says beside what the page shows. Personal details are masked.</p></div>${draw}</div>
${sample ? sampleFacts(sample, time) : '<p>None is drawn. The feed is read anew, as far as it takes a minute at most.</p>'}</section>
${tallies.length === 0 ? '' : scoreSection(tallies, time)}
${sample ? ticksForm(sample, ticks) : ''}`
}

function sampleFacts({ drawnAt, jobs, live, rows, part }: FeedSample, time: Intl.DateTimeFormat): string {
  return `<p>${number(jobs.length)} of ${number(live)} live jobs in ${number(rows)} rows, drawn ${html(time.format(new Date(drawnAt)))}. It can be judged for two days.</p>
${part ? `<p class="alarm">Not all of the feed was looked at. <span class="typed">${html(part)}</span></p>` : ''}`
}

/** Down to a tenth: 100% is without a fault. */
function scored(share: number): string {
  return `${(Math.floor(share * 1_000) / 10).toLocaleString('en')}%`
}

/** `97.2%, 214 of 220 right`; empty before anything was judged. */
export function scoreText({ right, judged }: { right: number; judged: number }): string {
  return judged === 0 ? '' : `${scored(right / judged)}, ${number(right)} of ${number(judged)} right`
}

function scoreSection(tallies: readonly SampleTally[], time: Intl.DateTimeFormat): string {
  const all = scoreOf(tallies)
  const field = (name: JudgedField) => {
    const { right, judged } = scoreOf(tallies, name)
    return `<tr><th scope="row">${judgedFields[name]}</th><td class="number">${number(right)}</td><td class="number">${number(judged - right)}</td><td class="number">${judged === 0 ? '' : scored(right / judged)}</td></tr>`
  }
  const sample = (tally: SampleTally) => {
    const { right, judged } = scoreOf([tally])
    const wrong = judgedFieldNames
      .filter(name => (tally.fields[name]?.[1] ?? 0) > 0)
      .map(name => `${judgedFields[name]} (${tally.fields[name]![1]})`)
    return `<tr><td class="when">${html(time.format(new Date(tally.judgedAt)))}</td><td class="number">${number(judged)}</td><td class="number">${judged === 0 ? '' : scored(right / judged)}</td><td class="wide">${html(wrong.join(', '))}</td></tr>`
  }
  const wrong = tallies.slice(0, scoredSamples).flatMap(tally => tally.wrong)
  return `<section aria-labelledby="score"><h2 id="score">Quality score</h2>
<p><strong>${html(scoreText(all) || 'Nothing is judged yet')}</strong>, in the last ${all.samples === 1 ? 'sample' : `${all.samples} samples`} that ${all.samples === 1 ? 'was' : 'were'} judged.</p>
${table('Score by field', ['Field', { number: 'Right' }, { number: 'Wrong' }, { number: 'Score' }], judgedFieldNames.map(field))}
<h3>Over time</h3>
${table('Samples, newest first', ['Judged', { number: 'Fields' }, { number: 'Score' }, 'Wrong'], tallies.map(sample))}
${wrong.length === 0 ? '' : `<details><summary>What was wrong: ${number(wrong.length)}</summary><ul>${wrong.map(({ job, title, field: name }) => `<li>${judgedFields[name]}: <a href="/admin/job?find=${encodeURIComponent(job)}">${html(title)}</a></li>`).join('')}</ul></details>`}
</section>`
}

function ticksForm({ id, source, jobs }: FeedSample, ticks: Ticks): string {
  return `<form method="post" action="/admin/pipeline/${encodeURIComponent(source)}/sample"><input type="hidden" name="sample" value="${html(id)}">
${jobs.map((job, at) => jobSection(job, at, ticks[job.id] ?? {}, at === jobs.length - 1)).join('\n')}
</form>`
}

function jobSection(job: SampledJob, at: number, ticks: Ticks[string], isLast: boolean): string {
  const place = at + 1
  return `<section aria-labelledby="job-${place}"><h2 id="job-${place}">${place}. ${html(job.title)}</h2>
<p class="facts">reference ${html(job.reference)} · <a href="/jobs/${encodeURIComponent(job.slug)}">the job's page</a> · <a href="/admin/job?find=${encodeURIComponent(job.id)}">where its values come from</a></p>
${judgedFieldNames.map(name => fieldSet(job, at, name, ticks[name])).join('\n')}
${job.whole ? `<details><summary>The whole row of job ${place}</summary><pre class="typed" tabindex="0" role="region" aria-label="Row of job ${place}">${html(job.whole)}</pre></details>` : ''}
<div class="actions"><label><input type="checkbox" name="rest.${at}" value="right"> All that I left open of job ${place} is right</label><button name="next" value="${isLast ? 'score' : `job-${place + 1}`}">Save what is ticked</button></div></section>`
}

function fieldSet({ feed, page }: SampledJob, at: number, name: JudgedField, ticked: Verdict | undefined): string {
  const choice = (value: Verdict | '', text: string) =>
    `<label><input type="radio" name="t.${at}.${name}" value="${value}"${(ticked ?? '') === value ? ' checked' : ''}> ${text}</label>`
  const side = (who: 'Feed' | 'Page', text: string) => {
    const region =
      name === 'description' ? ` tabindex="0" role="region" aria-label="${who}: description of job ${at + 1}"` : ''
    return `<div class="side"><small>${who}</small><div class="typed said"${region}>${text === '' ? '<span class="none">says nothing</span>' : html(text)}</div></div>`
  }
  const words =
    name === 'description' ? `<p class="facts">${wordCount(feed[name])} and ${wordCount(page[name])} words</p>` : ''
  return `<fieldset class="judged"><legend>${judgedFields[name]}</legend>${side('Feed', feed[name])}${side('Page', page[name])}<div class="verdict">${choice('', 'Open')}${choice('right', 'Right')}${choice('wrong', 'Wrong')}</div>${words}</fieldset>`
}

/** Words of a text that may be marked up: what is lost on the way is seen at a glance. */
function wordCount(text: string): string {
  return number(
    text
      .replace(/<[^<>]{0,500}>/g, ' ')
      .split(/\s+/)
      .filter(word => /[\p{L}\d]/u.test(word)).length,
  )
}
