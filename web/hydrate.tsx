import './preactOptions.ts'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { hydrate as hydrateRouter } from '@tanstack/react-router/ssr/client'
import { type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { httpContent } from './content/httpContent.ts'
import type { Dehydrated } from './entry-server.tsx'
import { applyHead, faultTags, headTags } from './head.ts'
import { httpApi } from './httpApi.ts'
import { createSiteRouter } from './router.tsx'

/**
 * Brings the server's page to life. Its loaders are not run again: their data lies in the page as JSON, in the shape
 * TanStack Router would have put it into a script of its own.
 */
export async function hydrate(): Promise<void> {
  withoutBeginning()
  const dehydrated = JSON.parse(document.getElementById('dehydrated')!.textContent!) as Dehydrated
  // The page as it came is where the visitor has scrolled it to, or the browser has put it.
  let movesPage = false
  const router = createSiteRouter(
    {
      api: httpApi,
      content: httpContent,
      site: dehydrated.site,
      origin: dehydrated.origin,
      now: () => Math.floor(Date.now() / 1_000),
    },
    { movesPage: () => movesPage },
  )
  await restore(router, dehydrated)

  const head = followHead(router, dehydrated.site.name)
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    if (!movesPage) {
      movesPage = true
      // The router remembers what scrolls after it began: where the page stands now counts too.
      document.dispatchEvent(new Event('scroll'))
    }
    const wasFault = head.isFault()
    head.follow()
    // As after a page load: reading starts at the top of the page's own content. Also of one that failed before.
    if (!fromLocation || !(pathChanged || (wasFault && !head.isFault()))) return
    const named = router.state.location.hash && document.getElementById(router.state.location.hash)
    const start =
      named && named.tabIndex === -1 && named.hasAttribute('tabindex') ? named : document.getElementById('main')
    start?.focus({ preventScroll: true })
  })
  // A page that is come back to is shown as it was and loaded anew behind: of what comes then there is no event.
  const matches = router.stores.matches as unknown as { subscribe(listener: () => void): unknown }
  matches.subscribe(() => router.state.status === 'idle' && head.follow())
  await new Promise<void>(resolve => {
    const root = document.getElementById('root')!
    hydrateRoot(
      root,
      <Ready onReady={resolve}>
        <RouterProvider router={router} />
      </Ready>,
    )
    // Before anything is drawn again, which would set a field to what it was.
    for (const field of root.querySelectorAll<Field>('input, textarea, select')) tellOfChange(field)
  })
}

/** The document's head as that of the page shown. It is the server's until the page is another or says otherwise. */
function followHead(router: AnyRouter, siteName: string) {
  const wanted = () => {
    const { matches } = router.state
    const tags = headTags(router)
    if (tags.some(({ tag }) => tag === 'title')) return { tags, isFault: false }
    const found = !matches.some(match => match.status === 'notFound' || (match as { _notFound?: boolean })._notFound)
    return { tags: [...tags, ...faultTags(siteName, found)], isFault: true }
  }
  let shown = wanted()
  return {
    /** No route of the page could say anything of it. */
    isFault: () => shown.isFault,
    follow() {
      const before = JSON.stringify(shown.tags)
      shown = wanted()
      if (JSON.stringify(shown.tags) !== before) applyHead(shown.tags)
    },
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What a visitor has typed or chosen before the page was alive is heard of now. */
function tellOfChange(field: Field): void {
  const event = field.matches('select, [type=checkbox], [type=radio], [type=file]') ? 'change' : 'input'
  if (isChanged(field)) field.dispatchEvent(new Event(event, { bubbles: true }))
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const first = [...field.options].findLastIndex(option => option.defaultSelected)
    return field.selectedIndex !== Math.max(first, 0)
  }
  if (field.type === 'radio') return (field as HTMLInputElement).checked && !(field as HTMLInputElement).defaultChecked
  if (field.type === 'checkbox')
    return (field as HTMLInputElement).checked !== (field as HTMLInputElement).defaultChecked
  return field.value !== field.defaultValue
}

/** The first script led here from another page of a list (entry-client.tsx): the address is that of the page alone. */
function withoutBeginning(): void {
  const begins = document.querySelector<HTMLElement>('nav[data-begins]')?.dataset.begins
  if (begins && location.hash === `#${begins}`)
    history.replaceState(history.state, '', location.pathname + location.search)
}

/** TanStack Router reads what the server loaded from a global that its own inline scripts would have filled. */
async function restore(router: AnyRouter, { matches }: Dehydrated): Promise<void> {
  const nothing = () => {}
  const global = window as unknown as { $_TSR?: unknown }
  global.$_TSR = {
    // Its ids cross with their slashes replaced. They are as old as this by the visitor's clock: the server's may go
    // before it.
    router: { matches: matches.map(match => ({ ...match, i: match.i.replaceAll('/', '#'), u: Date.now() })) },
    buffer: [],
    h: nothing,
    e: nothing,
    c: nothing,
    p: nothing,
  }
  await hydrateRouter(router)
  delete global.$_TSR
}

function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  useEffect(onReady, [onReady])
  return children
}
