import { object, text as textOf } from './format.ts'

/** A whole number of many digits, or what Python's writer leaves where a number is missing. */
const unlikeNumber = /[:[,]\s*(?:-?\d{16,}|NaN|-?Infinity)\s*[,}\]]/
const textOrNumber = /"(?:[^"\\]|\\.)*"|(?<![\w.+-])(?:-?\d{16,}(?![\d.eE])|NaN|-?Infinity)/gs

/**
 * The value of a JSON text. A whole number that cannot be read exactly is a text, so that it can tell a row, and `NaN`
 * is null.
 * @throws SyntaxError
 */
export function parseJson(json: string): unknown {
  const written = unlikeNumber.test(json)
    ? json.replace(textOrNumber, found => {
        if (found.startsWith('"') || Number.isSafeInteger(Number(found))) return found
        return /\d/.test(found) ? `"${found}"` : 'null'
      })
    : json
  try {
    return JSON.parse(written)
  } catch (error) {
    try {
      // A raw tab or line break inside a text is not JSON, but what it means is plain.
      return JSON.parse(written.replace(/\p{Cc}/gu, ' '))
    } catch {
      throw error
    }
  }
}

/** The value of a JSON text, or what is wrong with it. */
export function parse(element: string): { value: unknown; fault?: undefined } | { fault: string } {
  try {
    return { value: parseJson(element) }
  } catch (error) {
    // Without the excerpt that the engine adds: it may be personal data.
    return {
      fault: (error as Error).message
        .replace(/,? (?:\.\.\.)?".*$/s, '')
        .replace(/ in JSON at position/, ' at character'),
    }
  }
}

/**
 * Whether an answer beside whose empty list something is said calls itself failed: that nothing was found is no
 * failure.
 */
export function failureSaid(json: string): boolean {
  const answer = object((parse(json.trim()) as { value?: unknown }).value)
  const { error, errors } = answer ?? {}
  return (
    Boolean(
      (typeof error === 'string' && error.trim()) ||
        textOf(object(error)?.message) ||
        (Array.isArray(errors) && errors.length > 0),
    ) || answer?.success === false
  )
}

/** What an error object says, many a source's answer with status 200; undefined where it is none. */
export function errorSaid(json: string): string | undefined {
  const answer = object((parse(json.trim()) as { value?: unknown }).value)
  const said =
    textOf(answer?.error) ?? textOf(object(answer?.error)?.message) ?? textOf(answer?.message) ?? textOf(answer?.detail)
  return said?.slice(0, 200)
}

/**
 * The first objects of a text in which objects follow one another, with or without a comma between them, by their
 * quotes and brackets alone; and the text after them.
 */
export function objectsIn(text: string, most = Number.POSITIVE_INFINITY): { objects: string[]; rest: string } {
  const objects: string[] = []
  let end = 0
  while (objects.length < most) {
    const from = /^[\s,]*\{/.test(text.slice(end, end + 200)) ? text.indexOf('{', end) : -1
    const to = from < 0 ? -1 : objectEnd(text, from)
    if (to < 0) break
    objects.push(text.slice(from, to))
    end = to
  }
  return { objects, rest: text.slice(end).replace(/^[\s,]+/, '') }
}

const bracketOrQuote = /[{}"]/g

function objectEnd(text: string, from: number): number {
  let depth = 0
  bracketOrQuote.lastIndex = from
  for (let found = bracketOrQuote.exec(text); found; found = bracketOrQuote.exec(text)) {
    if (found[0] === '{') depth++
    else if (found[0] === '}') {
      if (--depth === 0) return found.index + 1
    } else {
      const end = stringEnd(text, found.index)
      if (end < 0) return -1
      bracketOrQuote.lastIndex = end + 1
    }
  }
  return -1
}

/** Where the text that begins with the quote at `from` ends; -1 when it is cut off. */
export function stringEnd(json: string, from: number): number {
  for (let end = json.indexOf('"', from + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json[end - slashes - 1] === '\\') slashes++
    if (slashes % 2 === 0) return end
  }
  return -1
}
