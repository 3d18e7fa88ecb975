import { type Language, languages } from '#indexer/job'
import { categoryRules, smallWords } from './categoryRules.ts'
import { type Found, finding } from './found.ts'
import type { RawJob } from './rawJob.ts'

/** What the words of a text are counted for; `und` is a text of none of them. */
const written = languages.filter(language => language !== 'und')
/** A word of several languages counts for each of them: what is left over tells. */
const languagesOfWord = new Map<string, number>()
written.forEach((language, index) => {
  for (const word of smallWords.get(language)!)
    languagesOfWord.set(word, (languagesOfWord.get(word) ?? 0) | (1 << index))
})
const languageHits = new Uint16Array(written.length)
/** Characters of a text in which its language shows. */
const languageSample = 600

/**
 * What the feed says, unless the text is plainly in another language: a page's own default says English of adverts in
 * any. Else by the small words of title and first lines. A text that has hardly any of a language's is in none of ours
 * (`und`); without a sentence the title's letters are all there is to guess by.
 */
export function languageOf(raw: RawJob, plainText: string): Found<Language> {
  const said = raw.language?.trim().toLowerCase()
  const stated = said
    ? (categoryRules.fieldLanguages.find(({ is }) => is.test(said))?.name as Language | undefined)
    : undefined
  const { words, best, hits, second } = countLanguages(
    `${raw.title} ${plainText.slice(0, languageSample)}`.toLowerCase(),
  )
  if (stated !== undefined) {
    const own = languageHits[written.indexOf(stated as (typeof written)[number])]!
    return best === null || best === stated || hits < 12 || own * 3 > hits
      ? { value: stated, finding: null }
      : { value: best, finding: { raw: raw.language!, confidence: 0.8, flags: ['fromDescription', 'contradicted'] } }
  }
  if (words >= 40 && hits < words / 12) return { value: 'und', finding: finding('unlisted', 0.6, raw.language) }
  // One small word of a title is chance (`Trainer i Trades`, `Store Manager - La Place`).
  if (best === null || (best !== 'en' && hits - second < (best === 'de' && second === 0 ? 1 : 2))) {
    const sign = categoryRules.titleLanguages.find(({ is }) => is.test(raw.title))?.name as Language | undefined
    // The feed names a language that is none of ours, or the letters are of another script.
    const isOther = said ? true : /[\u0370-\u1fff\u3040-\uffdc]{2}/.test(raw.title)
    return { value: isOther ? 'und' : (sign ?? 'en'), finding: finding('assumed', 0.4) }
  }
  // Words of two languages, or too few to be sure: worth telling.
  const clear = second === 0 || (hits >= 4 && second * 10 <= hits * 7)
  return {
    value: best,
    finding: clear ? null : finding(said ? 'unlisted' : 'fromDescription', hits >= 4 ? 0.7 : 0.4, raw.language),
  }
}

/** @param text in lower case. @returns `best` null where no small word is met, or as many of two languages */
function countLanguages(text: string): { words: number; best: Language | null; hits: number; second: number } {
  languageHits.fill(0)
  let words = 0
  for (let start = 0; start < text.length; ) {
    while (start < text.length && !isLetter(text.charCodeAt(start))) start++
    let end = start
    while (end < text.length && isLetter(text.charCodeAt(end))) end++
    if (end > start) {
      words++
      if (end - start < 8) {
        let found = languagesOfWord.get(text.slice(start, end)) ?? 0
        for (; found !== 0; found &= found - 1) languageHits[31 - Math.clz32(found & -found)]!++
      }
    }
    start = end
  }
  let best = 0
  for (let index = 1; index < written.length; index++) if (languageHits[index]! > languageHits[best]!) best = index
  let second = 0
  for (let index = 0; index < written.length; index++)
    if (index !== best && languageHits[index]! > second) second = languageHits[index]!
  const hits = languageHits[best]!
  return { words, best: hits === 0 || hits === second ? null : written[best]!, hits, second }
}

/** A letter of the Latin script, in lower case. */
function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 0xdf && code <= 0x17f && code !== 0xf7)
}
