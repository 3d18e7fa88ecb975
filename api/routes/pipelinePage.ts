import type { Site } from '#indexer/site'
import type { Alarm, ContentRecord, QuarantinedRow, RunRecord, SourceSummary } from '#indexer/tasks'
import { adminPage, age, html, number, table, timeFormat } from './adminPage.ts'

export interface SourceReport {
  summary: SourceSummary
  /** Newest first. */
  runs: RunRecord[]
  /** The first rows of the latest run's quarantine. */
  rows: QuarantinedRow[]
  /** How many rows are kept. */
  quarantined: number
}

export interface PipelineView {
  site: Site
  sources: SourceReport[]
  alarms: Alarm[]
  /** Of the latest content sync; null before the first. */
  content: ContentRecord | null
  workerSeen: Date | null
  /** Whether a content sync was just asked for. */
  contentQueued: boolean
  /** The source whose sync was just asked for. */
  queued: SourceSummary | null
  now: Date
  /** What the inline style must carry to be let. */
  nonce: string
}

/** `/admin/pipeline` as a plain page: sources, what their last syncs did, what was refused and why. Works without JavaScript; every text is escaped. */
export function pipelinePage({ site, sources, alarms, content, workerSeen, contentQueued, queued, now, nonce }: PipelineView): string {
  const time = timeFormat(site)
  const alive = workerSeen !== null && now.getTime() - workerSeen.getTime() < 30_000
  const body = `<p class="${alive ? 'fine' : 'alarm'}">${alive ? `A worker is at work, seen ${age(workerSeen!, now)} ago.` : 'No worker has been seen for 30 seconds: nothing is synced. Start one.'}</p>
${contentQueued ? '<p class="fine" role="status">A content sync is on the queue.</p>' : ''}
${queued ? `<p class="fine" role="status">A sync of ${html(queued.title)} is on the queue.</p>` : ''}
${alarms.map(alarm => `<p class="alarm"><strong>${html(alarm.source ?? 'pipeline')} ${html(alarm.kind)}</strong> since ${html(time.format(new Date(alarm.since)))}: ${html(alarm.message)}</p>`).join('\n')}
${sources.length === 0 ? '<p>The worker has not named its sources yet.</p>' : sources.map(source => section(source, time)).join('\n')}
${contentSection(content, time)}`
  return adminPage({ site, title: 'Pipeline', at: '/admin/pipeline', now, nonce, body })
}

function contentSection(content: ContentRecord | null, time: Intl.DateTimeFormat): string {
  const facts = content
    ? `${html(time.format(new Date(content.at)))}: <span class="${content.outcome === 'ok' ? 'good' : 'bad'}">${html(content.outcome)}</span>, ${number(content.upserted)} upserted, ${number(content.deleted)} deleted, ${number(content.unchanged)} unchanged, ${number(content.refused.length)} refused, took ${(content.ms / 1000).toFixed(1)} s`
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

function section({ summary, runs, rows, quarantined }: SourceReport, time: Intl.DateTimeFormat): string {
  return `<section aria-labelledby="source-${html(summary.id)}">
<div class="head">
<div><h2 id="source-${html(summary.id)}">${html(summary.title)}</h2>
<p class="facts"><code>${html(summary.id)}</code> · ${html(summary.format)} · <span class="from">${html(summary.from ?? 'only on request')}</span> · ${summary.schedule ? `schedule <code>${html(summary.schedule)}</code>` : 'no schedule'}</p></div>
<form method="post" action="/admin/pipeline/sync"><button name="source" value="${html(summary.id)}">Sync now</button></form>
</div>
${runs.length === 0 ? '<p>Not synced yet.</p>' : lastRuns(runs, time)}
${rows.length === 0 ? '' : quarantine(rows, quarantined)}
</section>`
}

const counts = ['received', 'upserted', 'unchanged', 'quarantined', 'merged', 'retired', 'missing'] as const

function lastRuns(runs: RunRecord[], time: Intl.DateTimeFormat): string {
  const row = (run: RunRecord) =>
    `<tr><td>${html(time.format(new Date(run.startedAt)))}</td><td class="${run.outcome === 'ok' || run.outcome === 'notModified' ? 'good' : 'bad'}">${html(run.outcome)}${run.reason ? `<br><small>${html(run.reason)}</small>` : ''}</td>${counts.map(name => `<td class="number">${number(run[name])}</td>`).join('')}<td class="number">${(run.ms / 1000).toFixed(1)} s</td></tr>`
  return table('Last runs', ['Started', 'Outcome', ...[...counts, 'took'].map(name => ({ number: name }))], runs.map(row))
}

function quarantine(rows: QuarantinedRow[], kept: number): string {
  const row = ({ row: at, key, title, reason }: QuarantinedRow) =>
    `<tr><td class="number">${number(at)}</td><td>${html(key ?? '')}</td><td>${html(title ?? '')}</td><td>${html(reason)}</td></tr>`
  const more = kept > rows.length ? `, the first ${rows.length} of ${number(kept)} kept` : ''
  return `<details><summary>Quarantined rows of the last run${more}</summary>${table('Quarantined rows', [{ number: 'Row' }, 'Key', 'Title', 'Reason'], rows.map(row))}</details>`
}
