import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ViteDevServer } from 'vite'
import type { FormState } from '#api/forms'
import { jobsPath, noSearch, parseJobSearchParams } from '#api/jobSearchParams'
import type { SiteApi } from '#api/search'
import { withoutToken } from '#api/signedLinks'
import type { ContentAsset } from '#indexer/content'
import { facets } from '#indexer/facets'
import type { Site } from '#indexer/site'
import type { SiteContent } from './content/content.ts'
import { createMediaStore, type FetchMedia, mediaRoute } from './content/media.ts'
import { canonicalPath, canonicalUrl } from './content/paths.ts'
import type { PageAssets, Rendered, RenderRequest } from './entry-server.tsx'
import { escapeScript } from './head.ts'
import { pageStyles } from './pageStyles.ts'
import { shareRoute } from './share/shareRoute.ts'

/** With the nonces of its content security policy, where it has one. */
type Nonced = FastifyReply & { cspNonce?: { script: string; style: string } }

type Render = (request: RenderRequest, onFault?: (error: unknown) => void) => Promise<Rendered>

export interface WebOptions {
  api: SiteApi
  /** Where the API finds how a page is drawn again with a form that it has refused. */
  formPages?: { render: ((reply: FastifyReply, path: string, state: FormState) => Promise<string | null>) | null }
  /** With `mediaAsset` and `media` the files of the CMS are served too, below /media. */
  content: SiteContent & { mediaAsset?(id: string): ContentAsset | undefined }
  media?: FetchMedia
  /** Where files of the CMS are kept once they have been fetched. */
  mediaFolder?: string
  site: Site
  /** `https://jobs.example.com` for canonical addresses; null takes the origin of each request. */
  publicUrl: string | null
  /** Folder of the two builds (`client`, `server`), or a dev server of Vite in middleware mode. */
  dist: string | ViteDevServer
  /** Epoch seconds. */
  now?: () => number
}

/**
 * The pages, on every GET that no other route takes, and the built files below /assets/. One canonical path: a slash at
 * the end, a doubled slash, /en/ and capitals (/Jobs) lead by one redirect to it.
 */
export async function registerWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { formPages, content, dist } = options
  const pages = typeof dist === 'string' ? await builtPages(dist) : devPages(dist)
  if (typeof dist === 'string') await app.register(fastifyStatic, builtFiles(join(dist, 'client')))
  // Sources and hot updates; what is none of Vite's goes on to the routes.
  else app.addHook('onRequest', (request, reply, done) => dist.middlewares(request.raw, reply.raw, done))

  const draw = pageDrawer(options, pages)
  if (formPages) formPages.render = formPageRenderer(draw)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const canonical = canonicalUrl(request.url)
    if (canonical !== request.url) {
      // An alias that is spelt otherwise too (`/en/cookies-policy`) leads to its page at once: by one redirect, not by
      // two.
      const place = await content.at(canonicalPath(canonical)).catch(() => null)
      return place?.kind === 'moved' ? sendMoved(reply, place.to, canonical) : reply.redirect(canonical, 308)
    }
    const plain = withoutDefaults(request.url)
    if (plain !== request.url) return reply.redirect(plain, 302)
    const rendered = await draw(request.url, reply)
    if ('redirect' in rendered)
      return rendered.status === 301
        ? sendMoved(reply, rendered.redirect, canonical)
        : reply.redirect(rendered.redirect, rendered.status)
    // As bytes: a text would be measured and then encoded with the headers, each time as a whole.
    return reply.status(rendered.status).headers(rendered.headers).send(rendered.bytes())
  }
  registerFiles(app, options)
  for (const path of ['/', '/*']) app.get(path, { config: { sheds: 'page' } }, answer)
}

/**
 * The query (`utm_source`) goes along. Kept for a minute: a browser has a 301 for good unless it is told otherwise, and
 * a job or page that moves back would lead in a circle.
 */
function sendMoved(reply: FastifyReply, to: string, from: string): FastifyReply {
  const query = to.includes('?') ? '' : from.replace(/^[^?]*/, '')
  return reply.header('cache-control', 'private, max-age=60').redirect(to + query, 301)
}

function builtFiles(root: string): FastifyStaticOptions {
  return {
    root,
    // Names with a hash never change what they hold; the others (favicon, share image) may.
    setHeaders: (response, path) =>
      response.header(
        'cache-control',
        path.startsWith(join(root, 'assets')) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      ),
    preCompressed: true,
    wildcard: false,
    index: false,
    globIgnore: ['.vite/**', '**/*.br', '**/*.gz'],
  }
}

type Draw = (url: string, reply: FastifyReply, formState?: FormState | null) => Promise<Rendered>

function pageDrawer(
  { api, content, site, publicUrl, dist, now = () => Math.floor(Date.now() / 1_000) }: WebOptions,
  pages: (url: string) => Promise<Pages>,
): Draw {
  return async (url, reply, formState = null) => {
    const { request } = reply
    const { render, assets } = await pages(url)
    // Vite's client writes styles into the page and talks to a port of its own.
    if (typeof dist !== 'string') reply.removeHeader('content-security-policy')
    return render(
      {
        url,
        api,
        content,
        site: { ...site, name: await nameOf(content, site) },
        origin: publicUrl ?? `${request.protocol}://${request.host}`,
        now: now(),
        nonce: (reply as Nonced).cspNonce?.script,
        styleNonce: (reply as Nonced).cspNonce?.style,
        assets,
        formState,
      },
      error => request.log.error({ err: error, path: withoutToken(url.split('?')[0]!) }, 'page failed'),
    )
  }
}

/** A page drawn again with a form that was refused; null where the page has no place for it. */
function formPageRenderer(draw: Draw) {
  return async (reply: FastifyReply, path: string, state: FormState): Promise<string | null> => {
    const rendered = await draw(path, reply, state)
    // Also where a job stood that has closed: its page says so, and that nothing was sent.
    if (!('html' in rendered) || ![200, 410].includes(rendered.status)) return null
    // The answer stands at the address that the form was sent to. The router goes by the address bar: with that one
    // it would show that there is no such page.
    const nonce = (reply as Nonced).cspNonce?.script
    const address = `history.replaceState(null,"",${escapeScript(JSON.stringify(path))})`
    return rendered.html.replace(
      '<head>',
      () => `<head>\n<script${nonce ? ` nonce="${nonce}"` : ''}>${address}</script>`,
    )
  }
}

/** What is no page: icons, the manifest, shared addresses, content for the browser's router, files of the CMS. */
function registerFiles(app: FastifyInstance, { api, content, media, mediaFolder, site }: WebOptions): void {
  // Browsers ask for it wherever no page has told them better.
  app.get('/favicon.ico', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').redirect('/favicon.svg', 302),
  )
  app.get('/site.webmanifest', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send(JSON.stringify(webManifest(await nameOf(content, site)))),
  )
  shareRoute(app, { api, content })
  app.get('/content.json', { config: { sheds: 'data' } }, contentAnswer(content))
  if (media && mediaFolder && content.mediaAsset)
    mediaRoute(
      app,
      id => content.mediaAsset!(id),
      createMediaStore(mediaFolder, media, {
        onFault: error => app.log.warn({ event: 'mediaNotKept', err: error }, 'a file of the CMS could not be kept'),
      }),
    )
}

/** The site's name as its settings in the CMS have it. */
async function nameOf(content: SiteContent, site: Site): Promise<string> {
  return content.layout().then(
    ({ name }) => name || site.name,
    () => site.name,
  )
}

/** What a phone needs to keep the site among its programs. */
function webManifest(name: string): object {
  const icon = (size: number, purpose: string) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  return {
    name,
    short_name: name.split(' ')[0],
    description: 'Jobs in banking, insurance and technology',
    lang: 'en',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    // Paper and the dark band of web/ui/tokens.css.
    background_color: '#f3f6f0',
    theme_color: '#10261d',
    icons: [
      icon(192, 'any'),
      icon(512, 'any'),
      icon(512, 'maskable'),
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  }
}

/**
 * `GET /content.json?path=/about-us`: what the browser's router asks of the CMS when it moves to another page
 * (content/httpContent.ts).
 */
function contentAnswer(content: SiteContent) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { path } = request.query as { path?: unknown }
    if (typeof path !== 'string' || !path.startsWith('/') || path.length > 2_000)
      return reply.status(400).send({ error: 'Say which page: /content.json?path=/about-us' })
    let body: string
    try {
      body = JSON.stringify(await content.at(path))
    } catch (error) {
      if ((error as Error).name !== 'ContentUnavailable') throw error
      return reply
        .status(503)
        .header('retry-after', '5')
        .header('cache-control', 'no-store')
        .send({ error: 'The content is not available right now.' })
    }
    const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
    reply.header('cache-control', 'no-cache').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  }
}

/** What a form without script sends where nothing was chosen, beside the empty text. */
const formDefaults: Record<string, string> = {
  query: '',
  location: '',
  place: '',
  radius: String(noSearch.radius),
  remote: '',
  ...Object.fromEntries(facets.map(({ param }) => [param, ''])),
  pay: '',
  unstated: '',
  plain: '',
  posted: String(noSearch.posted),
  sort: noSearch.sort,
  size: String(noSearch.pageSize),
  page: '',
}

/** What only a form sends: `pay` says the same in an address. */
const formOnly = new Set(['payFrom', 'payUnit'])

/**
 * The one address of a search, for an address that a form without script has filled with what was not chosen; any other
 * address as it is. What is no parameter of a search (`utm_source`) stays, behind the search. Never leads to an address
 * that it would change again.
 */
export function withoutDefaults(url: string): string {
  const [path, ...rest] = url.split('?')
  if (path !== '/jobs' || rest.length === 0) return url
  const search = rest.join('?')
  const pairs = search
    .split('&')
    .map(pair => ({ pair, name: pair.split('=')[0]!, value: pair.slice(pair.indexOf('=') + 1 || pair.length) }))
  const known = (name: string) => Object.hasOwn(formDefaults, name)
  if (
    !pairs.some(
      ({ name, value }) => formOnly.has(name) || (known(name) && (value === '' || value === formDefaults[name])),
    )
  )
    return url
  const clean = jobsPath(parseJobSearchParams(search))
  const others = pairs
    .filter(({ pair, name }) => pair !== '' && !known(name) && !formOnly.has(name))
    .map(({ pair }) => pair)
  return others.length > 0 ? `${clean}${clean.includes('?') ? '&' : '?'}${others.join('&')}` : clean
}

interface Pages {
  render: Render
  assets: PageAssets
}

interface ManifestChunk {
  file: string
  imports?: string[]
}

/** The entry of the browser's build, and what becomes of it once a page comes to life. */
const entry = 'web/entry-client.tsx'
const application = 'web/hydrate.tsx'

async function builtPages(dist: string): Promise<() => Promise<Pages>> {
  const manifestPath = join(dist, 'client', '.vite', 'manifest.json')
  if (!existsSync(manifestPath))
    throw new Error(
      `The web is not built: ${manifestPath} is missing. Build it with "npx vite build --outDir dist/client".`,
    )
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, ManifestChunk>
  const { render } = (await import(pathToFileURL(join(dist, 'server', 'entry-server.js')).href)) as { render: Render }
  const start = manifest[entry]
  if (!start) throw new Error(`${manifestPath} does not hold ${entry}: build the web again.`)
  const styles = [...new Set(Object.values(manifest).map(({ file }) => file))].filter(file => file.endsWith('.css'))
  const first = filesOf(manifest, entry)
  const assets: PageAssets = {
    styles: styles.map(file => `/${file}`),
    stylesOf: pageStyles(styles.map(file => readFileSync(join(dist, 'client', file), 'utf8')).join('')),
    scripts: [`/${start.file}`],
    modules: Object.fromEntries(
      Object.keys(manifest).map(name => [name, filesOf(manifest, name).filter(file => !first.includes(file))]),
    ),
    application,
    fonts: { always: fontsOf(manifest, firstFonts), italic: fontsOf(manifest, italicFonts) },
  }
  return async () => ({ render, assets })
}

/** Of web/ui/fonts.css. */
const firstFonts = ['web/fonts/newsreader.woff2', 'web/fonts/hanken-grotesk.woff2']
const italicFonts = ['web/fonts/newsreader-italic.woff2']

function fontsOf(manifest: Record<string, ManifestChunk>, names: string[]): string[] {
  return names.flatMap(name => (manifest[name] ? [`/${manifest[name].file}`] : []))
}

/** Scripts of a module and of all that it imports at once. */
function filesOf(manifest: Record<string, ManifestChunk>, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name]
  if (!chunk || seen.has(name)) return []
  seen.add(name)
  return [
    ...(chunk.file.endsWith('.js') ? [`/${chunk.file}`] : []),
    ...(chunk.imports ?? []).flatMap(imported => filesOf(manifest, imported, seen)),
  ]
}

/** From source, with hot updates. Styles are linked, or the first look at a page would be without them. */
function devPages(vite: ViteDevServer): (url: string) => Promise<Pages> {
  return async url => {
    const { render } = (await vite.ssrLoadModule('/web/entry-server.tsx')) as { render: Render }
    const shell = await vite.transformIndexHtml(url, '<html><head></head><body></body></html>')
    const before = /<head>([\s\S]*?)<\/head>/.exec(shell)?.[1] ?? ''
    const { moduleGraph } = vite.environments.ssr!
    return {
      render,
      assets: {
        // Read after the page has been rendered: its lazy parts are loaded by then.
        get styles() {
          return [...moduleGraph.idToModuleMap.keys()]
            .filter(id => id.endsWith('.css'))
            .map(id => `${id.replace(vite.config.root, '')}?direct`)
        },
        scripts: [`/${entry}`],
        modules: {},
        application,
        before,
      },
    }
  }
}
