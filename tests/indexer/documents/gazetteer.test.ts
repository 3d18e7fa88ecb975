import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellOf, distanceKm, snap } from '#indexer/geo'
import { foldName } from '#indexer/words'
import { looseName } from '../../../indexer/documents/gazetteer.ts'
import { rowsOf } from '../../../indexer/documents/geography.ts'
import { loadGazetteer } from '../../../indexer/documents/loadGazetteer.ts'
import { placeDocuments } from '../../../indexer/documents/placeDocuments.ts'
import { tries } from '../../builders/properties.ts'

const gazetteer = loadGazetteer()
const first = (name: string, country?: string) =>
  gazetteer.named(foldName(name)).find(place => !country || place.country === country)

describe('loadGazetteer', () => {
  it('holds all of the three countries and the big cities and capitals of the world', () => {
    const of = (country: string) =>
      gazetteer.places.filter(place => place.country === country && /^\d+$/.test(place.id)).length
    expect(of('GB')).toBeGreaterThan(5_000)
    expect(of('DE')).toBeGreaterThan(11_000)
    expect(of('SG')).toBeGreaterThanOrEqual(4)
    expect(of('US')).toBeGreaterThan(300)
    for (const [name, country] of [
      ['Paris', 'FR'],
      ['Zürich', 'CH'],
      ['Vaduz', 'LI'],
      ['Valletta', 'MT'],
      ['Tokyo', 'JP'],
      ['Cork', 'IE'],
    ] as const) {
      expect(first(name, country)?.country, name).toBe(country)
    }
    // A town of 60,000 in France is left out: the list for the rest of the world is reduced.
    expect(gazetteer.named('chalon sur saone')).toEqual([])
  })

  it('says what to do when the file is not what it should be', () => {
    expect(() => loadGazetteer({ file: import.meta.filename })).toThrow(/reinstall the package/)
  })

  it('is ready fast enough to be loaded at every start', () => {
    const cost = (work: () => void) => {
      const before = process.cpuUsage()
      work()
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    // Measured by what this machine takes to write its places out as JSON and to read them again, each at its best:
    // some four times that, and a table searched once a line is far more.
    const places = gazetteer.places.map(place => ({ ...place, within: null }))
    const rounds = Array.from(
      { length: 2 },
      () => [cost(() => loadGazetteer()), cost(() => void JSON.parse(JSON.stringify(places)))] as const,
    )
    expect(Math.min(...rounds.map(([load]) => load)) / Math.min(...rounds.map(([, json]) => json))).toBeLessThan(12)
  })

  it.each([
    ['Guildford', ['GB', 'GB-ENG', 'GB-SE', 'GB-surrey']],
    ['Barnstaple', ['GB', 'GB-ENG', 'GB-SW', 'GB-devon']],
    ['Crawley', ['GB', 'GB-ENG', 'GB-SE', 'GB-west-sussex', 'GB-sussex']],
    ['Watford', ['GB', 'GB-ENG', 'GB-EE', 'GB-hertfordshire']],
    ['London', ['GB', 'GB-ENG', 'GB-LDN']],
    ['Bristol', ['GB', 'GB-ENG', 'GB-SW', 'GB-bristol', 'GB-avon']],
    ['Manchester', ['GB', 'GB-ENG', 'GB-NW', 'GB-greater-manchester']],
    ['Middlesbrough', ['GB', 'GB-ENG', 'GB-NE', 'GB-north-yorkshire', 'GB-cleveland']],
    ['York', ['GB', 'GB-ENG', 'GB-YH', 'GB-north-yorkshire']],
    ['Nottingham', ['GB', 'GB-ENG', 'GB-EM', 'GB-nottinghamshire']],
    ['Telford', ['GB', 'GB-ENG', 'GB-WM', 'GB-shropshire']],
    ['Edinburgh', ['GB', 'GB-SCT', 'GB-midlothian']],
    ['Glasgow', ['GB', 'GB-SCT', 'GB-lanarkshire']],
    ['Swansea', ['GB', 'GB-WLS', 'GB-west-glamorgan', 'GB-south-wales']],
    ['Belfast', ['GB', 'GB-NIR', 'GB-county-antrim']],
    ['Coleraine', ['GB', 'GB-NIR', 'GB-county-londonderry']],
    ['Frankfurt am Main', ['DE', 'DE-HE']],
    ['Munich', ['DE', 'DE-BY']],
    ['Leipzig', ['DE', 'DE-SN']],
    ['Jurong East', ['SG', 'SG-W']],
    ['Houston', ['US', 'US-TX']],
  ])('%s lies in %j', (name, areas) => {
    const best = gazetteer.named(foldName(name)).find(place => place.areas[0] === areas[0])
    expect(best?.areas).toEqual(areas)
  })

  it('places every town of the UK in a nation, every one of England in a region, and all but London in a county', () => {
    const british = gazetteer.places.filter(place => place.country === 'GB' && /^\d+$/.test(place.id))
    // One entry of the file is a military base overseas.
    expect(british.filter(place => !/^GB-(?:ENG|SCT|WLS|NIR)$/.test(place.areas[1] ?? '')).length).toBeLessThanOrEqual(
      1,
    )
    const english = british.filter(place => place.areas[1] === 'GB-ENG')
    expect(
      english
        .filter(place => !/^GB-(?:LDN|SE|SW|EE|EM|WM|NW|NE|YH)$/.test(place.areas[2] ?? ''))
        .map(place => place.name),
    ).toEqual([])
    expect(
      british
        .filter(place => place.areas.length > 1 && place.areas[2] !== 'GB-LDN' && place.areas.at(-1)!.length < 7)
        .map(place => place.name),
    ).toEqual([])
  })

  it('gives every German town its Land', () => {
    expect(
      gazetteer.places
        .filter(place => place.country === 'DE' && !place.areas[1]?.startsWith('DE-'))
        .map(place => place.name),
    ).toEqual([])
  })

  it('snaps every place, and every area of a place exists', () => {
    for (const place of gazetteer.places) {
      if (place.cell !== cellOf(place) || snap(place).lat !== place.lat || snap(place).lng !== place.lng)
        throw new Error(`${place.id} is not snapped`)
      if (place.areas[0] !== place.country) throw new Error(`${place.id} is not in its own country`)
      for (const code of place.areas)
        if (!gazetteer.area(code)) throw new Error(`${place.id} is in ${code}, which is no area`)
    }
  })
})

describe('names', () => {
  it.each([
    ['Köln', 'koln'],
    ['Straße', 'strasse'],
    ["King's Lynn", 'kings lynn'],
    ['Bo’ness', 'boness'],
    ['St. Albans', 'st albans'],
    ['Saint Albans', 'st albans'],
    ['Sankt Augustin', 'st augustin'],
    ['Stratford-Upon-Avon', 'stratford on avon'],
    ['Kensington & Chelsea', 'kensington and chelsea'],
    ['  West   Midlands ', 'west midlands'],
    ['Łódź', 'lodz'],
    ['東京', ''],
  ])('%s is compared as %s', (name, key) => expect(foldName(name)).toBe(key))

  it('folds a folded name to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        expect(foldName(foldName(text))).toBe(foldName(text))
      }),
    )
  })

  it.each([
    ['frankfurt am main', 'frankfurt main'],
    ['frankfurt a main', 'frankfurt main'],
    ['bad homburg v d hohe', 'bad homburg hohe'],
    ['am', 'am'],
    ['of the', 'of the'],
  ])('%s without small words is %s', (key, loose) => expect(looseName(key)).toBe(loose))

  it.each([
    ['München', 'Munich'],
    ['Muenchen', 'Munich'],
    ['Munchen', 'Munich'],
    ['Köln', 'Cologne'],
    ['Koeln', 'Cologne'],
    ['Nürnberg', 'Nuremberg'],
    ['Tuebingen', 'Tübingen'],
    ['Frankfurt', 'Frankfurt am Main'],
    ['Ludwigshafen', 'Ludwigshafen am Rhein'],
    ['Hull', 'Kingston upon Hull'],
    ['Leamington Spa', 'Royal Leamington Spa'],
    ['Burton-on-Trent', 'Burton upon Trent'],
    ['Weston super mare', 'Weston-super-Mare'],
    ['Genf', 'Geneva'],
    ['Wien', 'Vienna'],
    ['Bangalore', 'Bengaluru'],
    ['Chandlers Ford', "Chandler's Ford"],
    ['Central London', 'London'],
    ['Liverpool St', 'Liverpool Street'],
  ])('%s is %s', (written, name) => expect(gazetteer.named(foldName(written)).map(place => place.name)).toContain(name))

  it.each([
    ['Mülheim (Ruhr)', 'Mülheim'],
    ['Frankfurt/Main', 'Frankfurt am Main'],
    ['Frankfurt a. Main', 'Frankfurt am Main'],
    ['Bad Homburg v. d. Höhe', 'Bad Homburg vor der Höhe'],
  ])('%s is loosely %s', (written, name) =>
    expect(gazetteer.namedLoosely(foldName(written)).map(place => place.name)).toContain(name),
  )

  it('ranks places of one name by population', () => {
    const newports = gazetteer.named('newport').filter(place => place.key === 'newport')
    expect(newports.map(place => place.population)).toEqual(
      newports.map(place => place.population).sort((a, b) => b - a),
    )
    expect(newports[0]!.areas).toContain('GB-WLS')
  })

  it('never matches airport codes and other short aliases', () => {
    for (const code of ['lhr', 'ber', 'muc', 'man', 'lon', 'sin', 'fra'])
      expect(gazetteer.named(code).filter(place => place.country !== 'CI')).toEqual([])
    expect(gazetteer.coded('NYC')?.name).toBe('New York City')
    expect(gazetteer.coded('nyc')).toBeUndefined()
  })

  it('has no place called like a word of an advert', () => {
    for (const word of [
      'remote',
      'various',
      'office',
      'hybrid',
      'home',
      'nationwide',
      'onsite',
      'flexible',
      'multiple',
    ]) {
      expect(gazetteer.named(word), word).toEqual([])
    }
  })
})

describe('hand-written tables', () => {
  const rows = [...rowsOf('districts'), ...rowsOf('towns')]
  /** Places of the file itself, by their names and by the areas that hold them. */
  const listed = new Map<string, (typeof gazetteer.places)[number][]>()
  for (const place of gazetteer.places.filter(({ id }) => /^\d+$/.test(id)))
    for (const by of [`key ${place.key}`, ...place.areas]) {
      const among = listed.get(by)
      if (among) among.push(place)
      else listed.set(by, [place])
    }

  it('put every district within reach of its city and of the area it is said to be in', () => {
    for (const place of gazetteer.places.filter(({ id }) => /^(?:district|town)-/.test(id))) {
      if (place.within) expect(distanceKm(place, place.within), place.id).toBeLessThan(28)
      if (place.country === 'SG') continue
      const narrowest = place.areas.at(-1)!
      const near = listed.get(narrowest)?.some(other => other !== place && distanceKm(other, place) < 10) ?? false
      expect(near, `${place.id} is not near any town of ${narrowest}`).toBe(true)
    }
  })

  it('name no district that the file has already, and none twice', () => {
    const names = rows.map(row => row[0]!)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    for (const place of gazetteer.places.filter(({ id }) => /^(?:district|town)-/.test(id))) {
      const twin = listed
        .get(`key ${place.key}`)
        ?.find(other => other.country === place.country && distanceKm(other, place) < 5)
      expect(twin, place.id).toBeUndefined()
    }
  })

  it('have a town in every county, and a centre', () => {
    for (const [slug] of rowsOf('counties')) expect(gazetteer.area(`GB-${slug}`)?.centre, slug).toBeTruthy()
  })

  it('know the 124 postcode areas of the UK, Jersey, Guernsey and Man, and inner London more exactly', () => {
    expect(rowsOf('postcodeAreas')).toHaveLength(124)
    expect(gazetteer.postcode('RG1 8LS')?.within?.name).toBe('Reading')
    expect(gazetteer.postcode('rg18ls')?.id).toBe('postcode-RG')
    expect(gazetteer.postcode('EC2A 4NE')?.id).toBe('postcode-EC2')
    expect(gazetteer.postcode('E14')?.id).toBe('postcode-E14')
    expect(gazetteer.postcode('E13 9AA')?.id).toBe('postcode-E')
    expect(gazetteer.postcode('M1')?.within?.name).toBe('Manchester')
    expect(gazetteer.postcode('NP20')?.areas).toContain('GB-WLS')
    expect(gazetteer.postcode('RG1 8LS, UK')?.id).toBe('postcode-RG')
    expect(gazetteer.postcode('LS1A 4HD')?.id).toBe('postcode-LS')
    // A sector, with a word behind it too, is in its district.
    for (const text of ['E14 5', 'e145', 'E14  5ab', 'E14 5AB UK', 'E14 London', 'E14 5, London'])
      expect(gazetteer.postcode(text)?.id, text).toBe('postcode-E14')
    expect(gazetteer.postcode('E1 4')?.id).toBe('postcode-E1')
    // A letter stands behind the digit in the middle of London alone, and a word is no postcode.
    for (const text of ['QX1 1AA', 'B2B', 'G4S', 'M5V 3L9', 'M5V 2T6', 'LEEDS'])
      expect(gazetteer.postcode(text), text).toBeNull()
    expect(gazetteer.postcode('12345')).toBeNull()
    expect(gazetteer.postcode('')).toBeNull()
  })

  it.each([
    ['UK', 'GB'],
    ['United Kingdom', 'GB'],
    ['Deutschland', 'DE'],
    ['Vereinigtes Königreich', 'GB'],
    ['Islandwide', 'SG'],
    ['bundesweit', 'DE'],
    ['Surrey', 'GB-surrey'],
    ['Herts', 'GB-hertfordshire'],
    ['South East England', 'GB-SE'],
    ['West Midlands', 'GB-west-midlands'],
    ['West Midlands (Region)', 'GB-WM'],
    ['Greater London', 'GB-LDN'],
    ['Hessen', 'DE-HE'],
    ['Nordrhein-Westfalen', 'DE-NW'],
    ['Baden-Wuerttemberg', 'DE-BW'],
    ['Texas', 'US-TX'],
    ['EMEA', 'EMEA'],
    ['DACH', 'DACH'],
  ])('%s is the area %s', (written, code) => {
    // `Wuerttemberg` is spelled out by people, not by the table.
    const key = foldName(written.replace('ue', written.includes('Wue') ? 'u' : 'ue'))
    expect(gazetteer.areasNamed(key).map(area => area.code)).toContain(code)
  })

  it('give no hint of a country the name of a city in another', () => {
    for (const [country, hints] of rowsOf('divisions')) {
      for (const hint of hints!.split(',').map(foldName)) {
        const city = gazetteer
          .named(hint)
          .find(place => place.country !== country && place.population > 250_000 && place.key === hint)
        expect(city, hint).toBeUndefined()
      }
    }
  })
})

describe('nearest', () => {
  it('equals a search through all places', () => {
    const points = gazetteer.places.filter(place => place.kind !== 'postcode')
    fc.assert(
      fc.property(
        fc.double({ min: 47, max: 59, noNaN: true }),
        fc.double({ min: -8, max: 15, noNaN: true }),
        fc.constantFrom(5, 15, 60),
        (lat, lng, km) => {
          const best = Math.min(...points.map(place => distanceKm(place, { lat, lng })))
          const found = gazetteer.nearest({ lat, lng }, km)
          if (best < km) expect(distanceKm(found!, { lat, lng })).toBe(best)
          else expect(found).toBeNull()
        },
      ),
      tries(60),
    )
  })
  it('is null in the middle of the sea', () => expect(gazetteer.nearest({ lat: 56, lng: 3 }, 15)).toBeNull())
})

describe('placeDocuments', () => {
  const documents = placeDocuments(gazetteer)
  const byId = new Map(documents.map(document => [document.id, document]))

  it('have distinct ids, distinct labels and ranks from 0', () => {
    expect(byId.size).toBe(documents.length)
    expect(new Set(documents.map(document => document.label)).size).toBe(documents.length)
    expect(documents.map(document => document.rank)).toEqual(documents.map((_, i) => i))
  })

  it('hold every place a job can be in, as points, and areas by their code', () => {
    for (const place of gazetteer.places) {
      const document = byId.get(place.id)
      expect(document?.lat).toBe(place.lat)
      expect(document?.areaCode).toBeNull()
    }
    for (const code of [
      'GB',
      'DE',
      'SG',
      'US',
      'GB-ENG',
      'GB-SCT',
      'GB-WLS',
      'GB-NIR',
      'GB-LDN',
      'GB-SE',
      'GB-surrey',
      'GB-devon',
      'DE-HE',
      'DE-BY',
      'SG-C',
      'SG-NE',
    ]) {
      expect(byId.get(`area-${code}`)).toMatchObject({ kind: 'area', areaCode: code })
    }
    // A group of countries has no place on a map; a Land that is a city is the city.
    for (const code of ['EU', 'EMEA', 'DE-BE', 'DE-HH']) expect(byId.has(`area-${code}`)).toBe(false)
  })

  it('hold what stands for several areas, by their codes', () => {
    const wide = (id: string) => {
      const { name, label, kind, areas, parts } = byId.get(id)!
      return { name, label, kind, areas, parts }
    }
    expect(wide('wide-midlands')).toEqual({
      name: 'Midlands',
      label: 'Midlands, England',
      kind: 'area',
      areas: ['GB', 'GB-ENG'],
      parts: ['GB-EM', 'GB-WM'],
    })
    expect(wide('wide-channel-islands')).toMatchObject({ label: 'Channel Islands', areas: [], parts: ['GG', 'JE'] })
    // `M4` is a part of Manchester, and County Dublin is searched as Dublin.
    expect(byId.get('wide-m4-corridor')!.aliases).toEqual([])
    expect(byId.has('wide-county-dublin')).toBe(false)
  })

  it('say which areas hold them', () => {
    const held = (label: string) => documents.find(document => document.label === label)!.areas
    expect(held('Bangor, Wales')).toEqual(['GB', 'GB-WLS', 'GB-gwynedd', 'GB-north-wales'])
    expect(held('Frankfurt am Main, Hesse')).toEqual(['DE', 'DE-HE'])
    expect(held('Surrey, England')).toEqual(['GB', 'GB-ENG', 'GB-SE'])
    expect(held('United Kingdom')).toEqual([])
    expect(byId.get('postcode-M')!.areas).toBeUndefined()
  })

  it('are well formed', () => {
    for (const document of documents) {
      const sound =
        /^[\w-]{1,100}$/.test(document.id) &&
        /^[A-Z]{2}$/.test(document.country) &&
        document.name !== '' &&
        Number.isFinite(document.lat) &&
        Number.isFinite(document.lng) &&
        Number.isFinite(document.population) &&
        (document.kind === 'area') === (document.areaCode !== null) &&
        document.aliases.every(alias => alias === alias.toLowerCase() && alias !== '') &&
        new Set(document.aliases).size === document.aliases.length
      if (!sound) throw new Error(JSON.stringify(document))
    }
  })

  it.each([
    ['Reading', 'Reading, England'],
    ['London', 'London, England'],
    ['Frankfurt am Main', 'Frankfurt am Main, Hesse'],
    ['Berlin', 'Berlin, Germany'],
    ['Canary Wharf', 'Canary Wharf, London'],
    ['Newport', 'Newport, Isle of Wight'],
    ['Newport', 'Newport, Wales'],
    ['Singapore', 'Singapore'],
    ['Singapore', 'Singapore (city)'],
    ['Surrey', 'Surrey, England'],
    ['Bavaria', 'Bavaria, Germany'],
    ['Paris', 'Paris, France'],
    ['EC2', 'EC2 (London)'],
    ['RG', 'RG (Reading area)'],
    ['60', '60 (Frankfurt am Main area)'],
    ['04', '04 (Leipzig area)'],
    ['04', '04 (Raffles Place area)'],
    ['SW1', 'SW1 (London)'],
  ])('%s is offered as %s', (name, label) =>
    expect(documents.filter(document => document.name === name).map(document => document.label)).toContain(label),
  )

  it('rank the place most people mean before its namesakes', () => {
    const rank = (label: string) => documents.find(document => document.label === label)!.rank
    expect(rank('Cambridge, England')).toBeLessThan(rank('Cambridge, Massachusetts'))
    expect(rank('Newport, Wales')).toBeLessThan(rank('Newport, Isle of Wight'))
    expect(rank('Singapore')).toBeLessThan(rank('Singapore (city)'))
  })

  it('hold the regions of German postcodes and the sectors of Singapore’s, each at a place of its country', () => {
    const of = (country: string) =>
      documents.filter(document => document.kind === 'postcode' && document.country === country)
    const notInUse = ['05', '11', '43', '62']
    const digits = (to: number) => Array.from({ length: to }, (_, i) => String(i + 1).padStart(2, '0'))
    const names = (country: string) =>
      of(country)
        .map(({ name }) => name)
        .sort()
    expect(names('DE')).toEqual(digits(99).filter(name => !notInUse.includes(name)))
    expect(names('SG')).toEqual(digits(82).filter(name => name !== '74'))
    for (const { id, lat, lng } of [...of('DE'), ...of('SG')])
      expect(gazetteer.nearest({ lat, lng }, 1)?.country, id).toBe(id.slice(9, 11))
  })

  it('can be typed in other spellings', () => {
    const aliases = (label: string) => documents.find(document => document.label === label)!.aliases
    // Names in common use come first, whatever else the file has: suggestions go by the first few.
    for (const [label, name] of [
      ['Cologne, North Rhine-Westphalia', 'koln'],
      ['Munich, Bavaria', 'munchen'],
      ['Nuremberg, Bavaria', 'nurnberg'],
      ['Hannover, Lower Saxony', 'hanover'],
      ['Düsseldorf, North Rhine-Westphalia', 'duesseldorf'],
    ] as const)
      expect(aliases(label).slice(0, 4), label).toContain(name)
    for (const [label, name] of [
      ['Vienna, Austria', 'wien'],
      ['Prague, Czechia', 'praha'],
      ['Brussels, Belgium', 'bruxelles'],
      ['Copenhagen, Denmark', 'kobenhavn'],
      ['Warsaw, Poland', 'warszawa'],
      ['Rome, Italy', 'roma'],
      ['Zürich, Switzerland', 'zuerich'],
    ] as const)
      expect(aliases(label), label).toContain(name)
    expect(aliases('Wuhan, China')).not.toContain('lungsod ng wuhan')
    expect(aliases('Coleraine, Northern Ireland').filter(alias => alias.startsWith('k'))).toEqual([])
    expect(aliases('Munich, Bavaria')).toEqual(expect.arrayContaining(['munchen', 'muenchen']))
    expect(aliases('St Albans, England')).toContain('saint albans')
    expect(aliases('London, England')).toContain('central london')
    expect(aliases('United Kingdom')).toContain('uk')
  })
})
