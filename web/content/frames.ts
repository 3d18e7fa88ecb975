/*
 * How what the CMS embeds of other hosts (indexer/contract/frames.ts) is framed. Pure; the browser imports it.
 */

export interface Frame {
  /** Address for the frame. */
  src: string
  /** The same at its own site, for those who would rather go there. */
  open: string
  /** Whose it is, as people call it. */
  host: 'YouTube' | 'Vimeo' | 'OpenStreetMap'
}

const videoId = /^[\w-]{6,20}$/

/**
 * What an address may be framed as: a YouTube address of any kind (watch, share, short, embed) as its player that keeps
 * no cookies, a Vimeo video, a map of OpenStreetMap. Null for everything else.
 */
export function frameOf(address: string): Frame | null {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return null
  }
  if (url.protocol !== 'https:' || url.username || url.password || url.port) return null
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  const [, first = '', second = ''] = url.pathname.split('/')
  if (host === 'youtu.be') return youtube(first, url)
  if (host === 'youtube.com' || host === 'youtube-nocookie.com')
    return youtube(
      first === 'watch'
        ? (url.searchParams.get('v') ?? '')
        : ['embed', 'shorts', 'live', 'v'].includes(first)
          ? second
          : '',
      url,
    )
  if (host === 'vimeo.com') return vimeo(first, second || url.searchParams.get('h'))
  if (host === 'player.vimeo.com' && first === 'video') return vimeo(second, url.searchParams.get('h'))
  if (host === 'openstreetmap.org' && url.pathname === '/export/embed.html') {
    const src = `https://www.openstreetmap.org/export/embed.html${url.search}`
    const [lat, lon] = (url.searchParams.get('marker') ?? '').split(',')
    const open =
      lat && lon
        ? `https://www.openstreetmap.org/?mlat=${encodeURIComponent(lat)}&mlon=${encodeURIComponent(lon)}`
        : src
    return { src, open, host: 'OpenStreetMap' }
  }
  return null
}

function youtube(id: string, url: URL): Frame | null {
  if (!videoId.test(id)) return null
  const seconds = secondsOf(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')
  return {
    src: `https://www.youtube-nocookie.com/embed/${id}${seconds ? `?start=${seconds}` : ''}`,
    open: `https://www.youtube.com/watch?v=${id}${seconds ? `&t=${seconds}` : ''}`,
    host: 'YouTube',
  }
}

/** @param key of a video that is not listed */
function vimeo(id: string, key: string | null): Frame | null {
  if (!/^\d{5,12}$/.test(id)) return null
  const hash = key && /^[\da-f]{6,20}$/i.test(key) ? key : ''
  return {
    src: `https://player.vimeo.com/video/${id}?dnt=1${hash ? `&h=${hash}` : ''}`,
    open: `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`,
    host: 'Vimeo',
  }
}

/** `90`, `90s`, `1m30s`. */
function secondsOf(time: string): number {
  const [, h = 0, m = 0, s = 0] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(time) ?? []
  return Number(h) * 3_600 + Number(m) * 60 + Number(s)
}
