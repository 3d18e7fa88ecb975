/** The three variants of the site. `SITE` in the environment chooses one. */
export const siteIds = ['uk', 'sg', 'de'] as const
export type SiteId = (typeof siteIds)[number]

export interface Site {
  id: SiteId
  name: string
  /** ISO 3166-1 alpha-2 of the country the site is about: ranks places, fills a missing country. */
  country: 'GB' | 'SG' | 'DE'
  currency: 'GBP' | 'SGD' | 'EUR'
  /** The unit a visitor's radius is in, in the form and in the URL. */
  unit: 'mi' | 'km'
  /** BCP 47, for dates and numbers. The site's language is English everywhere. */
  locale: 'en-GB' | 'en-SG' | 'en-DE'
  timeZone: 'Europe/London' | 'Asia/Singapore' | 'Europe/Berlin'
  /**
   * Origins of the sites of one agency by their ids, this one's too, where there are several: they name each other to
   * search engines.
   */
  alternates?: Partial<Record<SiteId, string>>
  /** What the licences of installed postal data want said, beside the credit of GeoNames (postal.ts). */
  credits?: readonly string[]
}

export const sites: Record<SiteId, Site> = {
  uk: {
    id: 'uk',
    name: 'Longlist',
    country: 'GB',
    currency: 'GBP',
    unit: 'mi',
    locale: 'en-GB',
    timeZone: 'Europe/London',
  },
  sg: {
    id: 'sg',
    name: 'Longlist Singapore',
    country: 'SG',
    currency: 'SGD',
    unit: 'km',
    locale: 'en-SG',
    timeZone: 'Asia/Singapore',
  },
  de: {
    id: 'de',
    name: 'Longlist Germany',
    country: 'DE',
    currency: 'EUR',
    unit: 'km',
    locale: 'en-DE',
    timeZone: 'Europe/Berlin',
  },
}

/** The countries that the sites are about. */
export const siteCountries: ReadonlySet<string> = new Set(Object.values(sites).map(({ country }) => country))

/** Currency of a country's salaries, for the countries the sites serve. */
export const currencyOfCountry: Record<string, string> = { GB: 'GBP', DE: 'EUR', SG: 'SGD' }

/** Radius choices of the spec, in the site's unit. */
export const radiusChoices = [5, 10, 20, 30, 40, 50] as const
/** Used when a place is set and no radius is: never "no filter". */
export const defaultRadius = 20
