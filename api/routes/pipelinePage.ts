import type { Site } from '#indexer/site'
import type { Alarm, ContentRecord, QuarantinedRow, RunRecord, SourceSummary } from '#indexer/tasks'

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
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: site.timeZone })
  const alive = workerSeen !== null && now.getTime() - workerSeen.getTime() < 30_000
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Pipeline · ${html(site.name)}</title>
<style nonce="${html(nonce)}">${styles}</style>
</head>
<body>
<header><h1>Pipeline</h1><nav><a href="/admin/pipeline" aria-current="page">Sources</a><a href="/admin/queues">Queues</a><a href="/metrics">Metrics</a></nav></header>
<main>
<p class="${alive ? 'fine' : 'alarm'}">${alive ? `A worker is at work, seen ${seconds(now, workerSeen!)} ago.` : 'No worker has been seen for 30 seconds: nothing is synced. Start one.'}</p>
${contentQueued ? '<p class="fine" role="status">A content sync is on the queue.</p>' : ''}
${queued ? `<p class="fine" role="status">A sync of ${html(queued.title)} is on the queue.</p>` : ''}
${alarms.map(alarm => `<p class="alarm"><strong>${html(alarm.source)} ${html(alarm.kind)}</strong> since ${html(time.format(new Date(alarm.since)))}: ${html(alarm.message)}</p>`).join('\n')}
${sources.length === 0 ? '<p>The worker has not named its sources yet.</p>' : sources.map(source => section(source, time)).join('\n')}
${contentSection(content, time)}
<footer>Times are ${html(site.timeZone)}. As of ${html(time.format(now))}.</footer>
</main>
</body>
</html>`
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
  return `<details open><summary>Refused entries: the site does not show them</summary><div class="scroll" tabindex="0" role="region" aria-label="Refused entries"><table><thead><tr><th>Type</th><th>Title</th><th>Entry</th><th>What to do</th></tr></thead><tbody>${entries.map(row).join('')}</tbody></table></div></details>`
}

function section({ summary, runs, rows, quarantined }: SourceReport, time: Intl.DateTimeFormat): string {
  return `<section aria-labelledby="source-${html(summary.id)}">
<div class="head">
<div><h2 id="source-${html(summary.id)}">${html(summary.title)}</h2>
<p class="facts"><code>${html(summary.id)}</code> · ${html(summary.format)} · <span class="from">${html(summary.from ?? 'only on request')}</span> · ${summary.schedule ? `schedule <code>${html(summary.schedule)}</code>` : 'no schedule'}</p></div>
<form method="post" action="/admin/pipeline/sync"><button name="source" value="${html(summary.id)}">Sync now</button></form>
</div>
${runs.length === 0 ? '<p>Not synced yet.</p>' : table(runs, time)}
${rows.length === 0 ? '' : quarantine(rows, quarantined)}
</section>`
}

const counts = ['received', 'upserted', 'unchanged', 'quarantined', 'merged', 'retired', 'missing'] as const

function table(runs: RunRecord[], time: Intl.DateTimeFormat): string {
  const row = (run: RunRecord) =>
    `<tr><td>${html(time.format(new Date(run.startedAt)))}</td><td class="${run.outcome === 'ok' || run.outcome === 'notModified' ? 'good' : 'bad'}">${html(run.outcome)}${run.reason ? `<br><small>${html(run.reason)}</small>` : ''}</td>${counts.map(name => `<td class="number">${number(run[name])}</td>`).join('')}<td class="number">${(run.ms / 1000).toFixed(1)} s</td></tr>`
  return `<div class="scroll" tabindex="0" role="region" aria-label="Last runs"><table><thead><tr><th>Started</th><th>Outcome</th>${counts.map(name => `<th class="number">${name}</th>`).join('')}<th class="number">took</th></tr></thead><tbody>${runs.map(row).join('')}</tbody></table></div>`
}

function quarantine(rows: QuarantinedRow[], kept: number): string {
  const row = ({ row: at, key, title, reason }: QuarantinedRow) =>
    `<tr><td class="number">${number(at)}</td><td>${html(key ?? '')}</td><td>${html(title ?? '')}</td><td>${html(reason)}</td></tr>`
  const more = kept > rows.length ? `, the first ${rows.length} of ${number(kept)} kept` : ''
  return `<details><summary>Quarantined rows of the last run${more}</summary><div class="scroll" tabindex="0" role="region" aria-label="Quarantined rows"><table><thead><tr><th class="number">Row</th><th>Key</th><th>Title</th><th>Reason</th></tr></thead><tbody>${rows.map(row).join('')}</tbody></table></div></details>`
}

function number(value: number): string {
  return value.toLocaleString('en')
}

function seconds(now: Date, then: Date): string {
  return `${Math.max(0, Math.round((now.getTime() - then.getTime()) / 1000))} s`
}

function html(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, character => entities[character]!)
}

const styles = `
:root{color-scheme:light dark;--line:#d5dae1;--soft:#f4f6f9;--text:#17202b;--faint:#5a6675;--good:#14683c;--bad:#a4262c;--link:#0b4f8a}
@media (prefers-color-scheme:dark){:root{--line:#364151;--soft:#1c2430;--text:#e7ecf2;--faint:#a3afbe;--good:#6fd39b;--bad:#ff9a97;--link:#8cc4ff}body{background:#131a23}}
*{box-sizing:border-box}
body{margin:0;font:15px/1.5 system-ui,sans-serif;color:var(--text)}
header{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:baseline;padding:16px 24px;border-bottom:1px solid var(--line)}
h1{font-size:20px;margin:0}h2{font-size:17px;margin:0}
nav{display:flex;gap:16px}a{color:var(--link)}a[aria-current]{color:inherit;text-decoration:none;font-weight:600}
main{max-width:1200px;margin:0 auto;padding:16px 24px}
section{border:1px solid var(--line);border-radius:8px;padding:16px;margin:16px 0}
.head{display:flex;flex-wrap:wrap;gap:8px 16px;justify-content:space-between;align-items:flex-start}
.facts{margin:4px 0 12px;color:var(--faint)}.from{overflow-wrap:anywhere}
.fine,.alarm{padding:10px 14px;border-radius:8px;background:var(--soft);border-left:4px solid var(--good)}.alarm{border-left-color:var(--bad)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:6px 10px;border-bottom:1px solid var(--line);vertical-align:top}th{color:var(--faint);font-weight:600;white-space:nowrap}
.number{text-align:right}.good{color:var(--good)}.bad{color:var(--bad);font-weight:600}
button{font:inherit;padding:8px 14px;border:1px solid var(--line);border-radius:6px;background:var(--soft);color:inherit;cursor:pointer;min-height:40px}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
details{margin-top:12px}summary{cursor:pointer;color:var(--link)}code{font-size:13px}
footer{color:var(--faint);padding:8px 0 24px}
`
