/** Addresses and names of a row, as far as they are what they should be; null where they are not. */
import { cutText, decodeEntities, repairText } from '#indexer/text'
import type { RawJob } from './rawJob.ts'

const address = /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/i
function emailAddress(text: string | undefined): string | null {
  const trimmed =
    text === undefined
      ? ''
      : decodeEntities(text)
          .trim()
          .replace(/^mailto:/i, '')
          .replace(/\?.*/s, '')
  return address.test(trimmed) && trimmed.isWellFormed() ? trimmed : null
}

/** An http(s) address, or null. */
export function webAddress(text: string | undefined): string | null {
  let trimmed = text === undefined ? '' : decodeEntities(text).trim()
  if (/^www\./i.test(trimmed)) trimmed = `https://${trimmed}`
  if (!/^https?:\/\//i.test(trimmed) || trimmed.length > 2_000 || !URL.canParse(trimmed)) return null
  const url = new URL(trimmed)
  return url.username || url.password ? null : url.href
}

export function contactOf({ consultant, applicationEmail, applicationUrl }: RawJob) {
  const name = consultant?.name === undefined ? '' : cutText(repairText(consultant.name), 100)
  const phone = consultant?.phone === undefined ? '' : repairText(consultant.phone)
  return {
    name: /\p{L}{2}/u.test(name) && !name.includes('@') ? name : null,
    email: emailAddress(consultant?.email),
    phone:
      /^[+\d(][\d\s().\-/+]{5,24}(?:\s?(?:ext|x)\.?\s?\d{1,6})?$/i.test(phone) && phone.replace(/\D/g, '').length >= 6
        ? phone
        : null,
    applicationEmail:
      emailAddress(applicationEmail) ??
      (/^\s*mailto:/i.test(applicationUrl ?? '') ? emailAddress(applicationUrl) : null),
    applicationUrl: webAddress(applicationUrl),
  }
}

/** The employer, or null for confidential: an e-mail address is no name. */
export function companyOf(company: string | undefined): string | null {
  const name = company === undefined ? '' : cutText(repairText(company), 150)
  if (!/[\p{L}\d]/u.test(name) || name.includes('@')) return null
  return /^(?:confidential(?: (?:client|company|employer))?|company confidential|undisclosed|unknown|unspecified|anonymous|n\/?a|none|null|undefined|not (?:stated|specified|disclosed)|vertraulich)$/i.test(
    name,
  )
    ? null
    : name
}
