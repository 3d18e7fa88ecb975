import type { Country } from './template.ts'

export interface SeedCity {
  /** As an English advert writes it. */
  name: string
  /** Other ways adverts write it; used now and then. */
  written: string[]
  country: Country
  /** Country of the United Kingdom, or Land. */
  area: string
  lat: number
  lng: number
  /** How often it is drawn, beside the others of its country. */
  weight: number
  /** Pay beside London's, as the local market has it. */
  pay: number
  /** Street-level addresses without a number: districts with the outer half of the postcode. */
  addresses: string[]
}

const city = (
  name: string,
  country: Country,
  area: string,
  lat: number,
  lng: number,
  weight: number,
  pay: number,
  addresses: string[],
  written: string[] = [],
): SeedCity => ({ name, written, country, area, lat, lng, weight, pay, addresses })

/** Coordinates are the gazetteer's own (GeoNames, CC BY 4.0), so that they snap to the same cells. */
export const cities: readonly SeedCity[] = [
  city(
    'London',
    'GB',
    'England',
    51.50853,
    -0.12574,
    112,
    1,
    ['London EC3M', 'London EC2N', 'London E14', 'London EC4R', 'London W1J'],
    ['City of London', 'London, UK', 'Central London', 'London EC3'],
  ),
  city(
    'Manchester',
    'GB',
    'England',
    53.48095,
    -2.23743,
    24,
    0.84,
    ['Manchester M2', 'Manchester M3'],
    ['Manchester City Centre', 'Manchester, UK'],
  ),
  city('Leeds', 'GB', 'England', 53.79648, -1.54785, 18, 0.82, ['Leeds LS1', 'Leeds LS11'], ['Leeds, West Yorkshire']),
  city(
    'Birmingham',
    'GB',
    'England',
    52.48142,
    -1.89983,
    18,
    0.84,
    ['Birmingham B3', 'Birmingham B1'],
    ['Birmingham (B3)', 'Birmingham, West Midlands'],
  ),
  city(
    'Edinburgh',
    'GB',
    'Scotland',
    55.95206,
    -3.19648,
    18,
    0.86,
    ['Edinburgh EH3', 'Edinburgh EH12'],
    ['Edinburgh, Scotland'],
  ),
  city('Glasgow', 'GB', 'Scotland', 55.86515, -4.25763, 12, 0.81, ['Glasgow G2']),
  city('Bristol', 'GB', 'England', 51.45523, -2.59665, 13, 0.86, ['Bristol BS1', 'Bristol BS34'], ['Bristol, Avon']),
  city('Reading', 'GB', 'England', 51.45625, -0.97113, 9, 0.92, ['Reading RG1', 'Reading RG6'], ['Reading, Berkshire']),
  city('Cardiff', 'GB', 'Wales', 51.48, -3.18, 8, 0.79, ['Cardiff CF10'], ['Cardiff, Wales']),
  city(
    'Belfast',
    'GB',
    'Northern Ireland',
    54.59682,
    -5.92541,
    8,
    0.76,
    ['Belfast BT1'],
    ['Belfast, Northern Ireland'],
  ),
  city('Norwich', 'GB', 'England', 52.62783, 1.29834, 7, 0.78, ['Norwich NR1'], ['Norwich, Norfolk']),
  city('Ipswich', 'GB', 'England', 52.05917, 1.15545, 6, 0.79, ['Ipswich IP1'], ['Ipswich, Suffolk']),
  city('Newcastle upon Tyne', 'GB', 'England', 54.97328, -1.61396, 5, 0.77, ['Newcastle upon Tyne NE1'], ['Newcastle']),
  city('Milton Keynes', 'GB', 'England', 52.04172, -0.75583, 4, 0.86, ['Milton Keynes MK9']),
  city('Sheffield', 'GB', 'England', 53.38297, -1.4659, 4, 0.79, ['Sheffield S1']),
  city('Liverpool', 'GB', 'England', 53.41058, -2.97794, 4, 0.79, ['Liverpool L3']),
  city('Guildford', 'GB', 'England', 51.23536, -0.57427, 3, 0.9, ['Guildford GU1'], ['Guildford, Surrey']),
  city('Chelmsford', 'GB', 'England', 51.73575, 0.46958, 3, 0.86, ['Chelmsford CM1']),
  city('York', 'GB', 'England', 53.95763, -1.08271, 3, 0.79, ['York YO1']),
  city(
    'Frankfurt am Main',
    'DE',
    'Hessen',
    50.11552,
    8.68417,
    22,
    1,
    ['60311 Frankfurt am Main', '60329 Frankfurt am Main'],
    ['Frankfurt', 'Frankfurt a. M.'],
  ),
  city('Munich', 'DE', 'Bayern', 48.13743, 11.57549, 18, 1.02, ['80333 München', '80805 München'], ['München']),
  city('Berlin', 'DE', 'Berlin', 52.52437, 13.41053, 12, 0.92, ['10117 Berlin', '10785 Berlin']),
  city('Hamburg', 'DE', 'Hamburg', 53.55073, 9.99302, 10, 0.95, ['20354 Hamburg'], ['Hamburg, Deutschland']),
  city('Cologne', 'DE', 'Nordrhein-Westfalen', 50.93333, 6.95, 9, 0.93, ['50668 Köln'], ['Köln']),
  city('Düsseldorf', 'DE', 'Nordrhein-Westfalen', 51.22172, 6.77616, 6, 0.96, ['40212 Düsseldorf'], ['Duesseldorf']),
  city('Stuttgart', 'DE', 'Baden-Württemberg', 48.78232, 9.17702, 6, 0.96, ['70173 Stuttgart']),
  city('Hannover', 'DE', 'Niedersachsen', 52.37052, 9.73322, 8, 0.89, ['30159 Hannover'], ['Hanover']),
  city(
    'Singapore',
    'SG',
    '',
    1.28967,
    103.85007,
    1,
    1,
    [
      'Raffles Place, Singapore',
      'Marina Bay, Singapore',
      'Tanjong Pagar, Singapore',
      'Changi Business Park, Singapore',
    ],
    ['Singapore', 'Singapore', 'Singapore', 'Raffles Place, Singapore', 'Singapore (CBD)'],
  ),
]

/** Cities that one job may name together; drawn by the first. */
export const severalCities: readonly string[][] = [
  ['London', 'Manchester'],
  ['London', 'Edinburgh'],
  ['London', 'Leeds', 'Glasgow'],
  ['London', 'Frankfurt am Main'],
  ['London', 'Bristol'],
  ['London', 'Singapore'],
  ['Manchester', 'Leeds'],
  ['Leeds', 'Manchester', 'Sheffield'],
  ['Birmingham', 'Bristol'],
  ['Birmingham', 'London'],
  ['Edinburgh', 'Glasgow'],
  ['Glasgow', 'Edinburgh'],
  ['Bristol', 'Cardiff'],
  ['Norwich', 'Ipswich'],
  ['Frankfurt am Main', 'Munich'],
  ['Frankfurt am Main', 'Düsseldorf'],
  ['Munich', 'Stuttgart'],
  ['Cologne', 'Düsseldorf'],
  ['Hamburg', 'Berlin', 'Munich'],
  ['Berlin', 'Hamburg'],
]

export const countryNames: Record<Country, string> = { GB: 'United Kingdom', DE: 'Germany', SG: 'Singapore' }

/** Centre and a radius that covers the country, for jobs that may be done from anywhere in it. */
export const countryPoints: Record<Country, { latitude: number; longitude: number; radius_miles: number }> = {
  GB: { latitude: 54.75844, longitude: -2.69531, radius_miles: 411 },
  DE: { latitude: 51.5, longitude: 10.5, radius_miles: 293 },
  SG: { latitude: 1.36667, longitude: 103.8, radius_miles: 15 },
}
