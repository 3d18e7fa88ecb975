/** Type and working hours of an advert: what it states, and never what is usual. */
import { hoursSaid } from '#indexer/conditions'
import type { JobType, WorkingHours } from '#indexer/job'
import { cutText } from '#indexer/text'
import { categoryRules, type WordRule, words } from './categoryRules.ts'
import { type CategoryContext, type Found, finding, firstLines, mostOfField } from './found.ts'

/** Said of a permanent one, though the words of a limited one are in it. */
const noEnd = /unbefristet\w*|(?:contract )?(?:voor )?onbepaalde tijd|(?:permanent|regular|vast) contract/g
const bothTitle = new RegExp(words.bothTitle)
const tempToPerm = new RegExp(words.tempToPerm)
const bothSaid = /\bboth\b|contract[ -]to[ -](?:hire|perm)|perm(?:anent)? (?:or|and|&|\/) ?contract/
const lengthInTitle = /\b\d{1,2}[ -](?:month|mth)s?\b/

/** What leaves no doubt in a description: IR35 is for contractors only, and a length is of a contract. */
const certainlyContract =
  /\b(?:inside|outside)(?: of)? ir35(?!\d)|\b\d{1,2}[ -](?:month|mth)s?[ -](?:fixed[ -]?term|ftc\b|rolling contract|initial contract|contract\b)|\bcontract: (?:initial )?\d{1,2}[ -](?:month|mth)s?\b|\bfixed[ -]term contract (?:of|for|until)\b|\bbefristet (?:auf|bis)\b|\bcdd de \d|\bcontrat à durée déterminée\b|\bcontract voor bepaalde tijd\b/
/** One of them is in whatever `certainlyContract` matches. */
const contractHints = ['ir35', 'month', 'mth', 'fixed', 'befristet', 'cdd', 'durée', 'bepaalde']
const certainlyPermanent =
  /(?<!(?:or|to|of a|become|becoming|non-|not|temporary and|temporary to) )\bpermanent,? (?:(?:full|part)[ -]time,? )?(?:employment )?(?:role|position|job|contract|basis|vacancy|opportunity|post|employment with)\b(?! (?:after|may|could|possible|available after))|\bthis is an? (?:[\w-]+,? ){0,2}permanent\b|\bunbefristete[nrs]? (?:arbeits|anstellung|festanstellung|stelle|vertrag|beschäftigung)|\bcontrat à durée indéterminée\b|\bcontract voor onbepaalde tijd\b/
const certainlyTemporary = /(?<!\p{L})(?:en|contrat(?: en)?|contrat d['’]|missions?(?: en)?) intérim(?!\p{L})/u
/** Names of a field in a text, which leave no doubt wherever they stand: `Job type: Permanent`. */
const typeLabel =
  '(?:job|employment|contract|position|vacancy) types?|contract (?:&|and|/) job type|type of (?:contract|employment|position|job)|vertragsart|anstellungsart|beschäftigungsart|type de contrat|tipo de (?:puesto|contrato|empleo)|dienstverband'
const hoursLabel = `${typeLabel}|arbeitszeit(?:modell|ausmaß)?|beschäftigungsausmaß|tipo de jornada|jornada`
interface Labelled {
  anywhere: RegExp
  atStart: RegExp
}
const value = '([^\\n|;]{1,80})'
/** Behind one of these, or, at the beginning of a line, behind one of `more`; the value may be the next line. */
const atStart = (labels: string, more: string) => `^[^\\p{L}\\n]{0,4}(?:${labels}|${more})(?:\\s{0,2}[:–-]\\s{0,2}|\\n)`
const anywhere = (labels: string, more: string) => `(?:${atStart(labels, more)}|(?:${labels})\\s{0,2}:\\s{0,2})`
const labels = new RegExp(`(?:${hoursLabel})\\s{0,2}:`, 'gu')
const typeLines: Labelled = {
  anywhere: new RegExp(anywhere(typeLabel, 'contract') + value, 'gmu'),
  atStart: new RegExp(atStart(typeLabel, 'contract') + value, 'gmu'),
}
const moreHours = '(?:working |work )?hours|schedule|working pattern|status|assignment'
const hoursLines: Labelled = {
  anywhere: new RegExp(anywhere(hoursLabel, moreHours) + value, 'gmu'),
  atStart: new RegExp(atStart(hoursLabel, moreHours) + value, 'gmu'),
}
/** A line that says nothing else: `Vollzeit`, `Full-time, permanent`. */
const ownWord =
  '(?:full[ -]?time|part[ -]?time|voll-?(?:zeit)?|teilzeit|permanent(?: (?:contract|employment|position|role|job))?|(?:temporary|fixed[ -]term) (?:contract|employment|position|role|job)|unbefristet(?:er vertrag|e (?:anstellung|festanstellung|stelle))?|festanstellung|temps (?:plein|partiel)|cdi|cdd|tiempo completo|pełen etat|contract(?=\\n(?!perm|fixed|temp)))'
const ownLines = new RegExp(
  `^[^\\p{L}\\n]{0,4}(${ownWord}(?:(?:[ ,/|·&+-]| and | or | und | oder ){1,4}${ownWord}){0,4})(?=[^\\p{L}\\n]{0,4}$|[ ,]{1,2}(?:ab sofort|\\(\\d+ ?(?:h|std|stunden|hours)))`,
  'gmu',
)
/** Sentences that say how this job is done, and not what else there is. */
const hoursSentences = new RegExp(
  [
    '(?:this|the) (?:is an? )?(?:(?:[\\w-]+,? ){0,3})?(?:full|part)[ -]time (?:[\\w-]+ ){0,2}?(?:role|position|post|job|vacancy|opportunity)\\b(?: \\(also suitable for part[ -]time\\))?',
    '(?:this|the) (?:role|position|post|job|vacancy|opportunity) is (?:an? )?(?:[\\w-]+,? ){0,2}(?:full|part)[ -]time\\b',
    '(?:seeking|seeks|looking for|hiring|recruiting|recruit|require) an? (?:[\\w-]+, )?(?:full|part)[ -]time\\b',
    '(?:suchen|sucht)[^.!?\\n]{0,80} in (?:voll|teil)zeit(?!\\p{L})(?: (?:oder|und|bzw\\.) (?:in )?(?:voll|teil)zeit)?',
    '(?<!\\p{L})in (?:voll|teil)zeit (?:\\(|für|zur|zum|ab|als|(?:oder|und|bzw\\.) (?:in )?(?:voll|teil)zeit)',
    'für teilzeit(?:beschäftigte|kräfte)? geeignet',
    '(?:voll|teil)zeit(?:, (?:voll|teil)zeit)? (?:ab )?\\d[\\d.]{2,6}(?:,\\d\\d)? ?(?:€|eur)',
    '(?:voll|teil)-? ?(?:/|oder|und) ?-?(?:voll|teil)zeit(?!\\p{L})',
    '\\| (?:voll|teil)zeit$',
    ', temps (?:plein|partiel)(?=[.,])',
    '(?:poste|emploi|contrat|baby-sitter|[hf]/[hf]) à temps (?:plein|partiel)',
  ].join('|'),
  'gmu',
)
/** Part time beside full time, which need not be said. */
const alsoParts =
  /also suitable for part|für teilzeit|teilzeit (?:auch )?möglich|part[ -]time (?:also )?(?:considered|possible)/
const hoursHints = /(?:full|part)[ -]time|(?:voll|teil)zeit|temps p/

/** Adverts end with it, too: so much of the end of a long one is looked through for what has a name. */
export const lastLines = 1_500

/** The field first, then the title, the pay, and what the description says in so many words. */
export function typesOf({ raw, title, description, ending }: CategoryContext): Found<JobType[]> {
  const stated = cutText(raw.types.join(' · '), mostOfField)
  // What the title says of the way to a permanent job is more than a board's `Temporary`.
  const inField = tempToPerm.test(title) && !/perm/i.test(stated) ? typesInTitle(title) : typesIn(stated)
  if (inField.length > 0) return { value: inField, finding: null }
  const inTitle = typesInTitle(title)
  if (inTitle.length > 0) return { value: inTitle, finding: finding('fromTitle', 0.9, raw.title) }
  const pay = raw.salaryText ?? ''
  if (/ir35|umbrella/i.test(pay)) return { value: ['Contract'], finding: finding('fromSalary', 0.85, pay) }
  const inLines = typesIn(linesOf(typeLines, description, ending))
  const head = description.slice(0, firstLines)
  const isContract = contractHints.some(each => head.includes(each)) && certainlyContract.test(head)
  // A board's `Permanent` beside an advert that says otherwise tells nothing.
  const isDoubtful = isContract && !inLines.includes('Contract')
  if (inLines.length > 0 && !isDoubtful) return { value: inLines, finding: finding('fromDescription', 0.9) }
  if (certainlyTemporary.test(head)) return { value: ['Temporary'], finding: finding('fromDescription', 0.8) }
  const isPermanent = certainlyPermanent.test(description) || certainlyPermanent.test(ending)
  if (isContract && !/\bpermanent\b|unbefristet|\bcdi\b|onbepaalde/.test(description))
    return { value: ['Contract'], finding: finding('fromDescription', 0.8) }
  if (isPermanent && !isContract && !/\b(?:fixed.?term|temporary|interim)\b/.test(description))
    return { value: ['Permanent'], finding: finding('fromDescription', 0.8) }
  return { value: [], finding: stated === '' || hoursSaid(stated).length > 0 ? null : finding('unclear', 0, stated) }
}

/** What a field says, or a line of a description. */
function typesIn(stated: string): JobType[] {
  if (stated === '') return []
  const said = withoutAccents(stated.toLowerCase())
  if (tempToPerm.test(said)) return ['Permanent', 'Temporary']
  if (bothSaid.test(said)) return ['Permanent', 'Contract']
  const types = held(categoryRules.fieldTypes, said)
  // The words of a limited one may be those of its opposite.
  return types.includes('Permanent') ? ['Permanent', ...held(otherFields, said.replace(noEnd, ' '))] : types
}
const otherFields = categoryRules.fieldTypes.filter(({ name }) => name !== 'Permanent')

function typesInTitle(title: string): JobType[] {
  if (tempToPerm.test(title)) return ['Permanent', 'Temporary']
  if (bothTitle.test(title)) return ['Permanent', 'Contract']
  const types = held(categoryRules.titleTypes, title)
  return types.length === 0 && lengthInTitle.test(title) ? ['Contract'] : types
}

function held(rules: readonly WordRule[], text: string): JobType[] {
  return rules.filter(({ is, not }) => is.test(text) && !not?.test(text)).map(({ name }) => name as JobType)
}

/** Groups of what has a name in the text or at its end, and of lines that say nothing else. */
function linesOf(named: Labelled, description: string, ending: string): string {
  const said = [...namedIn(description, named), ...description.matchAll(ownLines), ...namedIn(ending, named)]
  // One line may hold several: `Job type: Full-time Contract type: Permanent`.
  return said.map(([, words]) => words!.replace(labels, ' ')).join(' · ')
}

/** Without a colon only the beginning of a line is a name. */
function namedIn(text: string, { anywhere, atStart }: Labelled): Iterable<RegExpMatchArray> {
  return text === '' ? [] : text.matchAll(text.includes(':') ? anywhere : atStart)
}

/** Beside the hours of the field, and not instead of them: `Part time considered`. */
const alsoOffered = /consider|availab|opportunit|option|possib|möglich|flexib/

/** Of fields and title; else of a line of the description about nothing else, or of a sentence about the job. */
export function hoursOf({ raw, title, description, ending }: CategoryContext): WorkingHours[] {
  const inTitle = hoursSaid(title)
  // A board's `Permanent, full-time` stands beside every advert; the title is this one's.
  if (inTitle.length === 1) {
    if (!alsoOffered.test(title)) return inTitle
    if (inTitle[0] === 'Part-time' && alsoParts.test(title)) return ['Full-time', 'Part-time']
  }
  const said = hoursSaid(...raw.types, title)
  if (said.length > 0) return said
  const inLines = hoursSaid(linesOf(hoursLines, description, ending))
  if (inLines.length > 0) return inLines
  const text = `${description}\n${ending}`
  if (!hoursHints.test(text)) return []
  const sentences = [...text.matchAll(hoursSentences)].map(([sentence]) => sentence).join(' · ')
  return alsoParts.test(sentences) ? ['Full-time', 'Part-time'] : hoursSaid(sentences)
}

function withoutAccents(text: string): string {
  return /[^\x20-\x7e]/.test(text)
    ? text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .replaceAll('ł', 'l')
    : text
}
