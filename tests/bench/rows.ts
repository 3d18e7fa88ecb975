import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

const cities = [
  'London',
  'Manchester',
  'Leeds',
  'Edinburgh',
  'Bristol',
  'Cardiff',
  'Belfast',
  'Reading',
  'Norwich',
  'Glasgow',
  'Birmingham',
  'Brighton',
  'Oxford',
  'Cambridge',
  'York',
  'Guildford',
]
const levels = ['Junior', 'Senior', 'Lead', 'Principal', 'Head of', 'Graduate', 'Interim']
const trades = [
  'Actuary',
  'Underwriter',
  'Java Developer',
  'Business Analyst',
  'Risk Manager',
  'Data Engineer',
  'Broker',
  'Quant',
  'Claims Handler',
  'Project Manager',
  'C++ Engineer',
  'Accountant',
]
/** A sixth of them are those that a text of any trade is made of. */
const words =
  'the and with our you will the and with the our and risk model capital market policy claim data cloud team lead manage report build test ship client account trade audit reserve price quote bind ledger control review design deliver support change regulate measure forecast automate present negotiate coach hire plan budget deploy monitor secure migrate integrate reconcile settle clear hedge value assess insure broker survey'.split(
    ' ',
  )

/**
 * Row `n` of a generated feed: the spec's Job entity with 2 to 3 KB of HTML, the same every time. `edition` changes the
 * text.
 */
export function benchRow(n: number, edition = 0): Record<string, unknown> {
  const random = seeded(n * 7_919 + edition)
  const sentence = () =>
    `${Array.from({ length: 12 }, () => words[Math.floor(random() * words.length)]).join(' ')} ${Math.floor(random() * 50_000)}.`
  const trade = trades[n % trades.length]!
  const city = cities[Math.floor(random() * cities.length)]!
  const pay = 25 + Math.floor(random() * 90)
  return {
    id: `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
    external_reference: `B-${n}`,
    title: `${levels[n % levels.length]} ${trade}`,
    description: `<h3>About the role</h3><p>${sentence()} ${sentence()}</p><p>${sentence()} ${sentence()} ${sentence()}</p><h3>What you will do</h3><ul>${Array.from({ length: 8 }, () => `<li>${sentence()}</li>`).join('')}</ul><p><strong>Your profile</strong></p><ul>${Array.from({ length: 6 }, () => `<li>${sentence()}</li>`).join('')}</ul>`,
    location: random() < 0.1 ? `${city} or ${cities[n % cities.length]}` : city,
    salary_package: random() < 0.2 ? 'Competitive' : `£${pay},000 - £${pay + 8},000 per annum`,
    published_at: new Date(Date.UTC(2026, 10, 27) - Math.floor(random() * 40) * 86_400_000 - n * 10).toISOString(),
    expires_at: '2036-01-01T00:00:00Z',
    consultant_name: 'Robin Example',
    consultant_email: 'robin@longlist.example',
    categories: [{ id: 't', name: 'Type', values: [{ id: 'v', name: n % 3 === 0 ? 'Contract' : 'Permanent' }] }],
  }
}

export type BenchFormat = 'job' | 'indeed-xml'

export async function writeBenchFeed(
  path: string,
  count: number,
  edition: (n: number) => number = () => 0,
  format: BenchFormat = 'job',
): Promise<void> {
  const out = createWriteStream(path)
  const write = async (text: string) => {
    if (!out.write(text)) await once(out, 'drain')
  }
  if (format === 'indeed-xml') await write('<?xml version="1.0" encoding="utf-8"?>\n<source>\n')
  for (let n = 1; n <= count; n++)
    await write(`${format === 'job' ? JSON.stringify(benchRow(n, edition(n))) : asXml(benchRow(n, edition(n)))}\n`)
  if (format === 'indeed-xml') await write('</source>\n')
  out.end()
  await once(out, 'finish')
}

/** As aggregators write it: every value in CDATA. */
function asXml({
  external_reference,
  title,
  description,
  location,
  salary_package,
  published_at,
  expires_at,
}: Record<string, unknown>): string {
  const values = {
    referencenumber: external_reference,
    title,
    description,
    location,
    salary: salary_package,
    date: published_at,
    expirationdate: expires_at,
  }
  return `<job>${Object.entries(values)
    .map(([name, value]) => `<${name}><![CDATA[${String(value)}]]></${name}>`)
    .join('')}</job>`
}

/** A small generator of its own, so that every run measures the same feed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
