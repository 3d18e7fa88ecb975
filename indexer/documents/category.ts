import {
  type Finding,
  type JobType,
  type Language,
  languages,
  type Seniority,
  seniorities,
  type WorkingEnvironment,
} from '#indexer/job'
import { slugify } from '#indexer/slugs'
import { sectors as knownSectors, specialisms as knownSpecialisms, type SectorName } from '#indexer/specialisms'
import { cutText, remembered } from '#indexer/text'
import { categoryRules, smallWords, type WordRule, words } from './categoryRules.ts'
import type { RawJob } from './rawJob.ts'

/**
 * What kind of work an advert is for. The feed's own words win and stay as they are; else rules, on the title first,
 * then on the feed's categories, then on what the description says it is looking for. No rule matches: the list stays
 * empty, for a wrong specialism hides a job from those who look for it.
 */
export interface JobCategories {
  sectors: string[]
  specialisms: string[]
  type: JobType[]
  workingEnvironment: WorkingEnvironment[]
  seniority: Seniority | null
  /** The spec's upper-case codes. */
  jobCategories: string[]
  language: Language
  /**
   * How each was found, where the feed does not say it in a field of its own. Flags: `fromTitle`, `fromCategory`,
   * `fromDescription`, `fromLocation`, `fromSalary`, `fromSpecialism`; `assumed` (nothing says it), `unlisted` (the
   * feed's own word, which is none of ours).
   */
  found: Partial<Record<'sectors' | 'specialisms' | 'type' | 'workingEnvironment' | 'seniority' | 'language', Finding>>
}

/** What a reader found, and how. Null: the feed says so itself. */
interface Found<Value> {
  value: Value
  finding: Finding | null
}
const finding = (flag: string, confidence: number, raw = ''): Finding => ({ raw, confidence, flags: [flag] })

/** Characters of a field that are searched: the rules are many, and some look for two words with anything between. */
const mostOfField = 1_000

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

/** @param plainText the description without markup */
export function categorise(written: RawJob, plainText: string): JobCategories {
  const raw = shortened(written)
  const title = fold(raw.title)
  const categories = fold(cutText(raw.categories.join(' · '), mostOfField))
  const description = plainText.slice(0, 3_000).toLowerCase()
  const context = { title, said: saidOfTitle(title), categories, description, company: fold(raw.company ?? ''), raw }
  const named = explicit(raw.specialisms, specialismNames)
  const specialisms = named ?? guessSpecialisms(context)
  const sectors = explicit(raw.sectors, sectorNames) ?? sectorsOf(specialisms, named !== null, context)
  const type = typesOf(context)
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
    workingEnvironment: workingEnvironment.value,
    seniority: seniority.value,
    jobCategories: jobCategoriesOf(raw, specialisms.value, context.said.codes),
    language: language.value,
    found,
  }
}

/** What a title says by itself. Titles repeat over a feed, and the rules are many. */
interface SaidOfTitle {
  rules: WordRule[]
  environment: WorkingEnvironment | null
  level: Seniority | null
  codes: string[]
}
const saidOfTitle = remembered(10_000, (title: string): SaidOfTitle => {
  const codes = categoryRules.titleJobCategories.filter(({ is }) => is.test(title)).map(({ name }) => name)
  return {
    rules: candidates(categoryRules.titleSpecialisms, title),
    environment: environmentIn(title, true),
    level: levelIn(title),
    codes,
  }
})

interface Context {
  title: string
  said: SaidOfTitle
  categories: string
  description: string
  company: string
  raw: RawJob
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[\s\u00a0]+/g, ' ')
}

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
 * Specialisms of the banking sector that every trade has too: the sector is theirs only where the advert speaks of
 * banking.
 */
const everywhere = new Set(['Accounting & Finance', 'Audit, Risk & Compliance', 'Sales & Marketing'])
const general = new Set(['Technology', 'Insurance', 'Banking'])

function guessSpecialisms(context: Context): Found<string[]> {
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
function insurers(found: string[], { title, categories }: Context): string[] {
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

function sectorsOf(specialisms: Found<string[]>, named: boolean, context: Context): Found<string[]> {
  const found: SectorName[] = []
  for (const name of specialisms.value) {
    const sector = sectorOf.get(name)
    if (!sector || found.includes(sector)) continue
    if (
      !named &&
      everywhere.has(name) &&
      ![context.title, context.categories, context.company, context.description].some(text => bankingWords.test(text))
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
  return { value: found, finding: { raw, confidence, flags } }
}
/** Of a feed's field, in lower case and without accents. */
const contractWords = new RegExp(words.contract)
const permanentWords = new RegExp(words.permanent)
/** Said of a permanent one, though the words of a limited one are in it. */
const noEnd = /unbefristet\w*|(?:contract )?(?:voor )?onbepaalde tijd|(?:permanent|regular|vast) contract/g

/** Characters of a description in which it says what the job is. */
const firstLines = 1_200
const contractTitle = new RegExp(words.contractTitle)
const notContractTitle = new RegExp(words.notContractTitle)
const bothTitle = new RegExp(words.bothTitle)
/** What leaves no doubt in a description: IR35 is for contractors only, and a length is of a contract. */
const certainlyContract =
  /\b(?:inside|outside)(?: of)? ir35\b|\b\d{1,2}[ -](?:month|mth)s?[ -](?:fixed[ -]?term|ftc\b|rolling contract|initial contract|contract\b)|\bfixed[ -]term contract (?:of|for|until)\b|\bbefristet (?:auf|bis)\b|\bcdd de \d|\bcontrat à durée déterminée\b|\bcontract voor bepaalde tijd\b/

/** One of them is in whatever `certainlyContract` matches. */
const contractHints = ['ir35', 'month', 'mth', 'fixed', 'befristet', 'cdd', 'durée', 'bepaalde']

function typesOf({ raw, title, description }: Context): Found<JobType[]> {
  const stated = cutText(raw.types.join(' · '), mostOfField)
  const said = withoutAccents(stated.toLowerCase())
  if (/\bboth\b|contract[ -]to[ -](?:hire|perm)|temp[ -]to[ -]perm|perm(?:anent)? (?:or|and|&|\/) ?contract/.test(said))
    return { value: ['Permanent', 'Contract'], finding: null }
  const types: JobType[] = []
  if (said !== '') {
    if (permanentWords.test(said)) types.push('Permanent')
    if (contractWords.test(types.length > 0 ? said.replace(noEnd, ' ') : said)) types.push('Contract')
  }
  if (types.length > 0) return { value: types, finding: null }
  if (bothTitle.test(title)) return { value: ['Permanent', 'Contract'], finding: finding('fromTitle', 0.9, raw.title) }
  if (contractTitle.test(title) && !notContractTitle.test(title))
    return { value: ['Contract'], finding: finding('fromTitle', 0.9, raw.title) }
  const pay = `${raw.salaryText ?? ''} ${raw.salary?.period ?? ''}`.trim()
  if (/per day|\bpd\b|p\/d|\/day|daily|day rate|^day$|ir35|umbrella|tagessatz/i.test(pay))
    return { value: ['Contract'], finding: finding('fromSalary', 0.85, pay) }
  const head = description.slice(0, firstLines)
  if (
    contractHints.some(each => head.includes(each)) &&
    certainlyContract.test(head) &&
    !/\bpermanent\b|unbefristet|\bcdi\b|onbepaalde/.test(description)
  )
    return { value: ['Contract'], finding: finding('fromDescription', 0.8) }
  return { value: ['Permanent'], finding: finding('assumed', 0.4, stated) }
}

function withoutAccents(text: string): string {
  return /[^\x20-\x7e]/.test(text)
    ? text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .replaceAll('ł', 'l')
    : text
}

const order: WorkingEnvironment[] = ['Hybrid', 'Onsite', 'Remote']

function environmentsOf({ raw, title, said: ofTitle, description }: Context): Found<WorkingEnvironment[]> {
  const found = new Set<WorkingEnvironment>()
  for (const value of raw.environments) {
    const text = value.toLowerCase()
    if (/^all\b|\bany(?:where)?\b/.test(text)) return { value: [...order], finding: null }
    if (
      hybridWord.test(text) ||
      /partial|partiel|parcial|teilweise|gedeeltelijk|^flexible|\d ?(?:days?|tage?n?|jours?|dagen|días|dias)\b/.test(
        text,
      )
    )
      found.add('Hybrid')
    else if ((remoteWord.test(text) || /\bhome\b|virtual|domicil/.test(text)) && !/not? remote|non.?remote/.test(text))
      found.add('Remote')
    if (onsiteWord.test(text)) found.add('Onsite')
  }
  if (found.size > 0) return { value: sorted(found), finding: null }
  let elsewhere = false
  for (const place of raw.locations) {
    const text = `${place.text ?? ''} ${place.city ?? ''}`.toLowerCase()
    if (hybridWord.test(text)) found.add('Hybrid')
    else if (place.remote || remoteHere.test(text)) found.add('Remote')
    else if (text.trim() !== '') elsewhere = true
  }
  if (found.size > 0) {
    if (elsewhere && !found.has('Hybrid')) found.add('Onsite')
    const words = raw.locations.map(place => place.text ?? place.city ?? '').join(' · ')
    return { value: sorted(found), finding: finding('fromLocation', 0.9, words) }
  }
  if (/\bon.?site (?:or|\/|oder) (?:remote|home)|\bremote (?:or|\/|oder) on.?site/.test(title))
    return { value: ['Onsite', 'Remote'], finding: finding('fromTitle', 0.9, raw.title) }
  const inTitle = ofTitle.environment
  if (inTitle) return { value: [inTitle], finding: finding('fromTitle', 0.9, raw.title) }
  const inText = environmentIn(description, false)
  return inText ? { value: [inText], finding: finding('fromDescription', 0.7) } : { value: [], finding: null }
}

function sorted(found: Set<WorkingEnvironment>): WorkingEnvironment[] {
  return order.filter(each => found.has(each))
}

/** Words of a field or a location line that say where the work is done, and nothing else. */
const hybridWord = /hybrid|híbrid|\bibrid|hybryd/
const remoteWord =
  /\bremote\b|telecommut|\bwfh\b|home.?office|work(?:ing)? (?:from|at) home|home.?working|t[ée]l[ée]travail|teletraba[jl]|thuiswerk|smart.?working|da remoto|à distance|a distancia|à distância|zdaln/
/** Of a location: what else stands with it is looked at where the places are read. */
const remoteHere =
  /\bremote\b|home.?based|homeoffice|home office|\bwfh\b|telecommut|work from home|t[ée]l[ée]travail|teletraba[jl]|thuiswerk|da remoto|zdaln/
const onsiteWord =
  /on.?site|in.?office|office.?based|^office$|vor ort|in.?person|sur (?:site|place)|pr[ée]sentiel|presencial|op (?:locatie|kantoor)|in (?:sede|presenza)|stacjonarn/

/** A line that says it by itself: `Location: Leeds · Hybrid`, `Arbeitsort: remote`. */
const placeLine =
  /^[^\p{L}\n]{0,4}(?:(?:job|work|office|role) ?)?(?:location|workplace|standort|arbeitsort|einsatzort|ort|lieu(?: de travail)?|localisation|locatie|werklocatie|ubicación|sede|localização|lokalizacja|headquarters|(?:work(?:ing)?|workplace) (?:model|mode|arrangement|type|style|pattern|environment))\s{0,2}[:–-]\s{0,2}([^\n]{1,100})/mu
const notAtAll =
  /\b(?:no|not|non|isn[’']t|not a|not offer(?:ing)?|without) (?:\w+ )?(?:remote|hybrid|home ?working|wfh|home ?office)|remote working is not|(?:fully|100 ?%|entirely) (?:on.?site|office.?based|in (?:the )?office)|5 days (?:a|per) week in (?:the )?office|five days (?:a|per) week in (?:the )?office|(?:pas de|sans) télétravail|keine? (?:home ?-?office|remote(?!-?job))|geen thuiswerk/
/** Nothing but remote, whatever else is said. */
const wholly =
  /\b(?:fully|100 ?%|completely|entirely|permanently|full|purely|exclusively|volledig|totalmente|completamente|vollständig|komplett|w pełni|całkowicie)[ -](?:remote|from home|home ?-?office|thuis|télétravail|teletrabajo|teletrabalho|remoto|zdaln)|(?:télétravail|teletrabajo|teletrabalho|zdaln\p{Ll}{1,5})[ (]{1,2}(?:total|complet|intégral|100 ?%)|full[ -]remote|\[remote\]/u
const fullyRemote =
  /remote[ -]first|\bremote (?:role|position|job|based|contract|opportunity|work from anywhere)|\b(?:role|position|job) is (?:fully )?remote|home[ -]based|based from home|work from anywhere|\bremote \((?:uk|us|usa|eu|europe|emea|global|world|any|within|germany|deutschland|ireland|based|full)|work remotely as part of|\b(?:location|standort|arbeitsort) ?: ?remote\b/
/** In a title the word stands for itself; in a list of benefits (`Teamevents, remote work`) it does not. */
const remoteTitle = /\(remote\)|[-|,·–] ?remote\b|^remote\b|\bremote$/
/** In the head of a description: `Actuary | Remote | £60k`. */
const remoteHead = /(?<!work(?:ing)? )\(remote\)|(?:[-|·–] ?|^)remote(?= {0,3}(?:$|[|(/·–,£€$-]))/m
const partlyRemote =
  /\bhybrid[ -]?(?:work|role|position|model|pattern|basis|arrangement|set.?up|polic|job|\(|\/|,|\.|$|from|in|with|based)|\(hybrid\)|[-|,·–/] ?hybrid\b|^hybrid\b|\bhybrid$|\bdays? (?:a|per|each|\/) ?week (?:in|from|at) (?:the |our |their )?(?:\w+ )?(?:office|home)|\bdays? (?:in the office|from home|at home|wfh|remote|im home|home ?office)|\b(?:mobiles?|ortsunabhängiges?) arbeiten|\bmobile work(?:ing)?\b|homeoffice|home-office|(?:im|vom|und|oder|aus dem|\/) home office|home office (?:möglich|option|regelung|tage|days|anteil|und)|work(?:ing)? from home|\bwfh\b|home ?working|hybrides? arbeit|flexible working from|(?:partly|partially|occasional(?:ly)?|some|mostly|mainly|predominantly|primarily|teilweise|partiell) remote|remote[ -]?work|remote[ -]?(?:options?|days?|tage?n?|anteil|möglichkeit|opportunit)|working remotely|work remotely|\bremote (?:possible|möglich|available)|télétravail|teletrabajo|teletrabalho|thuiswerk|thuis ?werken|smart ?working|pra(?:ca|cy) zdaln|hybryd|modelo híbrido|modalidad híbrida|modo ibrido|lavoro ibrido/
const mostly =
  /\b(?:mostly|mainly|predominantly|primarily|partly|partially|occasionally|teilweise|überwiegend) (?:a )?(?:remote|from home)/

/** What every one of the patterns above has in it. */
const hints = [
  'remot',
  'hybr',
  'home',
  'wfh',
  'mobil',
  'site',
  'office',
  'vor ort',
  'travail',
  'teletrab',
  'thuis',
  'zdaln',
  'smart',
  'brid',
  'ortsunabh',
]
const hint = new RegExp(hints.join('|'), 'g')

/** What a title or description says about where the work is done; null when it says nothing. */
function environmentIn(text: string, isTitle: boolean): WorkingEnvironment | null {
  if (!hints.some(each => text.includes(each))) return null
  const lines = linesWith(text, hint)
  const line = placeLine.exec(lines)?.[1]
  if (line !== undefined && !notAtAll.test(line)) {
    if (hybridWord.test(line)) return 'Hybrid'
    if (remoteWord.test(line))
      return /flexib|option|possib|möglich|available|\b(?:or|oder) (?:fully )?(?:remote|home)|alternativ|days? (?:a|per) week|.home.?office|.from home|\bon.?site/.test(
        line,
      )
        ? 'Hybrid'
        : 'Remote'
    if (/\bon.?site\b/.test(line)) return 'Onsite'
  }
  const said = lines.replace(
    /hybrid (?:cloud|it|infrastructure|vehicle|car|mobile|integration|app|ai)\w*|remote (?:site|location|support|access|sensing|monitoring|desktop|server|team|system|control|worker|area|office|sales)s?|home ?(?:insurance|loan|care|page|delivery|owner|improvement|furnishing|based care)\w*|smart ?home/g,
    ' ',
  )
  if (notAtAll.test(said)) return 'Onsite'
  if (wholly.test(said)) return 'Remote'
  if (mostly.test(said)) return 'Hybrid'
  const remote = fullyRemote.test(said) || (isTitle ? remoteTitle.test(said) : remoteHead.test(text.slice(0, 400)))
  if (partlyRemote.test(said)) return remote && !/hybrid|days?\b.{0,20}(?:office|home)/.test(said) ? 'Remote' : 'Hybrid'
  return remote ? 'Remote' : null
}

/**
 * The lines of a text in which a pattern is met: few of a description's, and the costly patterns are tried on those
 * alone.
 */
function linesWith(text: string, pattern: RegExp): string {
  let lines = ''
  pattern.lastIndex = 0
  while (pattern.test(text)) {
    const start = text.lastIndexOf('\n', pattern.lastIndex - 1) + 1
    const end = text.indexOf('\n', pattern.lastIndex)
    lines += `${text.slice(start, end < 0 ? text.length : end)}\n`
    if (end < 0) break
    pattern.lastIndex = end
  }
  return lines.trimEnd()
}

// --- seniority
// ----------------------------------------------------------------------------------------------------

/** Words of a feed's field. */
const levelOfField = remembered(1_000, (text: string): Seniority | null => {
  const level = categoryRules.fieldLevels.find(({ is }) => is.test(text))?.name ?? 'none'
  return level === 'none' ? null : (level as Seniority)
})

/** Words that hold a level and mean another thing. */
const notLevels = new RegExp(words.notLevels, 'g')
const ranks = new Map(seniorities.map((level, rank) => [level, rank]))

/** The level that a title names; null when it names none, or levels too far apart to mean one (`Junior / Senior`). */
function levelIn(text: string): Seniority | null {
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
function seniorityOf({ raw, said, description }: Context): Found<Seniority | null> {
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
function languageOf(raw: RawJob, plainText: string): Found<Language> {
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
