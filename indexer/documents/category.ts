import type { Finding, JobType, Language, Seniority, WorkingEnvironment, WorkingHours } from '#indexer/job'
import { slugify } from '#indexer/slugs'
import { sectors as knownSectors, specialisms as knownSpecialisms, type SectorName } from '#indexer/specialisms'
import { cutText, remembered } from '#indexer/text'
import { categoryRules, type WordRule, words } from './categoryRules.ts'
import { type CategoryContext, type Found, finding, fold, mostOfField, type SaidOfTitle } from './found.ts'
import { hoursOf, lastLines, typesOf } from './jobType.ts'
import { languageOf } from './language.ts'
import type { RawJob } from './rawJob.ts'
import { levelIn, seniorityOf } from './seniority.ts'
import { environmentIn, environmentsOf } from './workingEnvironment.ts'

/**
 * What kind of work an advert is for. The feed's own words win and stay as they are; else rules, on the title first,
 * then on the feed's categories, then on what the description says it is looking for. No rule matches: the list stays
 * empty, for a wrong specialism hides a job from those who look for it.
 */
export interface JobCategories {
  sectors: string[]
  specialisms: string[]
  type: JobType[]
  workingHours: WorkingHours[]
  workingEnvironment: WorkingEnvironment[]
  seniority: Seniority | null
  /** The spec's upper-case codes. */
  jobCategories: string[]
  language: Language
  /**
   * How each was found, where the feed does not say it in a field of its own. Flags: `fromTitle`, `fromCategory`,
   * `fromDescription`, `fromLocation`, `fromSalary`, `fromSpecialism`; `assumed` (nothing says it), `unlisted` (the
   * feed's own word, which is none of ours), `doubtful` (left out, for it is not sure enough).
   */
  found: Partial<Record<'sectors' | 'specialisms' | 'type' | 'workingEnvironment' | 'seniority' | 'language', Finding>>
}

/** The row with the fields that are searched cut; itself where they are as short as they should be. */
function shortened(raw: RawJob): RawJob {
  const lists = ['categories', 'types', 'environments', 'seniority'] as const
  const isLong = (texts: readonly string[] | undefined) =>
    texts?.some(text => text.length > mostOfField) || (texts?.length ?? 0) > mostOfField
  const places = raw.locations.some(({ text, city }) => (text?.length ?? 0) + (city?.length ?? 0) > mostOfField)
  if (raw.title.length + (raw.company?.length ?? 0) <= mostOfField && !lists.some(list => isLong(raw[list])) && !places)
    return raw
  const cut = (text: string) => cutText(text, mostOfField)
  const short: RawJob = { ...raw, title: cut(raw.title), company: raw.company && cut(raw.company) }
  for (const list of lists) if (raw[list]) short[list] = raw[list].slice(0, mostOfField).map(cut)
  short.locations = raw.locations.map(place => ({
    ...place,
    text: place.text && cut(place.text),
    city: place.city && cut(place.city),
  }))
  return short
}

/** Characters of a description that are read, and that are looked through for where the work is done. */
const read = 3_000
const mostRead = 20_000

/** @param plainText the description without markup */
export function categorise(written: RawJob, plainText: string): JobCategories {
  const raw = shortened(written)
  const title = fold(raw.title)
  const categories = fold(cutText(raw.categories.join(' · '), mostOfField))
  const description = plainText.slice(0, read).toLowerCase()
  // With what was cut in two.
  const rest = plainText.length <= read ? '' : plainText.slice(read - 100, mostRead).toLowerCase()
  const ending =
    plainText.length <= read ? '' : plainText.slice(Math.max(read - 100, plainText.length - lastLines)).toLowerCase()
  const context = {
    title,
    said: saidOfTitle(title),
    categories,
    description,
    rest,
    ending,
    company: fold(raw.company ?? ''),
    raw,
  }
  const named = explicit(raw.specialisms, specialismNames)
  const specialisms = named ?? guessSpecialisms(context)
  const sectors = explicit(raw.sectors, sectorNames) ?? sectorsOf(specialisms, named !== null, context)
  const type = typesOf(context)
  const workingHours = hoursOf(context)
  const workingEnvironment = environmentsOf(context)
  const seniority = seniorityOf(context)
  const language = languageOf(raw, plainText)
  const found: JobCategories['found'] = {}
  if (specialisms.finding) found.specialisms = specialisms.finding
  if (sectors.finding) found.sectors = sectors.finding
  if (type.finding) found.type = type.finding
  if (workingEnvironment.finding) found.workingEnvironment = workingEnvironment.finding
  if (seniority.finding) found.seniority = seniority.finding
  if (language.finding) found.language = language.finding
  return {
    specialisms: specialisms.value,
    sectors: sectors.value,
    type: type.value,
    workingHours,
    workingEnvironment: workingEnvironment.value,
    seniority: seniority.value,
    jobCategories: jobCategoriesOf(raw, specialisms.value, context.said.codes),
    language: language.value,
    found,
  }
}

/** What a title says by itself. Titles repeat over a feed, and the rules are many. */
const saidOfTitle = remembered(10_000, (title: string): SaidOfTitle => {
  const codes = categoryRules.titleJobCategories.filter(({ is }) => is.test(title)).map(({ name }) => name)
  return {
    rules: candidates(categoryRules.titleSpecialisms, title),
    environment: environmentIn(title, 'title'),
    level: levelIn(title),
    codes,
  }
})

const canonicalNames = (entries: readonly { slug: string; name: string }[]) =>
  new Map(
    entries.flatMap(({ slug, name }) => [
      [slug, name],
      [slugify(name), name],
    ]),
  )
const specialismNames = canonicalNames(knownSpecialisms)
const sectorNames = canonicalNames(knownSectors)

/**
 * The feed's own values: a known name or slug in its proper spelling, anything else verbatim. Null where it has none.
 */
function explicit(values: string[], names: Map<string, string>): Found<string[]> | null {
  const found: string[] = []
  let unlisted = false
  for (const value of values) {
    const trimmed = value.trim().toWellFormed()
    const name = trimmed === '' ? '' : (names.get(slugify(trimmed)) ?? trimmed)
    if (name === '' || found.includes(name)) continue
    found.push(name)
    if (!names.has(slugify(trimmed))) unlisted = true
  }
  return found.length === 0
    ? null
    : { value: found, finding: unlisted ? finding('unlisted', 0.8, values.join(' · ')) : null }
}

const bankingWords = new RegExp(words.banking)
/** Jobs that only name the work of others, or that share a word with it. */
const notOurs = new RegExp(words.notOurs)

const sectorOf = new Map(knownSpecialisms.map(({ name, sector }) => [name, sector]))
/**
 * Specialisms of the banking sector that every trade has too: the sector is theirs only where title, category or
 * employer speak of banking. In a description any trade names its bank, or the FCA.
 */
const everywhere = new Set(['Accounting & Finance', 'Audit, Risk & Compliance', 'Sales & Marketing'])
const general = new Set(['Technology', 'Insurance', 'Banking'])

function guessSpecialisms(context: CategoryContext): Found<string[]> {
  const { title, categories, company, description, raw } = context
  const none = { value: [], finding: null }
  if (notOurs.test(title)) return none
  const said = (needs: RegExp) =>
    needs.test(title) || needs.test(categories) || needs.test(company) || needs.test(description)
  const fromTitle = choose(context.said.rules, said)
  // What a second rule says beside the first, and what only the rest of the advert bears out, is a little less sure.
  if (fromTitle.length > 0)
    return {
      value: insurers(fromTitle, context),
      finding: finding('fromTitle', fromTitle.length > 1 || general.has(fromTitle[0]!) ? 0.85 : 0.95, raw.title),
    }
  const fromCategories = categories === '' ? [] : choose(categoryCandidates(categories), said)
  if (fromCategories.length > 0)
    return {
      value: insurers(fromCategories.slice(0, 1), context),
      finding: finding('fromCategory', 0.7, raw.categories.join(' · ')),
    }
  const wanted = wantedPhrase.exec(description)?.[1]
  const fromText =
    wanted && !notOurs.test(wanted)
      ? insurers(choose(candidates(categoryRules.titleSpecialisms, wanted), said).slice(0, 1), context)
      : []
  return fromText.length > 0 ? { value: fromText, finding: finding('fromDescription', 0.6) } : none
}
const wantedPhrase =
  /(?:looking for|seeking|hiring|recruiting|recruit|searching for|join us as|role of|position of|work as|suchen(?: wir)?)(?: an?| our| the| our next| eine[nr]?| zum nächstmöglichen zeitpunkt eine[nr]?)? ([^.!?\n]{4,70})/

function candidates(list: readonly WordRule[], text: string): WordRule[] {
  return list.filter(rule => rule.is.test(text) && !rule.not?.test(text))
}
const categoryCandidates = remembered(2_000, (categories: string) =>
  candidates(categoryRules.categorySpecialisms, categories),
)

/** At most two: the first rule that holds, and one more that is as plain (`Actuarial Data Scientist`). */
function choose(list: readonly WordRule[], said: (needs: RegExp) => boolean): string[] {
  const found: string[] = []
  for (const { name, needs } of list) {
    if (found.includes(name)) continue
    if (found.length > 0 && (general.has(name) || name === 'Sales & Marketing')) continue
    // The insurer's accountant is not a general accountant as well.
    if (name === 'Accounting & Finance' && found.includes('Accounting & Finance (Insurance)')) continue
    if (needs && !said(needs)) continue
    found.push(name)
    if (found.length === 2) break
  }
  return found
}

/** Finance and sales in an insurer's advert belong to the insurance desks. */
function insurers(found: string[], { title, categories }: CategoryContext): string[] {
  const insurer = /\b(?:re)?insurance\b|versicherung|lloyd[’']?s/.test(`${title} · ${categories}`)
  if (!insurer) return found
  return found.map(name =>
    name === 'Accounting & Finance'
      ? 'Accounting & Finance (Insurance)'
      : name === 'Sales & Marketing'
        ? 'Broking, Distribution & Marketing'
        : name,
  )
}

/** Below this confidence there is no sector: a wrong one is told to search engines as the job's industry. */
const leastSector = 0.7

function sectorsOf(specialisms: Found<string[]>, named: boolean, context: CategoryContext): Found<string[]> {
  const found: SectorName[] = []
  for (const name of specialisms.value) {
    const sector = sectorOf.get(name)
    if (!sector || found.includes(sector)) continue
    if (
      !named &&
      everywhere.has(name) &&
      ![context.title, context.categories, context.company].some(text => bankingWords.test(text))
    )
      continue
    found.push(sector)
  }
  const bySpecialism = found.length
  const says = ({ is, not }: WordRule) =>
    [context.title, context.categories].findIndex(
      text => is.test(text) && !not?.test(`${context.title} · ${context.categories}`),
    )
  const places: number[] = []
  for (const rule of categoryRules.sectors) {
    const sector = rule.name as SectorName
    if (found.includes(sector)) continue
    const place = says(rule)
    if (place < 0) continue
    places.push(place)
    found.push(sector)
  }
  if (found.length === 0) return { value: found, finding: null }
  const flags = [
    ...(bySpecialism > 0 ? ['fromSpecialism'] : []),
    ...(places.includes(0) ? ['fromTitle'] : []),
    ...(places.includes(1) ? ['fromCategory'] : []),
  ]
  const confidence = places.length > 0 ? 0.75 : (specialisms.finding?.confidence ?? 0.95)
  const raw = places.includes(1) ? context.raw.categories.join(' · ') : places.includes(0) ? context.raw.title : ''
  return confidence < leastSector
    ? { value: [], finding: { raw, confidence, flags: [...flags, 'doubtful'] } }
    : { value: found, finding: { raw, confidence, flags } }
}
const specialismCategories = new Map<string, string[]>(
  Object.entries({
    Actuarial: ['ACCOUNTING_AND_FINANCE', 'SCIENCE_AND_ENGINEERING'],
    Quants: ['ACCOUNTING_AND_FINANCE', 'SCIENCE_AND_ENGINEERING'],
    Data: ['COMPUTER_AND_IT', 'SCIENCE_AND_ENGINEERING'],
    'Sales & Marketing': ['SALES_AND_RETAIL'],
    Broking: ['SALES_AND_RETAIL', 'ACCOUNTING_AND_FINANCE'],
    'Broking, Distribution & Marketing': ['SALES_AND_RETAIL'],
  }),
)

function jobCategoriesOf(raw: RawJob, specialisms: string[], ofTitle: readonly string[]): string[] {
  const stated = raw.jobCategories
    ?.map(code =>
      code
        .trim()
        .toUpperCase()
        .replace(/[^A-Z0-9]+/g, '_'),
    )
    .filter(code => code !== '')
  if (stated && stated.length > 0) return [...new Set(stated)]
  const found = new Set<string>()
  for (const name of specialisms) {
    const sector = sectorOf.get(name)
    const codes =
      specialismCategories.get(name) ??
      (sector === 'Technology' ? ['COMPUTER_AND_IT'] : sector ? ['ACCOUNTING_AND_FINANCE'] : [])
    for (const code of codes) found.add(code)
  }
  for (const code of ofTitle) found.add(code)
  // Software is engineered too, but it is not looked for among the sciences.
  if (found.has('COMPUTER_AND_IT') && !specialisms.includes('Data')) found.delete('SCIENCE_AND_ENGINEERING')
  return [...found]
}
