import { eld } from 'eld/extrasmall'
import { type Language, languages } from '#indexer/job'
import { categoryRules } from './categoryRules.ts'
import { type Found, finding } from './found.ts'
import type { RawJob } from './rawJob.ts'

/** Characters of a text in which its language shows. */
const sampled = 600
/** Characters from which a text is told by, and enough to overrule the feed. */
const leastText = 30
const plentyOfText = 120
/** How much better another language must fit than the one that the feed states. */
const plainly = 0.1
const ours = new Set<string>(languages)

/**
 * What the feed says, unless the text is plainly in another language: a page's own default says English of adverts in
 * any. Else what the detector reads in title and first lines; a language that is none of ours is `und`. Without a
 * sentence the title's letters are all there is to guess by.
 */
export function languageOf(raw: RawJob, plainText: string): Found<Language> {
  const said = raw.language?.trim().toLowerCase()
  const stated = said
    ? (categoryRules.fieldLanguages.find(({ is }) => is.test(said))?.name as Language | undefined)
    : undefined
  const text = plainText.slice(0, sampled)
  if (text.length < leastText) return stated ? { value: stated, finding: null } : fromTitle(raw)
  const plain = plainlyIn(text)
  if (plain && (stated === undefined || stated === plain)) return { value: plain, finding: null }
  const detected = eld.detect(`${raw.title} ${text}`)
  const value = (ours.has(detected.language) ? detected.language : 'und') as Language
  const isSure = detected.isReliable()
  if (stated === undefined)
    return {
      value,
      finding: isSure ? null : finding(said ? 'unlisted' : 'fromDescription', 0.6, raw.language),
    }
  const scores = detected.getScores()
  const gap = (scores[detected.language] ?? 0) - (scores[stated] ?? 0)
  return value === stated || !isSure || text.length < plentyOfText || gap < plainly
    ? { value: stated, finding: null }
    : { value, finding: { raw: raw.language!, confidence: 0.8, flags: ['fromDescription', 'contradicted'] } }
}

/** So many words of one, and none of the other: the detector takes a quarter of a row's time to say the same. */
const plenty = 8
const englishWords = /\b(?:the|and|with|you|will|this|that|are|our|from|have|your)\b/gi
const germanWords = /\b(?:und|der|das|mit|für|wir|sie|ein|eine|auf|bei|ist|werden|oder|zur|zum)\b/gi

function plainlyIn(text: string): Language | null {
  const english = text.match(englishWords)?.length ?? 0
  const german = text.match(germanWords)?.length ?? 0
  return english >= plenty && german === 0 ? 'en' : german >= plenty && english === 0 ? 'de' : null
}

/** By letters and words that only one of our languages has; else by its script, and English where that is Latin. */
function fromTitle(raw: RawJob): Found<Language> {
  const sign = categoryRules.titleLanguages.find(({ is }) => is.test(raw.title))?.name as Language | undefined
  // The feed names a language that is none of ours, or the letters are of another script.
  const isOther = raw.language?.trim() ? true : /[\u0370-\u1fff\u3040-\uffdc]{2}/.test(raw.title)
  return { value: isOther ? 'und' : (sign ?? 'en'), finding: finding('assumed', 0.4) }
}
