/** Repairs of plain text: encodings read wrongly, entities escaped again and again, invisible characters, and titles written to shout. */

const latin1Names =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const entities = new Map<string, string>(latin1Names.split(' ').map((name, index) => [name, String.fromCharCode(160 + index)]))
for (const [name, character] of Object.entries({
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  bull: '•',
  hellip: '…',
  euro: '€',
  trade: '™',
  lsaquo: '‹',
  rsaquo: '›',
  dagger: '†',
  permil: '‰',
  OElig: 'Œ',
  oelig: 'œ',
  Scaron: 'Š',
  scaron: 'š',
  Yuml: 'Ÿ',
  ensp: '\u2002',
  emsp: '\u2003',
  thinsp: '\u2009',
  zwnj: '\u200c',
  zwj: '\u200d',
  larr: '←',
  rarr: '→',
  minus: '−',
  le: '≤',
  ge: '≥',
}))
  entities.set(name, character)

/** What bytes 0x80-0x9f mean in Windows-1252, by byte; the five unused ones stay as they are. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const byteOf = new Map<string, number>([...windows1252].map((character, index) => [character, 0x80 + index]))

/** The character of one entity (`amp`, `#163`, `#xa3`), or null when it is not one we know. */
export function entityCharacter(name: string): string | null {
  if (name[0] !== '#') return entities.get(name) ?? null
  if (!/^#(?:\d{1,7}|[xX][\da-fA-F]{1,6})$/.test(name)) return null
  const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  if (!Number.isInteger(code) || code <= 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null
  // `&#146;` is a Windows-1252 apostrophe in every browser.
  return code >= 0x80 && code <= 0x9f ? windows1252[code - 0x80]! : String.fromCodePoint(code)
}

const entityPattern = /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,7});/g

/** Decodes entities until none that we know is left: feeds escape up to seven times. */
export function decodeEntities(text: string): string {
  for (let depth = 0; depth < 12 && text.includes('&'); depth++) {
    const decoded = text.replace(entityPattern, (whole, name: string) => entityCharacter(name) ?? whole)
    if (decoded === text) break
    text = decoded
  }
  return text
}

// A UTF-8 sequence of two to four bytes, each read as one Windows-1252 character.
const continuation = `[\\u0080-\\u00bf${[...windows1252].filter(c => c > '\u00ff').join('')}]`
const misread = new RegExp(`[\\u00c2-\\u00c5]${continuation}|[\\u00e2\\u00ef]${continuation}{2}|\\u00f0${continuation}{3}`, 'g')
const misreadHint = /[\u00c2-\u00c5\u00e2\u00ef\u00f0]/
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * UTF-8 that was read as Windows-1252 (`Â£`, `â€™`, `Ã¤`), put right. Each sequence is judged alone, so clean text beside it stays; one that
 * would become a character no advert uses is left as it is.
 */
export function repairEncoding(text: string): string {
  if (text.includes('‚¬')) text = text.replace(/\u00e2?‚¬/g, '€') // a euro sign that lost its first byte
  for (let depth = 0; depth < 3 && misreadHint.test(text); depth++) {
    // Latin Extended-A pairs (`Å‚`) also occur in clean text: believed only beside an unmistakable sequence.
    const sure = /[\u00c2\u00c3\u00e2]/.test(text)
    const repaired = text.replace(misread, sequence => {
      if (!sure && (sequence[0] === '\u00c4' || sequence[0] === '\u00c5')) return sequence
      const bytes = new Uint8Array(sequence.length)
      for (let i = 0; i < sequence.length; i++) bytes[i] = byteOf.get(sequence[i]!) ?? sequence.charCodeAt(i)
      try {
        const character = utf8.decode(bytes)
        return /^[\u0080-\u017f\u2010-\u2044\u20a0-\u20bf\u2100-\u22ff\u2500-\u27bf\ufeff\ufb01\ufb02]$|^\p{Extended_Pictographic}$/u.test(character)
          ? character
          : sequence
      } catch {
        return sequence // not UTF-8 after all: the characters are the author's own
      }
    })
    if (repaired === text) break
    text = repaired
  }
  // What is left of a misread no-break space whose second half became an ordinary one.
  return text.includes('\u00c2') ? text.replace(/\u00c2(?=\s|$)/g, ' ') : text
}

// As pieces of pattern: in a literal each of them is a lint's honest worry, and taking them out is the point.
const controls = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f\\u2028\\u2029'
/** Zero-width and directional marks, soft hyphen, byte order mark, variation selectors. */
const marks = '\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufe0e\\ufe0f\\ufeff\\ufff9-\\ufffb'
const odd = new RegExp(`[${controls}\\u0080-\\u009f${marks}\\ud800-\\udfff\\ufffc\\ufffd]`)
const invisible = new RegExp(`[${marks}]|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]`, 'g')
const control = new RegExp(`[${controls}\\ufffc]`, 'g')

/** Characters that are not text, taken out or replaced: controls, zero-width marks, lone surrogates, U+FFFD. Whitespace is left alone. */
export function repairCharacters(text: string): string {
  if (!odd.test(text)) return text
  return text
    .replace(/[\u0080-\u009f]/g, character => {
      const meant = windows1252[character.charCodeAt(0) - 0x80]!
      return meant === character ? ' ' : meant
    })
    .replace(invisible, '')
    .replace(control, ' ') // a space, so that words stay apart
    .replace(/(?<=\p{L})\ufffd+(?=(?:s|t|d|m|re|ve|ll)(?!\p{L}))/gu, '’')
    .replace(/\ufffd+/g, ' ')
}

/**
 * One field of plain text, repaired: encoding, repeated entities, invisible characters, whitespace runs. Never throws.
 * @returns one line, trimmed; empty when nothing readable is left
 */
export function repairText(raw: string): string {
  if (plain.test(raw)) return raw.trim()
  let text = repairEncoding(raw)
  // One repair may bring up the next (an entity that hides half a misread character): until nothing changes.
  for (let depth = 0; depth < 8; depth++) {
    const before = text
    text = repairCharacters(repairEncoding(decodeEntities(text)))
      .replace(/\s+/g, ' ')
      .trim()
    if (text === before) break
  }
  return text
}
const plain = /^(?:[!-%'-~]| (?! ))*$/

const acronyms = new Set(
  'IT HR PR PA EA BI AI ML UX UI QA BA PM PMO IR35 VAT SQL SAP AWS GCP ERP CRM CEO CFO CIO CTO COO CISO MD VP SVP AVP EVP FP&A M&A R&D AML KYC CDD EDD FX FCA PRA SME SMB B2B B2C IFRS GAAP ACA ACCA CIMA CII CFA AAT ACII PPC SEO SEM API SDET SRE DBA ETL MI BDM NHS EU UK USA US UAE EMEA APAC DACH SG ICT CAD CNC HGV LGV MEP HVAC IFA PHP HTML CSS XML JSON NET BPM RPA ISO GDPR MLRO ESG LTIP P&C D&O E&O PI GI L&H P&L ALM VBA SAS JIRA COBOL AS400 DB2 RPG OTE FTC SOC SIEM IAM PAM VMWARE TM1 SFTR EMIR MIFID DORA KPI II III IV'.split(
    ' ',
  ),
)
const spellings = new Map(
  'iOS DevOps DevSecOps JavaScript TypeScript SharePoint PowerBI LinkedIn PhD SaaS VMware MiFID Jira MySQL PostgreSQL MongoDB WordPress GitHub Mr Sr Jr Dr St Ltd Mgr GmbH'
    .split(' ')
    .map(word => [word.toLowerCase(), word]),
)
const small = new Set('a an and as at by for from in of on or the to with within und für im in mit der die das von bei zur zum oder am'.split(' '))

function titleCase(title: string): string {
  let first = true
  return title.replace(/[\p{L}\p{N}&.'’+#]+/gu, word => {
    const isFirst = first
    first = false
    const upper = word.toUpperCase()
    const lower = word.toLowerCase()
    const spelling = spellings.get(lower)
    if (spelling) return spelling
    if (acronyms.has(upper)) return upper
    if (/^\d+(ST|ND|RD|TH)$/.test(upper)) return lower
    if (/\d|[+#]/.test(word)) return /^[\p{L}]{5,}\d/u.test(word) ? upper[0] + lower.slice(1) : upper
    if (word[0] === '.') return `.${acronyms.has(upper.slice(1)) ? upper.slice(1) : lower[1]?.toUpperCase() + lower.slice(2)}`
    // Without a vowel it is an abbreviation (`HTML`, `CRM`); with full stops too (`U.K.`).
    if ((word.length <= 4 && !/[AEIOUYÄÖÜ]/.test(upper)) || /\..*\./.test(word)) return upper
    if (!isFirst && small.has(lower)) return lower
    return lower.charAt(0).toUpperCase() + lower.slice(1)
  })
}

function isShouted(title: string): boolean {
  let upper = 0
  let lower = 0
  let longWords = 0
  for (const [word] of title.matchAll(/\p{L}[\p{L}'’]*/gu)) {
    if (acronyms.has(word)) continue
    if (word.length > 3 && word === word.toUpperCase()) longWords++
    for (const letter of word) {
      if (letter !== letter.toLowerCase()) upper++
      else if (letter !== letter.toUpperCase()) lower++
    }
  }
  return longWords > 0 && upper > 4 * lower
}

// (m/w/d), [f/m/x], (all genders), m/w/d; two letters only in brackets, since `F/X` is a market.
const gender =
  /\s*[([]\s*(?:[mwfdxviha](?:\s*[/|,*:;.]\s*(?:[mwfdxvihao]|div(?:ers)?\.?|gn|all genders))+|all genders?|gn\*?|alle geschlechter|m\/w\/divers)\s*[)\]]|(?<=\s)(?:[mwfdx]\s?[/|]\s?){2}[mwfdx](?=$|[\s,)-])/giu
const number = '\\d+(?:[.,]\\d+)*'
// Every alternative ends in one way only, or a long title of amounts would be read in exponentially many.
const amount = `(?:(?:(?:us|ca|au|hk|nz|s)?[£€$]|\\b(?:gbp|eur|usd|sgd|chf)\\b)\\s?${number}(?:\\s?k)?|${number}\\s?k\\b|${number}\\s?(?:€|eur\\b|gbp\\b|euro\\b))`
const moneyTail = new RegExp(
  `^(.*?[\\p{L}\\p{N})\\]+#])(?:[\\s\\-–—|,;:/+~•]|\\.\\s)+[([]?\\s*((?:(?:up[ -]?to|to|circa|ca\\.?|c\\.?|from|ab|bis(?: zu)?|salary|gehalt|basic|base|earn|ote|paying|around|upto)[\\s:]*)*` +
    `${amount}(?:[\\s\\-–—/+,&()|]|(?<=(?:-|–|—|to)\\s?)${number}(?![\\d.,%]|\\s?(?:k\\b|€|eur|gbp))|to\\b|bis\\b|and\\b|up to\\b|${amount}|per\\b|an?\\b|annum|year|month|week|day|hour|p[./]?a\\.?\\b|p\\.?h\\.?\\b|pd\\b|pcm\\b|pro\\b|rata\\b|jahr|monat|tag|stunde|basic|base|ote\\b|doe\\b|plus\\b|bonus(?:es)?|tips|excellent|great|good|benefits?|bens\\b|package|pkg|commission|comm\\b|uncapped|car\\b|allowance|pension|depending on experience|neg(?:otiable)?\\b|inc(?:luding)?\\b|salary|dependent|\\d+% ?|with\\b|equity|\\.|!)*)[)\\]]?$`,
  'iu',
)
const noiseTail =
  /[\s\-–—|,:;/~*•]+(?:(?:apply (?:now|today)|immediate(?:ly)? (?:start|starters?|available)|start(?:ing)? (?:asap|immediately)|urgent(?:ly)?(?: required| hiring)?|hiring now|now hiring|hot job|new(?: role)?|asap|ab sofort)[\s!.]*)$/iu

/**
 * A title as a visitor should read it, and the pay that the advertiser put into it.
 * Capitals become title case (acronyms stay), gender suffixes, decoration and a trailing salary go. Falls back to the repaired text rather than to nothing.
 */
export function readTitle(raw: string): { title: string; money: string | null } {
  let text = repairText(/<[a-z/!]/i.test(raw) ? raw.replace(/<[^>]{0,500}>/g, ' ') : raw).slice(0, 300)
  const whole = text
  text = text
    .replace(gender, ' ')
    .replace(/[*#~=_]{2,}|>{2,}|<{2,}|[★☆►◄✓✔❗‼]+|\p{Extended_Pictographic}(?<![\d#*©®™])/gu, ' ')
    .replace(/!{2,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  let money: string | null = null
  for (let i = 0; i < 3; i++) {
    const before = text
    text = text.replace(noiseTail, '').replace(/!+$|(?<=\p{L}{4})\.$/u, '')
    const tail: RegExpExecArray | null = money === null && /\d/.test(text) ? moneyTail.exec(text) : null
    if (tail) {
      text = tail[1]!
      const pay: string = tail[2]!.replace(/^[^\p{L}\p{N}£€$]+|[\s\-–—|,:;/~*•(+.]+$/gu, '')
      money = pay.includes('(') ? pay : pay.replace(/\)+$/, '')
    }
    text = text.replace(/^[\s\-–—|,:;/~*•]+|[\s\-–—|,:;/~*•([]+$/g, '')
    if (tail && text.lastIndexOf('(') > text.lastIndexOf(')')) text += ')'
    if (text === before) break
  }
  if (!/[\p{L}\p{N}]/u.test(text)) return { title: /[\p{L}\p{N}]/u.test(whole) ? whole : '', money: null }
  return { title: isShouted(text) ? titleCase(text) : text, money }
}

/** `readTitle` without the pay. */
export function tidyTitle(raw: string): string {
  return readTitle(raw).title
}

/**
 * A pure function of one text that remembers its answers: titles, pay and departments repeat over a feed. At most `size` are kept; when full it starts anew.
 * The answers are shared: nobody may change them.
 */
export function remembered<Answer>(size: number, answer: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>()
  return text => {
    const found = known.get(text)
    if (found !== undefined) return found
    // A copy, since a field cut out of a chunk of a feed keeps the whole chunk alive for as long as it is remembered.
    const copy = Buffer.from(text).toString()
    if (copy !== text) return answer(text)
    const fresh = answer(copy)
    if (known.size >= size) known.clear()
    known.set(copy, fresh)
    return fresh
  }
}
