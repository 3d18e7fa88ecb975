import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ContentEntry } from '#indexer/content'
import type { ContentTypeId } from '#indexer/contentTypes'
import { sites } from '#indexer/site'
import { toContentDocuments } from '../../../indexer/documents/contentDocuments.ts'
import { parseContent } from '../../../web/content/parse.ts'
import { indexSite } from '../../../web/content/siteIndex.ts'
import { anEntry, contentOf, link } from '../../builders/content.ts'
import { tries } from '../../builders/properties.ts'

const types = [
  'tag',
  'post',
  'event',
  'consultant',
  'specialism',
  'page',
  'policy',
  'landingPage',
] as const satisfies ContentTypeId[]
const slugs = ['outlook', 'fees', 'jobs', 'blog', 'admin', 'home']
// The same moment in two spellings, and one that is later and sorts before it as text.
const times = ['2026-05-01T00:00:00Z', '2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.500Z', '2026-04-01T00:00:00Z']
const drawn = fc.record({
  type: fc.constantFrom(...types),
  urlSlug: fc.constantFrom(...slugs),
  createdAt: fc.constantFrom(...times),
  below: fc.boolean(),
  page: fc.boolean(),
  fault: fc.constantFrom('none', 'none', 'none', 'endsAt', 'timeZone', 'year'),
})

it('site and content indexes agree on which of several entries has an address, whatever the ids and times', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 2, maxLength: 12 }),
      fc.array(drawn, { minLength: 12, maxLength: 12 }),
      (ids, all) => {
        const entries: ContentEntry[] = [anEntry('page', 'top', { urlSlug: 'blog' }), anEntry('specialism', 'tree')]
        for (const [at, id] of ids.entries()) {
          const { type, urlSlug, createdAt, below, page, fault } = all[at]!
          const fields: Record<string, unknown> = { urlSlug }
          if (type === 'page' && below) fields.parent = link('top')
          if (type === 'specialism') Object.assign(fields, { page, ...(below && { parent: link('tree') }) })
          if (type === 'event' && fault === 'endsAt') fields.endsAt = '2026-12-03T17:00:00Z'
          if (type === 'event' && fault === 'timeZone') fields.timeZone = 'Europe/Longtown'
          if (type === 'post' && fault === 'year') fields.publishedAt = '1812-01-01'
          entries.push(anEntry(type, `e${id}`, fields, { createdAt }))
        }
        const reader = contentOf(entries)
        const faults: string[] = []
        const content = parseContent(reader, ({ entry }) => faults.push(entry))
        const site = indexSite(content, ({ entry }) => faults.push(entry))
        const { refused, documents } = toContentDocuments(reader, { site: sites.uk })
        const without = new Set(refused.map(({ entry }) => entry))
        const hidden = entries
          .filter(
            ({ id, type, fields }) => site.pathOf(id) === null && !(type === 'specialism' && fields.page === false),
          )
          .map(({ id }) => id)
        expect([...without].sort()).toEqual(hidden.sort())
        expect([...new Set(faults)].sort()).toEqual([...without].sort())
        for (const { id, slug } of documents.posts)
          expect(site.places.get(`/blog/${slug}`)).toMatchObject({ entry: { id } })
        for (const { id, path } of documents.specialisms)
          expect(site.places.get(`/specialisms/${path}`)).toMatchObject({ entry: { id } })
      },
    ),
    tries(1_000),
  )
})

it('the older has a slug also where times are written differently', () => {
  const post = (id: string, createdAt: string) => anEntry('post', id, { urlSlug: 'outlook' }, { createdAt })
  const reader = contentOf([post('a', '2026-05-01T00:00:00.500Z'), post('z', '2026-05-01T00:00:00Z')])
  const { documents, refused } = toContentDocuments(reader, { site: sites.uk })
  expect([documents.posts.map(({ id }) => id), refused.map(({ entry }) => entry)]).toEqual([['z'], ['a']])
  const site = indexSite(
    parseContent(reader, () => {}),
    () => {},
  )
  expect(site.places.get('/blog/outlook')).toMatchObject({ entry: { id: 'z' } })
})
