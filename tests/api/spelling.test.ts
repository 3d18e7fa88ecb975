import { expect, it } from 'vitest'
import { plainMarks } from '#api/search'
import { sites } from '#indexer/site'
import { noPlaceNames } from '../../api/search/placeNames.ts'
import { respell, spellingOf } from '../../api/search/spelling.ts'
import { readQuery } from '../../api/search/understand.ts'

const jobs =
  'graphic:50 graphics:4 designer:300 nurse:340 nursery:92 receptionist:120 solicitor:90 accountant:400 manager:900 manger:3 electrician:60 chef:80 sales:900'
const spelling = spellingOf(new Map(jobs.split(' ').map(pair => [pair.split(':')[0]!, Number(pair.split(':')[1])])))

it.each([
  ['grafic', 'graphic'],
  ['nures', 'nurse'],
  ['recpetionist', 'receptionist'],
  ['receptionsit', 'receptionist'],
  ['solicitar', 'solicitor'],
  ['acountent', 'accountant'],
  ['manegar', 'manager'],
  ['elektrician', 'electrician'],
  // The vocabulary knows it, whether or not a job does.
  ['actury', 'actuary'],
  ['undewriter', 'underwriter'],
])('%s is meant as %s', (typed, meant) => expect(spelling.meant(typed, true)).toBe(meant))

it.each([
  // known, or a form of what is known
  'nurse',
  'manger',
  'nurses',
  'accountants',
  'designers',
  // near to nothing
  'zzyzx',
  'philatelist',
  // codes, figures, initials
  'LL24055',
  'c#',
  'BA',
  'IFRS17',
  // shorter than where an error can be told
  'hana',
  'chfe',
])('%s stays as it is', typed => expect(spelling.meant(typed, false)).toBeNull())

it('takes the beginning of a known word for one that is still being typed, at the end of a text alone', () => {
  expect(spelling.meant('recepti', true)).toBeNull()
  expect(spelling.meant('receptionis', true)).toBeNull()
  expect(spelling.meant('solicito', false)).toBe('solicitor')
})

const of = (q: string, plain: string[] = [], held: string[] = []) =>
  respell(
    { q, plain },
    readQuery(q, {
      site: sites.uk,
      places: noPlaceNames,
      postcodes: new Map(),
      taken: new Set(),
      plain: new Set(plain),
    }),
    spelling,
    async word => held.includes(word),
  )

it('mends the words of a query that no job holds, and nothing else of it', async () => {
  expect(await of('Grafic designer, contract')).toEqual({
    text: 'graphic designer, contract',
    words: [{ typed: 'Grafic', meant: 'graphic' }],
  })
  expect(await of('grafic solicitar')).toMatchObject({ text: 'graphic solicitor' })
  expect(await of('grafic designer', [], ['grafic'])).toBeNull()
  expect(await of('"grafic" designer')).toBeNull()
  expect(await of('grafic designer', ['grafic'])).toBeNull()
  expect(await of('grafic designer', [plainMarks.all])).toBeNull()
  expect(await of('graphic designer')).toBeNull()
})
