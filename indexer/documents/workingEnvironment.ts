import type { WorkingEnvironment } from '#indexer/job'
import { type CategoryContext, type Found, finding } from './found.ts'

const order: WorkingEnvironment[] = ['Hybrid', 'Onsite', 'Remote']

export function environmentsOf({
  raw,
  title,
  said: ofTitle,
  description,
  rest,
}: CategoryContext): Found<WorkingEnvironment[]> {
  const found = new Set<WorkingEnvironment>()
  for (const value of raw.environments) {
    const text = value.toLowerCase().replaceAll('_', ' ')
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
  // Adverts of the United Kingdom say it at their end, among the benefits.
  const inText = environmentIn(description, 'head') ?? environmentIn(rest, 'rest')
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
  /\b(?:no|not|non|isn[’']t|not a|not offer(?:ing)?|without) (?:\w+ )?(?:remote|hybrid|home ?working|wfh|home ?office)|remote working is not|(?:pas de|sans) télétravail|keine? (?:home ?-?office|remote(?!-?job))|geen thuiswerk/
/** Where hybrid is named as well it is a first time, or one of several ways to work. */
const everyDay =
  /(?:fully|100 ?%|entirely) (?:on.?site|office.?based|in (?:the )?office)|\b(?:5|five) days (?:(?:a|per|each) week )?(?:in (?:the |our )?office|on.?site)|in (?:the |our )?office (?:5|five) days/
/** Nothing but remote, whatever else is said. */
const wholly =
  /\b(?:fully|100 ?%|completely|entirely|permanently|full|purely|exclusively|volledig|totalmente|completamente|vollständig|komplett|w pełni|całkowicie)[ -](?:remote|from home|home ?-?office|thuis|télétravail|teletrabajo|teletrabalho|remoto|zdaln)|(?:télétravail|teletrabajo|teletrabalho|zdaln\p{Ll}{1,5})[ (]{1,2}(?:total|complet|intégral|100 ?%)|full[ -]remote|\[remote\]/u
const fullyRemote =
  /remote[ -]first|\bremote (?:role|position|job|based|contract|opportunity|work from anywhere)|\b(?:role|position|job) is (?:fully )?remote|home[ -]based|based from home|work from anywhere(?! (?:scheme|polic)|[^.\n]{0,25}\b(?:days|weeks|months)\b)|\bremote \((?:uk|us|usa|eu|europe|emea|global|world|any|within|germany|deutschland|ireland|based|full)|work remotely as part of|\b(?:location|standort|arbeitsort) ?: ?remote\b/
/** `we cannot offer fully remote work`, `fully remote applicants will not be considered`, `20 days fully remote`. */
const notWholly = new RegExp(
  `\\b(?:not?|non|cannot|unable|(?:ca|is|are|do|does|wo|have|has)n[’']?t|never)(?: (?!(?:and|but|so|is|are|we|this)\\b)\\w[\\w’'-]{0,19}){0,6} (?:${wholly.source})|(?:${wholly.source})[^.!?\\n,;:()–-]{0,40} (?:not|cannot|never) (?:be )?(?:considered|accepted|possible|offered|available|suitable|supported|permitted|an option)|\\d days?,? (?:of )?(?:${wholly.source})`,
  'gu',
)
/** `fully remote or hybrid`: what is more stands for both. */
const eitherWay =
  /\bhybrid\)?(?: (?:work(?:ing)?|role|model))?(?: ?\/ ?| or )(?:fully|100|full|complete|entire|remote)|(?:\/ ?|\bor )(?:an? )?hybrid/
/** In a title the word stands for itself; in a list of benefits (`Teamevents, remote work`) it does not. */
const remoteTitle =
  /\((?:(?:fully|100%|uk) )?remote\b(?! (?:sens|support|team|access|monitor|site))|[-|,·–] ?remote\b|^remote\b|\bremote$/
/** In the head of a description: `Actuary | Remote | £60k`. */
const remoteHead = /(?<!work(?:ing)? )\(remote\)|(?:[-|·–] ?|^)remote(?= {0,3}(?:$|[|(/·–,£€$-]))/m
const partlyRemote =
  /\bhybrid[ -]?(?:work|role|position|model|pattern|basis|arrangement|set.?up|polic|job|\(|\/|,|\.|:|$|from|in|with|based)|\(hybrid\b|\bhybrid [–-] |[-|,·–/] ?hybrid\b|^hybrid\b|\bhybrid$|\bdays? (?:a|per|each|\/) ?week (?:in|from|at) (?:the |our |their )?(?:\w+ )?(?:office|home)|\b(?:office|on.?site) (?:for |at least |a minimum of |up to ){0,2}(?:[1-4]|one|two|three|four)(?: ?(?:[–-]|to|or) ?(?:[1-4]|two|three|four))? days? (?:a|per|each|\/) ?week|\bdays? (?:in the office|from home|at home|wfh|remote|im home|home ?office)|\b(?:mobiles?|ortsunabhängiges?) arbeiten|\bmobile work(?:ing)?\b|homeoffice|home-office|(?:im|vom|und|oder|aus dem|\/) home office|home office (?:möglich|option|regelung|tage|days|anteil|und)|work(?:ing)? from home|\bwfh\b|home ?working|hybrides? arbeit|flexible working from|(?:partly|partially|occasional(?:ly)?|some|mostly|mainly|predominantly|primarily|teilweise|partiell) remote|remote[ -]?work|remote[ -]?(?:options?|days?|tage?n?|anteil|möglichkeit|opportunit)|working remotely|work remotely|\bremote (?:possible|möglich|available)|télétravail|teletrabajo|teletrabalho|thuiswerk|thuis ?werken|smart ?working|pra(?:ca|cy) zdaln|hybryd|modelo híbrido|modalidad híbrida|modo ibrido|lavoro ibrido/
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
const anyHint = new RegExp(hint.source)

/** What a title or description says about where the work is done; null when it says nothing. */
export function environmentIn(text: string, part: 'title' | 'head' | 'rest'): WorkingEnvironment | null {
  if (!anyHint.test(text)) return null
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
    /hybrid[ -](?:cloud|it|infrastructure|vehicle|car|mobile|integration|app|ai)\w*|remote (?:site|location|support|access|sensing|monitoring|desktop|server|team|system|control|worker|area|office|sales)s?|home ?(?:insurance|loan|care|page|delivery|owner|improvement|furnishing|based care)\w*|smart ?home/g,
    ' ',
  )
  const isHybrid = /\bhybrid\b/.test(said)
  const isEveryDay = everyDay.test(said)
  if (notAtAll.test(said) || (isEveryDay && !isHybrid)) return 'Onsite'
  const offered = said.replace(notWholly, ' ')
  if (wholly.test(offered)) {
    if (isEveryDay) return null
    return isHybrid && !eitherWay.test(offered) ? 'Hybrid' : 'Remote'
  }
  if (mostly.test(offered)) return 'Hybrid'
  const remote =
    fullyRemote.test(offered) ||
    (part === 'title' && remoteTitle.test(offered)) ||
    (part === 'head' && remoteHead.test(text.slice(0, 400)))
  if (partlyRemote.test(offered))
    return remote && !/hybrid|days?\b.{0,40}(?:office|home)/.test(offered) ? 'Remote' : 'Hybrid'
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
