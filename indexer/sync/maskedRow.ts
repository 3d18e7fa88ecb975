import type { RawJob } from '../documents/rawJob.ts'

const most = 2_000
const mask = '•••'

/** A person's details in a row, told by the name of the JSON member, XML element or attribute that holds them. */
const personal =
  '[\\w:.-]{0,40}(?:contact|consultant|recruiter|hiring_?manager|author|owner|creator|(?:first|last|given|family|user|full|person)_?name|surname|phone|tel(?:ephone)?|mobile|fax|e-?mail|password|username|api_?key|token|secret)[\\w:.-]{0,40}'
const jsonMember = new RegExp(
  `("${personal}"\\s{0,5}:\\s{0,5})(?:"(?:[^"\\\\]|\\\\.){0,2000}"?|\\{[^{}]{0,2000}\\}?)`,
  'gi',
)
const xmlElement = new RegExp(`(<(${personal})(?:\\s[^<>]{0,500})?>)(?:(?!</\\2\\s{0,5}>)[\\s\\S]){0,2000}`, 'gi')
const attribute = new RegExp(`(\\s${personal}\\s{0,5}=\\s{0,5})(?:"[^"]{0,500}"?|'[^']{0,500}'?)`, 'gi')
const mailAddress = /[\w.!#$%&*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g
/** Nine digits or more that begin with + or 0; dates and UUIDs are written with as many. */
const phone = /(?<![\w.,£€$/-])(?!\d{2}[-/.]\d{2}[-/.]\d{4}|\d{8}-\d{4}-)(?:\+|\(?0)[\d()\s./-]{8,22}\d/g
/** What follows `?` in an address may be a key; trackers put a person's alias into the path of a picture. */
const addressTail = /(https?:\/\/[^\s"'<>?#]{1,500})[?#][^\s"'<>]{0,2000}/gi
const tracker =
  /(https?:\/\/[\w.-]{0,60}(?:aplitrak|adcourier|logicmelon|idibu|counter|track|pixel)[\w.-]{0,60}\/)[^\s"'<>]{0,500}/gi

/**
 * A row of a feed for an operator's eyes: the feed's own text, or the fields that were read from it, without anybody's
 * personal details and at most 2,000 characters long. Masks too much rather than too little.
 */
export function maskedRow(raw: RawJob | string): string {
  const text = typeof raw === 'string' ? raw : JSON.stringify(shortened(raw), null, 1)
  return maskedText(text, most)
}

/** The text without anybody's personal details, cut to so many characters. */
export function maskedText(text: string, longest: number): string {
  const masked = text
    .slice(0, longest * 4)
    .replace(jsonMember, `$1"${mask}"`)
    .replace(xmlElement, `$1${mask}`)
    .replace(attribute, `$1"${mask}"`)
    .replace(mailAddress, mask)
    .replace(tracker, `$1${mask}`)
    .replace(addressTail, `$1?${mask}`)
    .replace(phone, mask)
  return masked.length <= longest ? masked : `${masked.slice(0, longest - 1)}…`
}

/** Only what is there, long texts cut. The names of those who answer for the advert are not needed to mend it. */
function shortened({ consultant, applicationEmail, ...rest }: RawJob): Record<string, unknown> {
  const kept = Object.entries({
    ...rest,
    ...(consultant ? { consultant: mask } : {}),
    ...(applicationEmail ? { applicationEmail: mask } : {}),
  })
    .filter(
      ([, value]) =>
        value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    )
    .map(([name, value]) => [name, typeof value === 'string' && value.length > 400 ? `${value.slice(0, 400)}…` : value])
  return Object.fromEntries(kept)
}
