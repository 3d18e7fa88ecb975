/**
 * The optional postal files in `<DATA_DIR>/postal`: which there are, and whose licence wants to be named on the site.
 */
/** ISO 3166-1 alpha-2. */
export const postalCountries = ['GB', 'DE', 'SG'] as const
export type PostalCountry = (typeof postalCountries)[number]

/** `gb.tsv` */
export const postalFile = (country: PostalCountry): string => `${country.toLowerCase()}.tsv`

/** The credit in a file's first line; null when the line is none of such a file. */
export function postalHead(line: string, country: string): string | null {
  const [kind, of, credit] = line.split('\t')
  return kind === 'longlist postal 1' && of === country && credit ? credit : null
}

/**
 * The district of a British postcode, without case. A letter stands behind the digit in the middle of London alone:
 * `EC1A`, `W1T`, but neither `B2B` nor `G4S`.
 */
export const britishDistrict = '(?:(?:EC[1-4]|WC[12]|(?:E|N|NW|SE|SW|W)1)[A-Z]|[A-Z]{1,2}\\d{1,2})'
