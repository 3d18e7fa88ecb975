/**
 * One rule of how a text becomes words: for documents, queries and places. The engine itself folds case, accents and
 * full-width forms; what it does not know is done here on both sides: `ß` and `ss`, umlauts and their two letters,
 * gender suffixes, apostrophes, initials, German compounds.
 */
import { plainNames } from './plainNames.ts'
import { remembered } from './text.ts'
import { withoutGender } from './title.ts'

const letters: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }
const special = /[ßøæœłđðþı]/g
const apostrophes = /['’‘`´ʼ＇]/g
const plain = /^[a-z0-9 ]*$/
/** ASCII without what is an apostrophe. */
const bare = /^[\n\r\t !-&(-_a-~]*$/
const wordForms: Record<string, string> = { saint: 'st', sankt: 'st', upon: 'on' }

/**
 * A name as it is compared: lower case, accents folded, punctuation to single spaces, `&` to `and`, `Saint` and `Sankt`
 * to `st`, `upon` to `on`. `Stratford-Upon-Avon` -> `stratford on avon`; `Bo’ness` -> `boness`.
 */
export function foldName(text: string): string {
  let folded = text.toLowerCase()
  if (!plain.test(folded)) folded = foldLetters(folded.replace(/&/g, ' and ')).replace(/[^a-z0-9]+/g, ' ')
  folded = (folded.includes('  ') ? folded.replace(/ +/g, ' ') : folded).trim()
  return /saint|sankt|upon/.test(folded)
    ? folded.replace(/\b(?:saint|sankt|upon)\b/g, word => wordForms[word] ?? word)
    : folded
}

/** Lower case without accents and apostrophes; `ß` is `ss`, full-width forms are the usual ones. Punctuation stays. */
export function foldLetters(text: string): string {
  // Nearly all words: the rest would leave them as they are.
  if (bare.test(text)) return text.toLowerCase()
  return text
    .toLowerCase()
    .replace(apostrophes, '')
    .replace(special, letter => letters[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
}

/** The folded words of a text, in their order: of letters and digits, and for `C++` its plain word (plainNames.ts). */
export function wordsOf(text: string): string[] {
  return foldLetters(plainNames(text)).match(/[\p{L}\p{N}]+/gu) ?? []
}

const umlauts: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' }

/** `B/A` as `BA`: initials that are written apart are one word, but for the test of two variants, and `C/C++`. */
export function joinInitials(text: string): string {
  return text.replace(/(?<![\p{L}\p{N}])\p{L}(?:\/\p{L}){1,3}(?![\p{L}\p{N}/+#])/gu, initials =>
    /^a\/b$/i.test(initials) ? initials : initials.replaceAll('/', ''),
  )
}

/** German nouns for a woman have the man's and `-in`; names that only look so. */
const feminine = /(?<=\p{L}{4}(?:er|ist|ent|ant|eur|or|og|ekt))in(?:nen)?$/u
const notFeminine = new Set(['valentin', 'konstantin', 'constantin', 'florentin', 'katherin', 'catherin'])

/** `Buchhalterin` as `Buchhalter`; null for any other word. */
export function masculineOf(word: string): string | null {
  return feminine.test(word) && !notFeminine.has(word) ? word.replace(feminine, '') : null
}

/** Nouns that German job titles end in: `Bilanzbuchhalter` is a `Buchhalter`. */
const heads = new Set(
  `administrator analyst analytiker anwalt arbeiter architekt arzt assistent assistenz aktuar aufseher ausbilder bauer baecker backer beamter berater betreuer
  bauleiter buchhalter buchhaltung chemiker controller designer dienst direktor disponent drucker dreher einkaufer entwickler erzieher experte fahrer fachkraft
  fachangestellte fachwirt fachmann fachfrau forscher fuhrer gartner gehilfe gestalter geologe grafiker handler handwerker helfer hilfe hersteller informatiker
  ingenieur inspektor installateur jurist kaufmann kauffrau kaufleute kellner koch kontrolleur konstrukteur koordinator kraft kreditanalyst kundenberater laborant
  lackierer lagerist lehrer leiter leitung lektor logistiker makler manager management maler maurer mathematiker mechaniker mechatroniker meister mitarbeiter
  monteur operator pfleger pflegekraft pilot planer praktikant programmierer projektleiter prufer prozessmanager psychologe redakteur referent regulierer
  sachbearbeiter schlosser schreiner schweisser sekretar sekretarin spezialist statistiker steuerberater steward techniker texter therapeut tischler trainer
  trainee underwriter verkaufer vermittler versicherer vertreter verwalter vertrieb volontar wachter wart werker wirt wissenschaftler zeichner zimmerer elektriker
  elektroniker lokfuhrer erzieherin schwester pflegehelfer versicherung steuerfachangestellte controlling marketing`
    .split(/\s+/)
    .filter(Boolean),
)

/** The noun that a German compound ends in: `bilanzbuchhalter` -> `buchhalter`; null where there is none. */
export function headOf(word: string): string | null {
  for (let at = 3; at <= word.length - 4; at++) {
    const end = word.slice(at)
    if (heads.has(end)) return end
  }
  return null
}

/** Nouns of English titles for who does the work: who looks for some looks for one, and the other way round. */
const agents =
  /^(?:.{2,}(?:[^s]er|or|ant|ent|ist|ian|yst|ect)|chef|clerk|nurse|cook|trainee|executive|representative|associate|apprentice|graduate|intern)$/

/**
 * What stands behind the joints of a German compound: `informationssicherheitsbeauftragter` ->
 * `sicherheitsbeauftragter`, `beauftragter`.
 */
export function tailsOf(word: string): string[] {
  return [...word.matchAll(/(?<=.(?:ung|heit|keit|ion|taet|tat|schaft|ling|tum)s)(?=\p{L}{5})/gu)].map(({ index }) =>
    word.slice(index),
  )
}

/**
 * The spellings of some texts that a search may use and the engine does not make of them, distinct: what a document is
 * searched by beside the texts themselves.
 * @param texts the title, and others
 * @param german whether two letters may stand for an umlaut (`Buerokaufmann`)
 */
export function otherSpellings(texts: readonly string[], german: boolean): string[] {
  const found = new Set<string>()
  const each = texts.map((text, n) => spellings[german ? 'german' : 'other'][n === 0 ? 'title' : 'text'](text))
  for (const { all } of each) for (const word of all) found.add(word)
  for (const { own } of each) for (const word of own) found.delete(word)
  return [...found]
}

interface Spellings {
  all: readonly string[]
  /** What the engine makes of the text anyway. */
  own: readonly string[]
}

/** Titles and places repeat over a feed. */
const spellingsKept = 5_000
const spellings = {
  german: remembersSpellings(true),
  other: remembersSpellings(false),
}

function remembersSpellings(german: boolean) {
  return {
    title: remembered(spellingsKept, text => spellingsOf(text, german, true)),
    text: remembered(spellingsKept, text => spellingsOf(text, german, false)),
  }
}

function spellingsOf(text: string, german: boolean, isTitle: boolean): Spellings {
  const found = new Set<string>()
  const own = new Set<string>()
  const written = joinInitials(withoutGender(text)).normalize('NFKC').toLowerCase()
  const lower = plainNames(written)
  if (lower !== text.toLowerCase()) for (const word of wordsOf(lower)) found.add(word)
  // Letters, digits and what may stand inside a word; `R&D` stays two words for the engine and is one here.
  for (const word of lower.match(/[\p{L}\p{N}'’]+(?:&[\p{L}\p{N}]+)*/gu) ?? []) {
    const folded = foldLetters(word).replaceAll('&', '')
    // What the engine makes of it anyway: of a title with its names as plain words, and of others as written.
    if (isTitle || lower === written) own.add(word.normalize('NFKD').replace(/\p{M}/gu, ''))
    found.add(folded)
    if (/[äöü]/.test(word)) found.add(foldLetters(word.replace(/[äöü]/g, letter => umlauts[letter]!)))
    if (german && /[aou]e/.test(word)) found.add(folded.replace(/([aou])e/g, '$1'))
    // `actuaries`: the engine finds plurals that end in one letter more by the beginning of the word.
    if (/[a-z]{3}ies$/.test(folded)) found.add(folded.replace(/ies$/, 'y'))
    else if (isTitle && !german && agents.test(folded)) found.add(`${folded}s`)
    else if (isTitle && !german && agents.test(folded.replace(/s$/, ''))) found.add(folded.replace(/s$/, ''))
    for (const tail of german ? tailsOf(folded) : []) found.add(tail)
    const masculine = masculineOf(folded)
    if (masculine) found.add(masculine)
    const head = headOf(masculine ?? folded)
    if (head) found.add(head)
  }
  return { all: [...found], own: [...own] }
}

/** Words about searching, not about a job. */
const searching = new Set(
  `all any find show available latest current job jobs vacancy vacancies role roles position positions opening openings opportunity opportunities employment hiring career careers stelle stellen stellenangebot
  stellenangebote stellenanzeige stellenanzeigen arbeit arbeitsplatz arbeitsplatze jobangebot jobangebote jobsuche looking wanted suche gesucht alle aktuelle`.split(
    /\s+/,
  ),
)
/** Words that only join others. */
const joining = new Set(
  'a an the in at for of on to and or with from as by near around within als in im bei beim fur und oder mit von vom zum zur der die das den dem ein eine einen nahe um'.split(
    ' ',
  ),
)
export const isSearchingWord = (folded: string): boolean => searching.has(folded)
export const isJoiningWord = (folded: string): boolean => joining.has(folded)
