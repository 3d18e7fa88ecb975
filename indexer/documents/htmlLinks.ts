/** Links, pictures and players of an advert: which addresses may stand in it, and which only count or name people. */
import { advertFrameHosts } from '#indexer/frames'
import { escapeText, repairCharacters } from '#indexer/text'
import { attribute } from './htmlTags.ts'

export const iframeHosts: ReadonlySet<string> = new Set(advertFrameHosts)

export function escapeAttribute(text: string): string {
  return escapeText(text).replace(/"/g, '&quot;')
}

const fileName = /\.(?:pdf|docx?|xlsx?|pptx?|html?|php|aspx?|jpe?g|png|gif|svg|txt|zip)$/i
/**
 * An absolute address a link may lead to, or null: http(s), mailto and tel; a bare host (`Surprise.com`) is taken for
 * https.
 */
export function linkAddress(href: string): string | null {
  // Browsers ignore control characters and line breaks inside a scheme.
  let address = repairCharacters(href)
    .replace(/[\t\r\n]/g, '')
    .trim()
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'mailto')
    return /^mailto:[^\s<>"'@]+@[^\s<>"'@]+\.[a-z]{2,}/i.test(address) ? parsedAddress(address) : null
  if (scheme === 'tel')
    return /^tel:[+\d][\d\s().-]{3,}$/i.test(address) ? `tel:${address.slice(4).replace(/[^+\d]/g, '')}` : null
  if (address.startsWith('//')) address = `https:${address}`
  else if (scheme === undefined || (scheme.includes('.') && /^[^:]+:\d+(?:\/|$)/.test(address))) {
    if (/^[^\s@/]+@[a-z0-9.-]+\.[a-z]{2,}$/i.test(address)) return parsedAddress(`mailto:${address}`)
    if (
      !/^(?:[a-z0-9-]+\.)+[a-z]{2,24}(?:[:/?#]|$)/i.test(address) ||
      (fileName.test(address) && !/^www\./i.test(address))
    )
      return null
    address = `https://${address}`
  } else if (scheme !== 'http' && scheme !== 'https') return null
  const parsed = parsedAddress(address)
  return parsed && /^https?:\/\/[^/?#]*[^/?#.]/.test(parsed) ? parsed : null
}
function parsedAddress(address: string): string | null {
  return URL.canParse(address) ? new URL(address).href : null
}

const trackers =
  /^https?:\/\/[^/]*(?:track|counter|pixel|beacon|analytics|stats?\.|click|aplitrak|adcourier|doubleclick|pardot|hubspot\.com\/__)|\/(?:track(?:ing|er)?|pixel|beacon|impression|counter|open|count)s?[/.?_-]|(?:blank|spacer|pixel|1x1|transparent|clear|dot)\.(?:gif|png)/i
/**
 * An address with a person in it: an e-mail address, or a consultant's alias in base64 as multi-posters write it
 * (`robin.12345.678@…`).
 */
export function namesSender(address: string): boolean {
  if (!address.startsWith('http')) return false
  const path = address.slice(address.indexOf('/', 8))
  if (path.length < 8) return false
  if (/[\w.+-](?:@|%40)[a-z0-9-]{1,63}\.[a-z]{2,}/i.test(path)) return true
  for (const [piece] of path.matchAll(/[\w+-]{16,400}/g)) {
    const decoded = Buffer.from(piece, 'base64url').toString('latin1')
    if (/^[\x20-\x7e]+$/.test(decoded) && /^[a-z][\w-]*\.\d{3,}\.\d+|[\w.+-]@[a-z0-9-]+\.[a-z]{2,}/i.test(decoded))
      return true
  }
  return false
}
/** @returns the tag, '' for a picture that only counts who looks, null for one that cannot be shown */
export function imageTag(attributes: string): string | null {
  const src = attribute(attributes, 'src')?.trim() ?? ''
  if (!/^(?:https?:)?\/\//i.test(src)) return null
  const address = parsedAddress(src.startsWith('//') ? `https:${src}` : src)
  if (!address) return null
  if (trackers.test(address) || namesSender(address)) return ''
  const style = attribute(attributes, 'style') ?? ''
  const size = (name: 'width' | 'height') => {
    const stated =
      attribute(attributes, name) ?? new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*(\\d+)px`, 'i').exec(style)?.[1]
    return stated && /^\s*\d{1,5}\s*(?:px\s*)?$/.test(stated) ? Number.parseInt(stated, 10) : null
  }
  const width = size('width')
  const height = size('height')
  // A picture of a point or two only counts who looks, and its path often names the consultant.
  if ((width !== null && width <= 2) || (height !== null && height <= 2)) return ''
  if (!address.startsWith('https:')) return null
  const alt = repairCharacters(attribute(attributes, 'alt') ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  return `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(alt)}"${width ? ` width="${width}"` : ''}${height ? ` height="${height}"` : ''} loading="lazy">`
}
/** @returns the tag of a player of the allow-list, null for any other frame */
export function iframeTag(attributes: string): string | null {
  // Old embed codes leave the scheme out or write http: the players of the list all speak https.
  const src = attribute(attributes, 'src')?.trim() ?? ''
  if (!/^(?:https?:)?\/\//i.test(src)) return null
  const address = parsedAddress(src.replace(/^(?:https?:)?\/\//i, 'https://'))
  if (!address) return null
  const url = new URL(address)
  if (!iframeHosts.has(url.hostname) || url.username || url.port) return null
  const title =
    repairCharacters(attribute(attributes, 'title') ?? '')
      .replace(/\s+/g, ' ')
      .trim() || 'Video'
  return `<iframe src="${escapeAttribute(address)}" title="${escapeAttribute(title)}" loading="lazy" allowfullscreen></iframe>`
}
