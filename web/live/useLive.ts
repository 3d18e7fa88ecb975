import { useEffect, useRef, useState } from 'react'
import { stringifyJobSearchParams } from '#api/jobSearchParams'
import { type LiveNews, type LiveQuestion, livePath } from '#api/live'
import { setSiteClock, siteNow } from './siteClock.ts'

/** After the page has come alive, and after a search that was typed: nothing waits for it. */
const restMs = 1_000

export interface LiveList {
  /** Jobs that the list has now; null where that is not known to differ. */
  total: number | null
  /** Jobs that are in the list now and were not when it was made. */
  fresh: number
  /** Why a job that is shown is no longer open; undefined for one that is. */
  endOf(job: { id: string; expires_at?: number }): JobEnd | undefined
  /** Changes are being told. */
  isOpen: boolean
  /** The list is made anew: from now on. */
  renew(): void
}
export type JobEnd = 'expired' | 'withdrawn'

/**
 * Hears of changes to the jobs that are shown, for as long as they are. Nothing on the page changes by it but what is
 * returned.
 * @param watched null while there is nothing to hear of; `total` is that of the list as shown, `now` epoch seconds of
 * the page's render
 */
export function useLive(watched: (Omit<LiveQuestion, 'since'> & { total: number }) | null, now: number): LiveList {
  const [turn, setTurn] = useState(0)
  const key =
    watched && [stringifyJobSearchParams(watched.search ?? {}), watched.total, ...watched.shown, turn].join('\n')
  const made = useRef({ key, since: now * 1_000 + 999 })
  if (made.current.key !== key) made.current = { key, since: siteNow() }
  const [told, setTold] = useState<{ key: string; news: LiveNews } | null>(null)
  const [isOpen, setOpen] = useState(false)

  const latest = useRef(watched)
  latest.current = watched
  useEffect(() => {
    if (key === null || typeof EventSource === 'undefined') return
    let end: (() => void) | null = null
    let isOver = false
    const timer = setTimeout(async () => {
      // Without a connection the list stays as it is.
      const { listen } = (await import('./liveStream.ts').catch(() => null)) ?? {}
      if (isOver || !listen) return
      const address = () => livePath({ ...latest.current!, since: made.current.since })
      end = listen(address, news => {
        setOpen(news !== null)
        if (!news) return
        setSiteClock(news.at)
        setTold({ key, news })
      })
    }, restMs)
    return () => {
      isOver = true
      clearTimeout(timer)
      end?.()
    }
  }, [key])

  const news = told !== null && told.key === key ? told.news : null
  const gone = new Set(news?.gone)
  const grown = news?.total != null && watched ? news.total - watched.total + gone.size : 0
  return {
    total: news?.total ?? null,
    fresh: news ? Math.max(0, news.fresh, grown) : 0,
    endOf: ({ id, expires_at = Number.POSITIVE_INFINITY }) =>
      gone.has(id) ? (expires_at * 1_000 <= news!.at ? 'expired' : 'withdrawn') : undefined,
    isOpen: isOpen && news !== null,
    renew: () => setTurn(turn + 1),
  }
}
