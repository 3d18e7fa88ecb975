import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { numberOfPhone } from '#api/typedValues'
import type { Site } from '#indexer/site'

/**
 * A telephone number as it is stored: in its international form, `+44 20 7946 0958 ext. 12`. What the library does not
 * know for a number stays as it was tidied: it has passed the forms' own check, and its plans of numbers are never
 * those of today.
 * @param text as `normalised` writes it
 * @param country of a number without a country code, which is one only with its area code: where there is a trunk zero,
 * that is how it begins
 */
export function internationalPhone(text: string, country: Site['country']): string {
  const number = numberOfPhone(text)
  if (number === null || (!/^[+0]/.test(number) && country !== 'SG')) return text
  const parsed = parsePhoneNumberFromString(text, country)
  return parsed?.isPossible()
    ? parsed.format('INTERNATIONAL', { formatExtension: (whole, extension) => `${whole} ext. ${extension}` })
    : text
}
