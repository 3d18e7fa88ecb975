import type { FastifyReply } from 'fastify'
import type { Site } from '#indexer/site'
import { html } from '../html.ts'
import { rolesOf } from './adminRoles.ts'

/** Of `/admin`, in the order of the menu; `/metrics` takes the same password. */
const places = [
  ['/admin/inbox', 'Inbox'],
  ['/admin/pipeline', 'Sources'],
  ['/admin/search', 'Search'],
  ['/admin/searches', 'Searches'],
  ['/admin/submissions', 'Submissions'],
  ['/admin/alerts', 'Alerts'],
  ['/admin/mailbox', 'Mailbox'],
  ['/admin/queues', 'Queues'],
  ['/metrics', 'Metrics'],
] as const

export interface AdminPage {
  site: Site
  /** The heading. */
  title: string
  /** Which entry of the menu it belongs to; null: none. */
  at: (typeof places)[number][0] | null
  now: Date
  /** What it is sent with: it knows the user, and what the inline style must carry to be let. */
  reply: FastifyReply
  /** HTML: whatever text stands in it has gone through `html`. */
  body: string
}

/**
 * A page that no search engine keeps and that needs no script.
 * @param body HTML: whatever text stands in it has gone through `html`
 * @param style a style element, or nothing
 */
export function plainPage(title: string, body: string, style = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${html(title)}</title>${style}
</head>
<body>
${body}
</body>
</html>
`
}

/** A page of the administration. */
export function adminPage({ site, title, at, now, reply, body }: AdminPage): string {
  const user = reply.request.adminUser
  // A menu leads nowhere that is closed; a consultant would be led from the submissions to the inbox.
  const open = places.filter(
    ([path]) => user && rolesOf(path === '/admin/submissions' ? `${path}/:id` : path)?.includes(user.role),
  )
  const link = ([path, name]: (typeof places)[number]) =>
    `<a href="${path}"${path === at ? ' aria-current="page"' : ''}>${name}</a>`
  return plainPage(
    `${title} · ${site.name}`,
    `<header><h1>${html(title)}</h1><nav aria-label="Administration">${open.map(link).join('')}</nav></header>
<main>
${body}
</main>
<footer>${user ? `Logged in as ${html(user.name)}. ` : ''}Times are ${html(site.timeZone)}. As of ${html(timeFormat(site).format(now))}.</footer>`,
    `\n<style nonce="${html(reply.cspNonce.style)}">${styles}</style>`,
  )
}

/** @param label names the region for who cannot see it: a wide table scrolls by itself */
export function table(label: string, heads: readonly (string | { number: string })[], rows: readonly string[]): string {
  const head = (name: (typeof heads)[number]) =>
    typeof name === 'string'
      ? `<th scope="col">${html(name)}</th>`
      : `<th scope="col" class="number">${html(name.number)}</th>`
  return `<div class="scroll" tabindex="0" role="region" aria-label="${html(label)}"><table><thead><tr>${heads.map(head).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** Links to the other pages of a list, by a number in the address, which may have a query. */
export function pages(path: string, name: string, { page, last }: { page: number; last: number }): string {
  if (last <= 1) return ''
  const link = (to: number, text: string) =>
    `<a href="${html(path)}${path.includes('?') ? '&amp;' : '?'}${name}=${to}">${text}</a>`
  return `<nav class="pages" aria-label="Pages of ${name}">${page > 1 ? link(page - 1, 'Previous') : ''}<span>Page ${page} of ${last}</span>${page < last ? link(page + 1, 'Next') : ''}</nav>`
}

/** How long ago, in one unit: `40 s`, `3 min`, `5 h`, `2 days`. */
export function age(then: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - then.getTime()) / 1000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`
  return `${number(Math.round(seconds / 86_400))} days`
}

/** As the site's country writes a moment. */
export function timeFormat(site: Site): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: site.timeZone })
}

export function number(value: number): string {
  return value.toLocaleString('en')
}

const styles = `
:root{color-scheme:light dark;--line:#d5dae1;--soft:#f4f6f9;--text:#17202b;--faint:#5a6675;--good:#14683c;--bad:#a4262c;--link:#0b4f8a}
@media (prefers-color-scheme:dark){:root{--line:#364151;--soft:#1c2430;--text:#e7ecf2;--faint:#a3afbe;--good:#6fd39b;--bad:#ff9a97;--link:#8cc4ff}body{background:#131a23}}
*{box-sizing:border-box}
body{margin:0;font:15px/1.5 system-ui,sans-serif;color:var(--text)}
header{display:flex;flex-wrap:wrap;gap:8px 24px;align-items:baseline;padding:16px 24px;border-bottom:1px solid var(--line)}
h1{font-size:20px;margin:0}h2{font-size:17px;margin:0}
nav{display:flex;flex-wrap:wrap;gap:0 16px}nav a{display:inline-block;padding:8px 0}a{color:var(--link)}a[aria-current]{color:inherit;text-decoration:none;font-weight:600}
main,footer{max-width:1200px;margin:0 auto;padding:16px 24px}
section{border:1px solid var(--line);border-radius:8px;padding:16px;margin:16px 0}
.head{display:flex;flex-wrap:wrap;gap:8px 16px;justify-content:space-between;align-items:flex-start}
.facts{margin:4px 0 12px;color:var(--faint)}.from{overflow-wrap:anywhere}
.fine,.alarm{padding:10px 14px;border-radius:8px;background:var(--soft);border-left:4px solid var(--good)}.alarm{border-left-color:var(--bad)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:6px 8px;border-bottom:1px solid var(--line);vertical-align:top}th{color:var(--faint);font-weight:600;white-space:nowrap}
.number{text-align:right;width:1%}.when{white-space:nowrap}.why{min-width:200px;overflow-wrap:anywhere}.good{color:var(--good)}.bad{color:var(--bad);font-weight:600}
button{font:inherit;padding:8px 14px;border:1px solid var(--line);border-radius:6px;background:var(--soft);color:inherit;cursor:pointer;min-height:40px;white-space:nowrap}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
details{margin-top:12px}summary{cursor:pointer;color:var(--link)}code{font-size:13px}
button.danger{border-color:var(--bad);color:var(--bad)}
.actions{display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start}.actions form{display:flex;flex-wrap:wrap;gap:12px;margin:0}
label{display:inline-flex;gap:8px;align-items:center;min-height:40px}input[type=checkbox]{width:20px;height:20px}
dl{display:grid;grid-template-columns:minmax(120px,max-content) 1fr;gap:6px 16px;margin:12px 0}dt{color:var(--faint)}dd{margin:0;min-width:0}
.wide{min-width:160px;overflow-wrap:anywhere}.typed{white-space:pre-wrap;overflow-wrap:anywhere}
pre.typed{margin:0 0 12px;padding:12px;font:inherit;background:var(--soft);border-radius:8px}
.run{margin:12px 0;display:flex;flex-wrap:wrap;gap:8px 20px;align-items:center}.run p{margin:0;flex:1 1 320px;min-width:0;overflow-wrap:anywhere}
.spark{fill:var(--link);max-width:100%;flex:none;border-bottom:1px solid var(--line)}.spark .broken{stroke:var(--bad);stroke-width:2;fill:none}
del{color:var(--bad)}ins{color:var(--good);text-decoration:none}details ul{padding-left:20px}li dl{margin:4px 0 8px}dd{overflow-wrap:anywhere}
input:not([type=checkbox]){font:inherit;padding:8px 10px;border:1px solid var(--line);border-radius:6px;background:transparent;color:inherit;min-height:40px;max-width:100%}
td label{flex-wrap:wrap;gap:0 8px}td details form{margin:0 0 12px}.asked label{flex-wrap:wrap;flex:1 1 300px}.asked input{flex:1 1 200px;min-width:0}
textarea,select{font:inherit;padding:8px 10px;border:1px solid var(--line);border-radius:6px;background:transparent;color:inherit;min-height:40px;max-width:100%}textarea{display:block;width:100%;margin:0 0 8px}select{min-width:0}.actions label{flex-wrap:wrap;max-width:100%}
button[aria-pressed=true]{border-color:var(--link);font-weight:600}.facets a{padding:8px 0}.notes{padding:0;list-style:none}.notes li{border-top:1px solid var(--line);padding:8px 0}
.pages{display:flex;gap:16px;margin:12px 0}
h3{font-size:15px;margin:16px 0 4px}input[type=radio]{width:20px;height:20px;margin:0}
.fields select,.fields textarea{background:Canvas;color:CanvasText;width:100%}.fields textarea{font:13px/1.5 ui-monospace,monospace}
.fields label,.picks label{display:block;margin:0 0 12px}.fields input:not([type=checkbox]){width:100%}.fields select{margin-bottom:12px}.fields div label{margin:0;min-height:0}.picks{display:grid;align-items:end;grid-template-columns:repeat(auto-fill,minmax(min(100%,240px),1fr));gap:0 16px}
.fields.mail textarea{font:inherit}.fields.mail label{margin:12px 0 4px;min-height:0}.fields .bad{margin:0 0 4px}.mail [aria-invalid=true]{border:2px solid var(--bad)}
.judged{border:0;border-top:1px solid var(--line);margin:0;padding:8px 0 12px;min-width:0;display:grid;grid-template-columns:1fr 1fr auto;gap:4px 16px}
.judged legend{float:left;grid-column:1/-1;font-weight:600;padding:0}.side{min-width:0}.side small,.none{color:var(--faint)}.said{max-height:220px;overflow:auto}
.verdict{display:flex;gap:4px 16px;align-items:flex-start}.judged .facts{grid-column:1/-1;margin:0}
pre.typed code{white-space:inherit}
@media (max-width:600px){.stacked thead{display:none}.stacked tr{display:block;border-bottom:1px solid var(--line);padding:8px 0}.stacked td{display:block;border:0;padding:2px 0;width:auto}main,header,footer{padding:12px}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:10px}.judged{grid-template-columns:1fr}}
footer{color:var(--faint)}
`
