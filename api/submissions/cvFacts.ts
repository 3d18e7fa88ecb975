import { fieldError } from '#api/formErrors'
import type { CvFacts } from '#api/forms'
import { foldLetters } from '#indexer/words'
import { readWords } from '../readWords.ts'

/** What has been taken out of a CV's file. */
export interface CvText {
  /** Lines by \n, cells and wide gaps by \t; the beginning of the document. */
  text: string
  /** The lines in the largest letters of the first page; empty where letters have no size. */
  largest: string[]
  /** Of the document's own properties: a hint, never an answer. */
  title: string
  author: string
}

/**
 * Who a CV is of. Rather null than wrong: a person who fills an empty field is quicker than one who finds
 * another's name in it. Pure, and linear in the text's length.
 */
export function cvFacts({ text, largest, title, author }: CvText): CvFacts {
  const lines = ownLines(text)
  const email = emailOf(lines)
  const phone = phoneOf(lines)
  return {
    ...nameOf(lines, { email, phone, largest: largest.map(tidy), properties: tidy(`${title} \n ${author}`) }),
    email,
    phone,
  }
}

/** Behind these come the names and numbers of others. */
const others =
  /^\W*(?:professional |personal |character )?(?:references|referees|referenzen|referencias|références)\W*$/i

function ownLines(text: string): string[] {
  const lines = text
    .normalize('NFC')
    .split(/[\n\r\v\f\u2028\u2029]/)
    .map(tidy)
    .filter(line => /[\p{L}\p{N}]/u.test(line))
    // A line without an end has no name in it; it is cut, so that nothing takes long.
    .map(line => line.slice(0, 1_000))
  const end = lines.findIndex((line, index) => index > 5 && others.test(line))
  return end < 0 ? lines : lines.slice(0, end)
}

/** One kind of space, dash and apostrophe; wide gaps as one tab. */
function tidy(line: string): string {
  return line
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[\u2010-\u2012\u2212\ufe58\uff0d]/g, '-')
    .replace(/[\u2018\u2019\u02bc\u0060\u00b4]/g, "'")
    .replace(/[\uff0b]/g, '+')
    .replace(/\t+| {4,}/g, '\t')
    .replace(/[^\S\t\n]+/g, ' ')
    .trim()
}

// E-mail

/** Mailboxes of an office, and of examples. */
const noPerson =
  /^(?:info|cvs?|apply|applications?|candidates?|mail|post|enquiries|hello|contact|office|admin|hr|jobs?|careers?|recruit\w*|enquir\w*|no-?reply|support|sales|team|bewerbung|personal|karriere)$/i
const examples =
  /^(?:name|your[._-]?name|first[._-]?name[._-]?last[._-]?name|firstname|example|someone|user(?:name)?|email|e-mail|xxx+)$/i
const exampleHosts = /^(?:.+\.)?(?:example\.(?:com|org|net)|domain\.com|your\w*\.\w+|company\.com|test\.com)$/i

/** The first that may be the candidate's own. */
function emailOf(lines: readonly string[]): string | null {
  const found = lines.flatMap(emailsIn)
  return found.find(address => !noPerson.test(address.split('@')[0]!)) ?? null
}

function emailsIn(line: string): string[] {
  const found: string[] = []
  // From each @ to both sides: an expression that looks for a beginning first takes its time on a line of nothing but
  // letters.
  for (let at = line.indexOf('@'); at >= 0; at = line.indexOf('@', at + 1)) {
    const local = /[\p{L}\p{N}][\p{L}\p{N}._%+'-]{0,63}$/u.exec(line.slice(Math.max(0, at - 64), at))?.[0]
    const host = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/u.exec(
      line.slice(at + 1, at + 256),
    )?.[0]
    if (!local || !host || examples.test(local) || exampleHosts.test(host)) continue
    const address = `${local}@${host}`
    if (fieldError({ name: 'email', type: 'email', label: 'Email' }, address) === null) found.push(address)
  }
  return found
}

// Telephone

const phoneLabel =
  /(?:^|[^\p{L}])(?:tel(?:e(?:phone|fon|fono|f))?|phone|mob(?:ile?|il|iltelefon)?|m[óo]vil|cell(?:ulare?|phone)?|handy|mobil|rufnummer|contact(?: no| number)?|hand ?phone|hp|h\/p|whatsapp|call|ph|[tmp](?= ?[.:]))(?: ?(?:no|nr|number|nummer)\.?)?(?: ?\([^)]{1,12}\))? ?[.:)]{0,2} ?$|[☎☏✆📞📱🕾] ?\ufe0f? ?$|(?:电话|电话号码|手机|手機|電話|联系电话) ?[:：]? ?$/iu
const faxLabel = /(?:^|[^\p{L}])(?:tele)?fax[^\p{L}\d]*$/iu

/** In the order in which it is most likely the number to be called on. */
function phoneOf(lines: readonly string[]): string | null {
  const head = lines.slice(0, 20).join('\n')
  const found: { phone: string; rank: number }[] = []
  for (const [index, line] of lines.entries()) {
    for (const { 0: raw, index: at } of line.matchAll(
      /(?<![\p{L}\p{N}@/_.=#-])[+(]?\(?\+?\d(?:[\d ().\-/]|– ?){5,30}\d(?![\p{L}\p{N}@_]|[.,/-]\d)/gu,
    )) {
      const before = line.slice(Math.max(0, at - 40), at)
      if (faxLabel.test(before)) continue
      const labelled =
        phoneLabel.test(before) || (before.trim() === '' && index > 0 && phoneLabel.test(lines[index - 1]!))
      const phone = plausiblePhone(raw, { labelled, atHead: index < 20, head })
      if (phone) found.push({ phone, rank: (labelled ? 0 : 2) + (index < 20 ? 0 : 1) })
    }
  }
  // Stable: of equals the first.
  return found.sort((one, other) => one.rank - other.rank)[0]?.phone ?? null
}

function plausiblePhone(
  raw: string,
  { labelled, atHead, head }: { labelled: boolean; atHead: boolean; head: string },
): string | null {
  const phone = balanced(raw.replace(/\(\+/, '+').replace(/–/g, '-').replace(/ {2,}/g, ' ').trim())
  const digits = phone.replace(/\D/g, '')
  const groups = phone.split(/\D+/).filter(Boolean)
  if (digits.length < 7 || digits.length > 17 || /^(\d)\1+$/.test(digits)) return null
  if (fieldError({ name: 'phone', type: 'tel', label: 'Phone' }, phone) !== null) return null
  const isAbroad = phone.startsWith('+') || (/^00[1-9]/.test(digits) && digits.length >= 11)
  if (isAbroad) {
    const number = digits.replace(/^00/, '')
    return number.length >= 8 && number.length <= 16 && number[0] !== '0' ? phone : null
  }
  // Dates, ranges and lists of years: every group could be a day, a month or a year.
  if (
    groups.length > 1 &&
    groups.every(group => group.length <= 2 || /^(?:19|20)\d\d$/.test(group)) &&
    groups.some(group => group.length === 4)
  )
    return null
  if (/^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:19|20)\d\d ?[-/] ?(?:(?:19|20)\d\d|\d\d)\b/.test(phone)) return null
  const isNational = digits.startsWith('0') && digits[1] !== '0' && digits.length >= 9 && digits.length <= 13
  if (isNational && (labelled || atHead)) return phone
  if (labelled) return digits.length >= 7 && digits.length <= 12 ? phone : null
  if (!atHead) return null
  // Without a zero in front, a number is known by the shape of its country, and only where the country is spoken of.
  if (/^[689]\d{3}[ -]?\d{4}$/.test(phone)) return /\bsingapore\b/i.test(head) ? phone : null
  if (/^\(?65\)?[ -][3689]\d{3}[ -]?\d{4}$/.test(phone)) return phone
  if (/^[6-9]\d{4}[ -]?\d{5}$/.test(phone)) return /\bindia\b/i.test(head) ? phone : null
  return /^(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}$/.test(phone) ? phone : null
}

/** Without a parenthesis that has no other half. */
function balanced(phone: string): string {
  const opened = phone.split('(').length
  const closed = phone.split(')').length
  if (opened === closed) return phone
  return opened > closed ? phone.replace('(', '') : phone.replace(')', '')
}

// Name

interface Hints {
  email: string | null
  phone: string | null
  largest: readonly string[]
  /** The document's title and author. */
  properties: string
}

type Name = Pick<CvFacts, 'givenName' | 'familyName'>
const noName: Name = { givenName: null, familyName: null }

/** What each list holds is said in its first lines. */
const listOf = (name: string) => readWords(new URL(`words/${name}.txt`, import.meta.url))
const particles = listOf('particles')
const patronymics = listOf('patronymics')
const notNames = listOf('notNames')
const alsoNames = listOf('alsoNames')
const familyFirst = listOf('familyFirst')
const vietnameseNames = listOf('vietnamese')
const spanishNames = listOf('spanish')

/** In front of a name. Those that are also a name need their point. */
const titles =
  /^(?:dipl\.?-(?:ing|inf|kfm|kffr|math|phys|volksw|betriebsw)\.? |(?:dr|prof(?:essor)?|mr|mrs|ms|miss|mx|mdm|madam|encik|puan|sir|herr|frau|mme|sra|srta)(?:\.| |$) ?|(?:dipl|ir|ing|mag|rer|nat|med|phil|jur|oec|hon|rev|eng|er|adv|ca|hr|fr|sr)\. ?)+/i
/** Examinations and degrees, behind the name. */
const letters =
  /^(?:[bmd]\.?(?:a|sc|eng|ed|com|tech|phil|ba|res|fin|maths?|stat)\.?|bcom|btech|mtech|mba|emba|llb|llm|ph\.?d|d\.?phil|md|jd|hons?|\(hons?\)|f?ia|fia|aia|ffa|afa|asa|fsa|fas|aca|fca|acca|fcca|cima|acma|cgma|cpa|ca|cfa|frm|cqf|prm|pmp|prince2|cissp|cisa|cism|cii|acii|fcii|dipcii|cert\w*|csm|mcips|mcipd|fcipd|acipd|frsa|mrics|obe|mbe|jr|sr|ii|iii|iv|cera|aktuar|dav|qfa|esq|pgce|rn|itil)\.?$/i

/** Of these, all in capitals: what may be a name as well. */
const alsoLetters = /^(?:[bm]a|[bm]?eng|[bm]?ed|sr|c?ia|asa|[jm]d|rn|iv|dav|hon|cera)$/i

/** One syllable of a Chinese name. */
const syllable =
  /^(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh|hs|ts|kw|hw|ph|th|kh)?[aeiouüy]{1,3}(?:n|ng|h|i|k|p|t|m|w|y|r|u)?$/

function nameOf(lines: readonly string[], hints: Hints): Name {
  return labelled(lines, hints) ?? written(lines, hints) ?? noName
}

const wholeLabel =
  /^(?:(?:full|candidate(?:'s)?|applicant(?:'s)?|legal) )?name(?: in full)?(?: \([^)]{1,30}\))?$|^(?:candidate|applicant|kandidat(?:in)?|bewerber(?:in)?|candidato|candidata)$|^(?:vor- (?:und|&) nachname|vor- und zuname|nombre(?: y apellidos?| completo)?|nom(?: et prénom)?|姓名|名字)$/i
const givenLabel = /^(?:first ?names?|given ?names?|forenames?|vornamen?|nombres?|prénoms?)(?:\(s\))?$/i
const familyLabel = /^(?:last ?name|family ?name|surname|nachname|familienname|zuname|apellidos?)$/i

/** `Name: …`, on one line or two, in one piece or two. */
function labelled(lines: readonly string[], hints: Hints): Name | null {
  const values: { whole?: string; given?: string; family?: string } = {}
  for (const [index, line] of lines.slice(0, 40).entries()) {
    const [, label = '', same = ''] =
      /^([^:：\t]{2,40}?) ?(?:[:：]\t?|\t) ?(.*)$/u.exec(line) ??
      /^(name) (\p{Lu}.*)$/iu.exec(line) ??
      (lines[index + 1] ? [line, line, ''] : [])
    const kind = familyLabel.test(label)
      ? 'family'
      : wholeLabel.test(label)
        ? 'whole'
        : givenLabel.test(label)
          ? 'given'
          : null
    if (!kind) continue
    const said = same.replace(/^[:：] ?/, '')
    // On the next line may also stand the head of the next column.
    const value = said || (/\S \S|^\p{Script=Han}/u.test(lines[index + 1] ?? '') ? lines[index + 1]! : '')
    if (value) values[kind] ??= value.split('\t')[0]!
  }
  // `Nombre` says the given name where there is a label of its own for the family's.
  const given = values.given ?? (values.family ? values.whole : undefined)
  if (given && values.family) {
    const [first, last] = [wordsOf(given), wordsOf(values.family)]
    if (first && last) return { givenName: spell(first), familyName: spell(last, true) }
  }
  return values.whole ? parseName(values.whole, hints, 'labelled') : null
}

/** The name as it stands at the head. */
function written(lines: readonly string[], hints: Hints): Name | null {
  let headings = 0
  let best: { name: Name; score: number } | null = null
  for (const [index, line] of lines.slice(0, 40).entries()) {
    const rest = unspaced(withoutHeading(line), hints)
    if (rest === '' || /^\W*(?:page|seite|página) \d+/i.test(rest)) {
      headings++
      continue
    }
    const place = index - headings
    const next = lines[index + 1] ?? ''
    const single = segmentsOf(rest)
    // One name over two lines, or with an address behind it: only where something else says so.
    const joined = /^\S+$/.test(rest) && /^\S+(?: \S+)?$/.test(next) ? [`${rest} ${next}`] : []
    const beforeComma = single[0]?.includes(',') ? [single[0].split(',')[0]!] : []
    for (const [part, candidate] of [...single, ...joined, ...beforeComma].entries()) {
      const name = parseName(candidate, hints, 'written')
      if (!name) continue
      const said = witnesses(name, hints)
      if (said === 0 && part >= single.length) continue
      const isHeaded = rest !== line || (headings > 0 && place === 0)
      const isReachable = lines.slice(Math.max(0, index - 4), index + 7).some(other => isContact(other, hints))
      if (said === 0 && !isHeaded && !isReachable) continue
      const isLargest = hints.largest.some(
        large => large.includes(candidate) || (large.length > 2 && candidate.startsWith(large)),
      )
      const score =
        said * 4 +
        (isLargest ? 2 : 0) +
        (part > 0 ? 0 : place === 0 ? 2 : place === 1 ? 1 : 0) +
        (isHeaded ? 1 : 0) +
        (isReachable ? 1 : 0)
      if (score >= 3 && (!best || score > best.score)) best = { name, score }
    }
  }
  return best?.name ?? null
}

/**
 * `H A N N A  B R A N D T` as two words. Where the gap between them is lost as well, the e-mail address says where it
 * was.
 */
function unspaced(line: string, { email }: Hints): string {
  const words = line.split(/\t| {2,}/)
  if (!words.every(word => /^\p{L}(?: \p{L}){2,}$/u.test(word))) return line
  const joined = words.map(word => word.replaceAll(' ', ''))
  if (joined.length > 1) return joined.join(' ')
  const letters = joined[0]!
  const said = localParts(email)
  const knows = (word: string) => foldings(word).some(part => part.length > 1 && said.includes(part))
  for (let cut = 2; cut < letters.length - 1; cut++) {
    const [given, family] = [letters.slice(0, cut), letters.slice(cut)]
    if (knows(given) && knows(family)) return `${given} ${family}`
  }
  return line
}

/** Whether the candidate's address or number is there. */
function isContact(line: string, { email, phone }: Hints): boolean {
  return (
    (email !== null && line.includes(email)) ||
    (phone !== null && line.replace(/\D/g, '').includes(phone.replace(/\D/g, '')))
  )
}

/** Without `Curriculum Vitae of` and the like; empty for a heading that is nothing else. */
function withoutHeading(line: string): string {
  return line
    .replace(
      /^\W*(?:curriculum vit(?:ae|æ)|r[ée]sum[ée]|lebenslauf|c\.?v\.?|hoja de vida|curr[íi]culum(?: vitae)?|bewerbung)(?![\p{L}])(?: (?:of|for|von|de|d'))?[\s:|,–—-]*/iu,
      '',
    )
    .replace(/(?<![\s:|,–—(-])[\s:|,–—(-]+(?:curriculum vitae|r[ée]sum[ée]|lebenslauf|c\.?v\.?)\)?\W*$/iu, '')
    .trim()
}

/** Parts of a line that hold one thing each. Addresses of all kinds are cut out. */
function segmentsOf(line: string): string[] {
  return line
    .replace(/\([\p{L} /.,'-]{1,40}\)/gu, ' ')
    .replace(/\S{0,64}@\S{0,255}|(?:https?:\/\/|www\.)\S{0,300}|\S{0,40}(?:linkedin|github)\.com\S{0,200}/gi, '\t')
    .split(/[\t|•·●▪■◆;\\]|(?<!(?:^|[^\p{L}])[sdaSDA])\/| [–—-] | (?=[(+]?\+?\d)|(?<=\d) (?=\p{L}{3})/u)
    .map(part => part.trim())
    .filter(part => part.length >= 2 && part.length <= 80)
    .slice(0, 6)
}

/** The words of a name, or null for anything else: titles and letters behind it are cut off. */
function wordsOf(text: string): string[] | null {
  const named = text
    .replace(/\([^)]{0,40}\)/g, ' ')
    .replace(/["“„][^"”“]{1,20}["”“]/g, ' ')
    .trim()
    .replace(titles, '')
    .trim()
  const [first = '', ...rest] = named.split(/,| - | – /)
  let words = first.trim().split(/\s+/)
  // Behind a comma there may be letters, or a family name's given name, which is another's matter.
  if (
    rest.some(
      part =>
        part.trim() !== '' &&
        !part
          .trim()
          .split(/\s+/)
          .every(word => letters.test(word)),
    )
  )
    return null
  while (words.length > 2 && isLetters(words.at(-1)!, words.slice(0, -1))) words = words.slice(0, -1)
  if (words.every(isHan)) return words.length <= 4 ? words : null
  const own = words.filter(word => !particles.has(word.toLowerCase()) && !patronymics.has(word.toLowerCase()))
  if (own.length < 1 || own.length > 4 || words.length > 7) return null
  for (const [index, word] of words.entries()) {
    if (index > 0 && (particles.has(word) || patronymics.has(word.toLowerCase()))) continue
    if (!/^\p{L}[\p{L}\p{M}'.-]{0,30}$/u.test(word) || !/^(?:d'|o'|[dl]')?\p{Lu}/u.test(word)) return null
    // Title case or capitals, an initial with its point; no point inside.
    if (/\../.test(word) && !/^(?:\p{Lu}\.-?)+$/u.test(word)) return null
    if (/\.$/.test(word) && !/^(?:\p{Lu}\p{Ll}{0,2}\.|(?:\p{Lu}\.-?)+)$/u.test(word)) return null
    if (/[^\P{Ll}ß]\p{Lu}/u.test(word) && !/^(?:Mc|Mac|De|Di|Da|Le|La|Van|Fitz|O'|D'|Du|Del|Ma)\p{Lu}/u.test(word))
      return null
  }
  return words
}

/** `MSc`, `FIA`; `MA` only behind a name that is not in capitals too, and that `Ma` would not be the end of. */
function isLetters(word: string, before: readonly string[]): boolean {
  if (!letters.test(word)) return false
  if (!isUpper(word)) return /^\p{Lu}.*\p{Lu}|^Hons$/u.test(word)
  return (
    !alsoLetters.test(word) || !(before.every(isUpper) || before.every(other => syllable.test(other.toLowerCase())))
  )
}

/** @param how a label vouches for what would else need to look like a name */
function parseName(text: string, hints: Hints, how: 'labelled' | 'written'): Name | null {
  const comma = /^([\p{L}' -]{2,40}), ?([\p{L}'. -]{2,40})$/u.exec(text.replace(titles, ''))
  if (comma) {
    const [family, given] = [wordsOf(comma[1]!), wordsOf(comma[2]!.replace(titles, ''))]
    const isCode = comma[2]!
      .trim()
      .split(/\s+/)
      .every(word => letters.test(word))
    if (
      family &&
      given &&
      !isCode &&
      (family.length <= 1 || family.every(isUpper) || particles.has(family[0]!.toLowerCase())) &&
      given.length <= 3 &&
      !hasNoName([...family, ...given])
    ) {
      const name = { givenName: spell(given), familyName: spell(family, true) }
      if (how === 'labelled' || witnesses(name, hints) > 0 || (family.every(isUpper) && !given.every(isUpper)))
        return name
    }
  }
  const words = wordsOf(text)
  if (!words) return null
  if (words.length === 1)
    return isHan(words[0]!)
      ? hanName(words[0]!, how)
      : how === 'labelled' && !hasNoName(words)
        ? { givenName: spell(words), familyName: null }
        : null
  if (words.every(isHan)) return { givenName: words.join(' '), familyName: null }
  if (hasNoName(words, alsoNames)) return null
  const saidByMail = mailSays(words, hints.email) > 0
  if (how === 'written' && hasNoName(words) && !saidByMail) return null
  // An initial and a word are a heading as often as a name.
  if (words.filter(word => word.replace(/[^\p{L}]/gu, '').length > 1).length < 2 && !saidByMail) return null
  return split(words, hints)
}

/** Two to four characters; of other lines in that writing only a label tells them apart. */
function hanName(word: string, how: 'labelled' | 'written'): Name | null {
  const length = [...word].length
  if (length < 2 || length > 4) return null
  if (
    how === 'written' &&
    /简历|履历|个人|信息|资料|联系|教育|工作|经历|技能|求职|自我|北京|上海|深圳|广州|中国|香港|新加坡|工程师|经理|分析师|大学|学院|公司/u.test(
      word,
    )
  )
    return null
  return { givenName: word, familyName: null }
}

function hasNoName(words: readonly string[], except: ReadonlySet<string> = new Set()): boolean {
  return words.some(word =>
    word
      .split(/[-'.]/)
      .some(part => notNames.has(foldLetters(part)) && !except.has(foldLetters(part)) && part.length > 1),
  )
}

/** Where the family name begins; the whole as the given name where that cannot be said. */
function split(words: readonly string[], { email }: Hints): Name {
  const whole = { givenName: spell(words), familyName: null }
  const at = (index: number): Name => ({
    givenName: spell(words.slice(0, index)),
    familyName: spell(words.slice(index), true),
  })
  const lower = words.map(word => word.toLowerCase())
  // A father's name, or a Vietnamese one, which is in the order that it is in: Nguyen Van Minh.
  if (lower.some(word => patronymics.has(word)) || (words.length > 2 && vietnameseNames.has(foldLetters(words[0]!))))
    return whole
  const particle = lower.findIndex(
    (word, index) =>
      index > 0 && index < words.length - 1 && particles.has(word) && word !== 'y' && word !== 'e' && word !== 'i',
  )
  // Capitals mark a family name where not all are capitals.
  const upper = words.map(word => isUpper(word) && word.length > 1 && !/^\p{Lu}\.$/u.test(word))
  if (upper.some(Boolean) && !upper.every((is, index) => is || particles.has(lower[index]!))) {
    const from = upper.indexOf(true)
    const to = upper.lastIndexOf(true) + 1
    if (from > 0 && to === words.length) return at(particle > 0 && particle < from ? particle : from)
    if (from === 0 && upper.slice(0, to).every(Boolean))
      return { givenName: spell(words.slice(to)), familyName: spell(words.slice(0, to), true) }
    return whole
  }
  const isSmall = (index: number) => particles.has(lower[index] ?? '')
  const spanish = lower.findIndex(
    (word, index) => index > 0 && isSpanish(foldLetters(word)) && (isSmall(index + 1) || index === words.length - 2),
  )
  if (spanish > 0) return at(spanish)
  // Before `dos Santos` may stand a family name or a second given name.
  if (particle > 0) return particle > 1 && /^(?:d[aeo]s?|del)$/.test(lower[particle]!) ? whole : at(particle)
  const isFirst =
    familyFirst.has(lower[0]!) && lower.slice(1).every(word => word.split('-').every(part => syllable.test(part)))
  if (isFirst && words.length <= 3) {
    if (words.length === 2 && (familyFirst.has(lower[1]!) || lower[0] === 'lee'))
      return mailOrder(words, email) ?? whole
    if (words.length === 3 || !familyFirst.has(lower[1]!)) {
      // `Li Na Chen`: both ends could be it.
      if (words.length === 3 && familyFirst.has(lower[2]!)) return mailOrder(words, email) ?? whole
      return { givenName: spell(words.slice(1)), familyName: spell(words.slice(0, 1), true) }
    }
  }
  if (words.length === 2) return at(1)
  // `Kelvin Tan Wei Ming`
  if (
    lower
      .slice(1, -1)
      .some((word, index) => familyFirst.has(word) && lower.slice(index + 2).every(next => syllable.test(next)))
  )
    return whole
  const said = localParts(email)
  const byMail =
    said.length > 1 ? words.findIndex((word, index) => index > 0 && foldings(word).includes(said.at(-1)!)) : -1
  if (byMail > 0) return byMail === words.length - 1 || words.length - byMail <= 2 ? at(byMail) : whole
  return words.length === 3 || /^\p{Lu}\.?$/u.test(words.at(-2)!) ? at(words.length - 1) : whole
}

/** Family names that are followed by the mother's. */
function isSpanish(word: string): boolean {
  return /^(?:[a-z]{3,}ez|ruiz|ortiz|muniz|saiz)$/.test(word) || spanishNames.has(word)
}

/** `wei.chen@` says of Chen Wei which is which: the family name is last there. */
function mailOrder(words: readonly string[], email: string | null): Name | null {
  const said = localParts(email)
  if (said.length !== 2) return null
  const folded = words.map(foldLetters)
  const rest = (index: number) => folded.filter((_, other) => other !== index).join('')
  for (const index of [0, words.length - 1])
    if (said[1] === folded[index] && said[0] === rest(index))
      return { givenName: spell(words.filter((_, other) => other !== index)), familyName: spell([words[index]!], true) }
  return null
}

/** How many of the e-mail address, the title and the author know this name: 0 to 3. */
function witnesses({ givenName, familyName }: Name, { email, properties }: Hints): number {
  const words = `${givenName ?? ''} ${familyName ?? ''}`.split(' ').filter(Boolean)
  const known = new Set(properties.split(/[^\p{L}\p{M}]+/u).map(foldLetters))
  const own = words.filter(word => !particles.has(word.toLowerCase()))
  return (
    mailSays(words, email) + (own.length > 1 && own.filter(word => known.has(foldLetters(word))).length >= 2 ? 1 : 0)
  )
}

/**
 * How many words of the name an address is made of, up to two: `brandt`, `ottilie.b`, `obrandt`. A short one must stand
 * at an end, as `ann` does not in `hannah`.
 */
function mailSays(words: readonly string[], email: string | null): number {
  const parts = localParts(email)
  const isIn = (part: string) =>
    part.length >= 4
      ? parts.join('').includes(part)
      : part.length === 3 && parts.some(said => said.startsWith(part) || said.endsWith(part))
  return Math.min(2, words.filter(word => foldings(word).some(isIn)).length)
}

function localParts(email: string | null): string[] {
  return foldLetters(email?.split('@')[0] ?? '')
    .split(/[^a-z]+/)
    .filter(part => part.length > 1)
}

/** As it may stand in an address: Müller as muller and mueller, O'Brien as obrien. */
function foldings(word: string): string[] {
  const plain = word.replace(/['.-]/g, '')
  const german = plain.toLowerCase().replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue')
  return [...new Set([foldLetters(plain), foldLetters(german)])]
}

/** All in capitals, but for what stays small in front: McALLISTER. */
function isUpper(word: string): boolean {
  const rest = word.replace(/^(?:Mc|Mac|Fitz)(?=\p{Lu}{2})/u, '').replace(/ß/g, '')
  return rest === rest.toUpperCase() && rest !== rest.toLowerCase()
}

function isHan(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}·]{1,12}$/u.test(word)
}

/**
 * A name in title case where all of it is in capitals; as written where it is not.
 * @param isFamily a small word may then stand first
 */
function spell(words: readonly string[], isFamily = false): string {
  return words
    .map((word, index) => {
      if (!isUpper(word) || word.replace(/[^\p{L}]/gu, '').length < 2 || /^(?:\p{Lu}\.-?)+$/u.test(word)) return word
      const lower = word.toLowerCase()
      if (
        words.length > 1 &&
        (index > 0 || (isFamily && !/^(?:l[ae]s?|du|san|santa|st)$/.test(lower))) &&
        (particles.has(lower) || patronymics.has(lower))
      )
        return lower
      return lower
        .replace(/(^|[-'])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
        .replace(/^Mc(\p{Ll})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    })
    .join(' ')
}
