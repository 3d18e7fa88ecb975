import { useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

/** Pages, which the router knows. No path of one holds a dot: that is a file or a feed, which the browser fetches. */
const ourPage = /^\/(?!\/|media\/)[^?#.]*(?:[?#]|$)/

/**
 * A plain `<a href>` that moves through the router when there is one and the click is an ordinary one. The href is
 * written as it is (search strings are ours, not the router's parser's), so that the page without JavaScript and the
 * page with it are one URL.
 */
export function SiteLink({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const router = useRouter({ warn: false })
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!router || event.defaultPrevented || !isPlainClick(event, rest) || !ourPage.test(href)) return
    event.preventDefault()
    router.history.push(href)
  }
  return <a href={href} onClick={follow} {...rest} />
}

function isPlainClick(event: MouseEvent, { target, download }: AnchorHTMLAttributes<HTMLAnchorElement>): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return event.button === 0 && !modified && download === undefined && (target === undefined || target === '_self')
}
