import { describe, expect, it } from 'vitest'
import { payInText } from '../../../indexer/documents/payInText.ts'
import { parseCatalog } from '../../../indexer/sources/catalog.ts'
import { formats } from '../../../indexer/sources/formats.ts'

const read = (text: string) => {
  const found = payInText(text, 'GBP')
  return found && [found.salary.min, found.salary.max, found.salary.currency, found.salary.period, found.text]
}

describe('pay in a description', () => {
  it.each([
    ['Salary: £30,000 - £35,000 per annum\nHours: 37', [30_000, 35_000, 'GBP', 'year', '£30,000 - £35,000 per annum']],
    ['Role\nSalary range: £40k-£45k DOE. Leeds.', [40_000, 45_000, 'GBP', 'year', '£40k-£45k DOE']],
    ['Location: Leeds\nPay Rate: £14.50 per hour', [14.5, 14.5, 'GBP', 'hour', '£14.50 per hour']],
    ['Salary\n£52,000 per annum\nLocation\nLeeds', [52_000, 52_000, 'GBP', 'year', '£52,000 per annum']],
    [
      'The base salary range for this position is $120,000 - $150,000 per year. Apply.',
      [120_000, 150_000, 'USD', 'year', '$120,000 - $150,000 per year'],
    ],
    ['Leeds\n💰Salary: £75k to £125k\nAbout us', [75_000, 125_000, 'GBP', 'year', '£75k to £125k']],
    ['Salary and benefits:\nUp to £71,000 per annum', [71_000, 71_000, 'GBP', 'year', 'Up to £71,000 per annum']],
    ['Un élève en CM2 Rémunération : 13,20 € brut/heure. Lyon', [13.2, 13.2, 'EUR', 'hour', '13,20 €']],
    ['Clerk\n£47,000 - £56,000 (D.O.E)\nLeeds', [47_000, 56_000, 'GBP', 'year', '£47,000 - £56,000']],
    ['Clerk\n💰 Up to £38,000\nLeeds', [38_000, 38_000, 'GBP', 'year', 'Up to £38,000']],
    ['Clerk\n£260 - £270 per day (Umbrella)\nLeeds', [260, 270, 'GBP', 'day', '£260 - £270 per day']],
    ['Clerk\n£51k-£57k basic + 5% bonus\nLeeds', [51_000, 57_000, 'GBP', 'year', '£51k-£57k basic']],
    ['Salary:\n£41k - £62k + Pension + Benefits', [41_000, 62_000, 'GBP', 'year', '£41k - £62k']],
    ['Gehalt: 60.000 € - 70.000 € pro Jahr', [60_000, 70_000, 'EUR', 'year', '60.000 € - 70.000 €']],
    ['We offer\nCompetitive salary up to £80,000 for you', [80_000, 80_000, 'GBP', 'year', 'salary up to £80,000']],
    ['Leeds (Hybrid) Salary: £46,000 - £54,000.', [46_000, 54_000, 'GBP', 'year', 'Salary: £46,000 - £54,000']],
    ['You earn a £46,000 base salary here.', [46_000, 46_000, 'GBP', 'year', '£46,000 base']],
    [
      'The pay range for this role is $210,000 - $250,000 USD',
      [210_000, 250_000, 'USD', 'year', '$210,000 - $250,000 USD'],
    ],
  ])('is read from %j', (text, expected) => expect(read(text)).toEqual(expected))

  it.each([
    'Clerk\n£108.7 billion\nof assets',
    'Clerk\n£30 per month health allowance\nLeeds',
    'Clerk\n£2,000 welcome bonus\nLeeds',
    'Clerk\n£5,000\nLeeds',
    'Clerk\n£250,000 budget\nLeeds',
    'We manage a portfolio of £30,000,000 per year.',
    'Salary: competitive\nBonus: £5,000 per annum',
    'You get a training budget of £2,000 per annum beside your salary.',
    'Life assurance of 4 x salary and £50,000 of critical illness cover.',
    'Salary sacrifice for a car of up to £40,000.',
    'To be sponsored under the Skilled Worker route you must earn a salary of at least £41,700.',
    'Minimum salary for a visa is £38,700.',
    'Please state your current salary, for example £45,000.',
    'You will manage the salary ledger of £120,000.',
    'You negotiate salaries of up to £90,000.',
    'A loan of £20,000 beside your salary.',
    'You run a wage bill of £450,000.',
    'The salary of this role is £7,500.',
    'Lead the team. Salary £36,000 - £41,0…',
    'We raised £50,000 per year for charity.',
    'Pay: weekly, £ is the currency',
    'Salary: £30,000 per annum\nPay rate: £250 per day',
    'Salary: £20,000 per annum\nSalary: £90,000 per annum',
    `The base pay ${'of this role '.repeat(50)}is £30,000 per annum.`,
    '',
  ])('is not read from %j', text => expect(read(text)).toBeNull())
})

it('stands in a block of its own in the texts of a Greenhouse board', async () => {
  const content =
    '&lt;p&gt;Care.&lt;/p&gt;&lt;div class=&quot;title&quot;&gt;Annual salary range&lt;/div&gt;&lt;div class=&quot;pay-range&quot;&gt;&lt;span&gt;$100,000&lt;/span&gt;&lt;span class=&quot;divider&quot;&gt;&amp;mdash;&lt;/span&gt;&lt;span&gt;$150,000 USD&lt;/span&gt;&lt;/div&gt;'
  const [source] = parseCatalog({ sources: [{ id: 'a', title: 'A', format: 'greenhouse' }] }, '/')
  async function* feed() {
    yield JSON.stringify({ jobs: [{ id: 1, title: 'Clerk', absolute_url: 'https://x.example/1', content }] })
  }
  for await (const row of formats.get('greenhouse')!.rows(feed(), source!))
    expect(row).toMatchObject({ job: { salary: { min: 100_000, max: 150_000, currency: 'USD', period: 'year' } } })
})
