/**
 * The words of a job's conditions: what an advert's fields say, and what a visitor types. One table for both, so that a
 * search for `Teilzeit` filters by what intake made of `Teilzeit`.
 */
import type { Ir35, JobType, Seniority, WorkingEnvironment, WorkingHours } from './job.ts'
import type { Site } from './site.ts'

export type Condition =
  | { attribute: 'type'; value: JobType }
  | { attribute: 'workingEnvironment'; value: WorkingEnvironment }
  | { attribute: 'workingHours'; value: WorkingHours }
  | { attribute: 'seniority'; value: Seniority }
  | { attribute: 'ir35'; value: Ir35 }

interface Row {
  is: Condition
  /** Folded (words.ts), words apart by one space; a hyphen counts as one. */
  phrases: string
  /**
   * The words say more than the value does (`interim` is a kind of contract): they stay words too, as long as they find
   * anything.
   */
  keeps?: true
  trade?: Trade
  /** The site's country in which the phrase is the name of something else. */
  notIn?: Site['country']
}

/** Words that with a phrase beside them are the name of a trade: `contract manager`, `remote sensing`. */
interface Trade {
  after: RegExp
  before?: RegExp
}

const typeBefore =
  /^(?:of|smart|social|service|government|nhs|hire|derivative|derivatives|building|employment|commercial)$/
const contractTrade: Trade = {
  after:
    /^(?:managers?|management|administrators?|administration|lawyers?|law|directors?|engineers?|surveyors?|cleaning|cleaners?|catering|caterers?|supervisors?|officers?|specialists?|negotiators?|negotiations?|packer|packing|works|accommodation|housing|protection|controllers?|consultants?|coordinators?|desk|recruiters?|recruitment|awards?|wording|drafting|review|certainty|executives?|compliance|furniture|flooring|logistics|manufacturing|research|staffing)$/,
  before: typeBefore,
}
/** Of several contracts nearly every noun is a trade's: a contracts solicitor is no contractor. */
const contractsTrade: Trade = {
  after: new RegExp(
    `${contractTrade.after.source}|^(?:solicitors?|paralegals?|counsel|advis[eo]rs?|assistants?|analysts?|associates?|accountants?|buyers?|clerks?|estimators?|planners?|partners?|leads?|heads?|team|department)$`,
  ),
  before: typeBefore,
}
/** Behind `temporary` and `interim` fewer words are one: an interim manager is a manager. */
const temporaryTrade: Trade = {
  after:
    /^(?:works|accommodation|housing|protection|consultants?|desk|controllers?|recruiters?|recruitment|staffing|management|traffic)$/,
  before: typeBefore,
}
const permanentTrade: Trade = {
  after: /^(?:works|desk|recruiters?|recruitment|staffing|placements?|magnets?|residen(?:ce|cy|ts?))$/,
  before: /^(?:of|non|not)$/,
}
const environmentTrade: Trade = {
  after:
    /^(?:sensing|access|monitoring|pilots?|support|control|operations?|banking|assistance|deposit|desktop|infrastructure|hands|diagnostics?|vehicles?|cars?|electric|cloud|powertrain|warfare|security|seeds?|entertainer|systems?|integration|bid|training|caterers?|catering|nurses?|dba)$/,
  before: /^(?:nursing|care|children|childrens|funeral|not|non|in|back|front|home|head|post|box)$/,
}
const hoursTrade: Trade = { after: /^(?:equivalent|mba|studies|student)$/ }
const officeTrade: Trade = {
  after:
    /^(?:administration|administrative|administrators?|admin|managers?|management|assistants?|juniors?|clerks?|secretar(?:y|ies|ial)|coordinators?|supervisors?|support|services?|operations|cleaning|cleaners?|furniture|equipment|supplies|interiors?|leasing|sales|work)$/,
  before: environmentTrade.before!,
}

const rows: readonly Row[] = [
  {
    is: { attribute: 'type', value: 'Contract' },
    phrases: 'contract, contractor, contractors, contracting, contract role, day rate',
    trade: contractTrade,
  },
  { is: { attribute: 'type', value: 'Contract' }, phrases: 'contracts', trade: contractsTrade },
  {
    is: { attribute: 'type', value: 'Contract' },
    phrases: 'contract to perm, contract to permanent, contract to hire',
    keeps: true,
  },
  {
    is: { attribute: 'type', value: 'Contract' },
    phrases:
      'interim, freelance, freelancer, freiberuflich, fixed term, fixed term contract, ftc, befristet, befristete, maternity cover, locum',
    keeps: true,
    trade: temporaryTrade,
  },
  {
    is: { attribute: 'type', value: 'Temporary' },
    phrases: 'temporary, temp, zeitarbeit, seasonal',
    keeps: true,
    trade: temporaryTrade,
  },
  {
    is: { attribute: 'type', value: 'Temporary' },
    phrases: 'temp to perm, temp to permanent, temporary to perm, temporary to permanent',
    keeps: true,
  },
  {
    is: { attribute: 'type', value: 'Permanent' },
    phrases:
      'permanent, perm, permanent role, permanent contract, unbefristet, unbefristete, festanstellung, in festanstellung',
    trade: permanentTrade,
  },
  {
    is: { attribute: 'workingEnvironment', value: 'Remote' },
    phrases:
      'remote, remotely, fully remote, 100 remote, remote working, remote work, wfh, work from home, working from home, work at home, home based, home working, homeworking, homeoffice, from home, remote first',
    trade: environmentTrade,
  },
  // The ministry.
  {
    is: { attribute: 'workingEnvironment', value: 'Remote' },
    phrases: 'home office',
    trade: environmentTrade,
    notIn: 'GB',
  },
  {
    is: { attribute: 'workingEnvironment', value: 'Hybrid' },
    phrases: 'hybrid, hybrid working, hybrid work, hybride arbeit',
    trade: environmentTrade,
  },
  {
    is: { attribute: 'workingEnvironment', value: 'Onsite' },
    phrases: 'onsite, on site, office based, vor ort, in prasenz',
    trade: environmentTrade,
  },
  { is: { attribute: 'workingEnvironment', value: 'Onsite' }, phrases: 'in office', trade: officeTrade },
  {
    is: { attribute: 'workingHours', value: 'Part-time' },
    phrases: 'part time, parttime, part timer, teilzeit, in teilzeit, job share, jobshare, halbtags',
    trade: hoursTrade,
  },
  {
    is: { attribute: 'workingHours', value: 'Full-time' },
    phrases: 'full time, fulltime, vollzeit, in vollzeit',
    trade: hoursTrade,
  },
  { is: { attribute: 'ir35', value: 'Outside IR35' }, phrases: 'outside ir35, outside of ir35, outside ir 35' },
  { is: { attribute: 'ir35', value: 'Inside IR35' }, phrases: 'inside ir35, inside of ir35, inside ir 35' },
  {
    is: { attribute: 'seniority', value: 'Entry' },
    phrases: 'entry level, junior level, graduate level, berufseinsteiger, berufseinstieg, einsteiger',
  },
  // With a word about searching behind them (`graduate jobs`) they are a level; in a title they are words of it.
  {
    is: { attribute: 'seniority', value: 'Entry' },
    phrases:
      'graduate jobs, graduate roles, graduate positions, graduate vacancies, trainee jobs, trainee roles, junior jobs, junior roles, entry level jobs',
    keeps: true,
  },
  { is: { attribute: 'seniority', value: 'Mid' }, phrases: 'mid level, midlevel, intermediate level' },
  { is: { attribute: 'seniority', value: 'Senior' }, phrases: 'senior level' },
  {
    is: { attribute: 'seniority', value: 'Senior' },
    phrases: 'senior jobs, senior roles, senior positions',
    keeps: true,
  },
  {
    is: { attribute: 'seniority', value: 'Director' },
    phrases: 'director level, board level, executive level, c level, c suite',
  },
]

export type Phrase = Pick<Row, 'is' | 'trade' | 'notIn'> & { keeps: boolean }

/** Folded phrase -> what it says. */
export const conditionPhrases: ReadonlyMap<string, Phrase> = new Map(
  rows.flatMap(({ phrases, keeps = false, ...row }) =>
    phrases.split(',').map(phrase => [phrase.trim(), { ...row, keeps }] as const),
  ),
)

/** Whether a phrase is part of a trade's name, by the folded words on both sides. */
export function isTrade({ trade }: Phrase, before: string | undefined, after: string | undefined): boolean {
  if (!trade) return false
  return (after !== undefined && trade.after.test(after)) || (before !== undefined && !!trade.before?.test(before))
}

/** In lower case; each also joined to the other one: `Voll- oder Teilzeit`, `full/part time`. */
const either =
  /\bfull ?(?:-|\/|or|and|&|, ?| )+ ?part.?tim|\bpart ?(?:-|\/|or|and|&|, ?| )+ ?full.?time|\bvoll- ?(?:\/|und|oder|o\.|u\.|,)+ ?-?teilzeit|\bteil- ?(?:\/|und|oder|o\.|u\.|,)+ ?-?vollzeit|\b(?:vz ?\/ ?tz|tz ?\/ ?vz)\b/
const partTime =
  /\bpart.?tim(?:e|er)s?(?![a-z])|teilzeit|\bjob.?shar(?:e|ing)\b|\bhalbtags\b|\bmini-?job|geringfügig|\btemps partiel|\bdeeltijd|\b(?:tiempo|jornada|tempo) parcial|\bmedia jornada|\btempo parziale|\bniepełny etat/
const fullTime =
  /\bfull.?time(?![a-z])(?! (?:equivalent|education|mba|study|studies|students?))|vollzeit|\b(?:temps|à temps) plein|\bvoltijd|\b(?:tiempo|jornada) complet[oa]|\btempo (?:pieno|integral)|(?<!nie)pełn(?:y|ym) etat|\bpełen etat/

/** The working hours that an advert states in its fields or title; none where it says nothing of them. */
export function hoursSaid(...texts: readonly string[]): WorkingHours[] {
  const said = texts.join(' · ').toLowerCase()
  const hours: WorkingHours[] = []
  const isEither = either.test(said)
  if (isEither || fullTime.test(said)) hours.push('Full-time')
  if (isEither || partTime.test(said)) hours.push('Part-time')
  return hours
}

const ir35 = /\b(?:(?:falls?|is|be|deemed) )?(not? )?(outside|inside)(?: of)?(?: the)?(?: scope(?: of)?)? ir ?35\b/g

/** Whether an advert says that it is outside or inside IR35; null where it says neither, or both. */
export function ir35Said(...texts: readonly string[]): Ir35 | null {
  const found = new Set<Ir35>()
  for (const text of texts)
    if (/ir ?35/i.test(text))
      for (const [, not, side] of text.toLowerCase().matchAll(ir35))
        if (!not) found.add(side === 'outside' ? 'Outside IR35' : 'Inside IR35')
  return found.size === 1 ? [...found][0]! : null
}
