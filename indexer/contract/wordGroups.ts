/** Reads groups of words that mean one thing, written as in vocabulary.txt. */

/** Words of one meaning. */
export interface WordGroup {
  /** Found by each other. At least one. */
  english: readonly string[]
  german: readonly string[]
  /** Found by them, one way. */
  finds: readonly string[]
}

/** @throws Error that names the line */
export function parseVocabulary(text: string): WordGroup[] {
  const lines = text.replace(/\n +/g, ' ').split('\n')
  return lines.flatMap(line => {
    if (line.trim() === '' || /^#\s/.test(line)) return []
    const [, english = '', german = '', finds = ''] = /^([^=>]*)(?:=([^=>]*))?(?:>([^=>]*))?$/.exec(line) ?? []
    const group = { english: wordsOf(english), german: wordsOf(german), finds: wordsOf(finds) }
    if (group.english.length + group.german.length === 0) throw new Error(`No group of words: ${line}`)
    return [group]
  })
}

function wordsOf(cell: string): string[] {
  return cell
    .split(',')
    .map(word => word.trim())
    .filter(Boolean)
}
