/**
 * The words of a job's conditions: what an advert's fields say, and what a visitor types. One table for both, so that a
 * search for `Teilzeit` filters by what intake made of `Teilzeit`.
 */
import type { Ir35, JobType, Seniority, WorkingEnvironment, WorkingHours } from './job.ts'

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
}

const rows: readonly Row[] = [
  {
    is: { attribute: 'type', value: 'Contract' },
    phrases: 'contract, contracts, contractor, contractors, contracting, contract role, day rate',
  },
  {
    is: { attribute: 'type', value: 'Contract' },
    phrases:
      'interim, freelance, freelancer, freiberuflich, fixed term, fixed term contract, ftc, befristet, befristete, maternity cover, locum',
    keeps: true,
  },
  {
    is: { attribute: 'type', value: 'Temporary' },
    phrases: 'temporary, temp, zeitarbeit, seasonal',
    keeps: true,
  },
  {
    is: { attribute: 'type', value: 'Permanent' },
    phrases: 'permanent, perm, permanent role, unbefristet, unbefristete, festanstellung, in festanstellung',
  },
  {
    is: { attribute: 'workingEnvironment', value: 'Remote' },
    phrases:
      'remote, remotely, fully remote, 100 remote, remote working, remote work, wfh, work from home, working from home, work at home, home based, home working, homeworking, homeoffice, home office, from home, remote first',
  },
  {
    is: { attribute: 'workingEnvironment', value: 'Hybrid' },
    phrases: 'hybrid, hybrid working, hybrid work, hybride arbeit',
  },
  {
    is: { attribute: 'workingEnvironment', value: 'Onsite' },
    phrases: 'onsite, on site, office based, in office, vor ort, in prasenz',
  },
  {
    is: { attribute: 'workingHours', value: 'Part-time' },
    phrases: 'part time, parttime, part timer, teilzeit, in teilzeit, job share, jobshare, halbtags',
  },
  { is: { attribute: 'workingHours', value: 'Full-time' }, phrases: 'full time, fulltime, vollzeit, in vollzeit' },
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

export interface Phrase {
  is: Condition
  keeps: boolean
}

/** Folded phrase -> what it says. */
export const conditionPhrases: ReadonlyMap<string, Phrase> = new Map(
  rows.flatMap(({ is, phrases, keeps = false }) =>
    phrases.split(',').map(phrase => [phrase.trim(), { is, keeps }] as const),
  ),
)

/**
 * Words that with a condition's word beside them are the name of a trade: `contract manager`, `remote sensing`, `hybrid
 * vehicles`.
 */
const tradeAfter: Record<Condition['attribute'], RegExp> = {
  type: /^(?:managers?|management|administrators?|administration|lawyers?|law|directors?|engineers?|surveyors?|cleaning|cleaners?|catering|supervisors?|officers?|specialists?|negotiators?|packer|works|accommodation|housing|protection|controllers?|consultants?|desk|recruiters?|recruitment|awards?|wording|certainty|executives?|compliance|furniture|manufacturing|research|staffing|to perm|make.?up)$/,
  workingEnvironment:
    /^(?:sensing|access|monitoring|pilots?|support|control|operations?|banking|assistance|deposit|desktop|infrastructure|hands|diagnostics?|vehicles?|cars?|electric|cloud|powertrain|warfare|security|seeds?|entertainer|systems?|integration|bid|training|caterers?|catering|nurses?|dba)$/,
  workingHours: /^(?:equivalent|mba|studies|student)$/,
  seniority: /^$/,
  ir35: /^$/,
}
const tradeBefore: Record<Condition['attribute'], RegExp> = {
  type: /^(?:of|smart|social|service|government|nhs|hire|derivative|derivatives|building|employment|commercial)$/,
  workingEnvironment: /^(?:nursing|care|children|childrens|funeral|not|non|in|back|front|home|head|post|box|box)$/,
  workingHours: /^$/,
  seniority: /^$/,
  ir35: /^$/,
}

/** Behind `temporary` and `interim` fewer words are one: an interim manager is a manager. */
const tradeAfterTemporary =
  /^(?:works|accommodation|housing|protection|consultants?|desk|controllers?|recruiters?|recruitment|staffing|management|to)$/

/** Whether a phrase is part of a trade's name, by the folded words on both sides. */
export function isTrade(
  { is: { attribute }, keeps }: Phrase,
  before: string | undefined,
  after: string | undefined,
): boolean {
  const behind = attribute === 'type' && keeps ? tradeAfterTemporary : tradeAfter[attribute]
  return (after !== undefined && behind.test(after)) || (before !== undefined && tradeBefore[attribute].test(before))
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
