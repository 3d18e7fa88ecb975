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
