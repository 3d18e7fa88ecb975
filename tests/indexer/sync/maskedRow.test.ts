import { describe, expect, it } from 'vitest'
import type { RawJob } from '../../../indexer/documents/rawJob.ts'
import { maskedRow } from '../../../indexer/sync/maskedRow.ts'

const job: RawJob = {
  key: 'T-1',
  uuid: '00000000-0000-4000-8000-000000000014',
  title: 'Pricing Actuary',
  description: `Call Robin on +44 20 7946 0123 or 020 7946 0456, robin@longlist.example. ${'Long. '.repeat(200)}`,
  locations: [{ text: 'Leeds LS1 4AP' }],
  types: [],
  environments: [],
  sectors: [],
  specialisms: [],
  categories: [],
  consultant: { name: 'Robin Example', email: 'robin@longlist.example', phone: '+44 20 7946 0123' },
  applicationEmail: 'robin.12345@apply.example',
  applicationUrl: 'https://apply.example/form?key=s3cret&who=robin',
  salaryText: '£45,000 - £55,000',
  publishedAt: '01-09-2026 12:00:00',
}

describe('a row for the eyes of an operator', () => {
  it('has what is needed to mend it, and nobody’s details', () => {
    const shown = maskedRow(job)
    for (const kept of [
      'T-1',
      '00000000-0000-4000-8000-000000000014',
      'Pricing Actuary',
      'Leeds LS1 4AP',
      '£45,000 - £55,000',
      '01-09-2026 12:00:00',
      'https://apply.example/form',
    ])
      expect(shown).toContain(kept)
    for (const gone of ['Robin Example', 'longlist.example', '7946', 's3cret', 'robin.12345', 'who=robin'])
      expect(shown).not.toContain(gone)
    expect(shown.length).toBeLessThanOrEqual(2_000)
    expect(shown).not.toContain('"types"')
  })

  it.each([
    [
      'JSON',
      '{"id": 1, "contact_name": "Robin Example", "recruiter": {"first": "Robin", "phone": "1"}, "hiringManager":"R. \\"E\\"", "title": "Broker"}',
      'Broker',
    ],
    [
      'XML',
      '<job><contact><name>Robin Example</name></contact><consultant_email>r@longlist.example</consultant_email><password>pw-1</password><title>Broker</title></job>',
      'Broker',
    ],
    ['attributes', `<job contactname="Robin Example" phone='+44 20 7946 0123'><title>Broker</title></job>`, 'Broker'],
    ['a tracker', '<title>Broker</title><img src="https://counter.adcourier.example/Um9iaW4=.gif">', 'Broker'],
    ['CSV', 'Broker;+49 30 23125 123;(0)20 7946 0123', 'Broker'],
  ])('masks %s', (_, raw, kept) => {
    const shown = maskedRow(raw)
    expect(shown).toContain(kept)
    for (const gone of ['Robin', 'R. ', '7946', '23125', 'longlist.example', 'pw-1', 'Um9iaW4'])
      expect(shown).not.toContain(gone)
  })

  it('is quick about hostile text', () => {
    for (const piece of [
      '"contact',
      '<contact><contact ',
      ' phone="',
      '0 ',
      '+1(',
      'https://track',
      'a@a.',
      '{"email":{',
    ])
      expect(maskedRow(piece.repeat(4_000)).length).toBeLessThanOrEqual(2_000)
  })
})
