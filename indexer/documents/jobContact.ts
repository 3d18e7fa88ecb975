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

/** @param applyBy as in `SourceConfig.apply` */
export function contactOf({ consultant, applicationEmail, applicationUrl, hostedUrl }: RawJob, applyBy: string) {
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
    applicationUrl:
      applyBy === 'form'
        ? null
        : (webAddress(applicationUrl) ?? (applyBy === 'advertiser' ? webAddress(hostedUrl) : null)),
  }
}

const confidential =
  /^(?:(?:strictly |private (?:and|&) )?(?:confidential|undisclosed|anonymous)(?: (?:client|company|employer))?|(?:(?:client|company|employer) )?(?:name )?(?:confidential|undisclosed|not disclosed|withheld)|vertraulich|anonym)$/i
const unstated = /^(?:unknown|unspecified|n\/?a|none|null|undefined|not (?:stated|specified))$/i

/**
 * The employer. An e-mail address is no name; where the feed names none it is the source's, unless it is not to be
 * named.
 */
export function employerOf(
  { company }: RawJob,
  source: { company?: string | null | undefined; own?: boolean | undefined },
): { company: string | null; confidential: boolean } {
  const name = company === undefined ? '' : cutText(repairText(company), 150)
  if (confidential.test(name)) return { company: null, confidential: true }
  const isName = /[\p{L}\d]/u.test(name) && !name.includes('@') && !unstated.test(name)
  const stated = isName ? name : (source.company ?? null)
  return { company: stated, confidential: stated === null && source.own === true }
}
