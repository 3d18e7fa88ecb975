import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ContentEntry } from '#indexer/content'
import { type ContentIndex, contentIndexes, entryIdOf, type PostDocument } from '#indexer/contentDocuments'
import { plainNames } from '#indexer/plainNames'
import { sites } from '#indexer/site'
import { type ContentRecord, redisKeys } from '#indexer/tasks'
import { Engine } from '../../../indexer/indexes/meilisearch.ts'
import { syncContent } from '../../../indexer/sync/syncContent.ts'
import { anEntry, contentOf, link } from '../../builders/content.ts'
import { startIndexer, type TestIndexer } from '../../builders/indexer.ts'

let indexer: TestIndexer
let deps: Parameters<typeof syncContent>[1]
const site = sites.uk
const sync = (entries: ContentEntry[], engine = indexer.engine) => syncContent(contentOf(entries), { ...deps, engine })
const idsOf = async (index: ContentIndex) => {
  const ids: string[] = []
  for await (const page of indexer.engine.pages<{ id: string }>(index, { fields: ['id'] }))
    ids.push(...page.map(({ id }) => id))
  return ids.sort()
}
const recorded = async () =>
  JSON.parse((await indexer.redis.get(redisKeys.contentRecord(indexer.prefix)))!) as ContentRecord
const written = async () => {
  const answer = await fetch(`${indexer.meiliUrl}/tasks?types=documentAdditionOrUpdate,documentDeletion&limit=1`, {
    headers: { authorization: `Bearer ${indexer.masterKey}` },
  })
  return ((await answer.json()) as { total: number }).total
}

const entries = [
  anEntry('tag', 't1', { name: 'Insurance', urlSlug: 'insurance' }),
  anEntry('post', 'p1', { tags: [link('t1')] }),
  anEntry('post', 'p2'),
  anEntry('event', 'e1'),
  anEntry('specialism', 's1'),
  anEntry('consultant', 'c1'),
]

beforeAll(async () => {
  indexer = await startIndexer()
  const { engine, redis, prefix, log } = indexer
  deps = { engine, redis, prefix, log, site }
})
afterAll(() => indexer?.stop())
beforeEach(async () => {
  for (const index of contentIndexes) {
    const ids = await idsOf(index)
    if (ids.length > 0) await indexer.engine.waitTask(await indexer.engine.deleteByIds(index, ids))
  }
})

describe('syncContent', () => {
  it('makes the indexes hold what the snapshot says, and writes nothing that is there', async () => {
    expect(await sync(entries)).toMatchObject({ outcome: 'ok', upserted: 5, deleted: 0, unchanged: 0, refused: [] })
    expect(await Promise.all(contentIndexes.map(idsOf))).toEqual([['p1', 'p2'], ['e1'], ['s1'], ['c1']])
    const before = await written()
    expect(await sync(entries)).toMatchObject({ upserted: 0, deleted: 0, unchanged: 5 })
    expect(await written()).toBe(before)
    // Published, changed (by the tag it links to), unpublished.
    const [tag, ...rest] = entries
    const after = [
      { ...tag!, fields: { ...tag!.fields, name: 'Insurance & risk' } },
      ...rest.filter(({ id }) => id !== 'e1'),
      anEntry('post', 'p3'),
    ]
    expect(await sync(after)).toMatchObject({ upserted: 2, deleted: 1, unchanged: 3 })
    expect(await idsOf('events')).toEqual([])
    const [post] = await indexer.engine.byIds<PostDocument>('posts', ['p1'])
    expect(post).toMatchObject({ tagNames: ['Insurance & risk'] })
    expect(await recorded()).toMatchObject({ outcome: 'ok', upserted: 2, deleted: 1, unchanged: 3 })
  })

  it('takes a refused entry out, and records why', async () => {
    await sync(entries)
    const broken = entries.map(entry => (entry.id === 'p2' ? anEntry('post', 'p2', { urlSlug: 'Not a slug' }) : entry))
    const record = await sync(broken)
    expect(record).toMatchObject({
      deleted: 1,
      refused: [{ entry: 'p2', type: 'post', title: 'Post p2', reason: expect.stringContaining('urlSlug') }],
    })
    expect(await recorded()).toEqual(record)
    expect(await idsOf('posts')).toEqual(['p1'])
  })

  it('deletes nothing for a snapshot without any entry', async () => {
    await sync(entries)
    expect(await sync([])).toMatchObject({ outcome: 'ok', deleted: 0, reason: expect.stringContaining('no entries') })
    expect(await idsOf('posts')).toEqual(['p1', 'p2'])
    // One type without entries is no reason to keep them.
    expect(await sync(entries.filter(({ type }) => type !== 'post'))).toMatchObject({ deleted: 2 })
  })

  it('is done again by the next one wherever it dies', async () => {
    const { meiliUrl, masterKey, engine } = indexer
    const dead = new Error('killed')
    const steps = ['writeDocuments', 'waitTask', 'deleteByIds'] as const
    const target = [...entries.filter(({ id }) => id !== 'p1'), anEntry('post', 'p3')]
    let died = 0
    for (const step of steps)
      for (const when of ['before', 'after'] as const)
        for (let nth = 1; nth <= 2; nth++) {
          await sync(entries)
          let calls = 0
          const dying = new Engine({ url: meiliUrl, key: masterKey, names: engine.names })
          const real = dying[step].bind(dying) as (...args: unknown[]) => Promise<unknown>
          Object.defineProperty(dying, step, {
            value: async (...args: unknown[]) => {
              calls++
              if (calls === nth && when === 'before') throw dead
              const answer = await real(...args)
              if (calls === nth && when === 'after') throw dead
              return answer
            },
          })
          const outcome = await sync(target, dying).catch((error: unknown) => error)
          if (outcome instanceof Error) {
            died++
            expect(await recorded()).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/: killed$/) })
          }
          const again = await sync(target)
          expect(again.outcome).toBe('ok')
          expect(await Promise.all(contentIndexes.map(idsOf)), `${when} ${step} ${nth}`).toEqual([
            ['p2', 'p3'],
            ['e1'],
            ['s1'],
            ['c1'],
          ])
        }
    expect(died).toBeGreaterThanOrEqual(8)
  })

  it('takes every id that Contentful does, each as itself', async () => {
    const ids = ['post.2024', 'post_2024', 'post-2024', 'post_2e2024', 'post..2024', '.', '_', `${'a'.repeat(63)}.`]
    const dotted = [...entries, ...ids.map((id, at) => anEntry('post', id, { urlSlug: `post-${at}` }))]
    expect(await sync(dotted)).toMatchObject({ outcome: 'ok', refused: [] })
    expect((await idsOf('posts')).map(entryIdOf).sort()).toEqual(['p1', 'p2', ...ids].sort())
    expect(await sync(dotted)).toMatchObject({ upserted: 0, deleted: 0 })
  })

  it('writes the other indexes where one fails, and names it', async () => {
    const { meiliUrl, masterKey, engine } = indexer
    const failing = new Engine({ url: meiliUrl, key: masterKey, names: engine.names })
    const write = failing.writeDocuments.bind(failing)
    Object.defineProperty(failing, 'writeDocuments', {
      // What the engine refuses: documents without their key.
      value: (uid: string, documents: object[]) =>
        write(
          uid,
          uid === 'posts'
            ? documents.map(({ id: _, ...rest }: { id?: string }) => rest as never)
            : (documents as never),
        ),
    })
    await expect(sync(entries, failing)).rejects.toThrow(/^posts: /)
    expect(await Promise.all(contentIndexes.map(idsOf))).toEqual([[], ['e1'], ['s1'], ['c1']])
    expect(await recorded()).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/^posts: /),
      upserted: 3,
    })
  })

  it('keeps the refusals of the last good sync when one fails', async () => {
    await sync([...entries, anEntry('post', 'bad', { title: undefined })])
    const dead = new Engine({ url: 'http://127.0.0.1:9', key: 'none', names: indexer.engine.names })
    await expect(sync(entries, dead)).rejects.toThrow()
    expect(await recorded()).toMatchObject({ outcome: 'failed', upserted: 0, refused: [{ entry: 'bad' }] })
  })
})

describe('the settings of the content indexes', () => {
  const found = async (index: ContentIndex, body: object) => {
    const answer = await fetch(`${indexer.meiliUrl}/indexes/${index}/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${indexer.masterKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ matchingStrategy: 'all', ...body }),
    })
    return ((await answer.json()) as { hits: { id: string }[] }).hits.map(({ id }) => id)
  }

  it('rank a title before a body, take codes whole, know the field’s abbreviations, and order what was not asked for', async () => {
    await sync([
      anEntry('post', 'body', {
        title: 'Market notes',
        publishedAt: '2026-11-21T09:00:00Z',
        body: { nodeType: 'document', data: {}, content: [paragraph('A word on reserving.')] },
      }),
      anEntry('post', 'title', { title: 'Reserving', publishedAt: '2026-11-01T09:00:00Z' }),
      anEntry('post', 'code', { title: 'IFRS17 in practice', publishedAt: '2026-10-01T09:00:00Z' }),
      anEntry('post', 'cpp', { title: 'Hiring for C++', publishedAt: '2026-09-01T09:00:00Z' }),
      anEntry('post', 'synonym', { title: 'The business analyst', publishedAt: '2026-08-01T09:00:00Z' }),
      anEntry('consultant', 'second', { order: 2 }),
      anEntry('consultant', 'first', { order: 1 }),
    ])
    expect(await found('posts', { q: 'reserving' })).toEqual(['title', 'body'])
    expect(await found('posts', { q: 'reservng' })).toEqual(['title', 'body'])
    expect(await found('posts', { q: plainNames('C++') })).toEqual(['cpp'])
    expect(await found('posts', { q: 'ba ' })).toEqual(['synonym'])
    expect(await found('posts', { q: '' })).toEqual(['body', 'title', 'code', 'cpp', 'synonym'])
    expect(await found('posts', { q: '', sort: ['published_at:asc'] })).toEqual([
      'synonym',
      'cpp',
      'code',
      'title',
      'body',
    ])
    expect(await found('people', { q: '' })).toEqual(['first', 'second'])
  })
})

function paragraph(value: string) {
  return { nodeType: 'paragraph', data: {}, content: [{ nodeType: 'text', value, marks: [], data: {} }] }
}
