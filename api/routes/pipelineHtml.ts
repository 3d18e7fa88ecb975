import type { Finding, JobDocument } from '#indexer/job'
import { shownEngine } from '#indexer/replicas'
import { type SampleTally, scoreOf } from '#indexer/samples'
import {
  type Alarm,
  type ContentRecord,
  type DryRun,
  type JobChange,
  type MergedRow,
  type QuarantinedRow,
  type RunRecord,
  runsKept,
  type SetAsideTask,
  type SourceSummary,
} from '#indexer/tasks'
import { html } from '../html.ts'
import type { EngineReport } from '../search/engines.ts'
import { age, number, table } from './adminPage.ts'
import { scoreText } from './sampleHtml.ts'

export interface SourceReport {
  summary: SourceSummary
  /** Newest first. */
  runs: RunRecord[]
  /** Jobs of it in the index; null when the engine was not to be asked. */
  jobs: number | null
  /** ISO 8601; null for one that is not paused. */
  pausedSince: string | null
  /** What operators have found in samples, newest first. */
  tallies: SampleTally[]
  /** Its tasks that are under way or wait. */
  tasks: PendingSync[]
}

/** A sync on the queue, as far as it has come. */
export interface PendingSync {
  dryRun: boolean
  stage: 'waiting' | 'fetching' | 'reading' | 'retrying'
  /** Read so far. */
  rows: number
}

/** One source with all that is kept of it. */
export interface SourceDetail extends SourceReport {
  /** All that is kept of the latest run's quarantine. */
  rows: QuarantinedRow[]
  merges: MergedRow[]
  dryRun: DryRun | null
}

/** A text and how many jobs in the index have it. */
export type Counted = readonly [text: string, count: number]

export interface PipelineView {
  sources: SourceReport[]
  /** Sources that jobs in the index are of and that the catalogue does not name. */
  left: Counted[]
  alarms: Alarm[]
  setAside: SetAsideTask[]
  /** Of the latest content sync; null before the first. */
  content: ContentRecord | null
  workerSeen: Date | null
  /** Most frequent first; null when the engine was not to be asked. */
  unresolved: Counted[] | null
  unparsed: Counted[] | null
  /** The primary and its replicas; empty without replicas. */
  engines: EngineReport[]
  message: string
  now: Date
  time: Intl.DateTimeFormat
}

const rowsShown = 50
/** Texts that were not understood, shown of each kind. */
const textsShown = 30

/**
 * `/admin/pipeline`: alarms, sources and what their last syncs did, what was not understood. Works without JavaScript;
 * every text is escaped.
 */
export function pipelineBody({
  sources,
  left,
  alarms,
  setAside,
  content,
  workerSeen,
  unresolved,
  unparsed,
  engines,
  message,
  now,
  time,
}: PipelineView): string {
  const alive = workerSeen !== null && now.getTime() - workerSeen.getTime() < 30_000
  return `<p class="${alive ? 'fine' : 'alarm'}">${alive ? `A worker is at work, seen ${age(workerSeen!, now)} ago.` : 'No worker has been seen for 30 seconds: nothing is synced. Start one.'}</p>
${message}
${alarms.map(alarm => alarmLine(alarm, time)).join('\n')}
${setAside.length === 0 ? '' : setAsideSection(setAside, time)}
${sources.length === 0 ? '<p>The worker has not named its sources yet.</p>' : sources.map(source => section(source, time)).join('\n')}
${left.map(leftSource).join('\n')}
${notUnderstood(unresolved, unparsed)}
<section aria-labelledby="job">
<h2 id="job">Where a job's values come from</h2>
<form method="get" action="/admin/job" class="actions asked"><label>Reference, id or the end of its address <input name="find" required maxlength="300" size="30"></label><button>Look</button></form>
</section>
<section aria-labelledby="mapping">
<div class="head"><div><h2 id="mapping">A new feed</h2>
<p class="facts">A mapping for JSON or a table, written step by step from a sample; or what a feed of a known format becomes.</p></div>
<p><a href="/admin/mapping">Try a mapping</a></p></div>
</section>
${contentSection(content, time)}
${engines.length === 0 ? '' : engineSection(engines)}`
}

function engineSection(engines: readonly EngineReport[]): string {
  const row = ({ url, isPrimary, isWell, lagMs, isAsked, said, failures }: EngineReport) => {
    const filling = said
      ? { filling: 'is being filled', away: 'does not answer the worker', following: '' }[said.state]
      : ''
    const state = isPrimary
      ? 'primary'
      : lagMs === null
        ? filling || 'not known'
        : `${(lagMs / 1_000).toFixed(1)} s behind`
    return `<tr><td><code>${html(shownEngine(url))}</code></td><td>${isAsked ? 'yes' : 'no'}</td><td>${state}${isWell ? '' : ', does not answer this site'}</td><td class="number">${number(failures)}</td><td class="why">${html(said?.reason ?? '')}</td></tr>`
  }
  return `<section aria-labelledby="engines"><h2 id="engines">Search engines</h2>
${table('Search engines as this site sees them', ['Engine', 'Asked', 'State', { number: 'Failures' }, 'What keeps it'], engines.map(row))}</section>`
}

function alarmLine({ source, kind, message, since }: Alarm, time: Intl.DateTimeFormat): string {
  const names: Record<Alarm['kind'], string> = {
    guarded: 'was stopped by the retirement guard',
    failed: 'could not be synced',
    failureShare: 'has too many refused rows',
    silent: 'is silent',
    queueAge: 'Tasks wait too long',
    alertsLate: 'Job alerts are late',
    indexLag: 'The search engine is behind',
    catalogue: 'The catalogue has faults',
    places: 'The aliases or postal data have faults',
    setAside: 'Tasks are set aside',
    vocabulary: 'The vocabulary of the search has faults',
    rebuild: 'The index of jobs could not be rebuilt',
  }
  const who = source === null ? '' : `<a href="/admin/pipeline/${encodeURIComponent(source)}">${html(source)}</a> `
  return `<p class="alarm"><strong>${who}${html(names[kind] ?? kind)}</strong> since ${html(time.format(new Date(since)))}: <span class="typed">${html(message)}</span></p>`
}

function setAsideSection(tasks: readonly SetAsideTask[], time: Intl.DateTimeFormat): string {
  const row = ({ what, name, source, id, since }: SetAsideTask) =>
    `<tr><td class="when">${html(time.format(new Date(since)))}</td><td>${html(name)}</td><td class="why">${html(source ?? '')}</td><td class="why"><code>${html(id)}</code></td><td><form method="post" action="/admin/pipeline/again"><button name="what" value="${html(what)}">Try again</button></form></td></tr>`
  return `<section aria-labelledby="set-aside"><h2 id="set-aside">Set aside</h2>
<p>Two workers in a row have ended while they were at these tasks, so they are not tried any more. Nothing of them is lost.</p>
${table('Tasks that are set aside', ['Since', 'Task', 'Source', 'Id', ''], tasks.map(row))}</section>`
}

/** @param name HTML of the heading */
function sourceHead(
  { summary, jobs, pausedSince, tallies, tasks }: SourceReport,
  time: Intl.DateTimeFormat,
  name: string,
): string {
  const { id, format, from, schedule, paused, postSecret } = summary
  const state = paused
    ? 'paused in the catalogue'
    : pausedSince
      ? `paused since ${time.format(new Date(pausedSince))}`
      : ''
  const facts = [
    `<code>${html(id)}</code>`,
    html(format),
    `<span class="from">${html(from ?? 'only on request')}</span>`,
    schedule ? `schedule <code>${html(schedule)}</code>` : 'no schedule',
    ...(postSecret ? [`takes posts at <code>/posts/${html(id)}</code>`] : []),
    ...(jobs === null ? [] : [`${number(jobs)} jobs in the index`]),
    qualityLink(id, tallies),
  ]
  return `<div><h2 id="source-${html(id)}">${name}${state ? ` <span class="bad">${html(state)}</span>` : ''}</h2>
<p class="facts">${facts.join(' · ')}</p>${tasks.map(task => `<p class="facts">${html(pendingLine(task))}</p>`).join('')}</div>`
}

/** To the page where its jobs are judged, with what came of it. */
function qualityLink(id: string, tallies: readonly SampleTally[]): string {
  const score = scoreText(scoreOf(tallies))
  return `<a href="/admin/pipeline/${encodeURIComponent(id)}/sample">${score ? `quality ${html(score)}` : 'judge a sample'}</a>`
}

function pendingLine({ dryRun, stage, rows }: PendingSync): string {
  const stages = {
    waiting: 'waits for its turn',
    fetching: 'is fetching the feed; other sources go on meanwhile',
    retrying: 'could not be done for now and is tried again',
    reading: rows > 0 ? `has read ${number(rows)} rows` : 'is at work',
  }
  return `A ${dryRun ? 'dry run' : 'sync'} ${stages[stage]}.`
}

function sourceActions({ summary: { id, from, paused }, pausedSince }: SourceReport): string {
  const stopped = paused || pausedSince !== null
  const button = (to: string, text: string) =>
    `<form method="post" action="/admin/pipeline/${to}"><button name="source" value="${html(id)}">${text}</button></form>`
  return `<div class="actions">${from === null ? '' : `${stopped ? '' : button('sync', 'Sync now')}${button('dry-run', 'Dry run')}`}${paused ? '' : pausedSince ? button('resume', 'Resume') : button('pause', 'Pause')}</div>`
}

function section(report: SourceReport, time: Intl.DateTimeFormat): string {
  const { summary, runs } = report
  const name = `<a href="/admin/pipeline/${encodeURIComponent(summary.id)}">${html(summary.title)}</a>`
  return `<section aria-labelledby="source-${html(summary.id)}">
<div class="head">
${sourceHead(report, time, name)}
${sourceActions(report)}
</div>
${runs.length === 0 ? '<p>Not synced yet.</p>' : `<div class="run">${sparkline(runs)}<p>${runLine(runs[0]!, time)}</p></div>`}
${notReadLine(runs)}
</section>`
}

/** What the latest complete run found in the feed's rows that nothing reads. */
function notReadLine(runs: readonly RunRecord[]): string {
  const names = Object.entries(runs.find(({ outcome }) => outcome === 'ok')?.notRead ?? {})
  if (names.length === 0) return ''
  const said = names.map(([name, rows]) => `${html(name)} (${number(rows)} row${rows === 1 ? '' : 's'})`)
  return `<p class="facts">Not read: <span class="typed">${said.join(', ')}</span></p>`
}

const good = (run: RunRecord) => run.outcome === 'ok' || run.outcome === 'notModified'
const outcomes: Record<RunRecord['outcome'], string> = {
  ok: 'done',
  notModified: 'nothing new',
  guarded: 'stopped by the guard',
  failed: 'failed',
  paused: 'paused',
  underway: 'not needed',
}

function outcomeText(run: RunRecord): string {
  return `<span class="${good(run) ? 'good' : 'bad'}">${html(outcomes[run.outcome] ?? run.outcome)}</span>`
}

/** What a run did, in a sentence, of a dry run too; what it did not do is left out. */
function runLine(run: RunRecord, time: Intl.DateTimeFormat): string {
  const when = `${html(time.format(new Date(run.startedAt)))}: ${outcomeText(run)}`
  if (run.outcome === 'notModified') return `${when}, the feed is as it was`
  if (run.outcome !== 'ok') return `${when}${run.reason ? `. <span class="typed">${html(run.reason)}</span>` : ''}`
  return `${when}, ${number(run.received)} rows${did(run)}`
}

/** `: 3 added, 5 changed, 9 retired`. */
function did({ received, upserted, added = 0, retired, quarantined, merged, unchanged, missing }: RunRecord): string {
  const counts: [number, string][] = [
    [added, 'added'],
    [upserted - added, 'changed'],
    [unchanged, 'as before'],
    [merged, 'merged'],
    [quarantined, `refused (${percent(received === 0 ? 0 : quarantined / received)})`],
    [retired, 'retired'],
    [missing, 'missing and kept for now'],
  ]
  const said = counts.filter(([count]) => count > 0).map(([count, what]) => `${number(count)} ${what}`)
  return said.length === 0 ? '' : `: ${said.join(', ')}`
}

function percent(share: number): string {
  return `${(share * 100).toLocaleString('en', { maximumFractionDigits: share > 0 && share < 0.1 ? 1 : 0 })}%`
}

/**
 * The last runs as bars, oldest first: how many jobs each changed (added, changed, retired), on a scale of roots so
 * that one big run does not flatten the rest. A run that changed nothing is a line, one that failed or was stopped a
 * mark of its own shape.
 */
export function sparkline(runs: readonly RunRecord[]): string {
  const shown = runs.slice(0, runsKept).reverse()
  const changed = (run: RunRecord) => (run.outcome === 'ok' ? run.upserted + run.retired : 0)
  const most = Math.max(0, ...shown.map(changed))
  const [step, height] = [8, 32]
  const bars = shown.map((run, at) => {
    const x = (runsKept - shown.length + at) * step
    if (!good(run)) return `<path class="broken" d="M${x + 0.5} ${height - 7}l6 6m0 -6l-6 6"/>`
    const tall = Math.max(2, Math.round(Math.sqrt(changed(run) / (most || 1)) * height))
    return `<rect x="${x}" y="${height - tall}" width="6" height="${tall}"/>`
  })
  const failed = shown.filter(run => !good(run)).length
  const said = `Runs shown: ${shown.length}. At most ${number(most)} jobs changed in one${failed > 0 ? `, ${failed} without success` : ', all with success'}.`
  return `<svg class="spark" role="img" aria-label="${html(said)}" viewBox="0 0 ${runsKept * step} ${height}" width="${runsKept * step}" height="${height}">${bars.join('')}</svg>`
}

function leftSource([source, jobs]: Counted): string {
  return `<section aria-labelledby="left-${html(source)}">
<div class="head"><div><h2 id="left-${html(source)}">${html(source)} <span class="bad">not in the catalogue</span></h2>
<p class="facts">${number(jobs)} jobs of it are in the index until their dates pass; no run will retire them.</p></div>
<form method="post" action="/admin/pipeline/retire"><button class="danger" name="source" value="${html(source)}">Take its jobs out</button></form></div>
</section>`
}

function notUnderstood(unresolved: Counted[] | null, unparsed: Counted[] | null): string {
  const list = (title: string, id: string, none: string, help: string, texts: Counted[] | null) => {
    const rows = (texts ?? [])
      .slice(0, textsShown)
      .map(([text, count]) => `<tr><td class="number">${number(count)}</td><td class="wide">${html(text)}</td></tr>`)
    const body =
      texts === null
        ? '<p class="alarm">The search engine does not answer.</p>'
        : rows.length === 0
          ? `<p>${none}</p>`
          : `<p class="facts">${help}</p>${table(`${title}: their texts`, [{ number: 'Jobs' }, 'Text'], rows)}`
    const more =
      texts && texts.length > rows.length
        ? `<p class="facts">The most frequent ${rows.length} of ${number(texts.length)}.</p>`
        : ''
    return `<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}${more}</section>`
  }
  return `${list('Locations that could not be placed', 'unresolved', 'Every location of every job was placed.', 'These jobs are found by their words and not by place. An entry in the alias file (LOCATION_ALIASES) places a text; the next sync of its source takes it up, and adverts that were posted within seconds.', unresolved)}
${list('Pay that was not understood', 'unparsed', 'Every figure of every job was understood.', 'Shown as written, and left out of salary filters and sorts.', unparsed)}`
}

/** `/admin/pipeline/{source}`: its runs, what was refused and merged and why, and its latest dry run. */
export function sourceBody(detail: SourceDetail, alarms: Alarm[], message: string, time: Intl.DateTimeFormat): string {
  const { runs, rows, merges, dryRun } = detail
  return `<p><a href="/admin/pipeline">All sources</a></p>
${message}
${alarms.map(alarm => alarmLine(alarm, time)).join('\n')}
<section aria-labelledby="source-${html(detail.summary.id)}">
<div class="head">${sourceHead(detail, time, 'Last runs')}${sourceActions(detail)}</div>
${runs.length === 0 ? '<p>Not synced yet.</p>' : `<div class="run">${sparkline(runs)}</div>${notReadLine(runs)}${lastRuns(runs, time)}`}
</section>
${dryRun ? dryRunSection(dryRun, time) : ''}
${rows.length === 0 ? '' : quarantine(rows)}
${merges.length === 0 ? '' : merged(merges)}`
}

function lastRuns(runs: RunRecord[], time: Intl.DateTimeFormat): string {
  const columns: [string, (run: RunRecord) => string][] = [
    ['Rows', ({ received, read }) => number(read ?? received)],
    ['Added', ({ added = 0 }) => number(added)],
    ['Changed', ({ upserted, added = 0 }) => number(upserted - added)],
    ['As before', ({ unchanged }) => number(unchanged)],
    ['Merged', ({ merged }) => number(merged)],
    [
      'Refused',
      ({ quarantined, received }) =>
        quarantined === 0 ? '0' : `${number(quarantined)} (${percent(quarantined / received)})`,
    ],
    ['Retired', ({ retired }) => number(retired)],
    ['Missing', ({ missing }) => number(missing)],
    ['Took', ({ ms }) => `${(ms / 1000).toFixed(1)} s`],
  ]
  const row = (run: RunRecord) =>
    `<tr><td class="when">${html(time.format(new Date(run.startedAt)))}</td><td${run.reason ? ' class="why"' : ''}>${outcomeText(run)}${run.reason ? `<br><small>${html(run.reason)}</small>` : ''}</td>${columns.map(([, value]) => `<td class="number when">${value(run)}</td>`).join('')}</tr>`
  return table(
    'Runs, newest first',
    ['Started', 'Outcome', ...columns.map(([name]) => ({ number: name }))],
    runs.map(row),
  )
}

/** Reasons with their own texts and numbers taken out, so that a kind of fault is counted once. */
function kinds(rows: readonly QuarantinedRow[]): Counted[] {
  const found = new Map<string, number>()
  for (const { reason } of rows) {
    const kind = reason.replace(/"[^"]*"/g, '"…"').replace(/\d[\d.,]*/g, '#')
    found.set(kind, (found.get(kind) ?? 0) + 1)
  }
  return [...found].sort((a, b) => b[1] - a[1])
}

function quarantine(rows: QuarantinedRow[]): string {
  const row = ({ row: at, key, title, reason, raw }: QuarantinedRow) =>
    `<tr><td class="number">${number(at)}</td><td class="wide">${html(key ?? '')}</td><td class="wide">${html(title ?? '')}</td><td class="why">${html(reason)}${raw ? `<details><summary>Row ${number(at)} of the feed</summary><pre class="typed">${html(raw)}</pre></details>` : ''}</td></tr>`
  const more = rows.length > rowsShown ? ` The first ${rowsShown} of ${number(rows.length)} kept.` : ''
  const reasons = kinds(rows).map(([kind, count]) => `<li>${number(count)}: ${html(kind)}</li>`)
  return `<section aria-labelledby="quarantine"><h2 id="quarantine">Rows that were refused</h2>
<p class="facts">Nothing of them is on the site. Personal details are masked.${more}</p>
<ul>${reasons.join('')}</ul>
${table('Refused rows', [{ number: 'Row' }, 'Key', 'Title', 'Reason'], rows.slice(0, rowsShown).map(row))}</section>`
}

function merged(rows: MergedRow[]): string {
  const row = ({ key, title, into, reason }: MergedRow) =>
    `<tr><td class="wide">${html(key ?? '')}</td><td class="wide">${html(title)}</td><td>${into ? `<a href="/admin/job?find=${encodeURIComponent(into.id)}">${html(into.title)}</a> of ${html(into.source)}` : 'another row'}</td><td class="why">${html(reason)}</td></tr>`
  return `<section aria-labelledby="merges"><h2 id="merges">Merged rows</h2>${table('Rows and what stands for them', ['Key', 'Title', 'Into', 'Why'], rows.map(row))}</section>`
}

function dryRunSection(
  { record, from, added, changed, retired, merged, quarantine: refused }: DryRun,
  time: Intl.DateTimeFormat,
): string {
  const job = ({ id, title, location }: JobChange) =>
    `<a href="/admin/job?find=${encodeURIComponent(id)}">${html(title)}</a>${location ? ` <small>${html(location)}</small>` : ''}`
  const plain = ({ title, location }: JobChange) =>
    `${html(title)}${location ? ` <small>${html(location)}</small>` : ''}`
  const list = (title: string, count: number, entries: string[]) =>
    count === 0
      ? ''
      : entries.length === 0
        ? // Their dates have passed, and the sweep was there first.
          `<p>${title}: ${number(count)}, none of them on the site</p>`
        : `<details${count <= 10 ? ' open' : ''}><summary>${title}: ${number(count)}${count > entries.length ? `, the first ${entries.length}` : ''}</summary><ul>${entries.map(entry => `<li>${entry}</li>`).join('')}</ul></details>`
  const change = (one: JobChange) =>
    `${job(one)}${one.changes.length === 0 ? ' <small>nothing that is shown</small>' : `<dl>${one.changes.map(({ field, from: was, to }) => `<dt>${html(field)}</dt><dd><del>${html(was) || '∅'}</del> <ins>${html(to) || '∅'}</ins></dd>`).join('')}</dl>`}`
  const failed = record.outcome !== 'ok'
  return `<section aria-labelledby="dry-run"><h2 id="dry-run">Dry run</h2>
<p class="facts">${html(time.format(new Date(record.startedAt)))}, from <span class="from">${html(from)}</span>, ${number(record.read ?? record.received)} rows. Nothing was written.</p>
${record.reason ? `<p class="alarm">${failed ? '' : 'A sync would stop here: '}${html(record.reason)}</p>` : ''}
${notReadLine([record])}
${failed ? '' : `<p>A sync would have done this${did(record) || ': nothing'}.</p>`}
${list('Would be added', record.added ?? 0, added.map(plain))}
${list('Would be changed', record.upserted - (record.added ?? 0), changed.map(change))}
${list('Would be retired', record.retired, retired.map(job))}
${list(
  'Would be merged',
  record.merged,
  merged.map(
    ({ title, into, reason }) =>
      `${html(title)}${into ? `, for which <a href="/admin/job?find=${encodeURIComponent(into.id)}">${html(into.title)}</a> of ${html(into.source)} stands` : ''} <small>${html(reason)}</small>`,
  ),
)}
${list(
  'Would be refused',
  record.quarantined,
  refused.map(({ row, title, reason }) => `Row ${number(row)}${title ? ` (${html(title)})` : ''}: ${html(reason)}`),
)}
</section>`
}

/** Why a closing date was not believed. */
const closingWords: Record<string, string> = {
  samePublished: 'is within a minute of the publication, as where a form fills both in',
  beforePublished: 'is before the publication',
  far: 'is more than two years away',
}

function closingFault({ provenance, expires_at }: JobDocument, time: Intl.DateTimeFormat): string {
  const { raw, flags }: Pick<Finding, 'raw' | 'flags'> = provenance?.expires ?? { raw: '', flags: [] }
  const fault = flags.includes('byRule') && flags.find(flag => Object.hasOwn(closingWords, flag))
  if (!fault) return ''
  const until = time.format(new Date(expires_at * 1000))
  return `<p class="alarm">The closing date "${html(raw)}" ${closingWords[fault]}: it is not believed, and the job is open until ${html(until)}. Mend it in the feed, or leave it out.</p>`
}

/** `/admin/job`: what a job's values were made of. */
export function jobBody(job: JobDocument, time: Intl.DateTimeFormat): string {
  const { provenance = {} } = job
  const shown: [string, string][] = [
    ['title', job.title],
    ['location', `${job.location}${job.areas.length > 0 ? ` (${job.areas.join(', ')})` : ''}`],
    [
      'salary',
      job.salary
        ? `${number(job.salary.min)} to ${number(job.salary.max)} ${job.salary.currency} ${job.salary.period === null ? '(period not stated)' : `a ${job.salary.period}`}`
        : 'none',
    ],
    ['type', job.type.join(', ')],
    ['workingEnvironment', job.workingEnvironment.join(', ')],
    ['seniority', job.seniority ?? ''],
    ['sectors', job.sectors.join(', ')],
    ['specialisms', job.specialisms.join(', ')],
    ['language', job.language],
    ['published', time.format(new Date(job.published_at * 1000))],
    ['expires', time.format(new Date(job.expires_at * 1000))],
    ['description', `${number(job.description.length)} characters`],
  ]
  const row = ([field, value]: [string, string]) => {
    const found: Finding | undefined = provenance[field as keyof typeof provenance]
    return `<tr><th scope="row">${html(field)}</th><td class="wide">${html(value)}</td><td class="wide">${html(found?.raw ?? '')}</td><td class="number">${found ? percent(found.confidence) : ''}</td><td>${html((found?.flags ?? []).join(', '))}</td></tr>`
  }
  return `<p><a href="/admin/pipeline/${encodeURIComponent(job.source)}">${html(job.origin)}</a> · <a href="/jobs/${encodeURIComponent(job.url_slug)}">the job's page</a> · <code>${html(job.id)}</code> · reference ${html(job.external_reference)} · key <code>${html(job.sourceKey)}</code></p>
${table('Values and where they come from', ['Field', 'Value', "The feed's words", { number: 'Confidence' }, 'Flags'], shown.map(row))}
${job.unresolved?.length ? `<p class="alarm">Could not be placed: ${html(job.unresolved.join('; '))}</p>` : ''}
${job.unparsedSalary ? `<p class="alarm">Pay that was not understood: ${html(job.unparsedSalary)}</p>` : ''}
${closingFault(job, time)}`
}

function contentSection(content: ContentRecord | null, time: Intl.DateTimeFormat): string {
  const facts = content
    ? `${html(time.format(new Date(content.at)))}: <span class="${content.outcome === 'ok' ? 'good' : 'bad'}">${content.outcome === 'ok' ? 'done' : 'failed'}</span>, ${number(content.upserted)} upserted, ${number(content.deleted)} deleted, ${number(content.unchanged)} unchanged, ${number(content.refused.length)} refused, took ${(content.ms / 1000).toFixed(1)} s`
    : 'Not synced yet: the worker needs CONTENTFUL_SPACE_ID and CONTENTFUL_ACCESS_TOKEN.'
  return `<section aria-labelledby="content">
<div class="head">
<div><h2 id="content">Content</h2>
<p class="facts">${facts}</p></div>
<form method="post" action="/admin/pipeline/content"><button>Sync content now</button></form>
</div>
${content?.reason ? `<p class="alarm">${html(content.reason)}</p>` : ''}
${content && content.refused.length > 0 ? refused(content.refused) : ''}
</section>`
}

function refused(entries: ContentRecord['refused']): string {
  const row = ({ entry, type, title, reason }: ContentRecord['refused'][number]) =>
    `<tr><td>${html(type)}</td><td>${html(title ?? '')}</td><td><code>${html(entry)}</code></td><td>${html(reason)}</td></tr>`
  return `<details open><summary>Refused entries: the site does not show them</summary>${table('Refused entries', ['Type', 'Title', 'Entry', 'What to do'], entries.map(row))}</details>`
}
