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
  /\b(?:inside|outside)(?: of)? ir35\b|\b\d{1,2}[ -](?:month|mth)s?[ -](?:fixed[ -]?term|ftc\b|rolling contract|initial contract|contract\b)|\bfixed[ -]term contract (?:of|for|until)\b|\bbefristet (?:auf|bis)\b|\bcdd de \d|\bcontrat à durée déterminée\b|\bcontract voor bepaalde tijd\b/
/** One of them is in whatever `certainlyContract` matches. */
const contractHints = ['ir35', 'month', 'mth', 'fixed', 'befristet', 'cdd', 'durée', 'bepaalde']
const certainlyPermanent =
  /(?<!(?:or|to|of a|become|becoming|non-|not|temporary and|temporary to) )\bpermanent,? (?:(?:full|part)[ -]time,? )?(?:role|position|job|contract|basis|vacancy|opportunity|post)\b(?! (?:after|may|could|possible|available after))|\bunbefristete[nrs]? (?:arbeits|anstellung|festanstellung|stelle|vertrag|beschäftigung)|\bcontrat à durée indéterminée\b|\bcontract voor onbepaalde tijd\b/
/** `Job Types: Full-time, Permanent`: a line of its own. */
const typeLine =
  /^[^\p{L}\n]{0,4}(?:(?:job|contract|employment|position|vacancy) ?types?|type of (?:contract|employment)|contract|vertragsart|anstellungsart|beschäftigungsart|type de contrat)\s{0,2}[:–-]\s{0,2}([^\n]{1,80})/gmu
const hoursLine =
  /^[^\p{L}\n]{0,4}(?:(?:working |work )?hours|schedule|working pattern|arbeitszeit|job ?types?|employment type|contract type|anstellungsart)\s{0,2}[:–-]\s{0,2}([^\n]{1,80})/gmu

/** The field first, then the title, the pay, and what the description says in so many words. */
export function typesOf({ raw, title, description }: CategoryContext): Found<JobType[]> {
  const stated = cutText(raw.types.join(' · '), mostOfField)
  const inField = typesIn(stated)
  if (inField.length > 0) return { value: inField, finding: null }
  const inTitle = typesInTitle(title)
  if (inTitle.length > 0) return { value: inTitle, finding: finding('fromTitle', 0.9, raw.title) }
  const pay = raw.salaryText ?? ''
  if (/ir35|umbrella/i.test(pay)) return { value: ['Contract'], finding: finding('fromSalary', 0.85, pay) }
  const lines = [...description.matchAll(typeLine)].map(([, said]) => said!).join(' · ')
  const inLines = typesIn(lines)
  if (inLines.length > 0) return { value: inLines, finding: finding('fromDescription', 0.9) }
  const isPermanent = certainlyPermanent.test(description)
  const head = description.slice(0, firstLines)
  const isContract = contractHints.some(each => head.includes(each)) && certainlyContract.test(head)
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

/** Of fields and title; else of a line of the description that is about nothing else. */
export function hoursOf({ raw, description }: CategoryContext): WorkingHours[] {
  const said = hoursSaid(...raw.types, raw.title)
  if (said.length > 0) return said
  return hoursSaid(...[...description.matchAll(hoursLine)].map(([, line]) => line!))
}

function withoutAccents(text: string): string {
  return /[^\x20-\x7e]/.test(text)
    ? text
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/g, '')
        .replaceAll('ł', 'l')
    : text
}
