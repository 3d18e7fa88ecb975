import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellOf, distanceKm, snap } from '#indexer/geo'
import type { Gazetteer } from '../../../indexer/documents/gazetteer.ts'
import { loadGazetteer } from '../../../indexer/documents/loadGazetteer.ts'
import { type LocationContext, type ResolvedLocations, resolveLocations } from '../../../indexer/documents/location.ts'
import { saysEverywhere } from '../../../indexer/documents/locationWords.ts'
import type { RawLocation } from '../../../indexer/documents/rawJob.ts'
import { tries } from '../../builders/properties.ts'
import { regionCodes } from './regionCodes.ts'

const gazetteer = loadGazetteer()
const resolve = (
  raw: string | RawLocation | RawLocation[],
  country: string | null = 'GB',
  environments: string[] = [],
) =>
  resolveLocations(typeof raw === 'string' ? [{ text: raw }] : Array.isArray(raw) ? raw : [raw], gazetteer, {
    country,
    environments,
  })
/** `Newport GB-isle-of-wight`: a place with the narrowest area that its gazetteer entry is in. */
const placed = ({ places }: ResolvedLocations) =>
  places.map(
    ({ placeId, name }) =>
      `${name} ${gazetteer
        .place(placeId)
        ?.areas.filter(code => !/-(?:sussex|avon|cleveland|south-wales|north-wales)$/.test(code))
        .at(-1)}`,
  )

describe('one place', () => {
  it.each([
    ['London', 'London GB-LDN'],
    ['LONDON', 'London GB-LDN'],
    ['Central London', 'London GB-LDN'],
    ['London, UK', 'London GB-LDN'],
    ['London, England, United Kingdom', 'London GB-LDN'],
    ['London Area, United Kingdom', 'London GB-LDN'],
    ['Great Britain - London', 'London GB-LDN'],
    ['City Of London', 'City of London GB-LDN'],
    ['The City', 'City of London GB-LDN'],
    ['Canary Wharf, London', 'Canary Wharf GB-LDN'],
    ['London, Canary Wharf', 'Canary Wharf GB-LDN'],
    ['Waterloo, South East London', 'Waterloo GB-LDN'],
    ['Leeds, West Yorkshire', 'Leeds GB-west-yorkshire'],
    ['Leeds West Yorkshire', 'Leeds GB-west-yorkshire'],
    ['Leeds\n            West Yorkshire', 'Leeds GB-west-yorkshire'],
    ['Exeter,_Devon', 'Exeter GB-devon'],
    ['Gateshead Tyne and Wear', 'Gateshead GB-tyne-and-wear'],
    ['Newport', 'Newport GB-gwent'],
    ['Newport, Isle of Wight', 'Newport GB-isle-of-wight'],
    ['Newport (Isle of Wight)', 'Newport GB-isle-of-wight'],
    ['Newport, Shropshire', 'Newport GB-shropshire'],
    ['Bangor, County Down', 'Bangor GB-county-down'],
    ['Bangor, Gwynedd', 'Bangor GB-gwynedd'],
    ['Croydon, Surrey', 'Croydon GB-LDN'],
    ['Croydon G4S', 'Croydon GB-LDN'],
    ['Romford, Essex', 'Romford GB-LDN'],
    ['Bolton, Lancashire', 'Bolton GB-greater-manchester'],
    ['Uxbridge, Middlesex', 'Uxbridge GB-LDN'],
    ['Harrow HA1', 'Harrow GB-LDN'],
    ['Basingstoke RG21 4AF', 'Basingstoke GB-hampshire'],
    ['Walton, Aylesbury', 'Aylesbury GB-buckinghamshire'],
    ['Hodge Lane Mill, Kendal', 'Kendal GB-cumbria'],
    ['Swindon Town Centre', 'Swindon GB-wiltshire'],
    ['Greater Norwich Area', 'Norwich GB-norfolk'],
    ['near Ipswich', 'Ipswich GB-suffolk'],
    ['Newcastle', 'Newcastle upon Tyne GB-tyne-and-wear'],
    ['Newcastle, Staffordshire', 'Newcastle under Lyme GB-staffordshire'],
    ['Stoke', 'Stoke-on-Trent GB-staffordshire'],
    ['Hull', 'Kingston upon Hull GB-north-humberside'],
    ['St. Ives, Cambridgeshire', 'St Ives GB-cambridgeshire'],
    ['St Ives, Cornwall', 'St Ives GB-cornwall'],
    ['Sale', 'Sale GB-greater-manchester'],
    ['Street, Somerset', 'Street GB-somerset'],
    ['Reading +2 locations', 'Reading GB-berkshire'],
    ['Reading+3 more', 'Reading GB-berkshire'],
    ['Durham', 'Durham GB-county-durham'],
    ['Durham, NC', 'Durham US-NC'],
    ['Boston', 'Boston GB-lincolnshire'],
    ['Boston, MA 02110', 'Boston US-MA'],
    ['Houston', 'Houston US-TX'],
    ['Cambridge, MA', 'Cambridge US-MA'],
    ['San Jose, California', 'San Jose US-CA'],
    ['US-WA-Seattle', 'Seattle US-WA'],
    ['US-NC-Winston-Salem', 'Winston-Salem US-NC'],
    ['GB-Stoke-on-Trent', 'Stoke-on-Trent GB-staffordshire'],
    ['UK-London-Canary Wharf', 'Canary Wharf GB-LDN'],
    ['SGP-Singapore-Raffles Place', 'Raffles Place SG-C'],
    ['Maidenhead, Windsor & Maidenhead', 'Maidenhead GB-berkshire'],
    ['Prestwich, M25', 'Prestwich GB-greater-manchester'],
    ['M25 1AA', 'Manchester GB-greater-manchester'],
    ['FR-Aix-en-Provence', 'Aix-en-Provence FR'],
    ['IE-Dublin', 'Dublin IE'],
    ['Toronto, ON, Canada', 'Toronto CA-ON'],
    ['Recife, PE, Brazil', 'Recife BR'],
    ['Lyon, , France', 'Lyon FR'],
    ['Bristol Avon', 'Bristol GB-bristol'],
    ['Barking, London', 'Barking GB-LDN'],
    ['Wembley HA9', 'Wembley GB-LDN'],
    ['Derby+4 locations', 'Derby GB-derbyshire'],
    ['Cowley, Uxbridge', 'Uxbridge GB-LDN'],
    ['Nether Wibbling, Hexham', 'Hexham GB-northumberland'],
    ['Didcot Parkway', 'Didcot GB-oxfordshire'],
    ['Hale', 'Hale GB-greater-manchester'],
    ['Harbury, Warwickshire', 'Harbury GB-warwickshire'],
  ])('%j is %s', (text, place) => expect(placed(resolve(text))).toEqual([place]))

  it.each([
    ['Frankfurt', 'Frankfurt am Main DE-HE'],
    ['Frankfurt a. M.', 'Frankfurt am Main DE-HE'],
    ['Frankfurt/M.', 'Frankfurt am Main DE-HE'],
    ['Frankfurt (Main)', 'Frankfurt am Main DE-HE'],
    ['Frankfurt (Oder)', 'Frankfurt (Oder) DE-BB'],
    ['60311 Frankfurt am Main', 'Frankfurt am Main DE-HE'],
    ['D-80331 München', 'Munich DE-BY'],
    ['München (Kreis)', 'Munich DE-BY'],
    ['Tübingen bei Stuttgart', 'Tübingen DE-BW'],
    ['Garching (bei München)', 'Garching DE-BY'],
    ['Waldhintertupfing bei München', 'Munich DE-BY'],
    ['Muelheim a. d. Ruhr', 'Mülheim DE-NW'],
    ['Großraum Stuttgart', 'Stuttgart DE-BW'],
    ['Stuttgart-Zuffenhausen', 'Stuttgart DE-BW'],
    ['Bergheim, Rhein-Erft-Kreis', 'Bergheim DE-NW'],
    ['Altstadt, Erfurt', 'Erfurt DE-TH'],
    ['Deutschland, Bonn', 'Bonn DE-NW'],
    ['Kleve, Nordrhein-Westfalen', 'Kleve DE-NW'],
    ['Halle (Saale)', 'Halle (Saale) DE-ST'],
    ['Wien, Österreich', 'Vienna AT'],
    ['Berlin (Potsdam)', 'Potsdam DE-BB'],
    ['80331', 'Munich DE-BY'],
    ['D-20457', 'Hamburg DE-HH'],
    ['34117 Kassel, Germany', 'Kassel DE-HE'],
    ['Homeoffice-Beratung, Ginsterweg, Hannover', 'Hannover DE-NI'],
    ['Wedemark bei Hannover', 'Wedemark DE-NI'],
    ['Ludwigshafen/Rh.', 'Ludwigshafen am Rhein DE-RP'],
  ])('%j in a German feed is %s', (text, place) => expect(placed(resolve(text, 'DE'))).toEqual([place]))

  it.each([
    ['Singapore', 'Singapore SG'],
    ['Singapore 018956', 'Marina Bay SG-C'],
    ['S(609930)', 'Jurong East SG-W'],
    ['D09', 'Orchard SG-C'],
    ['District 22, Singapore', 'Jurong East SG-W'],
    ['Singapore, Singapore', 'Singapore SG'],
    ['Raffles Place', 'Raffles Place SG-C'],
    ['Jurong East, Singapore', 'Jurong East SG-W'],
    ['Changi Business Park', 'Changi Business Park SG-E'],
  ])('%j in a feed from Singapore is %s', (text, place) => expect(placed(resolve(text, 'SG'))).toEqual([place]))

  it.each([
    [{ city: 'Halle', country: 'Deutschland' }, 'Halle (Saale) DE-ST'],
    [{ city: 'Guadalajara', country: 'mx' }, 'Guadalajara MX'],
    [{ city: 'Cambridge', country: 'US' }, 'Cambridge US-MA'],
    [{ city: 'Ashford', region: 'Kent' }, 'Ashford GB-kent'],
    [{ city: 'Stockport', region: 'Cheshire', country: 'UK' }, 'Stockport GB-greater-manchester'],
    [{ city: 'Central London', region: 'London' }, 'London GB-LDN'],
    [{ city: 'London', region: 'South East England' }, 'London GB-LDN'],
    [{ city: 'Remote', text: 'Leeds' }, 'Leeds GB-west-yorkshire'],
    [{ city: 'Berlin', region: 'BE', country: 'DE' }, 'Berlin DE-BE'],
    [{ city: 'Austin', region: 'TX', country: 'United States' }, 'Austin US-TX'],
    [{ country: 'Singapore' }, 'Singapore SG'],
    [{ postcode: 'LEEDS' }, 'Leeds GB-west-yorkshire'],
    [{ postcode: 'LS1 Leeds' }, 'Leeds GB-west-yorkshire'],
  ] as [RawLocation, string][])('%j is %s', (raw, place) => expect(placed(resolve(raw))).toEqual([place]))

  it('keeps the postcode with the place, and finds a place by a postcode alone', () => {
    expect(resolve('Watford WD17 1AA').places[0]).toMatchObject({ name: 'Watford', postcode: 'WD17 1AA' })
    expect(resolve({ city: 'Leeds', postcode: 'LS1 4DY' }).places[0]).toMatchObject({
      name: 'Leeds',
      postcode: 'LS1 4DY',
    })
    expect(resolve('EC2A, City of London').places[0]).toMatchObject({ name: 'City of London', postcode: 'EC2A' })
    expect(resolve('SW1A 1AA').places[0]).toMatchObject({
      placeId: 'postcode-SW1',
      name: 'London',
      postcode: 'SW1A 1AA',
      country: 'GB',
    })
    expect(resolve({ postcode: 'Leeds LS1 4HD' }).places[0]).toMatchObject({ name: 'Leeds', postcode: 'LS1 4HD' })
    expect(resolve({ postcode: 'LEEDS' }).places[0]).not.toHaveProperty('postcode', 'LEEDS')
    expect(resolve({ postcode: 'LS1 Leeds' }).unresolved).toEqual([])
    expect(resolve({ postcode: 'Remote' })).toMatchObject({ remote: true, unresolved: [] })
    expect(resolve({ postcode: 'Whittlecombe' }).unresolved).toEqual(['Whittlecombe'])
    expect(resolve({ postcode: 'm2 3aw' }).places[0]).toMatchObject({ placeId: 'postcode-M', name: 'Manchester' })
    // A village that is not known is at least in its postcode area.
    expect(resolve('Nether Wibbling, SL1 4LG').places[0]).toMatchObject({ placeId: 'postcode-SL', name: 'Slough' })
    expect(resolve('10115 Berlin', 'DE').places[0]).toMatchObject({ name: 'Berlin', postcode: '10115' })
    // A number of five digits is a postcode where they have five, one of six where they have six.
    expect(resolve('60311', 'DE').places[0]).toMatchObject({
      placeId: 'postcode-DE-60',
      name: 'Frankfurt am Main',
      postcode: '60311',
    })
    expect(resolve('60311', 'GB').places).toEqual([])
    expect(resolve('018956', 'SG').places[0]).toMatchObject({ placeId: 'postcode-SG-01', postcode: '018956' })
  })

  it('puts a job in London where its postcode is, under the city’s name', () => {
    const { places, locations, areas } = resolve('London E14 4HD')
    expect(places[0]).toMatchObject({ placeId: 'postcode-E14', name: 'London', postcode: 'E14 4HD' })
    expect(locations).toEqual(['London'])
    expect(areas).toEqual(['GB', 'GB-ENG', 'GB-LDN'])
    // A postcode of a wide area tells no more than the city's name, and one of elsewhere is a slip.
    for (const text of ['London E13 9AA', 'London M1 1AA', 'London'])
      expect(resolve(text).places[0], text).toMatchObject({ placeId: '2643743', name: 'London' })
  })

  it('chooses between places of one name by the postcode', () => {
    expect(placed(resolve('Richmond TW9 1EJ'))).toEqual(['Richmond GB-LDN'])
    expect(placed(resolve('Richmond DL10 4JN'))).toEqual(['Richmond GB-north-yorkshire'])
  })

  it('chooses between places of one name by the country of the source', () => {
    expect(resolve('Cambridge', 'GB').places[0]!.country).toBe('GB')
    expect(resolve('Cambridge', 'US').places[0]!.country).toBe('US')
    expect(resolve('Cambridge', null).places[0]!.country).toBe('GB')
    expect(resolve('Halle', 'DE').places[0]!.region).toBe('Saxony-Anhalt')
    expect(resolve('Birmingham', 'SG').places[0]!.country).toBe('GB')
  })

  it('names the region, and says London beside a district of it in the facet', () => {
    expect(resolve('Reading').places[0]).toMatchObject({
      placeId: '2639577',
      name: 'Reading',
      region: 'England',
      country: 'GB',
    })
    expect(resolve('München', 'DE').places[0]).toMatchObject({ name: 'Munich', region: 'Bavaria', country: 'DE' })
    expect(resolve('Wimbledon').locations).toEqual(['Wimbledon', 'London'])
  })
})

describe('several places', () => {
  it.each([
    ['London or Frankfurt', 'GB', ['London GB-LDN', 'Frankfurt am Main DE-HE']],
    ['Swindon ,Reading ,Slough ', 'GB', ['Swindon GB-wiltshire', 'Reading GB-berkshire', 'Slough GB-berkshire']],
    [
      'Reading, Bracknell, Wokingham',
      'GB',
      ['Reading GB-berkshire', 'Bracknell GB-berkshire', 'Wokingham GB-berkshire'],
    ],
    [
      'Derby, Nottingham or Leicester',
      'GB',
      ['Derby GB-derbyshire', 'Nottingham GB-nottinghamshire', 'Leicester GB-leicestershire'],
    ],
    ['Leeds (LS1 4AP) or London (E14 5AB), hybrid working', 'GB', ['Leeds GB-west-yorkshire', 'London GB-LDN']],
    ['Leeds, West Yorkshire; York, North Yorkshire', 'GB', ['Leeds GB-west-yorkshire', 'York GB-north-yorkshire']],
    ['Newcastle, Tyne and Wear or Leeds', 'GB', ['Newcastle upon Tyne GB-tyne-and-wear', 'Leeds GB-west-yorkshire']],
    ['Leeds & Bradford', 'GB', ['Leeds GB-west-yorkshire', 'Bradford GB-west-yorkshire']],
    ['Leeds and York', 'GB', ['Leeds GB-west-yorkshire', 'York GB-north-yorkshire']],
    ['Glasgow / Edinburgh', 'GB', ['Glasgow GB-lanarkshire', 'Edinburgh GB-midlothian']],
    ['Glasgow/Edinburgh', 'GB', ['Glasgow GB-lanarkshire', 'Edinburgh GB-midlothian']],
    [
      'Leeds Corporate Hub - York Abbey Works - London 14 Fennel Street (14FS) - Derby Works',
      'GB',
      ['Leeds GB-west-yorkshire', 'York GB-north-yorkshire', 'London GB-LDN', 'Derby GB-derbyshire'],
    ],
    ['Cardiff | Swansea', 'GB', ['Cardiff GB-south-glamorgan', 'Swansea GB-west-glamorgan']],
    [
      'The work may be based in either Cardiff or Bath. More below.',
      'GB',
      ['Cardiff GB-south-glamorgan', 'Bath GB-somerset'],
    ],
    ['Berlin, Frankfurt am Main, Hamburg', 'DE', ['Berlin DE-BE', 'Frankfurt am Main DE-HE', 'Hamburg DE-HH']],
    ['Köln,Bonn,Aachen', 'DE', ['Cologne DE-NW', 'Bonn DE-NW', 'Aachen DE-NW']],
    ['Dresden, Leipzig oder Wien', 'DE', ['Dresden DE-SN', 'Leipzig DE-SN', 'Vienna AT']],
    ['Bremen Hannover Kiel', 'DE', ['Bremen DE-HB', 'Hannover DE-NI', 'Kiel DE-SH']],
    ['Raum Köln/Bonn', 'DE', ['Cologne DE-NW', 'Bonn DE-NW']],
    ['Fürth, Heidelberg', 'DE', ['Fürth DE-BY', 'Heidelberg DE-BW']],
    ['München, Frankfurt a.M., Mainz', 'DE', ['Munich DE-BY', 'Frankfurt am Main DE-HE', 'Mainz DE-RP']],
    ['Austin, TX; Portland, OR; Denver, CO', 'US', ['Austin US-TX', 'Portland US-OR', 'Denver US-CO']],
  ] as [string, string, string[]][])('%j (%s) is %j', (text, country, places) =>
    expect(placed(resolve(text, country))).toEqual(places),
  )

  it('may stand side by side with nothing between them, where they are cities', () => {
    expect(placed(resolve('Wimbledon Derby'))).toEqual(['Wimbledon GB-LDN', 'Derby GB-derbyshire'])
  })

  it.each(['Brighton and Hove', 'Tyne and Wear', 'Argyll & Bute', 'Dumfries and Galloway', 'Windsor and Maidenhead'])(
    '%s is one',
    text => {
      const { places, areas, unresolved } = resolve(text)
      expect(places.length).toBeLessThanOrEqual(1)
      expect(areas.length).toBeGreaterThan(1)
      expect(unresolved).toEqual([])
    },
  )

  it('are listed once each, however often they are named', () => {
    const { places, cells, locations } = resolve([
      { text: 'London' },
      { text: 'London, UK' },
      { city: 'Central London' },
      { text: 'Leeds' },
    ])
    expect(places.map(place => place.name)).toEqual(['London', 'Leeds'])
    expect(cells).toHaveLength(2)
    expect(locations).toEqual(['London', 'Leeds'])
  })

  it.each([
    ['London', 'London'],
    ['Canary Wharf', 'Canary Wharf, London'],
    ['Newport (Isle of Wight)', 'Newport, Isle of Wight'],
    ['London or Frankfurt', 'London or Frankfurt am Main'],
    ['London, Leeds, York, Bath', 'London and 3 more'],
    ['Surrey', 'Surrey'],
    ['West Midlands (Region)', 'West Midlands'],
    ['London or Scotland', 'London or Scotland'],
    ['Guildford, Surrey', 'Guildford'],
    ['Nether Wibbling, Surrey', 'Nether Wibbling, Surrey'],
    ['Nether Wibbling', 'Nether Wibbling'],
    ['UNAVAILABLE', ''],
    ['Remote', 'Remote'],
    ['Remote (UK)', 'Remote (UK)'],
    ['Remote, Germany or Austria', 'Remote (Germany, Austria)'],
    ['Leeds or Remote', 'Leeds or Remote'],
  ])('%j is shown as %j', (text, shown) => expect(resolve(text).location).toBe(shown))
})

describe('areas', () => {
  it.each([
    ['UK', ['GB']],
    ['England', ['GB', 'GB-ENG']],
    ['Surrey', ['GB', 'GB-ENG', 'GB-SE', 'GB-surrey']],
    ['South East England', ['GB', 'GB-ENG', 'GB-SE']],
    ['Greater London', ['GB', 'GB-ENG', 'GB-LDN']],
    ['West Midlands (Region)', ['GB', 'GB-ENG', 'GB-WM']],
    ['West Midlands', ['GB', 'GB-ENG', 'GB-WM', 'GB-west-midlands']],
    ['Oxfordshire, South East England', ['GB', 'GB-ENG', 'GB-SE', 'GB-oxfordshire']],
    ['South West England, Devon', ['GB', 'GB-ENG', 'GB-SW', 'GB-devon']],
    ['Norfolk', ['GB', 'GB-ENG', 'GB-EE', 'GB-norfolk']],
    ['Nationwide', ['GB']],
    ['Germany', ['DE']],
    ['Republic of Ireland', ['IE']],
    ['Nether Wibbling, Cornwall', ['GB', 'GB-ENG', 'GB-SW', 'GB-cornwall']],
    ['Paris, TX', ['US', 'US-TX']],
    ['mx', ['MX']],
    ['Staffordshire, West Midlands', ['GB', 'GB-ENG', 'GB-WM', 'GB-staffordshire']],
    ['Europe', ['EUROPE']],
  ])('%j has no pin and is in %j', (text, areas) =>
    expect(resolve(text)).toMatchObject({ places: [], cells: [], areas }),
  )

  it.each([
    ['Islandwide', 'SG', ['SG']],
    ['Central', 'SG', ['SG', 'SG-C']],
    ['North, Central', 'SG', ['SG', 'SG-N', 'SG-C']],
    ['North-East', 'SG', ['SG', 'SG-NE']],
    ['bundesweit', 'DE', ['DE']],
    ['Hessen', 'DE', ['DE', 'DE-HE']],
    ['Bayern, Deutschland', 'DE', ['DE', 'DE-BY']],
  ])('%j (%s) is in %j', (text, country, areas) => expect(resolve(text, country)).toMatchObject({ places: [], areas }))

  it('hold the areas of every place and those that the advert names beside it', () => {
    expect(resolve('Guildford; Scotland').areas).toEqual(['GB', 'GB-ENG', 'GB-SE', 'GB-surrey', 'GB-SCT'])
    expect(resolve({ region: 'Kent', country: 'GB' }).areas).toEqual(['GB', 'GB-ENG', 'GB-SE', 'GB-kent'])
  })

  it('believe a country field, and never put a place into another country', () => {
    expect(resolve({ city: 'London', country: 'Germany' })).toMatchObject({
      places: [],
      areas: ['DE'],
      unresolved: ['London'],
    })
    expect(resolve('Whittlecombe, Cornwall')).toMatchObject({ places: [], unresolved: ['Whittlecombe'] })
  })
})

describe('towns that the gazetteer does not hold', () => {
  // What is known of them, and their name beside it.
  it.each<[string | RawLocation, string | null, string, string]>([
    ['Palo Alto, CA', 'GB', 'US US-CA', 'Palo Alto'],
    ['Maitland, FL', 'GB', 'US US-FL', 'Maitland'],
    ['York, PA', 'GB', 'US US-PA', 'York'],
    ['York, PA', 'US', 'US US-PA', 'York'],
    ['York, Pennsylvania', 'GB', 'US US-PA', 'York'],
    [{ city: 'York', region: 'PA', country: 'US' }, 'GB', 'US US-PA', 'York'],
    [{ city: 'York', country: 'US' }, 'GB', 'US', 'York'],
    ['Reading, PA', 'GB', 'US US-PA', 'Reading'],
    ['London, KY', 'GB', 'US US-KY', 'London'],
    ['Melbourne, FL', 'US', 'US US-FL', 'Melbourne'],
    ['Bath, ME', 'GB', 'US US-ME', 'Bath'],
    ['CRETEIL', 'FR', 'FR', 'CRETEIL'],
    [{ city: 'CRETEIL', postcode: '94000' }, 'FR', 'FR', 'CRETEIL'],
    ['Plaisir, Yvelines', 'GB', 'FR', 'Plaisir'],
    ['Elland Luxembourg', 'GB', 'LU', 'Elland'],
    // The code of a region, in the country that is stated beside it.
    [{ city: 'Nether Wibbling', region: 'SCT', country: 'GB' }, 'GB', 'GB GB-SCT', 'Nether Wibbling'],
    [{ city: 'Nether Wibbling', region: 'LDN', country: 'GB' }, 'DE', 'GB GB-ENG GB-LDN', 'Nether Wibbling'],
    [{ city: 'Nether Wibbling', region: 'NW', country: 'GB' }, 'DE', 'GB GB-ENG GB-NW', 'Nether Wibbling'],
    [{ city: 'Nether Wibbling', region: 'NW', country: 'DE' }, 'GB', 'DE DE-NW', 'Nether Wibbling'],
    [{ city: 'Nether Wibbling', region: 'C', country: 'SG' }, 'GB', 'SG SG-C', 'Nether Wibbling'],
    [{ city: 'Nether Wibbling', region: 'ON', country: 'CA' }, 'GB', 'CA CA-ON', 'Nether Wibbling'],
    [{ city: 'Nether Wibbling', region: 'LU', country: 'CH' }, 'GB', 'CH', 'Nether Wibbling'],
    [{ city: 'Nether Wibbling', region: 'de', country: 'US' }, 'DE', 'US US-DE', 'Nether Wibbling'],
    [{ city: 'CA-ON-Toronto', country: 'GB' }, 'FR', 'GB', 'Toronto'],
    // Countries that the stated one is one of are told by it alone where it is none of them.
    [{ city: 'EMEA', country: 'DE' }, 'GB', 'EMEA', ''],
    [{ city: 'EMEA', country: 'SG' }, 'GB', 'SG', ''],
    [{ city: 'Nationwide', country: 'US' }, 'DE', 'US', ''],
    ['Murów, dolnośląskie', 'GB', 'PL', 'Murów'],
    ['Strzelce Opolskie', 'PL', 'PL', 'Strzelce Opolskie'],
    // Of these countries every town is known: what is not is no town.
    ['CRETEIL', 'GB', '', 'CRETEIL'],
    ['CRETEIL', 'SG', '', 'CRETEIL'],
    // No town anywhere.
    ['2 Locations', 'FR', '', '2 Locations'],
    ['Head office', 'US', '', 'Head office'],
    ['wherever our clients need us', 'US', '', 'wherever our clients need us'],
  ])('%j from %s', (raw, country, areas, unresolved) => {
    const found = resolve(raw, country)
    expect([found.places, found.areas.join(' '), found.unresolved.join()]).toEqual([[], areas, unresolved])
  })

  it.each([
    ['PARIS 01', 'Paris FR'],
    ['Paris 15e', 'Paris FR'],
    ['Paris 15ème arrondissement', 'Paris FR'],
    ['MARSEILLE 08', 'Marseille FR'],
    ['LYON CEDEX 03', 'Lyon FR'],
    ['Wien 10', 'Vienna AT'],
    ['Dublin 2', 'Dublin IE'],
    ['London, NY', 'London GB-LDN'],
    ['London, ON', 'London CA-ON'],
    ['Manchester, NH', 'Manchester US-NH'],
  ])('and those that it does: %s', (text, expected) => expect(placed(resolve(text))).toEqual([expected]))

  it('are not in the source’s country where another one is named beside them', () => {
    expect(resolve([{ text: 'Colombes' }, { text: 'France' }], 'US').areas).toEqual(['FR'])
  })

  it('a city’s letters, where they mean one', () => {
    expect(placed(resolve('SF, NYC, SEA, CHI'))).toEqual([
      'San Francisco US-CA',
      'New York City US-NY',
      'Seattle US-WA',
      'Chicago US-IL',
    ])
    expect(resolve('SEA', 'SG').places).toEqual([])
  })

  it('the whole country, behind whose prisons it is', () => {
    for (const text of ['Prisons-Nationwide', 'Prisons Nationwide', 'Nationwide'])
      expect(resolve(text)).toMatchObject({ areas: ['GB'], unresolved: [] })
  })
})

describe('remote', () => {
  it.each([
    'Anywhere in the World',
    'Anywhere',
    'Worldwide',
    'Remote, World',
    'Fully Remote',
    '100% remote',
    'Fully-remote',
    'Vollständig remote',
  ])('%s', text => expect(resolve(text)).toMatchObject({ remote: true, places: [], areas: [], unresolved: [] }))

  it.each([
    ['Remote', 'GB', ['GB']],
    ['Remote', null, []],
    ['Remote (United States)', 'GB', ['US']],
    ['Remote - Germany', 'GB', ['DE']],
    ['- REMOTE, USA -', 'GB', ['US']],
    ['Remote-Poland', 'GB', ['PL']],
    ['Home based', 'GB', ['GB']],
    ['Work from home', 'SG', ['SG']],
    ['Home-Office', 'DE', ['DE']],
    ['Anywhere in the United Kingdom', 'GB', ['GB']],
    ['Remote in Leeds', 'GB', ['GB']],
    ['Remote, DACH', 'DE', ['DE', 'AT', 'CH']],
    ['Remote, Scotland or Ireland', 'GB', ['GB', 'IE']],
    ['Remote - UK & Ireland', 'GB', ['GB', 'IE']],
    ['Anywhere', 'GB', ['GB']],
    ['Anywhere in the World', 'GB', ['001']],
    ['Work from anywhere in the world', null, ['001']],
    ['Worldwide', 'US', ['001']],
    ['Remote (Worldwide)', 'GB', ['001']],
    ['Remote, World', 'GB', ['001']],
    ['Remote - Global', 'DE', ['001']],
    ['Weltweit, remote', 'DE', ['001']],
    // A place beside it says more.
    ['Remote, worldwide, Germany', 'GB', ['DE']],
    ["World's End, London; Remote", 'GB', ['GB']],
  ] as [string, string | null, string[]][])('%j (%s) may be done from %j', (text, country, countries) => {
    const { remote, remoteCountries, unresolved } = resolve(text, country)
    expect(remote).toBe(true)
    expect(remoteCountries).toEqual(countries)
    expect(unresolved).toEqual([])
  })

  it('is no world for a name that nobody knows', () => {
    expect(['Remote, World', 'any country', 'the whole world'].every(saysEverywhere)).toBe(true)
    expect(['Remote, World Bank', 'any country of Europe', 'the new world'].some(saysEverywhere)).toBe(false)
    const { remoteCountries, unresolved } = resolve('Remote, Global Business Park, Nether Wibbling')
    expect(unresolved).not.toEqual([])
    expect(remoteCountries).toEqual(['GB'])
  })

  it('keeps the places beside it', () => {
    const resolved = resolve('London, UK; Alberta, CAN; Remote-Friendly, United States; Chicago, IL')
    expect(placed(resolved)).toEqual(['London GB-LDN', 'Chicago US-IL'])
    expect(resolved.areas).toEqual(expect.arrayContaining(['CA', 'CA-AB', 'US']))
    expect(new Set(resolved.remoteCountries)).toEqual(new Set(['GB', 'CA', 'US']))
    expect(placed(resolve('remote, Berlin, Hamburg, Köln', 'DE'))).toEqual([
      'Berlin DE-BE',
      'Hamburg DE-HH',
      'Cologne DE-NW',
    ])
  })

  it('is also said by the advert or by the feed', () => {
    expect(resolve('London', 'GB', ['Remote'])).toMatchObject({ remote: false, remoteCountries: ['GB'] })
    expect(resolve('Berlin', 'GB', ['TELECOMMUTE'])).toMatchObject({ remote: false, remoteCountries: ['DE'] })
    expect(resolve({ text: 'London', remote: true })).toMatchObject({
      remote: true,
      remoteCountries: ['GB'],
      location: 'London or Remote',
    })
    expect(resolve([], 'GB', ['Remote'])).toMatchObject({ remoteCountries: ['GB'] })
  })

  it('is not every word like it', () => {
    expect(resolve('London, no remote')).toMatchObject({ remote: false, remoteCountries: [] })
    expect(resolve('London', 'GB', ['hybrid', 'Onsite'])).toMatchObject({ remote: false, remoteCountries: [] })
    // The ministry.
    expect(resolve('Home Office, Croydon')).toMatchObject({ remote: false, location: 'Home Office, Croydon' })
  })
})

describe('a stated country is kept', () => {
  it.each(regionCodes)('$country, by each of its region codes', ({ country, name, city, codes }) => {
    const wrong: string[] = []
    for (const code of codes)
      for (const source of ['GB', 'DE', 'SG', null])
        for (const row of [
          { city: 'Musterdorf', region: code, country },
          { city, region: code, country },
          { city, region: `${country}-${code}`, country: name },
          { region: code, country: country.toLowerCase() },
          { region: code.toLowerCase(), country: name },
          { text: `Musterdorf, ${code}`, country },
          { text: `Musterdorf, ${code}, ${name}` },
          { text: `${city}, ${code}, ${name}` },
        ]) {
          const { places, areas } = resolve(row, source)
          const countries = new Set([...places.map(place => place.country), ...areas.map(area => area.slice(0, 2))])
          if (countries.size !== 1 || !countries.has(country))
            wrong.push(`${source} ${JSON.stringify(row)}: ${[...countries]}`)
        }
    expect(wrong).toEqual([])
  })

  it.each<[RawLocation, string, string]>([
    [{ city: 'Musterdorf', region: 'LU', country: 'CH' }, 'CH', ''],
    [{ city: 'Bern', region: 'BE', country: 'CH' }, 'CH', 'Bern'],
    [{ city: 'St. Gallen', region: 'SG', country: 'CH' }, 'CH', 'Sankt Gallen'],
    [{ city: 'Amsterdam', region: 'NH', country: 'NL' }, 'NL', 'Amsterdam'],
    [{ city: 'Belfast', region: 'NI', country: 'GB' }, 'GB GB-NIR GB-county-antrim', 'Belfast'],
    [{ city: 'Manchester', region: 'GM', country: 'GB' }, 'GB GB-ENG GB-NW GB-greater-manchester', 'Manchester'],
    [{ city: 'Aichtal', region: 'BW', country: 'DE' }, 'DE DE-BW', ''],
    [{ text: 'Newark, DE' }, 'US US-DE', ''],
  ])('%o is in %s', (row, areas, names) => {
    for (const source of ['GB', 'DE', null]) {
      const found = resolve(row, source)
      expect([found.areas.join(' '), found.locations.join(' ')]).toEqual([areas, names])
    }
  })
})

describe('a place of the source’s country, and of the second part', () => {
  it.each([
    ['GB', 'Kingston', 'Kingston upon Thames GB-LDN'],
    ['GB', 'Kingston / London / United Kingdom', 'Kingston upon Thames GB-LDN'],
    ['GB', 'United Kingdom / London', 'London GB-LDN'],
    ['GB', 'Stanley, Liverpool', 'Stanley GB-merseyside'],
    ['GB', 'Preston, London', 'Preston GB-LDN'],
    ['GB', 'Stanley, Birmingham', 'Birmingham GB-west-midlands'],
    ['GB', 'Stanley', 'Stanley GB-county-durham'],
    ['GB', 'Preston', 'Preston GB-lancashire'],
    ['DE', 'Hirschau, München', 'Hirschau DE-BY'],
    ['DE', 'St. Martin', 'Sankt Martin DE-RP'],
    ['GB', 'Berkhamstead', 'Berkhamsted GB-hertfordshire'],
    ['GB', 'South Lancing', 'South Lancing GB-SE'],
    ['GB', 'Great Hallingbury', 'Great Hallingbury GB-essex'],
    ['GB', 'Lanhydrock', 'Lanhydrock GB-cornwall'],
    ['GB', 'Trent', 'Trent GB-dorset'],
    ['GB', 'Houston', 'Houston US-TX'],
    ['GB', 'Reading, Thames Valley', 'Reading GB-berkshire'],
    ['DE', 'Oderberg', 'Oderberg DE-BB'],
    ['DE', 'oderberg', 'Oderberg DE-BB'],
    // The last of a code is the place, where it is called like an area.
    ['GB', 'DE-Berlin', 'Berlin DE-BE'],
    ['GB', 'GB-Bristol', 'Bristol GB-bristol'],
    // Where the smaller of two stands in brackets it is the more exact one, and only then.
    ['DE', 'Berlin (Potsdam)', 'Potsdam DE-BB'],
    ['DE', 'Potsdam (Berlin)', 'Potsdam DE-BB'],
    ['GB', 'Wakefield (Leeds)', 'Wakefield GB-west-yorkshire'],
    ['DE', 'Newark (NYC)', 'Newark US-NJ'],
    // A village, where the country is the advert's.
    ['DE', 'Trent', 'Trent DE-MV'],
    ['DE', 'Loose', 'Loose DE-SH'],
    // A quarter that has its name from one of another city.
    ['GB', 'Wimbledon, Paris', 'Paris FR'],
    // A Kreis only tells where a town is.
    ['GB', 'Berlin/Soest Kreis', 'Berlin DE-BE'],
    ['GB', '23 High Street Leeds', 'Leeds GB-west-yorkshire'],
    ...'science park,business park north,airport,international airport,quay,docks,spa,park,gate,central,north,south,east,west,university,college,hospital,barracks,garrison,village'
      .split(',')
      .map((words): [string, string, string] => ['GB', `Leeds ${words}`, 'Leeds GB-west-yorkshire']),
    ...'nord,süd,ost,west,mitte,innenstadt,zentrum,altstadt'
      .split(',')
      .map((words): [string, string, string] => ['DE', `Erfurt ${words}`, 'Erfurt DE-TH']),
  ])('%s: %s is %s', (country, text, place) => expect(placed(resolve(text, country))).toEqual([place]))

  it('may lie a little beyond its county', () => {
    expect(placed(resolve('Trent, Devon', null))).toEqual(['Trent GB-dorset'])
  })

  it.each([
    ['in a city of another country at the end of an address', '23 High Street Leeds', 'DE'],
    ['in a small town at the end of an address', 'Nether Wibbling Park Wimbledon', 'GB'],
    ['in villages with nothing between their names', 'Elland Brighouse', 'GB'],
    ...'Road Rd Street St Lane Avenue Ave Way Drive Close Court House Row Hill Park Estate Gate Terrace Place Square Walk'
      .split(' ')
      .map((word): [string, string, string] => [
        'in the city that a street has its name from',
        `Leeds Old ${word}`,
        'GB',
      ]),
    ...'Straße Strasse Str Platz Weg Allee'
      .split(' ')
      .map((word): [string, string, string] => ['in a street’s city', `Berlin Kurze ${word}`, 'DE']),
  ])('is nowhere rather than %s', (_, text, country) => {
    expect(resolve(text, country)).toMatchObject({ places: [], areas: [], unresolved: [text] })
  })

  it.each<[string, string | RawLocation, string, string]>([
    // Which of two Cornish villages is not known, and that it is in Cornwall is.
    ['GB', 'St. Martin', '', 'GB-cornwall'],
    ['GB', 'St Martin', '', 'GB-cornwall'],
    ['GB', 'St. Martin, Guernsey', 'St Martin', 'GG'],
    ['GB', 'St Martin, Jersey', 'St Martin', 'JE'],
    ['GB', { city: 'St. Martin', region: 'Channel Islands' }, 'St Martin', 'GG'],
    ['GB', 'St. Martins', 'St Martins', 'GB-shropshire'],
    ['FR', 'St. Martin', '', 'FR'],
  ])('%s: %o is in a place of that country', (country, raw, place, area) => {
    const found = resolve(raw, country)
    expect([found.places.map(({ name }) => name).join(), found.areas.at(-1)]).toEqual([place, area])
  })
  it('an area beyond the sea is searched as all of its parts', () => {
    expect(resolve('Channel Islands').areas).toEqual(['GG', 'JE'])
  })
})

describe('parts that contradict each other: the country, then the region, the town and the postcode', () => {
  it.each<[string, RawLocation, string, string]>([
    ['DE', { region: 'Bayern', postcode: '99999' }, '', 'DE-BY'],
    ['DE', { city: '', region: 'Bayern', postcode: '99999' }, '', 'DE-BY'],
    ['DE', { city: 'Musterdorf', region: 'Bayern', postcode: '99999' }, '', 'DE-BY'],
    ['DE', { city: 'München', region: 'Bayern', postcode: '99999' }, 'Munich', 'DE-BY'],
    ['DE', { text: 'Musterdorf, Bayern 99999' }, '', 'DE-BY'],
    ['DE', { region: 'Thüringen', postcode: '99999' }, 'Erfurt', 'DE-TH'],
    ['DE', { postcode: '99999' }, 'Erfurt', 'DE-TH'],
    ['DE', { city: 'Musterdorf', postcode: '99999' }, 'Erfurt', 'DE-TH'],
    ['DE', { city: 'Hamburg', region: 'Hessen' }, '', 'DE-HE'],
    ['DE', { city: 'Bremen', region: 'Bayern', postcode: '28195', country: 'DE' }, '', 'DE-BY'],
    ['DE', { city: 'Berlin', region: 'Bayern', postcode: '10115' }, '', 'DE-BY'],
    ['GB', { region: 'Kent', postcode: 'LS1 4AB' }, '', 'GB-kent'],
    ['GB', { city: 'Wibbling', region: 'Kent', postcode: 'LS1 4AB' }, '', 'GB-kent'],
    ['GB', { city: 'Leeds', region: 'Kent' }, '', 'GB-kent'],
    ['GB', { city: 'Newport', region: 'Isle of Wight', postcode: 'NP20 1AA' }, 'Newport', 'GB-isle-of-wight'],
    ['GB', { city: 'Newport', postcode: 'PO30 5' }, 'Newport', 'GB-isle-of-wight'],
    ['GB', { city: 'London', postcode: 'M1 1AA' }, 'London', 'GB-LDN'],
    ['GB', { city: 'Leeds', country: 'DE', postcode: 'LS1 4AB' }, '', 'DE'],
    ['GB', { region: 'Bayern', country: 'GB', city: 'Leeds' }, 'Leeds', 'GB-west-yorkshire'],
    ['DE', { country: 'DE', postcode: 'SW1A 1AA' }, '', 'DE'],
    ['GB', { region: 'Kent', country: 'US' }, '', 'US'],
    // By the border of its county, and where only the town lies in another country.
    ['GB', { city: 'Bristol', region: 'Somerset' }, 'Bristol', 'GB-bristol'],
    ['GB', { region: 'Surrey', postcode: 'KT1 1AA' }, 'London', 'GB-LDN'],
    ['GB', { city: 'Dublin', region: 'Ross-shire' }, 'Dublin', 'IE'],
  ])('%s: %o', (country, raw, place, area) => {
    const found = resolve(raw, country)
    expect([found.places.map(({ name }) => name).join(), found.areas.includes(area)], found.areas.join(' ')).toEqual([
      place,
      true,
    ])
    if (place === '') expect(found.areas.at(-1)).toBe(area)
  })
})

describe('the feed’s words are shown, and what they mean is searched', () => {
  it.each([
    ['GB', 'Isle of Skye', 'Portree', 'GB-highland'],
    ['GB', 'Home Counties', '', 'GB-surrey'],
    ['GB', 'Thames Valley', '', 'GB-oxfordshire'],
    ['GB', 'M4 Corridor', 'Bristol', 'GB-berkshire'],
    ['GB', 'M25', 'London', 'GB-surrey'],
    ['GB', 'within the M25', 'London', 'GB-kent'],
    ['GB', 'M6 corridor', '', 'GB-staffordshire'],
    ['GB', 'County Dublin', 'Dublin', 'IE'],
    ['GB', 'Central London', 'London', 'GB-LDN'],
    ['GB', 'Swindon Town Centre', 'Swindon', 'GB-wiltshire'],
    ['GB', 'Middlesex', '', 'GB-LDN'],
    ['GB', 'Stanley, Liverpool', 'Stanley Liverpool', 'GB-merseyside'],
    ['GB', 'Nether Wibbling, Hexham', 'Hexham', 'GB-northumberland'],
    ['DE', 'Stuttgart-Zuffenhausen', 'Stuttgart', 'DE-BW'],
  ])('%s: %s', (country, text, names, area) => {
    const found = resolve(text, country)
    expect([found.location, found.locations.join(' ')]).toEqual([text, names])
    expect(found.areas).toContain(area)
  })
  it.each([
    ['GB', 'London Area, United Kingdom', 'London'],
    ['GB', 'LEEDS', 'Leeds'],
    ['GB', 'Hull', 'Kingston upon Hull'],
    ['GB', 'Hodge Lane, Kendal', 'Kendal'],
    ['DE', 'München', 'Munich'],
    ['DE', 'Bayern', 'Bavaria'],
    ['GB', 'CENTRAL LONDON', 'Central London'],
    ['GB', 'Borough, South East London', 'Borough, London'],
    ['GB', 'Greater Leeds Area', 'Greater Leeds Area'],
    ['GB', 'Central Ramsey, Isle of Man', 'Central Ramsey'],
    ['GB', 'US-WA-Seattle', 'Seattle'],
  ])('%s: %s is shown as %s', (country, text, shown) => expect(resolve(text, country).location).toBe(shown))
})

describe('junk', () => {
  it.each([
    'UNAVAILABLE',
    'LOCATION',
    'Various',
    'Office',
    'Central',
    'Multiple Locations',
    'TBC',
    'Field',
    'City Centre',
    'Head Office',
    'N/A',
    '7800',
    'LHR',
    'MAN',
    'Hybrid',
  ])('%s is no place', text => {
    expect(resolve(text)).toMatchObject({ places: [], areas: [], unresolved: [text] })
    expect(resolve({ city: text }).places).toEqual([])
  })
  it('an empty location is nothing at all', () => {
    const nothing = {
      location: '',
      locations: [],
      places: [],
      cells: [],
      areas: [],
      remoteCountries: [],
      remote: false,
      derived: [],
      addresses: [],
      unresolved: [],
    }
    expect(resolve('')).toEqual(nothing)
    expect(resolve([])).toEqual(nothing)
    expect(resolve({ city: '  ', region: '', country: undefined })).toEqual(nothing)
  })
  it('does not hide what is known', () => {
    expect(resolve({ city: 'UNAVAILABLE', region: 'Kent' })).toMatchObject({
      places: [],
      areas: expect.arrayContaining(['GB-kent']),
      location: 'Kent',
    })
    expect(placed(resolve([{ text: 'LOCATION' }, { text: 'Leeds' }]))).toEqual(['Leeds GB-west-yorkshire'])
  })
})

describe('coordinates of the row', () => {
  it('are used, snapped, under the name of the text', () => {
    const point = { lat: 51.4698, lng: -0.9405 }
    const { places, cells, locations, areas } = resolve({ text: 'Reading, Berkshire', ...point })
    expect(places).toEqual([{ placeId: '2639577', name: 'Reading', region: 'England', country: 'GB', ...snap(point) }])
    expect(cells).toEqual([cellOf(point)])
    expect(locations).toEqual(['Reading'])
    expect(areas).toContain('GB-berkshire')
  })

  it('become a cell of their own more than 3 km from the place', () => {
    const { places } = resolve({ city: 'Reading', lat: '51.40', lng: '-0,97' })
    expect(places[0]).toMatchObject({ placeId: `cell-${cellOf({ lat: 51.4, lng: -0.97 })}`, name: 'Reading' })
    expect(places[0]!.lat).toBeCloseTo(51.4, 2)
  })

  it('take the nearest town within 15 km where there is no text', () => {
    expect(resolve({ lat: 51.2362, lng: -0.5704 })).toMatchObject({
      location: 'Guildford',
      places: [{ name: 'Guildford' }],
      areas: ['GB', 'GB-ENG', 'GB-SE', 'GB-surrey'],
    })
    // The middle of a city is the city, not its nearest quarter.
    expect(resolve({ lat: 51.5074, lng: -0.1278 }).places[0]!.name).toBe('London')
  })

  it('keep the country where no town is near', () => {
    const { places, areas } = resolve({ lat: 58.2, lng: -5.0, country: 'GB' })
    expect(places[0]).toMatchObject({ country: 'GB', region: '' })
    expect(areas).toEqual(['GB'])
  })

  it('are believed rather than the text, when they contradict it', () => {
    expect(resolve({ city: 'Manchester', lat: 51.4552, lng: -0.9691 }).places.map(place => place.name)).toEqual([
      'Reading',
    ])
  })

  it('of one of several places are that one', () => {
    const { places } = resolve({ text: 'London or Leeds', lat: 53.8, lng: -1.55 })
    expect(places.map(place => place.name).sort()).toEqual(['Leeds', 'London'])
  })

  it('that are only the middle of an area are no pin', () => {
    expect(resolve({ text: 'UK', lat: 54.5, lng: -2.5 })).toMatchObject({ places: [], areas: ['GB'] })
    expect(resolve({ text: 'Surrey, South East England', lat: 51.25, lng: -0.47 })).toMatchObject({
      location: 'Surrey',
      places: [],
      areas: ['GB', 'GB-ENG', 'GB-SE', 'GB-surrey'],
    })
    // With a postcode it is the place of work.
    expect(resolve({ text: 'Kent', postcode: 'CT1 2NF', lat: 51.2787, lng: 1.0789 }).places).toHaveLength(1)
    expect(resolve({ country: 'GB', kind: 'COUNTRY', lat: 54.5, lng: -2.5 })).toMatchObject({
      places: [],
      areas: ['GB'],
    })
  })

  it.each([
    [{ lat: 0, lng: 0 }, /0, 0.*leave them out/],
    [{ lat: 91, lng: 0 }, /out of range.*swapped/],
    [{ lat: 10, lng: -181 }, /out of range/],
    [{ lat: Number.NaN, lng: 1 }, /not numbers/],
    [{ lat: 'north', lng: 'west' }, /not numbers/],
    [{ lat: Number.POSITIVE_INFINITY, lng: 1 }, /not numbers/],
    [{ lat: 51.5 }, /Only one.*Send both or none/],
    [{ lat: '', lng: 2 }, /Only one/],
    [{ lat: -0.1278, lng: 51.5074, city: 'London' }, /swapped.*far from London/],
    [{ lat: -50, lng: -110 }, /far from any place/],
  ] as [RawLocation, RegExp][])('%j is a fault that says what to do', (raw, sentence) => {
    const { fault, places } = resolve(raw)
    expect(fault).toMatch(sentence)
    for (const place of places) expect(Number.isFinite(place.lat) && Number.isFinite(place.lng)).toBe(true)
  })

  it('left empty are none', () => {
    expect(resolve({ city: 'Leeds', lat: '', lng: '' }).fault).toBeUndefined()
    expect(resolve({ city: 'Leeds', lat: undefined, lng: undefined }).fault).toBeUndefined()
  })
})

describe('derived locations and addresses', () => {
  it('follow the specification', () => {
    expect(resolve({ city: 'Leeds', postcode: 'LS1 4DY', country: 'GB', radiusMiles: 10 }).derived).toEqual([
      {
        lat_lng: { latitude: expect.closeTo(53.797, 1), longitude: expect.closeTo(-1.547, 1) },
        radius_miles: 10,
        location_type: 'LOCALITY',
        postal_address: {
          region_code: 'GB',
          administrative_area: 'England',
          locality: 'Leeds',
          postal_code: 'LS1 4DY',
          address_lines: ['Leeds, LS1 4DY'],
        },
      },
    ])
    expect(resolve('Germany').derived).toMatchObject([
      { location_type: 'COUNTRY', postal_address: { region_code: 'DE', address_lines: [] } },
    ])
    expect(resolve('Surrey').derived).toMatchObject([
      { location_type: 'ADMINISTRATIVE_AREA', postal_address: { region_code: 'GB', administrative_area: 'Surrey' } },
    ])
    expect(resolve('EC4').derived).toMatchObject([
      { location_type: 'POSTAL_CODE', postal_address: { region_code: 'GB', locality: 'London', postal_code: 'EC4' } },
    ])
    expect(resolve('Europe').derived).toEqual([])
  })

  it('never end in half a character', () => {
    for (const length of [118, 119, 198, 199, 598, 599]) {
      const { location, addresses, unresolved } = resolve({
        text: `${'1'.repeat(length)}🚀🚀 Leeds`,
        city: `${'x'.repeat(length)}🚀🚀`,
      })
      for (const text of [location, ...addresses, ...unresolved]) expect(text.isWellFormed()).toBe(true)
    }
  })

  it('keep the advertiser’s address', () => {
    expect(resolve('14 Mill Row, Kendal').addresses).toEqual(['14 Mill Row, Kendal'])
    expect(resolve('London').addresses).toEqual([])
    expect(resolve('London or Leeds').addresses).toEqual([])
  })
})

describe('always', () => {
  const words = [
    'London',
    'Leeds',
    'Surrey',
    'UK',
    'München',
    'Remote',
    'Kreis',
    'bei',
    'CA',
    'DE',
    'E14 4HD',
    '80331',
    'Jefferson County',
    'Newport',
    'US-WA-Seattle',
    'Singapore',
    'Central',
    'Washington',
    'Georgia',
    'EU',
  ]
  const joints = [', ', ' ,', '; ', ' | ', '/', ' or ', ' and ', ' (', ') ', ' - ', '\n', ' ', '+']
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc
      .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...joints)), { maxLength: 12 })
      .map(parts => parts.flat().join('')),
  )
  const number = fc.oneof(
    fc.double(),
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.string({ maxLength: 8 }),
    fc.constant(undefined),
  )
  const row: fc.Arbitrary<RawLocation> = fc.record(
    {
      text,
      city: text,
      region: text,
      country: fc.oneof(text, fc.constantFrom('GB', 'de', 'Deutschland')),
      postcode: text,
      lat: number,
      lng: number,
      remote: fc.boolean(),
      kind: fc.constantFrom('COUNTRY', 'LOCALITY'),
    },
    { requiredKeys: [] },
  )
  const context: fc.Arbitrary<LocationContext> = fc.record({
    country: fc.constantFrom('GB', 'DE', 'SG', 'US', null),
    environments: fc.array(fc.constantFrom('Remote', 'hybrid', ''), { maxLength: 2 }),
  })

  it('answers with sound places, cells and areas, and alike the second time', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), context, (rows, where) => {
        const resolved = resolveLocations(rows, gazetteer, where)
        expect(resolved.cells).toEqual([...new Set(resolved.places.map(cellOf))])
        expect(new Set(resolved.places.map(place => place.placeId)).size).toBe(resolved.places.length)
        for (const place of resolved.places) {
          expect(snap(place)).toEqual({ lat: place.lat, lng: place.lng })
          expect(resolved.areas).toContain(place.country)
          expect(place.name).not.toBe('')
          const known = gazetteer.place(place.placeId)
          if (known) {
            expect(distanceKm(known, place)).toBeLessThan(3.6)
            for (const code of known.areas) expect(resolved.areas).toContain(code)
          } else expect(place.placeId).toBe(`cell-${cellOf(place)}`)
        }
        for (const code of resolved.areas) expect(gazetteer.area(code)).toBeDefined()
        expect(new Set(resolved.areas).size).toBe(resolved.areas.length)
        expect(new Set(resolved.locations).size).toBe(resolved.locations.length)
        for (const country of resolved.remoteCountries) expect(country).toMatch(/^(?:[A-Z]{2}|001)$/)
        if (resolved.places.length > 0) expect(resolved.location).not.toBe('')
        expect(resolveLocations(rows, gazetteer, where)).toEqual(resolved)
      }),
      tries(600),
    )
  })

  it('gives every caller lists of its own', () => {
    resolve('Leeds').areas.push('changed')
    resolve('Leeds').places[0]!.name = 'changed'
    expect(resolve('Leeds')).toMatchObject({
      places: [{ name: 'Leeds' }],
      areas: expect.not.arrayContaining(['changed']),
    })
  })

  it('is not slowed down by a hostile text', () => {
    const before = process.cpuUsage()
    for (const long of [
      'a,'.repeat(50_000),
      '('.repeat(50_000),
      'bei '.repeat(20_000),
      'x-'.repeat(50_000),
      'London '.repeat(20_000),
      ' or'.repeat(20_000),
      'County '.repeat(20_000),
    ])
      resolve(long)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000)
  })

  it('remembers a text it has seen', () => {
    let asked = 0
    const counting: Gazetteer = {
      ...gazetteer,
      // What reading a text cannot do without; the names of places are also asked for to show them.
      areasNamed(key) {
        asked++
        return gazetteer.areasNamed(key)
      },
    }
    const read = () => {
      for (let n = 0; n < 500; n++)
        resolveLocations([{ text: `Unit ${n}, Leeds, West Yorkshire` }], counting, { country: 'GB', environments: [] })
      return asked
    }
    const once = read()
    expect(once).toBeGreaterThanOrEqual(500)
    expect(read()).toBe(once)
  })
})

const realData = process.env.REAL_DATA_DIR
describe('real location strings', () => {
  it('are placed, or known as an area, 19 times out of 20', ({ skip }) => {
    skip(!realData, 'REAL_DATA_DIR is not set to the folder of recorded feeds')
    const texts = readFileSync(join(realData!, 'locations.txt'), 'utf8').split('\n').filter(Boolean)
    const british = texts.filter(text =>
      /(?:shire|Surrey|Kent|Essex|Devon|London|England|Scotland|Wales|UK|United Kingdom)$/.test(text),
    )
    const german = texts.filter(text => /(?:, Germany|\(Kreis\)|-Kreis)$/.test(text))
    const share = (list: string[], country: string) =>
      list.filter(text => resolve(text, country).areas.length > 0).length / list.length
    expect(british.length).toBeGreaterThan(300)
    expect(share(british, 'GB')).toBeGreaterThan(0.995)
    expect(german.length).toBeGreaterThan(50)
    expect(share(german, 'DE')).toBeGreaterThan(0.98)
    expect(share(texts, 'GB')).toBeGreaterThan(0.9)
  })
})

describe('a stated country', () => {
  const stated = ['GB', 'DE', 'CH', 'AT', 'NL', 'ES', 'US', 'CA', 'AU', 'SG']
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const inCountry = (country: string, row: RawLocation) => {
    const { places, areas } = resolveLocations([row], gazetteer, { country: 'GB', environments: [] })
    return (
      places.every(place => place.country === country) &&
      areas.length > 0 &&
      areas.every(code => code === country || code.startsWith(`${country}-`))
    )
  }

  it.each(stated)('is never overruled by the code of a region: %s', country => {
    const wrong = letters
      .flatMap(a => letters.map(b => a + b))
      .filter(region => !inCountry(country, { city: 'Musterdorf', region, country }))
    expect(wrong).toEqual([])
  })

  it.each([
    ['Bern', 'BE', 'CH', 'Bern'],
    ['St. Gallen', 'SG', 'CH', 'Sankt Gallen'],
    ['Amsterdam', 'NH', 'NL', 'Amsterdam'],
    ['Belfast', 'NI', 'GB', 'Belfast'],
    ['Manchester', 'GM', 'GB', 'Manchester'],
    ['Springfield', 'IL', 'US', 'Springfield'],
  ])('finds %s, %s in %s', (city, region, country, name) => {
    const { places } = resolveLocations([{ city, region, country }], gazetteer, { country: 'GB', environments: [] })
    expect(places.map(place => [place.name, place.country])).toEqual([[name, country]])
  })

  it.each([
    ['Bern, BE', 'CH'],
    ['Belfast, NI', 'GB'],
    ['Newark, DE', 'US'],
    ['Wilmington, DE', 'US'],
    ['Berlin, DE', 'DE'],
    ['Musterdorf, DE', 'DE'],
    ['Leeds, UK', 'GB'],
  ])('is told from two letters behind a town that has such a region: %s', (text, country) =>
    expect(resolveLocations([{ text }], gazetteer, { country: 'GB', environments: [] }).areas[0]).toBe(country),
  )
})
