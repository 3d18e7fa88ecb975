/** `tests/MUTANTS.md`: what became of the mutants. */
import type { Outcome } from './copy.ts'
import type { Mutant } from './mutate.ts'

export interface Judged extends Mutant {
  module: string
  outcome: Outcome
  /** The first test file of the stage that failed. */
  by?: string
  line: number
  /** The text that was replaced. */
  original: string
}

/** What makes a mutant the same one in two runs. */
export function keyOf({ file, start, end, replacement }: Mutant): string {
  return [file, start, end, replacement].join('|')
}

/**
 * @param old the report of the run before: what is said there of a survivor is said again, and its history is kept
 * @param left tests that were left out
 */
export function report(
  judged: readonly Judged[],
  { seed, old, left }: { seed: number; old: string; left: readonly string[] },
): string {
  const modules = [...new Set(judged.map(({ module }) => module))]
  const counts = (of: readonly Judged[]) =>
    [of.length, ...(['killed', 'slow', 'survived'] as const).map(one => of.filter(had(one)).length)].join(' | ')
  const rows = modules.map(name => `| ${name} | ${counts(judged.filter(({ module }) => module === name))} |`)
  const said = new Map(
    old.split('\n').flatMap(line => {
      const [, where, change, remark] = /^- (`.*?`) \w+ (.* → .*`|.* → nothing): (.*)$/.exec(line) ?? []
      return where ? [[fileOf(where) + change, remark!] as const] : []
    }),
  )
  const history = old.split('\n## History\n')[1]
  const survivors = judged
    .filter(had('survived'))
    .sort((a, b) => a.file.localeCompare(b.file) || a.start - b.start)
    .map(one => {
      const change = shownChange(one)
      const where = `\`${one.file}:${one.line}\``
      return `- ${where} ${one.kind} ${change}: ${said.get(fileOf(where) + change) ?? 'not looked at'}`
    })
  return `# Mutants

\`npm run mutants -- --write\` draws mutants of the modules in \`tests/mutants/modules.ts\`, as many of each kind as
there are, and runs the module's tests on each. \`slow\`: the tests did not end in four times their time. This run:
${new Date().toISOString().slice(0, 10)}, seed ${seed}.

| module | mutants | killed | slow | survived |
| --- | --- | --- | --- | --- |
${[...rows, `| all | ${counts(judged)} |`].join('\n')}
${left.length > 0 ? `\nLeft out, since they fail without a mutant: ${left.join('; ')}\n` : ''}
## Survivors

Where, what kind of change, what it changes, and why no test has to notice: what is said here stays as long as the
text does.

${survivors.join('\n')}
${history === undefined ? '' : `\n## History\n${history}`}`
}

const had =
  (outcome: Outcome) =>
  (one: Judged): boolean =>
    one.outcome === outcome

const fileOf = (where: string) => where.replace(/:\d+`$/, '`')

/** What a change replaces and by what, without what is long and the same in both. */
function shownChange({ original, replacement }: Judged): string {
  const texts = [original, replacement].map(text => text.replace(/\s+/g, ' ').trim()) as [string, string]
  const [before, after] = texts
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return texts.map(text => shown(text, head - around, text.length - tail + around)).join(' → ')
}
const around = 20

/** On one line. */
function shown(text: string, from: number, to: number): string {
  if (text === '') return 'nothing'
  const middle =
    to - from > 110
      ? `${text.slice(Math.max(from, 0), from + 70)} … ${text.slice(to - 35, to)}`
      : text.slice(Math.max(from, 0), to)
  const part = `${from > 0 ? '…' : ''}${middle}${to < text.length ? '…' : ''}`
  return `\`${part.replaceAll('`', "'")}\``
}
