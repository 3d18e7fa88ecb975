import { expect, test } from 'vitest'
import { parseSalary, salaryInTitle } from '#indexer/salary'
import { salarySample, withoutPay } from './salarySample.ts'

/** What a reader can tell from the text alone; the other flags say how the parser came to its answer. */
const plain = ['estimated', 'openEnded', 'rangeSuspect']

function read(text: string): string | null {
  const salary = parseSalary({ text, defaultCurrency: 'GBP' })
  return (
    salary &&
    [
      `${salary.min}-${salary.max}`,
      salary.currency,
      salary.period,
      ...salary.flags.filter(flag => plain.includes(flag)),
    ].join(' ')
  )
}
const sorted = (label: string | null) =>
  label && [...label.split(' ').slice(0, 3), ...label.split(' ').slice(3).sort()].join(' ')

test('the labelled sample: figures, currency, period and what is plain of them', () => {
  expect(salarySample).toHaveLength(400)
  const wrong = salarySample
    .map(({ text, label }) => ({ text, label: sorted(label), read: read(text) }))
    .filter(({ label, read }) => label !== read)
  expect(wrong).toEqual([])
})

test('where no pay is stated, none is given, in a pay column or in a title', () => {
  expect(withoutPay.map(text => [text, read(text)]).filter(([, salary]) => salary !== null)).toEqual([])
  expect(withoutPay.filter(text => salaryInTitle(text, 'GBP') !== null)).toEqual([])
})
