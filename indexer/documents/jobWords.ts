/** Words that a job is found by beside its title and text. */
import type { JobDocument } from '#indexer/job'
import { namesIn } from '#indexer/plainNames'
import { namesFor, otherSpacing } from '#indexer/synonyms'
import { cutText, remembered, repairText } from '#indexer/text'
import { withoutGender } from '#indexer/title'
import { isSearchingWord, masculineOf, otherSpellings, wordsOf } from '#indexer/words'
import type { Gazetteer } from './gazetteer.ts'
import type { ResolvedLocations } from './location.ts'
import type { RawJob } from './rawJob.ts'

const titleWordsKept = 400

/**
 * Words that an advert is found by without holding them, distinct. Behind a word of their own: the engine would rank a
 * field that is the searched word and nothing else as high as a title that is.
 */
function besides(words: Iterable<string>, most: number): string {
  const distinct = [...new Set(words)]
  return distinct.length === 0 ? '' : cutText(['also', ...distinct].join(' '), most)
}

/**
 * The words of a title in other spellings, and those of the feed's own title that were taken out of ours: a pasted
 * title finds its job.
 */
export function titleWordsOf(
  raw: RawJob,
  title: string,
  { locations }: ResolvedLocations,
  { language, specialisms }: { language: string; specialisms: string[] },
): string {
  const spellings = otherSpellings([title, ...locations, ...specialisms], language === 'de')
  return besides([...spellings, ...writtenOtherwise(`${title}\n${raw.title}`)], titleWordsKept)
}

/** Of our title and the feed's: ours with other spaces, and the words that are only in the feed's. */
const writtenOtherwise = remembered(5_000, (titles: string): string[] => {
  // Ours is one line.
  const end = titles.indexOf('\n')
  const words = wordsOf(titles.slice(0, end))
  const own = new Set(words)
  const left = wordsOf(withoutGender(repairText(titles.slice(end + 1))))
  const spacing = otherSpacing(words.map(word => masculineOf(word) ?? word))
  return [...spacing, ...left].filter(word => !own.has(word))
})

const filedKept = 400
const namesKept = 400
/** What the title is called by others, in its language and in the other one. */
export const otherNames = remembered(10_000, (title: string): Pick<JobDocument, 'alsoCalled' | 'calledAbroad'> => {
  const words = wordsOf(title)
  const { own, other } = namesFor([...words, ...otherSpellings([title], true)])
  const wordsIn = (names: string[]) => new Set(names.flatMap(wordsOf))
  const known = new Set(words)
  const alsoCalled = [...wordsIn(own)].filter(word => !known.has(word))
  return {
    alsoCalled: besides(alsoCalled, namesKept),
    calledAbroad: besides([...wordsIn(other), ...otherSpellings(other, true)], namesKept),
  }
})

/**
 * Distinct words of all that the advert is filed under and that no other searched field says.
 * @param shown texts that are searched as they are shown: their names with signs are words here (plainNames.ts)
 */
export function filedAs(
  raw: RawJob,
  places: ResolvedLocations,
  gazetteer: Gazetteer,
  shown: readonly (string | null)[],
): string {
  const own = new Set(places.locations.flatMap(wordsOf))
  const areas = places.areas.map(code => gazetteer.area(code)?.name ?? '')
  const texts = [
    writtenPlaces(raw),
    raw.locationText ?? '',
    ...areas,
    ...raw.types,
    ...raw.environments,
    ...raw.categories,
  ]
  const names = shown.flatMap(text => namesIn(text ?? '').map(({ word }) => word.toLowerCase()))
  const words = [...names, ...texts.slice(0, 100).flatMap(text => filedWords(text.slice(0, 500)))]
  return cutText([...new Set(words.filter(word => !own.has(word) && !isSearchingWord(word)))].join(' '), filedKept)
}

const filedWords = remembered(10_000, (text: string): string[] => wordsOf(repairText(text)))

/** The row's location fields as one text. */
export function writtenPlaces({ locations, locationText }: RawJob): string {
  const texts = locations.map(
    ({ text, city, region, country, postcode }) => text ?? [city, region, postcode, country].filter(Boolean).join(', '),
  )
  const written = [...new Set(texts.filter(text => text !== ''))].join(' · ')
  return written || (locationText ?? '')
}

/** `IFRS 17` also as `IFRS17`, which is how people search for it: codes are searched for whole. */
export function joinedCodes(text: string): string {
  let joined = ''
  for (const [, letters, digits] of text.matchAll(/\b([A-Z]{2,5})[ -](\d{1,4})\b/g)) joined += `${letters}${digits} `
  return joined
}
