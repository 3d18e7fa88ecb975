import type { Salary } from '#indexer/job'
import { parseSalary, salaryInTitle } from '#indexer/salary'

/** What stands before pay where a text has it in a line of its own: `Salary: £30,000`. */
const label =
  /(?:(?:^|[\n.;|(•*])[^\p{L}\p{N}\n]{0,4}|(?=(?:rémunération|gehalt) ?:))(?:(?:annual|base|basic|starting|hourly|daily|day|weekly|monthly|gross|total|target|expected|full[- ]time)[ -]){0,2}(?:salary|pay|compensation|remuneration|wages?|rate|gehalt|jahresgehalt|bruttojahresgehalt|monatsgehalt|vergütung|stundenlohn|lohn|grundgehalt|rémunération|salaire)(?: (?:range|rate|band|scale|package|details|offered|and benefits))?(?: ?\([^()\n]{1,40}\))?[ \t]{0,2}(?:[:–-]|\n)[ \t\n]{0,3}/giu
/** A sentence is about pay, and not about other money. */
const aboutPay =
  /\b(?:salar(?:y|ies)|base pay|pay (?:range|rate|scale)|hourly rate|day rate|compensation range|wage|gehalt|vergütung)\b/iu
const otherMoney =
  /\b(?:bonus(?:es)?|commission|budgets?|revenues?|turnover|funding|raised|portfolio|premium|allowance|discount|referral|relocation|training|stipend|equity|shares?|stock|sign[- ]on|pension|voucher|savings?|invest\w*|million|billion|umsatz|zuschuss|prämie)\b/iu
/** The figure is the salary's own: `salary of up to £90,000`, `£45,000 base salary`. */
const besideFigure =
  /\b(?:salary|gehalt|base pay|pay (?:range|scale)|compensation range|vergütung)\b[^\d£€$;]{0,60}[£€$\d]|[£€$] ?[\d.,]{2,9}k? (?:(?:base|basic|annual|starting|gross) ){0,2}salary\b/iu
/** What is measured by the salary, or is not this job's. */
const ofSalary =
  /\b(?:sacrifice|critical illness|income protection|life (?:assurance|insurance|cover)|death in service|\d ?x|times|loans?|threshold|average|sponsor\w*|visas?|skilled worker|immigration|eligib\w*|current|ledger|payroll)\b/iu
/** `£40,0`, where a text was cut. */
const cutOff = /[£$] ?\d{1,3},\d{0,2}(?!\d)/
const longestValue = 160
const mostFound = 5

/**
 * Pay that a description states: behind a label, or in a sentence about pay with its currency and period. Null where it
 * states none, or several that do not belong together.
 * @param text the description's, a line for each block
 * @returns the pay, and the advert's own words for it
 */
export function payInText(
  text: string,
  currency: string | null,
): { salary: Salary; text: string; flags: string[] } | null {
  if (!/[£€$]|\b(?:gbp|eur|usd|sgd|chf)\b/i.test(text)) return null
  const found = labelled(text, currency)
  const inSentences = found.length > 0 ? found : sentences(text, currency)
  const said = inSentences.length > 0 ? inSentences : ownLine(text, currency)
  const [first, ...others] = said
  if (!first) return null
  let { salary } = first
  for (const { salary: other } of others) {
    if (other.currency !== salary.currency || other.period !== salary.period) return null
    if (other.min > salary.max * 2 || salary.min > other.max * 2) return null
    salary = { ...salary, min: Math.min(salary.min, other.min), max: Math.max(salary.max, other.max) }
  }
  const words = [...new Set(said.map(one => one.text))].join(' / ')
  return { salary, text: words, flags: ['fromDescription'] }
}

type Said = { salary: Salary; text: string }

function labelled(text: string, currency: string | null): Said[] {
  const found: Said[] = []
  label.lastIndex = 0
  for (let match = label.exec(text); match && found.length < mostFound; match = label.exec(text)) {
    const end = match.index + match[0].length
    // What ends one line may begin the next.
    label.lastIndex = Math.max(end - 1, match.index + 1)
    const value = firstPart(text.slice(end, end + longestValue))
    if (otherMoney.test(value.split(/[,(+]/)[0]!)) continue
    const read = salaryInTitle(value, currency) ?? plain(value, currency)
    if (read) found.push(read)
  }
  return found
}

/** `35000 per annum`: a figure without a sign, whose period is stated. */
function plain(value: string, currency: string | null): Said | null {
  const salary = parseSalary({ text: value, defaultCurrency: currency })
  return salary && !salary.flags.includes('unitGuessed') && /^\D{0,12}\d{1,3}[\d.,]{3,}/.test(value)
    ? { salary, text: value.trim() }
    : null
}

function firstPart(value: string): string {
  const end = value.search(/[.!?](?:\s|$)|[\n|;•]/)
  return end < 0 ? value : value.slice(0, end)
}

function sentences(text: string, currency: string | null): Said[] {
  const found: Said[] = []
  for (const line of text.split(/\n|(?<=[.!?])\s/)) {
    if (line.length > 600 || found.length === mostFound || !/\d/.test(line)) continue
    if (!aboutPay.test(line) || otherMoney.test(line)) continue
    const read = salaryInTitle(line, currency)
    if (!read || !isPlainPay(read.salary)) continue
    // Without a period the words have to say more.
    const isGuessed = read.salary.flags.includes('unitGuessed')
    if (!isGuessed || (besideFigure.test(line) && !ofSalary.test(line) && !cutOff.test(line))) found.push(read)
  }
  return found
}

/** A line that is pay and its extras: `£47,000 - £56,000 + bonus`. */
const payLine =
  /^[^\p{L}\p{N}£€$\n]{0,4}(?:(?:up to|from|circa|to|paying) )?[£€$] ?\d[^\n+,(|]{0,40}(?=$|[+,(|])[^\n]{0,60}$/gimu
/** Below it, a figure without a period may be anything. */
const leastYearly = 15_000
const firstCharacters = 1_500

/** Pay that stands in a line of its own at the beginning, where what the job offers is. */
function ownLine(text: string, currency: string | null): Said[] {
  for (const [line] of text.slice(0, firstCharacters).matchAll(payLine)) {
    const own = line.split(/[+,(|](?!\d)/)[0]!
    if (otherMoney.test(own)) continue
    const read = salaryInTitle(own, currency)
    if (!read) continue
    if (isPlainPay(read.salary)) return [read]
  }
  return []
}

function isPlainPay({ flags, min, period }: Salary): boolean {
  return period !== null && flags.every(flag => flag === 'openEnded' || (flag === 'unitGuessed' && min >= leastYearly))
}
