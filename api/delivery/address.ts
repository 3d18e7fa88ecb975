import { domainToASCII } from 'node:url'

const atext = "[\\p{L}\\p{N}\\p{M}!#$%&'*+/=?^_`{|}~-]"
const plainLocal = new RegExp(`^${atext}+(?:\\.${atext}+)*$`, 'u')
const quotedLocal = /^"(?:[^"\\]|\\.)+"$/u
const hostName = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/

/**
 * The one mail address that a text is, or that it names (`Jobs desk <jobs@longlist.example>`), with the domain in
 * ASCII; null when it is none, or more than one. A text that a library is given as an addressee is a list to it: what
 * comes from a form or a feed goes through here first.
 */
export function oneAddress(text: string): string | null {
  const whole = text.trim()
  // Line ends, direction marks and the like have no place in an address or beside one.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(whole)) return null
  const address = /^(?:"[^"\\]*"\s*|[^",;:@<>()\\]*)<([^<>]*)>$/.exec(whole)?.[1] ?? whole
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, Math.max(at, 0)), address.slice(at + 1)]
  if (Buffer.byteLength(local) > 64 || !(plainLocal.test(local) || quotedLocal.test(local))) return null
  // Before it is made ASCII: a URL's host may be written with %, a mail's may not.
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(domain)) return null
  const ascii = domainToASCII(domain)
  return hostName.test(ascii) && local.length + ascii.length < 254 ? `${local}@${ascii}` : null
}

/** For telling two addresses apart: no two mailboxes differ in case alone. Null for what is no address. */
export function addressKey(text: string): string | null {
  return oneAddress(text.normalize('NFC'))?.toLowerCase() ?? null
}

/** Whether mail to one reaches the other. */
export function isSameAddress(one: string, other: string): boolean {
  const key = addressKey(one)
  return key !== null && key === addressKey(other)
}
