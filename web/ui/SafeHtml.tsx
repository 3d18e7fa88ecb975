import createPurifier from 'dompurify'
import { type ElementType, useMemo, useSyncExternalStore } from 'react'
import { advertFrameHosts } from '#indexer/frames'

/**
 * HTML that is not ours: the one place that sets any. The server sends what the pipeline has cleaned
 * (indexer/documents/html.ts); the browser, which has it from an answer of the API, cleans it again by the same list
 * before it sets it. The page as it came is not set anew: its HTML is what the server's is.
 */
export function SafeHtml({
  html,
  as: Tag = 'div',
  className,
  lang,
}: {
  html: string
  as?: ElementType
  className?: string | undefined
  lang?: string | undefined
}) {
  const hydrating = useSyncExternalStore(
    unchanging,
    () => false,
    () => true,
  )
  // Not again when the page has come to life: setting the same text once more would begin its pictures and frames anew.
  const shown = useMemo(() => (hydrating ? html : cleanHtml(html)), [html])
  // Keyed: Preact leaves `lang=""`, an unknown language, where one was.
  return <Tag key={lang} className={className} lang={lang} dangerouslySetInnerHTML={{ __html: shown }} />
}

const unchanging = () => () => {}

const tags =
  'p h2 h3 h4 ul ol li blockquote table thead tbody tfoot tr td th caption a strong em b i u br hr img iframe'.split(
    ' ',
  )
const addresses = ['href', 'src']
/** Attributes whose values are no addresses, and are not asked to look like some. */
const others = 'rel alt width height loading title start colspan rowspan allowfullscreen'.split(' ')

let purifier: ReturnType<typeof createPurifier> | undefined

/** In the browser alone: on the server there is no document to read HTML with. */
export function cleanHtml(html: string): string {
  purifier ??= ownPurifier()
  return purifier.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: [...addresses, ...others],
    ADD_URI_SAFE_ATTR: others,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:)/i,
  })
}

function ownPurifier(): ReturnType<typeof createPurifier> {
  const made = createPurifier(window)
  made.addHook('uponSanitizeElement', (node, { tagName }) => {
    if (tagName === 'iframe' && !isPlayer((node as Element).getAttribute('src') ?? ''))
      node.parentNode?.removeChild(node)
    if (tagName === 'img' && !/^https:\/\//i.test((node as Element).getAttribute('src') ?? ''))
      node.parentNode?.removeChild(node)
  })
  return made
}

function isPlayer(src: string): boolean {
  if (!/^https:\/\//i.test(src) || !URL.canParse(src)) return false
  const { hostname, port, username } = new URL(src)
  return (advertFrameHosts as readonly string[]).includes(hostname) && port === '' && username === ''
}
