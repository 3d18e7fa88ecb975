import { cutText, repairEncoding, repairText } from './text.ts'

/**
 * Titles as a visitor should read them: without shouting, decoration, pay and reference numbers. What says that all
 * genders are meant stays: in Germany an advertiser is liable for a title without it.
 */

/**
 * What `readTitle` did: an encoding or markup was repaired; noise, a reference number or pay was taken out; letters
 * changed case.
 */
export const titleFlags = [
  'mojibake',
  'markup',
  'noise',
  'reference',
  'money',
  'place',
  'capitals',
  'lowerCase',
] as const
export type TitleFlag = (typeof titleFlags)[number]

export interface ReadTitle {
  /** As shown: `Sachbearbeiter/in Buchhaltung (m/w/d)`. */
  title: string
  /** Its words for searching and for addresses: `Sachbearbeiter Buchhaltung`. */
  searchTitle: string
  /** The pay that stood at its end. */
  money: string | null
  flags: TitleFlag[]
}

const acronyms = new Set(
  'IT HR PR PA EA BI AI ML UX UI QA BA PM PMO IR35 VAT SQL SAP AWS GCP ERP CRM CEO CFO CIO CTO COO CISO MD VP SVP AVP EVP FP&A M&A R&D AML KYC CDD EDD FX FCA PRA SME SMB B2B B2C IFRS GAAP ACA ACCA CIMA CII CFA AAT ACII PPC SEO SEM API SDET SRE DBA ETL MI BDM NHS EU UK USA US UAE EMEA APAC DACH SG ICT CAD CNC HGV LGV MEP HVAC IFA PHP HTML CSS XML JSON NET BPM RPA ISO GDPR MLRO ESG LTIP P&C D&O E&O PI GI L&H P&L ALM VBA SAS JIRA COBOL AS400 DB2 RPG OTE FTC SOC SIEM IAM PAM VMWARE AV TM1 SFTR EMIR MIFID DORA KPI II III IV ASAP HLTA SENCO EYFS PQE IA'.split(
    ' ',
  ),
)
const spellings = new Map(
  'iOS DevOps DevSecOps JavaScript TypeScript SharePoint PowerBI LinkedIn PhD SaaS VMware MiFID Jira mth mths yrs wks MySQL PostgreSQL MongoDB WordPress GitHub Mr Sr Jr Dr St Ltd Mgr GmbH'
    .split(' ')
    .map(word => [word.toLowerCase(), word]),
)
const small = new Set(
  'a an and as at by for from in of on or the to with within und für im in mit der die das von bei zur zum oder am'.split(
    ' ',
  ),
)

/** Small words of French, Spanish, Portuguese, Italian and Dutch, where one that is none of English shows it. */
const smallAbroad = new Set(
  'de del des du da das do dos la el los las le les di della y et e en em para por pour par sur con na no op van voor'.split(
    ' ',
  ),
)
const isAbroad = /(?:^|\s)(?:DE|DEL|DES|DU|DA|DOS|DI|DELLA|Y|ET|PARA|POUR|VOOR|VAN)\s|(?:^|\s)[DL]['’]\p{L}/u
/** English titles have French words in them. */
const inEnglish = /\b(?:AND|THE|FOR|OF|WITH|MANAGER|HEAD|SENIOR|JUNIOR|ENGINEER)\b/

/** `in` of `ENTWICKLER*IN`, `r` of `ANGESTELLTE/-R`. */
const ending = /^(?:in|innen|r|n|e|frau)$/i
const joint = /\p{L}(?:[*:_·/]-?|\(-?)$/u

function titleCase(title: string): string {
  let first = true
  const upperCase = title.toUpperCase()
  const abroad = isAbroad.test(upperCase) && !inEnglish.test(upperCase)
  return title.replace(/[\p{L}\p{N}&.'’+#]+/gu, (word: string, at: number) => {
    if (ending.test(word) && joint.test(title.slice(Math.max(0, at - 3), at))) return word.toLowerCase()
    const isFirst = first
    first = false
    const upper = word.toUpperCase()
    const lower = word.toLowerCase()
    const spelling = spellings.get(lower)
    if (spelling) return spelling
    if (acronyms.has(upper)) return upper
    if (/^\d+(ST|ND|RD|TH)$/.test(upper)) return lower
    if (/\d|[+#]/.test(word)) return /^[\p{L}]{5,}\d/u.test(word) ? upper[0] + lower.slice(1) : upper
    if (word[0] === '.')
      return `.${acronyms.has(upper.slice(1)) ? upper.slice(1) : lower[1]?.toUpperCase() + lower.slice(2)}`
    // Without a vowel it is an abbreviation (`HTML`, `CRM`); with full stops too (`U.K.`).
    if ((word.length <= 4 && !/[AEIOUYÄÖÜ]/.test(upper)) || /\..*\./.test(word)) return upper
    if (lower === 'a' && /(?:cdl|class|level|grade|category|type|band) $/i.test(title.slice(0, at))) return 'A'
    if (!isFirst && (small.has(lower) || (abroad && smallAbroad.has(lower)))) return lower
    // `Chef de Partie`, `Commis de Cuisine`
    if (lower === 'de' && /chef |commis /i.test(title.slice(0, at))) return lower
    const elided = abroad ? /^([dl]['’])(\p{L}.*)$/u.exec(lower) : null
    if (elided)
      return `${isFirst ? elided[1]!.toUpperCase() : elided[1]!}${elided[2]![0]!.toUpperCase()}${elided[2]!.slice(1)}`
    return lower.charAt(0).toUpperCase() + lower.slice(1)
  })
}

/** Only English writes every word of a title with a capital. */
const otherLanguage = /[^\x20-\x7e’–—]|\b(?:d'|l'|(?:de|du|des|la|le|les|et|met|voor|een|und|im|zur|zum|mit)\b)/

function isShouted(title: string): boolean {
  let upper = 0
  let lower = 0
  let longWords = 0
  for (const [word] of title.matchAll(/\p{L}[\p{L}'’]*/gu)) {
    if (acronyms.has(word)) continue
    if (word.length > 3 && word === word.toUpperCase() && word !== word.toLowerCase()) longWords++
    for (const letter of word) {
      if (letter !== letter.toLowerCase()) upper++
      else if (letter !== letter.toUpperCase()) lower++
    }
  }
  return longWords > 0 && upper > 4 * lower
}

// One letter or word for a gender; `h`, `v` and `k` are French, Dutch and Scandinavian.
const one = '(?:[mwfdxvih]|div(?:ers(?:e|es)?)?\\.?|gn|all genders|männlich|weiblich|male|female)'
/** (m/w/d), [f/m/x], (all genders), (*), m/w/d; two letters only in brackets, since `F/X` is a market. */
const gender = new RegExp(
  `\\s*[([]\\s*(?:${one}(?:\\s*[/|,*:;._+\\-&]\\s*(?:${one}|[ao])){1,5}|mwd|wmd|mfd|fmd|mfx|all genders?(?: welcome)?|gn\\*?|alle geschlechter|\\*)\\s*[)\\]]{1,2}` +
    `|(?<=\\s|^)[mwfdx](?:\\s?[/|]\\s?[mwfdx]){2}(?=$|[\\s,)-])`,
  'giu',
)
/** Endings of German nouns that have a feminine in `-in`: `/in` after any other word may be English. */
const masculine = '(?:er|or|ent|ant|ist|eur|är|ar|at|et|og|än|ekt|xpert|olleg|und|irt|rzt|wält|öch|och)'
const feminine = new RegExp(
  `(?<=\\p{L}{3})(?:\\*in(?:nen)?|/-in(?:nen)?|\\(-?in(?:nen)?\\)|(?<=${masculine})(?:[/:_·]-?in(?:nen)?|In(?:nen)?))(?![\\p{Ll}])`,
  'gu',
)
const stems: [RegExp, string][] = [
  [/ärzt(?![\p{L}])/giu, 'arzt'],
  [/anwält(?![\p{L}])/giu, 'anwalt'],
  [/köch(?![\p{L}])/giu, 'koch'],
  [/(?<=\p{L}(?:og)|experte?|kolleg|kund)(?<!e)(?![\p{L}])/giu, 'e'],
]

/**
 * `Entwickler*in` as `Entwickler`, `Angestellte/-r` as `Angestellte`, `Kaufmann/-frau` as `Kaufmann`: the masculine
 * stands for all, as in the rest of the site.
 */
function withoutFeminine(text: string): string {
  if (!/[*/:_·(]|In\b|Innen/.test(text)) return text
  let changed = text
    // `Entwickler/Entwicklerin`, `Entwicklerin/Entwickler`
    .replace(/(?<!\p{L})(\p{L}{4,40}) ?\/ ?\1in(?!\p{L})/giu, '$1')
    .replace(/(?<!\p{L})(\p{L}{4,40})in ?\/ ?\1(?!\p{L})/giu, '$1')
    .replace(/(\p{L}{0,30}mann) ?[/:*_] ?-?(?:\p{L}{0,30})?frau(?!\p{L})/giu, '$1')
    // `Kund*innenberater`
    .replace(/(\p{L}{3,30})[*:_]innen(?=\p{Ll})/gu, (_, stem: string) => `${stem}${/er$/i.test(stem) ? '' : 'en'}`)
  const before = changed
  changed = changed.replace(feminine, '')
  if (changed !== before)
    for (const [pattern, stem] of stems)
      changed = changed.replace(pattern, found =>
        found === '' ? stem : found[0] === found[0]!.toUpperCase() ? stem[0]!.toUpperCase() + stem.slice(1) : stem,
      )
  return changed
    .replace(/(?<=\p{L}{3}e)(?:[*:_]r|\/-?r|\(-?r\))(?!\p{L})/gu, '')
    .replace(/(?<=\p{L}{3})\*(?=$|[\s,)/–-])/gu, '')
}

/** A star behind a noun: `Analyst* (Finance)`. */
const star = /(?<=\p{L}{3})\*(?=$|[\s,)/–-])/gu

/** What stands in a title for all genders, and the words before it. */
interface Mark {
  before: string
  text: string
}

/** A title without its marks, and the marks. */
function unmarked(title: string): { text: string; marks: Mark[] } {
  const marks: Mark[] = []
  const take = (text: string, pattern: RegExp) =>
    text.replace(pattern, (found: string, ...rest: unknown[]) => {
      const at = rest.find(each => typeof each === 'number') as number
      marks.push({ before: text.slice(0, at).replace(gender, ' ').trimEnd(), text: found.trim() })
      return found === '*' ? '' : ' '
    })
  return { text: take(take(title, star), gender).trim(), marks }
}

/** The marks behind the words that they stood behind, as far as those are still there; else at the end. */
function marked(title: string, marks: readonly Mark[]): string {
  let text = title
  // They are in order: the next one stands behind the last.
  let from = 0
  for (const { before, text: mark } of marks) {
    const joined = mark === '*' ? mark : ` ${mark}`
    const words = before.split(/\s+/)
    const lower = text.toLowerCase()
    const at = [3, 2, 1]
      .map(count => words.slice(-count).join(' ').toLowerCase())
      .map(end => ({ end, at: end === '' ? -1 : lower.indexOf(end, from) }))
      .find(({ end, at }) => at >= 0 && !/[\p{L}\p{N}]/u.test(text[at + end.length] ?? ''))
    const end = at ? at.at + at.end.length : text.length
    text = `${text.slice(0, end)}${joined}${text.slice(end)}`
    if (at) from = end
  }
  return text
}

/** A title or query without what says that it means all genders: `Entwickler*in (m/w/d)` is `Entwickler`. */
export function withoutGender(text: string): string {
  // White space first: a long run of it would be read anew at each of its characters.
  return /[*/:_·|()[\]]|In(?:nen)?\b/.test(text)
    ? withoutFeminine(text.replace(/\s+/g, ' ').replace(gender, ' ')).replace(/\s+/g, ' ').trim()
    : text
}

// Digits to their end: `£20k` read as `£2` and `0k` too would make a row of amounts readable in exponentially many
// ways.
const number = '\\d+(?:[.,]\\d+)*(?!\\d|[.,]\\d)'
const amount = `(?:(?:(?:us|ca|au|hk|nz|s)?[£€$]|\\b(?:gbp|eur|usd|sgd|chf)\\b)\\s?${number}(?:\\s?k)?|(?:\\d{2,3}\\s?[-–—]\\s?)?${number}\\s?k\\b|${number}\\s?(?:€|eur\\b|gbp\\b|usd\\b|sgd\\b|euro\\b))`
const payLead =
  '(?:(?:up[ -]?to|to|max\\.?|(?:start)?salaris|tot|circa|ca\\.?|c\\.?|from|ab|vanaf|bis(?: zu)?|(?:realistic|achievable|potential|genuine)(?= (?:ote|earn)|[^a-z]*[£€$])|salary|gehalt|basic|base|earn|ote|paying|around|(?<=(?:salary|gehalt|basic|base|package|earnings?|ote)\\s)of)[\\s:]*)*'
/** What may follow an amount. For the same reason no text here is read by two of them, or by one and the next two. */
const payWords = [
  '[\\s\\-–—/+,&()|.!]',
  `(?<=(?:-|–|—|to)\\s?)${number}(?![\\d.,%]|\\s?(?:k\\b|€|eur|gbp))`,
  amount,
  '\\d+%',
  '(?:to|tot|bis|and|up to|per|an?|p[./]?a|p\\.?h|pd|pcm|pro|rata|ote|doe|(?<=ote\\s)of|plus|bens|comm|car|with|benefits?|neg(?:otiable)?|inc(?:luding)?)\\b',
  'annum|year|month|week|day|hour|jahr|monat|tag|stunde|basic|base|bonus(?:es)?|tips|excellent|great|good|package|pkg|commission',
  'uncapped|allowance|pension|depending on experience|salary|dependent|equity',
].join('|')
const moneyTail = new RegExp(
  `^(.*?[\\p{L}\\p{N})\\]+#!])(?:[\\s\\-–—|,;:/+~•]|\\.\\s)+(?:[([]\\s*)?(${payLead}(?:(?:\\d{2,3}[.,]\\d{3}|\\d{5,6})\\s?[-–—]\\s?(?=\\d))?${amount}(?:${payWords})*)[)\\]]?$`,
  'iu',
)
/** `$5,000 - $8,000 Bonus`: beside the pay, which stands elsewhere. */
const smallAmount = '(?:\\d,?\\d{3}|\\d{3}|\\dk)(?![\\d.,]?\\d|k)'
const onlyBonus = new RegExp(`^[£€$]?${smallAmount}(?:\\s?[-–—]\\s?[£€$]?${smallAmount})?\\s+bonus(?:es)?\\W*$`, 'i')
const noiseTail =
  /[\s\-–—|,:;/~*•!(]+(?:(?:apply (?:now|today)|immediate(?:ly)? (?:start|starters?|available)|start(?:ing)? (?:asap|immediately)|urgent(?:ly)?(?: required| needed| hiring)?|hiring now|now hiring|we(?: are|[’']re) hiring|hot (?:job|role)|new(?: role| job| opportunity)?|asap|ab sofort|sofort|dringend|(?:dringend |ab sofort )?gesucht|wanted|(?:desp\w+ly|immediately|currently|always|still) (?:required|needed|wanted)|(?<!\b(?:not?|some|experience|degree|licen[cs]e|clearance|qualifications?)\b[^\-–—|,!]{0,40})(?:required|needed))[\s!.)]*)$/iu
/** `Engineer SC required`, `Buyer, German needed`: what is asked of a person, and not the job that is offered. */
const asked =
  /(?:(?<![\p{L}\p{N}])[A-Z][A-Z\d&/]{1,5}|\b(?:[cC]ars?|[dD]riv\w+|[tT]ravel|[vV]isas?|[vV]etting|[cC]leared|[cC]heck|[tT]ickets?|[cC]ards?|[sS]peak\w+|[sS]peakers?|[fF]luen\w+|(?:Engl|German|French|Span|Ital|Dutch|Pol|Portug|Swed|Dan|Norweg|Finn|Russ|Chin|Japan|Arab|Mandarin|Cantonese|Kore|Turk|Welsh)\p{L}*|[qQ]ualifi\w+|[cC]ertifi\w+|[tT]raining|[pP]h[dD]|[rR]eferences?|[rR]elocation|[wW]eekends?|[nN]ights?|[sS]hifts?|[oO]vertime|[sS]ponsorship|[pP]assport|[pP]ermit|[rR]egistration|[mM]embership|[kK]nowledge|[sS]kills?|[bB]ackground|[pP]ortfolio|[oO]wn \w+))\s+(?:is |are )?(?:[rR]equired|[nN]eeded|[wW]anted)[\s!.)]*$/u

/** What a title with noise or signs has, so that most are not searched for each kind. */
const hasNoise =
  /urgent|new|hot |hiring|immediate|wanted|required|needed|vacancy|job|gesucht|dringend|wir suchen|stellenangebot|apply|start|asap|sofort|!/i
const hasSigns = /[^\p{L}\p{N} ,.&'’()/+-]/u
const noiseHead =
  /^[*\s]*(?:urgent(?:ly)?(?: required| needed| hiring)?|new(?: role| job| opportunity)?|hot (?:job|role)|hiring(?: now)?|now hiring|we(?: are|[’']re) hiring|immediate start|wanted|required|vacancy|job|dringend(?: gesucht)?|gesucht|stellenangebot|wir suchen)(?:\s*[:!|*~]+|\s+[-–—])[\s\-–—:!|*~]*/iu
// `Ref: AB-1234` anywhere; a bare code only where nothing else would stand: in brackets, or before or after a dash.
// Norms and years are no references.
const labelled =
  /[\s\-–—|,;:/]*[([]?\s*(?<![\p{L}\d])(?:(?:job|vacancy|stellen)?[ -]?(?:ref(?:erence)?(?:[ -]?(?:no|nr|number|code|id))?|req(?:uisition)?(?:[ -]?(?:no|id|number))?|kennziffer|kennnummer|chiffre|referenznummer|anzeigennummer)|(?:job|stellen|vacancy)[ -]?(?:id|no|nr|number|code))\s?[.:#]{0,2}\s?(?=[\w/.-]{0,30}\d)[A-Z\d][\w/.-]{2,30}\s*[)\]]?/giu
const bare =
  /\s*[([]\s*#?(?!(?:19|20)\d\d\s*[)\]])(?:[A-Z]{0,4}[-_]?\d{4,10}|[A-Z]{1,4}-?\d{4,10}(?:[-/_]\d{1,6})?)\s*[)\]]|\s+[-–—|]\s*[A-Z]{0,4}-?\d{5,10}$|\s+(?:[-–—|]\s*)?#\d{3,10}$|\s(?!ISO|IEC|DIN|IFRS|COVID)[A-Z]{2,5}\d{5,10}$|^(?!ISO|IEC|DIN|IFRS|COVID)[A-Z]{2,4}\d{4,8}\s?[-–—:]\s?(?=\p{L})/gu

/** `J****EE`: figures or letters of a short word that were made unreadable. */
function isInWord(text: string, at: number, length: number): boolean {
  return /(?<!\p{L})\p{L}{1,2}$/u.test(text.slice(Math.max(0, at - 3), at)) && /^\p{L}/u.test(text.slice(at + length))
}

/** In capitals all over, an acronym cannot be told from a trade. */
function withoutTail(text: string): string {
  return asked.test(text) && /\p{Ll}/u.test(text) ? text : text.replace(noiseTail, '')
}

/** Characters of a row's title that are read, markup and all; of what they say, 300. */
const readOfTitle = 4_000

/**
 * A title as a visitor should read it, and the pay that the advertiser put into it. Falls back to the repaired text
 * rather than to nothing.
 */
export function readTitle(written: string): ReadTitle {
  const raw = cutText(written, readOfTitle)
  const flags = new Set<TitleFlag>()
  const markup = /<[a-z/!]/i.test(raw)
  if (markup) flags.add('markup')
  if (/[^\x20-\x7e]/.test(raw) && (repairEncoding(raw) !== raw || raw.includes('\ufffd'))) flags.add('mojibake')
  let text = cutText(repairText(markup ? raw.replace(/<[^>]{0,500}>/g, ' ') : raw), 300)
  const whole = text
  const marks: Mark[] = []
  const without = (flag: TitleFlag, next: string) => {
    if (next !== text && /[\p{L}\p{N}]/u.test(next)) {
      flags.add(flag)
      text = next
    }
  }
  if (hasNoise.test(text)) without('noise', text.replace(noiseHead, ''))
  if (hasSigns.test(text)) {
    without(
      'noise',
      text
        .replace(/(?:\b(?:up ?)?to |\bcirca )?[£€$]?\*{2,} ?k\b/giu, ' ') // pay that was made unreadable
        .replace(/(?<![\p{L}\p{N}*])\*{1,4}(\p{L}[^*]{0,60})\*{1,4}(?![\p{L}\p{N}*])/gu, '$1')
        // Figures that were made unreadable, with what joined them: `(****hrs)`, `Band 5/****`, `****x Nurse`
        .replace(
          /\(\*{2,} ?(?:hrs?|hours|%|pa|pw)?\)|[/&+-]\*{2,}(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}])\*{2,}x(?!\p{L})/giu,
          ' ',
        )
        .replace(/(?<=\()\*{2,} ?/g, '')
        .replace(/\*{2,}/g, (stars: string, at: number, all: string) => (isInWord(all, at, stars.length) ? stars : ' '))
        .replace(/[#~=_]{2,}|>{2,}|<{2,}|[★☆►◄✓✔❗‼]+|\p{Extended_Pictographic}(?<![\d#*©®™])/gu, ' ')
        .replace(/!{2,}/g, ' '),
    )
    text = text.replace(/ [~|] /g, ' - ').replace(/(?<=\p{L})_ /gu, ' - ')
  }
  if (/[*/:_·|()[\]]/.test(text)) {
    const bare = unmarked(text)
    if (/[\p{L}\p{N}]/u.test(bare.text)) {
      text = bare.text
      marks.push(...bare.marks)
    }
  }
  // What is left of `(m/w/d)* Fachkonzeption`.
  text = text.replace(/ \* /g, ' - ')
  if (/\d{3}/.test(text)) without('reference', text.replace(labelled, ' ').replace(bare, ' '))
  text = text
    .replace(/\s+/g, ' ')
    .replace(/(?: ?,)+(?= ?,)| (?=,)/g, '')
    .trim()
  if (text.includes('_')) text = text.replace(/(?<=\p{L})_(?!in(?:nen)?(?!\p{L}))(?=\p{L}{2})/giu, ' ')
  let money: string | null = null
  for (let i = 0; i < 3; i++) {
    const before = text
    if (hasNoise.test(text)) without('noise', withoutTail(text.replace(noiseHead, '')).replace(/!+$/, ''))
    text = text.replace(/(?<=\p{L}{4})\.$/u, '')
    const found: RegExpExecArray | null = money === null && /\d/.test(text) ? moneyTail.exec(text) : null
    const tail = found !== null && onlyBonus.test(found[2]!) ? null : found
    if (tail) {
      flags.add('money')
      text = tail[1]!
      const pay: string = tail[2]!.replace(/^[^\p{L}\p{N}£€$]+|(?:[\s\-–—|,:;/~*•(.]|(?<![\dkK])\+)+$/gu, '')
      money = pay.includes('(') ? pay : pay.replace(/\)+$/, '')
    }
    text = text.replace(/^[\s\-–—|,:;/~*•]+|[\s\-–—|,:;/~*•([]+$/g, '')
    if (tail && text.lastIndexOf('(') > text.lastIndexOf(')')) text += ')'
    if (text === before) break
  }
  if (!/[\p{L}\p{N}]/u.test(text)) {
    const title = /[\p{L}\p{N}]/u.test(whole) ? whole : ''
    return { title, searchTitle: title, money: null, flags: [] }
  }
  if (isShouted(text)) without('capitals', titleCase(text))
  else if (!/\p{Lu}/u.test(text) && /\p{Ll}{3}/u.test(text))
    without('lowerCase', otherLanguage.test(text) ? text[0]!.toUpperCase() + text.slice(1) : titleCase(text))
  return { title: marked(text, marks), searchTitle: withoutFeminine(text), money, flags: [...flags] }
}

/** A mark at the end of a title. */
const atEnd = new RegExp(`(?:${gender.source})$`, 'iu')

/**
 * A title without the place at its end, where that is one of the job's own (`Claims Handler - Leeds`): the place is
 * shown beside it. Null when there is none.
 * @param names places of the job, as people write them
 */
export function withoutPlace(title: string, names: readonly string[]): string | null {
  const own = atEnd.exec(title)
  if (own) {
    const rest = withoutPlace(title.slice(0, own.index), names)
    return rest === null ? null : `${rest} ${own[0].trim()}`
  }
  const whole = title.replace(/\s*[)\]]$/, '')
  const lower = whole.toLowerCase()
  const name = names.find(name => lower.endsWith(name.toLowerCase()))
  if (!name) return null
  const joint = /(?:\s+[-–—|]\s*|\s*,\s*|\s*[([]\s*|\s+(?:based in|in|near)\s+)$/i.exec(whole.slice(0, -name.length))
  if (!joint) return null
  const rest = whole
    .slice(0, joint.index)
    .replace(/(?<=[-–—|,] )based$|[\s\-–—|,:;/(]+$/i, '')
    .replace(/[\s\-–—|,:;/(]+$/, '')
  return rest.length >= 4 && !/(?:\b(?:of|for|the|to|and|und|für|der|die|von|at|speaking)|[&/])$/i.test(rest)
    ? rest
    : null
}
