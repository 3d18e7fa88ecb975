import { writeFile } from 'node:fs/promises'

/** A row of the spec's own Job entity, as a feed would send it. Numbered rows differ in title, place, pay and text. */
export function jobRow(n: number, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const city = cities[n % cities.length]!
  return {
    id: `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
    external_reference: `T-${n}`,
    title: `${levels[n % levels.length]} ${trades[n % trades.length]}`,
    description: `<p>Job number ${n} with a team in ${city}. You will own the ${trades[n % trades.length]} work and report to the head of the desk.</p><ul><li>Plan ${n}</li><li>Build ${n * 7}</li></ul>`,
    location: city,
    salary_package: `£${30 + (n % 60)},000 - £${35 + (n % 60)},000 per annum`,
    published_at: '2026-11-20T09:00:00Z',
    expires_at: '2036-01-01T00:00:00Z',
    consultant_name: 'Robin Example',
    consultant_email: 'robin@longlist.example',
    categories: [{ id: 'type', name: 'Type', values: [{ id: 'p', name: n % 3 === 0 ? 'Contract' : 'Permanent' }] }],
    ...overrides,
  }
}

export function jobRows(
  count: number,
  overrides: (n: number) => Record<string, unknown> = () => ({}),
): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, i) => jobRow(i + 1, overrides(i + 1)))
}

export async function writeNdjson(path: string, rows: readonly object[]): Promise<string> {
  await writeFile(path, rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  return path
}

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
]
const levels = ['Junior', 'Senior', 'Lead', 'Principal', 'Head']
const trades = [
  'Actuary',
  'Underwriter',
  'Java Developer',
  'Business Analyst',
  'Risk Manager',
  'Data Engineer',
  'Broker',
]
