import { createMemoryHistory, isNotFound, RouterProvider } from '@tanstack/react-router'
import './preactOptions.ts'
import { renderToString } from 'react-dom/server'
import type { FormState } from '#api/forms'
import type { SiteApi } from '#api/search'
import type { Site } from '#indexer/site'
import type { Layout, SiteContent } from './content/content.ts'
import { escapeHtml, escapeScript, faultTags, headTags, renderHead } from './head.ts'
import { keptParts } from './layout/keptParts.ts'
import { KeptPartsContext } from './layout/Still.tsx'
import { type PagePart, RenderedPage } from './renderedPage.ts'
import { createSiteRouter } from './router.tsx'
import { isUnavailable, layoutIn, type PageAnswer } from './routes/root.tsx'

export interface RenderRequest {
  /** Path and search as requested: `/jobs?query=c%2B%2B`. */
  url: string
  api: SiteApi
  content: SiteContent
  /** A form of this page that was sent without JavaScript and refused. */
  formState?: FormState | null
  site: Site
  /** `https://www.example.com`, no slash at the end. */
  origin: string
  /** Epoch seconds. */
  now: number
  /** For the script tag, where the content security policy asks for one. */
  nonce?: string | undefined
  /** The same for the page's styles. */
  styleNonce?: string | undefined
  assets: PageAssets
}

export interface PageAssets {
  /** Addresses, from the site's root. */
  styles: string[]
  /**
   * The rules of `styles` that a page's HTML uses, to stand in it: nothing has to come before it is drawn, and the
   * whole is fetched once it comes alive. Left out where `styles` are linked (the dev server's).
   */
  stylesOf?: (html: string) => string
  /** Entry scripts, in order. */
  scripts: string[]
  /**
   * Scripts by the source module that needs them (`web/jobs/JobsPage.tsx`): a page's are fetched together once it comes
   * to life.
   */
  modules: Record<string, string[]>
  /** The module of `modules` that every page needs. */
  application: string
  /** Fonts that the first screen needs; the italic only where a page's title holds some. */
  fonts?: { always: string[]; italic: string[] }
  /** Tags put before everything else in the head (the dev server's). */
  before?: string
}

export type Rendered = RenderedPage | { status: number; redirect: string }

/** What the server hands to the browser beside the HTML: see hydrate.tsx. */
export interface Dehydrated {
  site: Site
  origin: string
  matches: { i: string; s: string; l?: unknown; e?: unknown; g?: true }[]
  modules: string[]
  /** Stylesheets of which the page holds its own rules only. */
  styles: string[]
}

/** Seconds after which a visitor, or a crawler, may ask again during an outage. */
const retryAfterSeconds = 30

/**
 * A page as HTML. A route's answer decides the status: 200, its own `httpStatus`, 404 for `notFound()`, 503 when the
 * search is down or no content has come yet, 500 for a fault, and a redirect for `redirect()`. A fault is reported to
 * `onFault` and shown without its text.
 */
export async function render(request: RenderRequest, onFault: (error: unknown) => void = () => {}): Promise<Rendered> {
  const { url, api, content, formState = null, site, origin, now, nonce, assets } = request
  const router = createSiteRouter(
    { api, content, site, origin, formState, now: () => now },
    { history: createMemoryHistory({ initialEntries: [url] }), nonce },
  )
  await router.load()
  const result = (
    router as unknown as {
      _serverResult?: { type: string; redirect?: { options: { href?: string; statusCode?: number } } }
    }
  )._serverResult
  if (result?.type === 'redirect') {
    const { href = '/', statusCode = 307 } = result.redirect!.options
    return { status: statusCode, redirect: href }
  }

  const matches = router.state.matches
  const failure = matches.find(match => match.status === 'error')?.error
  if (failure !== undefined && !isUnavailable(failure)) onFault(failure)
  const status = statusOf(matches, failure)
  const layout = layoutIn(matches)
  // Not of the dev server's: its components change.
  const kept = layout && assets.stylesOf ? keptParts(layout, site) : null
  let rendered: string
  try {
    rendered = renderToString(
      <KeptPartsContext value={kept}>
        <RouterProvider router={router} />
      </KeptPartsContext>,
    )
  } catch (error) {
    onFault(error)
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
    return new RenderedPage(500, headers, brokenPage(request))
  }
  const body = kept ? kept.keep(rendered) : rendered
  const dehydrated: Dehydrated = {
    site,
    origin,
    matches: renderedOf(matches).map(match => ({
      i: match.id,
      s: match.status,
      ...(match.loaderData !== undefined && { l: match.loaderData }),
      ...(match.error !== undefined && { e: dehydrateError(match.error) }),
      ...((match as { _notFound?: boolean })._notFound && { g: true as const }),
    })),
    modules: [
      ...new Set(
        [assets.application, ...matches.map(match => match.staticData.module ?? '')].flatMap(
          module => assets.modules[module] ?? [],
        ),
      ),
    ],
    styles: assets.stylesOf ? assets.styles : [],
  }
  const tags = headTags(router)
  if (status >= 400 && !tags.some(tag => tag.tag === 'title')) {
    tags.push(...faultTags(site.name, status !== 404))
  }
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    // Each visit asks again, and Back may still show the page from memory.
    'cache-control': status >= 500 ? 'no-store' : 'private, no-cache',
    ...(status === 503 && { 'retry-after': String(retryAfterSeconds) }),
  }
  const parts = document({ ...request, head: renderHead(tags), body, dehydrated, layout })
  return new RenderedPage(status, headers, parts)
}

function brokenPage(request: RenderRequest): PagePart[] {
  const { url, site } = request
  return [
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Something went wrong | ${escapeHtml(site.name)}</title>
<meta name="robots" content="noindex,follow">
`,
    ...stylesIn(request, ''),
    `
</head>
<body>
<main style="max-width:40rem;margin:4rem auto;padding:0 1rem">
<h1>Something went wrong on our side.</h1>
<p>The fault has been noted. <a href="${escapeHtml(url)}">Try again</a> or go to <a href="/">the start</a>.</p>
</main>
</body>
</html>
`,
  ]
}

function statusOf(matches: { status: string; loaderData?: unknown; _notFound?: boolean }[], failure: unknown): number {
  if (failure !== undefined) return isUnavailable(failure) ? 503 : 500
  if (matches.some(match => match.status === 'notFound' || match._notFound)) return 404
  return (matches.at(-1)?.loaderData as PageAnswer | undefined)?.httpStatus ?? 200
}

/** Matches up to the first that is not shown as itself: what lies below it was not rendered. */
function renderedOf<Match extends { status: string; _notFound?: boolean }>(matches: Match[]): Match[] {
  const end = matches.findIndex(match => match.status !== 'success' || match._notFound) + 1
  return end > 0 ? matches.slice(0, end) : matches
}

/** Of an error the browser gets its kind and nothing else. */
function dehydrateError(error: unknown): unknown {
  if (isNotFound(error)) return { isNotFound: true, routeId: (error as { routeId?: string }).routeId }
  return { name: isUnavailable(error) ? (error as Error).name : 'Error', message: '' }
}

/** A font that is fetched ahead and not used is a warning in the browser's console. */
const italicTitle = /<h1\b(?:(?!<\/h1>).)*<em>/s

function document(
  request: RenderRequest & { head: string; body: string; dehydrated: Dehydrated; layout: Layout | null },
): PagePart[] {
  const { assets, nonce, head, body, dehydrated, layout } = request
  const signed = nonce ? ` nonce="${escapeHtml(nonce)}"` : ''
  const fonts = [...(assets.fonts?.always ?? []), ...(italicTitle.test(body) ? (assets.fonts?.italic ?? []) : [])]
  return [
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${fonts.map(href => `<link rel="preload" as="font" type="font/woff2" href="${escapeHtml(href)}" crossorigin>\n`).join('')}${(assets.before ?? '').replaceAll('<script', `<script${signed}`)}`,
    ...stylesIn(request, body),
    `
${head}
${assets.scripts.map(src => `<script type="module" src="${escapeHtml(src)}"${signed}></script>`).join('\n')}
</head>
<body>
<div id="root">`,
    body,
    `</div>
<script type="application/json" id="dehydrated">`,
    ...dehydratedText(dehydrated, layout),
    `</script>
</body>
</html>
`,
  ]
}

/** The JSON of a layout: half of what a page hands over, and the same on all of them. */
const layoutTexts = new WeakMap<Layout, string>()
const layoutPlace = '@layout'

function dehydratedText(dehydrated: Dehydrated, layout: Layout | null): PagePart[] {
  const [root, ...others] = dehydrated.matches
  if (!layout || !root?.l) return [escapeScript(JSON.stringify(dehydrated))]
  let kept = layoutTexts.get(layout)
  if (kept === undefined) {
    kept = escapeScript(JSON.stringify(layout))
    layoutTexts.set(layout, kept)
  }
  const matches = [{ ...root, l: { ...root.l, layout: layoutPlace } }, ...others]
  const text = escapeScript(JSON.stringify({ ...dehydrated, matches }))
  // Nothing of a visitor's or an advert's stands before it.
  const at = text.indexOf(`"${layoutPlace}"`)
  return [text.slice(0, at), { kept }, text.slice(at + layoutPlace.length + 2)]
}

function stylesIn({ assets, styleNonce }: RenderRequest, body: string): PagePart[] {
  if (!assets.stylesOf)
    return [assets.styles.map(href => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n')]
  const signed = styleNonce ? ` nonce="${escapeHtml(styleNonce)}"` : ''
  return [`<style${signed}>`, { kept: assets.stylesOf(body) }, '</style>']
}
