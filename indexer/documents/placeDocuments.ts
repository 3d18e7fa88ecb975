import { snap } from '../contract/geo.ts'
import type { PlaceDocument } from '../contract/place.ts'
import { slugify } from '../contract/slugs.ts'
import { foldName } from '../contract/words.ts'
import { splitNames } from './areaBook.ts'
import { countyName, type Gazetteer, type GazetteerPlace, wholeCountries } from './gazetteer.ts'
import { rowsOf } from './geography.ts'
import { biggerNear, buildGrid } from './placeGrid.ts'

/** Spellings of a place in the places index, those in common use first: the rest are transliterations. */
const maxAliases = 60
/** Suggestions: how much more a place of the sites' own countries counts than a foreign one of the same size. */
const homeWeight = 20

/**
 * Every place and area as the `places` index holds it, one document each. Groups of countries are left out (a search is
 * never in one), and so are areas that are one city (Berlin, Hamburg, Bristol), which the city stands for.
 */
export function placeDocuments(gazetteer: Gazetteer): PlaceDocument[] {
  const aliases = gazetteer.aliasesOf()
  const areaAliases = gazetteer.areaAliasesOf()
  const points = gazetteer.places.filter(place => place.kind !== 'postcode')
  const labels = labelsOf(points, gazetteer)
  const documents: Omit<PlaceDocument, 'rank'>[] = []
  for (const place of gazetteer.places) {
    const { id, country, lat, lng, population } = place
    if (place.kind === 'postcode') {
      // Outcodes, PLZ and streets are where they say; of the rest only the main town of a wide area is known, and the
      // label owns up to that.
      const city = place.within?.name ?? ''
      const label = /^(?:[A-Z]+\d|\d{4})/.test(place.name) ? `${place.name} (${city})` : `${place.name} (${city} area)`
      documents.push({
        id,
        name: place.name,
        label,
        kind: 'postcode',
        country,
        lat,
        lng,
        areaCode: null,
        population,
        aliases: [],
      })
      continue
    }
    const { name, kind } = place
    documents.push({
      id,
      name,
      label: labels.get(place)!,
      kind,
      country,
      lat,
      lng,
      areaCode: null,
      areas: place.areas,
      population,
      // First: what stands first is in common use (api/search/placeNames.ts).
      aliases: [...new Set([...(gazetteer.otherNames.get(id) ?? []), ...spellings(place, aliases.get(place) ?? [])])],
    })
  }
  const oneCity = new Set(['DE-BE', 'DE-HH', 'GB-bristol'])
  const taken = new Set(documents.map(document => document.label))
  for (const area of gazetteer.areas) {
    if (!area.centre || area.kind === 'group' || oneCity.has(area.code)) continue
    const { code, country, population } = area
    let label =
      area.kind === 'country'
        ? area.name
        : `${area.name}, ${gazetteer.area(area.kind === 'county' ? area.areas[1]! : country)!.name}`
    if (taken.has(label)) label = `${label} (${area.kind === 'country' ? 'whole country' : 'whole area'})`
    taken.add(label)
    const key = foldName(area.name)
    const id = `area-${code}`
    const known = (areaAliases.get(area) ?? []).filter(alias => alias !== key)
    documents.push({
      id,
      name: area.name,
      label,
      kind: 'area',
      country,
      ...area.centre,
      areaCode: code,
      areas: area.areas.slice(0, -1),
      population,
      aliases: [...new Set([...(gazetteer.otherNames.get(id) ?? []), ...known])],
    })
  }
  documents.push(...wideDocuments(gazetteer))
  const weight = (document: Omit<PlaceDocument, 'rank'>) =>
    document.population * (wholeCountries.has(document.country) ? homeWeight : 1)
  return documents
    .sort((a, b) => weight(b) - weight(a) || (a.id < b.id ? -1 : 1))
    .map((document, rank) => ({ ...document, rank }))
}

/** Parts of a country that no area is and that are searched as several: `Home Counties`, `Midlands`. */
function wideDocuments(gazetteer: Gazetteer): Omit<PlaceDocument, 'rank'>[] {
  return rowsOf('wideNames').flatMap(([name, targets, aliases]) => {
    const areaOf = (target: string) => gazetteer.areasNamed(foldName(target))[0]
    // `London` is the city, `Greater London` the area.
    const parts = targets!.split('; ').map(target => areaOf(target) ?? areaOf(`Greater ${target}`))
    const areas = parts.filter(area => area?.centre)
    // A county that is searched as its city: the city answers to its name.
    if (areas.length < parts.length) return []
    const population = areas.reduce((sum, area) => sum + area!.population, 0)
    const mean = (of: 'lat' | 'lng') =>
      areas.reduce((sum, area) => sum + area!.centre![of] * area!.population, 0) / population
    const holding = areas[0]!.areas.filter(code => areas.every(area => area!.areas.includes(code)))
    const within = holding.length > 0 ? gazetteer.area(holding.at(-1)!)!.name : ''
    const id = `wide-${slugify(name!)}`
    return {
      id,
      name: name!,
      label: within === '' || name!.endsWith(` ${within}`) ? name! : `${name}, ${within}`,
      kind: 'area' as const,
      country: areas[0]!.country,
      ...snap({ lat: mean('lat'), lng: mean('lng') }),
      areaCode: id,
      areas: holding,
      parts: areas.map(area => area!.code),
      population,
      // `M4` is a part of Manchester to who searches.
      aliases: [
        ...(gazetteer.otherNames.get(id) ?? []),
        ...splitNames(aliases)
          .filter(alias => alias.length > 3)
          .map(foldName),
      ],
    }
  })
}

/**
 * Other spellings, with the words that folding had shortened spelled out again: a visitor types `Saint Albans`, `Burton
 * upon Trent`.
 */
function spellings({ key, country }: GazetteerPlace, known: string[]): string[] {
  // Abroad only what a person may type: no `qlwnyt` (Arabic letter by letter), no `lungsod ng wuhan`. In Britain no
  // other alphabet's way of writing the same name: `kolraine` begins with a letter that neither Welsh nor Gaelic has.
  const typed = (alias: string) => /[aeiouy]/.test(alias) && !/[^aeiouy ]{5}/.test(alias) && alias.split(' ').length < 3
  const british = (alias: string) => alias[0] === key[0] || !/^[jkqvxz]/.test(alias)
  const aliases = country === 'GB' ? known.filter(british) : wholeCountries.has(country) ? known : known.filter(typed)
  // `duesseldorf` beside `dusseldorf`: a German spelling, and what people type.
  const german =
    country === 'DE' ? aliases.filter(alias => /[aou]e/.test(alias) && alias.replace(/([aou])e/g, '$1') === key) : []
  const own = [...new Set([...german, ...aliases])].slice(0, maxAliases)
  for (const name of [key, ...own]) {
    if (/\bst /.test(name)) own.push(name.replace(/\bst /, 'saint '))
    if (/ on /.test(name)) own.push(name.replace(' on ', ' upon '))
  }
  if (key.includes(' ')) own.push(key)
  return [...new Set(own)]
}

/**
 * Labels by name and region; where several share one, the small ones say their county or the next bigger place. The
 * biggest keeps the short label when it dwarfs the others.
 */
function labelsOf(places: readonly GazetteerPlace[], gazetteer: Gazetteer): Map<GazetteerPlace, string> {
  const labels = new Map<GazetteerPlace, string>()
  const taken = new Set<string>()
  const grid = buildGrid(places)
  const give = (place: GazetteerPlace, label: string) => {
    labels.set(place, label)
    taken.add(label)
  }
  const groups = new Map<string, GazetteerPlace[]>()
  for (const place of places) {
    const label = shortLabel(place, gazetteer)
    const group = groups.get(label)
    if (group) group.push(place)
    else groups.set(label, [place])
  }
  for (const [label, group] of groups) {
    group.sort((a, b) => b.population - a.population)
    for (const [i, place] of group.entries()) {
      if (i === 0 && (group.length === 1 || place.population >= 10 * group[1]!.population)) {
        give(place, label)
        continue
      }
      const county = countyName(place, gazetteer)
      const near = biggerNear(place, grid)
      const choices = [
        county && county !== place.name ? `${place.name}, ${county}` : '',
        near
          ? `${place.name} (near ${near.name}), ${county || place.region || gazetteer.area(place.country)!.name}`
          : '',
        `${label} (${place.lat.toFixed(2)}, ${place.lng.toFixed(2)})`,
        `${label} (${place.id})`,
      ]
      give(place, choices.find(choice => choice !== '' && !taken.has(choice) && !groups.has(choice))!)
    }
  }
  return labels
}

function shortLabel(place: GazetteerPlace, gazetteer: Gazetteer): string {
  const country = gazetteer.area(place.country)!.name
  if (place.country === 'SG') return place.kind === 'city' ? 'Singapore (city)' : `${place.name}, Singapore`
  if (place.within) return `${place.name}, ${place.within.name}`
  return `${place.name}, ${place.region && place.region !== place.name ? place.region : country}`
}
