/** Repairs of plain text: encodings read wrongly, entities escaped again and again, and invisible characters. */

const latin1Names =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const entities = new Map<string, string>(
  latin1Names.split(' ').map((name, index) => [name, String.fromCharCode(160 + index)]),
)
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

/** At most so many characters (UTF-16 units), and never half of one: the engine refuses a whole batch for that. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

/** Text as the content of an element. */
export function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') : text
}

// A UTF-8 sequence of two to four bytes, each read as one Windows-1252 character.
const continuation = `[\\u0080-\\u00bf${[...windows1252].filter(c => c > '\u00ff').join('')}]`
const misread = `[\\u00c2-\\u00c5]${continuation}|[\\u00e2\\u00ef]${continuation}{2}|\\u00f0${continuation}{3}|\\u00c6’|\\u00cb[†œ]|\\u00c8[˜™š›]|\\u00cc${continuation}`
const misreadOne = new RegExp(misread, 'g')
/** Whole words of another script, or of letters beyond the usual ones: several in a row are never an author's own. */
const misreadRun = new RegExp(
  `(?:${misread}|[\\u00c3-\\u00df]${continuation}|[\\u00e0-\\u00ef]${continuation}{2}){3,}`,
  'g',
)
const misreadHint = new RegExp(`[\\u00c2-\\u00df\\u00e0-\\u00f0]${continuation}|\\u00c2(?=\\s|$)`)
/**
 * What no author writes. The first byte reads as a capital (Â Ã Ä Å) and the second mostly as a sign: `AMANHÃ…` and
 * `„Ä“` are clean, so one is believed only right after a small letter or figure, before one, or where no letter or
 * quotation mark stands before it; or when the second is a letter that never follows.
 */
const misreadSurely = new RegExp(
  [
    '\\u00e2[\\u0080€‚„†ˆ‰Œ–—˜™š›œž][\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]',
    `(?<=[\\p{Ll}\\d])[\\u00c2-\\u00c5]${continuation}`,
    `(?<![\\p{L}„“"'«‘‚‹(])[\\u00c2\\u00c3]${continuation}`,
    `(?<!\\p{L})[\\u00c2-\\u00c5](?![\\u00a0–—…‘’“”•·])${continuation}(?=\\p{Ll})`,
    '[\\u00c2-\\u00c5][šœžŸŒŠŽƒµºª]',
    '\\u00c3[\\u0080-\\u009f„†‡ˆ‰ŠŒŽ˜š›œžŸ\\u00a1-\\u00aa\\u00ac-\\u00ae\\u00b0-\\u00b6\\u00b8\\u00bc-\\u00bf](?=\\p{L})',
    `\\u00c2[\\u00a3\\u00a5\\u00a7](?=\\s?\\d)`,
    '\\u00ef[\\u00ac\\u00bb\\u201a][\\u0081\\u00bf\\u201a]|\\u00f0\\u0178',
  ].join('|'),
  'u',
)
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The characters as the bytes they were taken for, read as UTF-8; null where they are none. */
function reread(sequence: string): string | null {
  const bytes = new Uint8Array(sequence.length)
  for (let i = 0; i < sequence.length; i++) bytes[i] = byteOf.get(sequence[i]!) ?? sequence.charCodeAt(i)
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

/**
 * UTF-8 that was read as Windows-1252 (`Â£`, `â€™`, `Ã¤`), once or more often, put right. Nothing is touched unless the
 * text holds what no author writes in any language; then each sequence is judged alone, so clean text beside it stays,
 * and one that would become a character no advert uses is left as it is.
 */
export function repairEncoding(text: string): string {
  if (text.includes('‚¬')) text = text.replace(/\u00e2?‚¬/g, '€') // a euro sign that lost its first byte
  for (let depth = 0; depth < 3 && misreadHint.test(text); depth++) {
    let repaired = text.replace(misreadRun, run => {
      const characters = reread(run)
      return characters !== null && /^[\p{L}\p{M}]+$/u.test(characters) ? characters : run
    })
    if (misreadSurely.test(repaired))
      repaired = repaired
        .replace(misreadOne, sequence => {
          const character = reread(sequence)
          return character !== null &&
            /^[\u0080-\u017f\u0192\u0218-\u021b\u02c6\u02dc\u2010-\u2044\u20a0-\u20bf\u2100-\u22ff\u2500-\u27bf\ufeff\ufb01\ufb02]$|^\p{Extended_Pictographic}$|^\p{Mn}$/u.test(
              character,
            )
            ? character
            : sequence
        })
        // Windows-1252 has no character for the last byte of a closing quotation mark.
        .replace(/\u00e2€(?=[\s.,;:!?)\]<\ufffd]|$)\ufffd?/g, '”')
        // Both ended in a no-break space that became an ordinary one.
        .replace(/(?<=\p{Ll}|\s)\u00c3(?=\s)/gu, 'à')
        .replace(/\u00e2[\u0096–](?=\s)/g, '■')
    // What is left of a misread no-break space whose second half became an ordinary one.
    if (repaired.includes('\u00c2')) repaired = repaired.replace(/(?<![\p{Lu}„“"'«‘‚‹])\u00c2(?=\s|$)/gu, ' ')
    if (repaired === text) break
    // A letter and its accent, each misread.
    text = repaired.normalize('NFC')
  }
  return text
}

// As pieces of pattern: in a literal each of them is a lint's honest worry, and taking them out is the point.
const controls = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f\\u2028\\u2029'
/** Zero-width and directional marks, soft hyphen, byte order mark, variation selectors. */
const marks =
  '\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufe0e\\ufe0f\\ufeff\\ufff9-\\ufffb'
const odd = new RegExp(`[${controls}\\u0080-\\u009f${marks}\\ufffc\\ufffd]`)
const mark = new RegExp(`[${marks}]`)
// Persian and the scripts of India spell with joiners: theirs stay.
const invisible = new RegExp(
  `(?<=[\\u0600-\\u06ff\\u0900-\\u0dff])(?![\\u200c\\u200d])[${marks}]|(?<![\\u0600-\\u06ff\\u0900-\\u0dff])[${marks}]`,
  'g',
)
const control = new RegExp(`[${controls}\\ufffc]`, 'g')

/**
 * Characters that are not text, taken out or replaced: controls, zero-width marks, lone surrogates, U+FFFD. Whitespace
 * is left alone.
 */
export function repairCharacters(text: string): string {
  // Half characters first: an emoji is none, and the engine tells them apart faster than a pattern.
  if (!text.isWellFormed()) text = text.replace(/\p{Surrogate}/gu, '')
  if (!odd.test(text)) return text
  text = text.replace(/[\u0080-\u009f]/g, character => {
    const meant = windows1252[character.charCodeAt(0) - 0x80]!
    return meant === character ? ' ' : meant
  })
  if (mark.test(text)) text = text.replace(invisible, '')
  text = text.replace(control, ' ') // a space, so that words stay apart
  return text.includes('\ufffd')
    ? text.replace(/(?<=\p{L})\ufffd+(?=(?:s|t|d|m|re|ve|ll)(?!\p{L}))/gu, '’').replace(/\ufffd+/g, ' ')
    : text
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

/**
 * A pure function of one text that remembers its answers: titles, pay and departments repeat over a feed. At most
 * `size` are kept; when full it starts anew. The answers are shared: no caller may change them.
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
