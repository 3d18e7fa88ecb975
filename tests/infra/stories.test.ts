import { describe, expect, test } from 'vitest'
import { seedJobs } from '../../infra/content/seedJobs.ts'
import { awards } from '../../infra/content/site/awards.ts'
import { events } from '../../infra/content/site/events.ts'
import { offices } from '../../infra/content/site/offices.ts'
import { people } from '../../infra/content/site/people.ts'
import { posts } from '../../infra/content/site/posts.ts'
import { richTextOf } from '../../infra/content/site/richText.ts'
import { tags } from '../../infra/content/site/tags.ts'

interface Link {
  sys: { id: string }
}
const insights = posts.filter(({ type }) => type === 'post')
const day = '2026-11-28T00:00:00Z'

describe('people', () => {
  test('every consultant of a job has a profile with the same name, address and number', () => {
    const byEmail = new Map(people.map(person => [person.fields.email, person.fields]))
    for (const job of seedJobs(new Date(day))) {
      const profile = byEmail.get(job.consultant_email)
      expect(profile?.name).toBe(job.consultant_name)
      expect(profile?.phone ?? null).toBe(job.consultant_phone)
    }
  })

  test('numbers are from the ranges kept for fiction', () => {
    const numbers = [...people, ...offices].flatMap(({ fields }) => (fields.phone ? [String(fields.phone)] : []))
    expect(numbers.length).toBeGreaterThan(15)
    for (const number of numbers)
      expect(number).toMatch(/^\+44 20 7946 0\d{3}$|^\+44 161 496 0\d{3}$|^\+49 30 23125 \d{3}$/)
    const own = people.flatMap(({ fields }) => (fields.phone ? [fields.phone] : []))
    expect(new Set(own).size).toBe(own.length)
  })

  test('each of the nine offices has somebody in it', () => {
    const seats = new Set(people.map(({ fields }) => (fields.office as Link).sys.id))
    expect(offices.map(({ id }) => id).filter(id => !seats.has(id))).toEqual([])
    expect(offices).toHaveLength(9)
  })
})

describe('insights and events', () => {
  test('every tag is used', () => {
    const used = new Set(
      [...insights, ...events].flatMap(({ fields }) => (fields.tags as Link[]).map(({ sys }) => sys.id)),
    )
    expect(tags.map(({ id }) => id).filter(id => !used.has(id))).toEqual([])
  })

  test('insights are 300 to 750 words, of the past eighteen months, none of them later than the day they were written for', async () => {
    for (const { id, fields } of insights) {
      const words = (fields.body as { markdown: string }).markdown.split(/\s+/).filter(word => /\w/.test(word)).length
      expect(words, id).toBeGreaterThanOrEqual(300)
      expect(words, id).toBeLessThanOrEqual(750)
      expect(String(fields.publishedAt) < day && String(fields.publishedAt) > '2025-05-28', id).toBe(true)
      await richTextOf((fields.body as { markdown: string }).markdown)
    }
  })

  test('six events are to come and eight are over, each with the offset of its own clock', () => {
    const upcoming = events.filter(({ fields }) => Date.parse(String(fields.startsAt)) > Date.parse(day))
    expect([upcoming.length, events.length - upcoming.length]).toEqual([6, 8])
    for (const { id, fields } of events) {
      const parts = new Intl.DateTimeFormat('en-GB', {
        timeZone: String(fields.timeZone),
        timeZoneName: 'longOffset',
      }).formatToParts(Date.parse(String(fields.startsAt)))
      const offset = parts.find(({ type }) => type === 'timeZoneName')!.value.replace('GMT', '') || '+00:00'
      expect(String(fields.startsAt).slice(-6), id).toBe(offset)
      expect(Date.parse(String(fields.endsAt)), id).toBeGreaterThan(Date.parse(String(fields.startsAt)))
    }
  })

  test('awards are of three years', () => {
    expect([...new Set(awards.map(({ fields }) => fields.year))]).toEqual([2026, 2025, 2024])
  })
})
