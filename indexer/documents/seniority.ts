import { type Seniority, seniorities } from '#indexer/job'
import { remembered } from '#indexer/text'
import { categoryRules, words } from './categoryRules.ts'
import { type CategoryContext, type Found, finding, firstLines, fold } from './found.ts'

/** Words of a feed's field. */
const levelOfField = remembered(1_000, (text: string): Seniority | null => {
  const level = categoryRules.fieldLevels.find(({ is }) => is.test(text))?.name ?? 'none'
  return level === 'none' ? null : (level as Seniority)
})

/** Words that hold a level and mean another thing. */
const notLevels = new RegExp(words.notLevels, 'g')
const ranks = new Map(seniorities.map((level, rank) => [level, rank]))

/** The level that a title names; null when it names none, or levels too far apart to mean one (`Junior / Senior`). */
export function levelIn(text: string): Seniority | null {
  const said = text.replace(notLevels, ' ')
  const found = categoryRules.titleLevels.filter(({ is }) => is.test(said)).map(({ name }) => name as Seniority)
  if (found.length <= 1) return found[0] ?? null
  // A trainee of whatever (`Trainee Team Leader`) is a trainee, a senior one of it has the higher rank; alternatives
  // mean the lower one.
  const alternatives =
    /\b(?:junior|mid|senior|lead|principal|head|director|graduate)\b[ )]*(?:\/|-|–|,|to\b|or\b|bis\b|oder\b|und\b|and\b|&)[ (]*(?:junior|mid|senior|lead|principal|head|director|graduate)/.test(
      said,
    )
  const [lowest, highest] = [found[0]!, found.at(-1)!]
  if (lowest === 'Entry') return alternatives ? null : 'Entry'
  return alternatives ? lowest : said.includes('assistant vice president') || /\bavp\b/.test(said) ? 'Senior' : highest
}

/** Sentences that are about the job itself and leave no doubt. */
const levelPhrase =
  /\b(?:looking for|seeking|hiring|recruiting|recruit) (?:for )?(?:an?|our next|another) (?:(?:enthusiastic|motivated|talented|experienced|ambitious|bright|keen|passionate|driven|highly skilled|skilled|dynamic|new|hands-on) (?:and )?){0,3}(senior|junior|graduate|trainee|apprentice|entry[ -]level|mid[ -]level)\b|\bthis is an? (senior|junior|graduate|trainee|entry[ -]level|mid[ -]level)(?: level)? (?:role|position|job|opportunity)|\b(?:no|without) (?:previous |prior )?experience (?:is )?(?:required|necessary|needed)|\bkeine (?:berufserfahrung|vorkenntnisse) (?:erforderlich|nötig|notwendig)/

/**
 * The feed's field first. Where that only says the middle, or nothing that can be understood, a plain word in the title
 * says more.
 */
export function seniorityOf({ raw, said, description }: CategoryContext): Found<Seniority | null> {
  const words = raw.seniority ?? []
  const stated = words
    .map(text => levelOfField(text.toLowerCase().replaceAll('_', ' ').trim()))
    .filter(level => level !== null)
  const level = stated.reduce<Seniority | null>(
    (low, each) => (low === null || ranks.get(each)! < ranks.get(low)! ? each : low),
    null,
  )
  if (level !== null && level !== 'Mid') return { value: level, finding: null }
  const inTitle = said.level
  if (inTitle !== null && inTitle !== level) return { value: inTitle, finding: finding('fromTitle', 0.95, raw.title) }
  if (level !== null) return { value: level, finding: null }
  if (
    inTitle === null &&
    /\bgraduate training|\bgraduate jobs?\b|apprenticeship|\binternship|ausbildung|praktik|werkstudent/.test(
      fold(raw.categories.join(' · ')),
    )
  )
    return { value: 'Entry', finding: finding('fromCategory', 0.8, raw.categories.join(' · ')) }
  const phrase = levelPhrase.exec(description.slice(0, firstLines))
  if (!phrase) return { value: null, finding: words.length > 0 ? finding('unclear', 0, words.join(' · ')) : null }
  return { value: levelIn(phrase[1] ?? phrase[2] ?? 'trainee'), finding: finding('fromDescription', 0.7) }
}
