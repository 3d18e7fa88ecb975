/**
 * Names that signs are a part of, as plain words: `C++`, `C#`, `ASP.NET`. The engine takes signs for spaces, and so C++
 * for C; told otherwise by its settings it makes its splitter anew at each search, which costs as much as the search
 * (infra/decisions/0046-names-are-plain-words.md). So documents hold words for them in the fields that are searched and
 * not shown, and queries ask for these.
 */

/** A name in a text: the characters that it takes, and the word that stands for it. */
export interface PlainName {
  from: number
  to: number
  word: string
}

/**
 * Words of no language, so that no text has them by itself. With a letter before it none has more than four letters:
 * the engine corrects and splits longer ones, and the terms' index what is one letter from another. `c+` is the
 * beginning of `c++`.
 */
const signWords: Record<string, string> = { '+': 'qj', '++': 'qjq', '#': 'zxv' }
const dotNet = 'qjnt'

/** What no name is without. */
const hint = /[+#]|\.net/i
/** Signs behind a word, what stands behind them, and the word: `C++17`, `A+`, `C#`, `C ++`. */
const signed = /(?=[+#])(?<=(?<![\p{L}\p{N}])(?:(?<word>\p{L}[\p{L}\p{N}]{0,30})|(?<apart>c) ))(?<signs>\+\+?(?!\+)|#)/u
const behind = /(?=(?<next>[\p{L}\p{N}])?)/u
/** Where no other word begins so: `.network`. */
const dotted = /\.net(?:(?=core(?![\p{L}+#]))|(?!\p{L}))/u
const name = new RegExp(`${signed.source}${behind.source}|${dotted.source}`, 'giu')

/** The names of a text, in their order. */
export function namesIn(text: string): PlainName[] {
  if (!hint.test(text)) return []
  const names: PlainName[] = []
  for (const { 0: found, index, groups } of text.matchAll(name)) {
    const to = index + found.length
    const { word, apart, signs, next } = groups!
    if (signs === undefined) {
      names.push({ from: index, to, word: dotNet })
      continue
    }
    // `VC++` is a C++ too.
    const bare = apart ?? (/^vc$/i.test(word!) ? word!.slice(1) : word!)
    const isName =
      signs === '++' ||
      (signs === '+'
        ? // `A+` and `Network+`; in `50k+`, `M+E` and `c + d` it is another sign.
          next === undefined && apart === undefined && !/\p{N}/u.test(bare)
        : // `Job#12` and `A#12` are numbers.
          bare.length === 1 && (next === undefined || (apart === undefined && /[cf]/i.test(bare))))
    const from = index - bare.length - (apart ? 1 : 0)
    // `.NET++` is one name.
    if (isName && from >= (names.at(-1)?.to ?? 0)) names.push({ from, to, word: `${bare}${signWords[signs]}` })
  }
  return names
}

const inWord = /[\p{L}\p{N}]/u
const inWordOrSign = /[\p{L}\p{N}+#]/u

/** A text with its names as plain words, apart from what they touched. Of its own outcome it makes the same. */
export function plainNames(text: string): string {
  let plain = ''
  let at = 0
  for (const { from, to, word } of namesIn(text)) {
    plain += text.slice(at, from)
    plain += `${inWord.test(plain.at(-1) ?? '') ? ' ' : ''}${word}${inWordOrSign.test(text[to] ?? '') ? ' ' : ''}`
    at = to
  }
  return at === 0 ? text : plain + text.slice(at)
}

/**
 * No document has it: an index that may be filtered by it was made with plain words for names, and one of before
 * refuses the filter.
 */
export const plainNamesMark = 'plainNames'
/** Every document, of such an index. */
export const inPlainNames = `${plainNamesMark} NOT EXISTS`
