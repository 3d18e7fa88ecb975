import type { LiveNews } from '#api/live'

const firstMs = 1_000
const longestMs = 60_000

/**
 * Listens to `GET /live` while the tab is looked at. A connection that ends is opened again after a pause: longer each
 * time, and of another length in each browser.
 * @param address asked for at each opening
 * @param onNews null: the connection is lost
 * @returns ends it
 */
export function listen(address: () => string, onNews: (news: LiveNews | null) => void): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let pause = firstMs

  const stop = () => {
    clearTimeout(timer)
    source?.close()
    source = null
  }
  const open = () => {
    stop()
    if (document.hidden) return
    source = new EventSource(address())
    source.onmessage = ({ data }) => {
      pause = firstMs
      onNews(JSON.parse(data))
    }
    source.onerror = () => {
      stop()
      onNews(null)
      timer = setTimeout(open, pause * (0.5 + Math.random()))
      pause = Math.min(longestMs, pause * 2)
    }
  }
  document.addEventListener('visibilitychange', open)
  // A page with an open connection is not kept for Back.
  addEventListener('pagehide', stop)
  addEventListener('pageshow', open)
  open()
  return () => {
    stop()
    document.removeEventListener('visibilitychange', open)
    removeEventListener('pagehide', stop)
    removeEventListener('pageshow', open)
  }
}
