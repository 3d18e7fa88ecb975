import { assetLink, entry, type SiteEntry } from './entry.ts'

interface Office {
  slug: string
  name: string
  city?: string
  country: 'GB' | 'IE' | 'NL' | 'DE' | 'SG'
  /** Houses and streets that do not exist, in districts that do. */
  address: string
  postalCode?: string
  /** The middle of the city, which is as near as a house that does not exist can be. */
  lat: number
  lon: number
  /**
   * From the ranges kept free for fiction; countries without one have no number. The German offices share Berlin's
   * exchange.
   */
  phone?: string
}

const list: Office[] = [
  {
    slug: 'london',
    name: 'London',
    country: 'GB',
    address: 'Tallyman House\n14 Quillmaker’s Court\nLondon',
    postalCode: 'EC3M',
    lat: 51.50853,
    lon: -0.12574,
    phone: '+44 20 7946 0100',
  },
  {
    slug: 'manchester',
    name: 'Manchester',
    country: 'GB',
    address: 'The Counting Mill\n8 Spindlegate\nManchester',
    postalCode: 'M2',
    lat: 53.48095,
    lon: -2.23743,
    phone: '+44 161 496 0180',
  },
  {
    slug: 'edinburgh',
    name: 'Edinburgh',
    country: 'GB',
    address: 'Third floor, Inkhorn Buildings\n31 Rulers’ Close\nEdinburgh',
    postalCode: 'EH3',
    lat: 55.95206,
    lon: -3.19648,
  },
  {
    slug: 'dublin',
    name: 'Dublin',
    country: 'IE',
    address: 'Margin House\n5 Carrier’s Quay\nDublin 2',
    lat: 53.33306,
    lon: -6.24889,
  },
  {
    slug: 'amsterdam',
    name: 'Amsterdam',
    country: 'NL',
    address: 'Het Grootboek\nPennenkade 112\nAmsterdam',
    lat: 52.37403,
    lon: 4.88969,
  },
  {
    slug: 'frankfurt',
    name: 'Frankfurt',
    city: 'Frankfurt am Main',
    country: 'DE',
    address: 'Haus Soll und Haben\nRechenmeisterallee 22\n60313 Frankfurt am Main',
    lat: 50.11552,
    lon: 8.68417,
    phone: '+49 30 23125 102',
  },
  {
    slug: 'berlin',
    name: 'Berlin',
    country: 'DE',
    address: 'Kontorhof, Aufgang C\nLinierstraße 47\n10117 Berlin',
    lat: 52.52437,
    lon: 13.41053,
    phone: '+49 30 23125 100',
  },
  {
    slug: 'munich',
    name: 'Munich',
    country: 'DE',
    address: 'Federkielhof\nSchreibergasse 9\n80331 München',
    lat: 48.13743,
    lon: 11.57549,
    phone: '+49 30 23125 104',
  },
  {
    slug: 'singapore',
    name: 'Singapore',
    country: 'SG',
    address: 'Abacus Point, #17-04\n60 Ledger Quay\nSingapore',
    lat: 1.28967,
    lon: 103.85007,
  },
]

/** The nine offices. */
export const offices: SiteEntry[] = list.map(
  ({ slug, name, city = name, country, address, postalCode, lat, lon, phone }, order) =>
    entry('office', `office-${slug}`, {
      name,
      urlSlug: slug,
      city,
      country,
      address,
      ...(postalCode ? { postalCode } : {}),
      location: { lat, lon },
      ...(phone ? { phone } : {}),
      email: `${slug}@longlist.example`,
      image: assetLink(`art-office-${slug}`),
      order,
    }),
)
