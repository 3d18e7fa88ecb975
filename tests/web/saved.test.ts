// @vitest-environment jsdom
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drafts, dropOldDrafts, forgetDraft, keepDraft, mayKeep } from '../../web/forms/drafts.ts'
import { addCarried, type Carried, collect, fromFragment, parseCarried, toFragment } from '../../web/saved/carry.ts'
import {
  appliedJobs,
  forgetJob,
  hiddenJobs,
  keepJob,
  mostSaved,
  savedJobs,
  saveJob,
  seenJobs,
} from '../../web/saved/keptJobs.ts'
import { keptList } from '../../web/saved/keptList.ts'
import { savedSearches, searchText } from '../../web/saved/keptSearches.ts'

const job = (slug: string) => ({ slug, title: `Actuary ${slug}`, location: 'London' })
const slugs = () => savedJobs.read().map(({ slug }) => slug)

beforeEach(() => {
  localStorage.clear()
  for (const list of [savedJobs, appliedJobs, hiddenJobs, seenJobs, savedSearches, drafts]) list.read()
})
afterEach(() => vi.restoreAllMocks())

describe('a kept list', () => {
  it('is newest first, holds each job once, and what was saved keeps its note', () => {
    saveJob(job('one'))
    saveJob(job('two'))
    savedJobs.change(jobs => jobs.map(one => ({ ...one, note: 'Fridays' })))
    expect(saveJob(job('one'))).toBe(true)
    expect(savedJobs.read().map(({ slug, note }) => [slug, note])).toEqual([
      ['two', 'Fridays'],
      ['one', 'Fridays'],
    ])
    keepJob(seenJobs, job('one'))
    keepJob(seenJobs, job('two'))
    keepJob(seenJobs, job('one'))
    expect(seenJobs.read().map(({ slug }) => slug)).toEqual(['one', 'two'])
    forgetJob(savedJobs, 'two')
    expect(slugs()).toEqual(['one'])
  })

  it('is bounded', () => {
    for (let i = 0; i < mostSaved + 3; i++) saveJob(job(`job-${i}`))
    expect(savedJobs.read()).toHaveLength(mostSaved)
    expect(slugs()[0]).toBe(`job-${mostSaved + 2}`)
    expect(JSON.parse(localStorage.getItem('longlist.saved')!).items).toHaveLength(mostSaved)
  })

  it('takes what is no job of ours for nothing, whatever the storage holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), text => {
        localStorage.setItem('longlist.saved', text)
        for (const { slug } of savedJobs.read()) expect(slug).toMatch(/^[\w-]+$/)
      }),
    )
    const items = [{ slug: '../admin', title: 'x' }, { slug: 'good', title: 4, at: 'x', note: 'y'.repeat(900) }, null]
    localStorage.setItem('longlist.saved', JSON.stringify({ version: 1, items }))
    expect(savedJobs.read()).toEqual([{ slug: 'good', title: 'good', location: '', at: 0, note: 'y'.repeat(500) }])
  })

  it('leaves what a newer version has stored as it is', () => {
    const newer = JSON.stringify({ version: 2, jobs: { a: 1 } })
    localStorage.setItem('longlist.saved', newer)
    expect(savedJobs.read()).toEqual([])
    expect(saveJob(job('one'))).toBe(false)
    expect(localStorage.getItem('longlist.saved')).toBe(newer)
  })

  it('lives as long as the page where storage is full', () => {
    saveJob(job('one'))
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full.', 'QuotaExceededError')
    })
    expect(saveJob(job('two'))).toBe(false)
    expect(slugs()).toEqual(['two', 'one'])
    expect(saveJob(job('three'))).toBe(false)
    expect(slugs()).toEqual(['three', 'two', 'one'])
  })

  it('lives as long as the page where storage is forbidden', () => {
    const list = keptList<string>('longlist.forbidden', 5, value => value as string)
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('Forbidden.', 'SecurityError')
      })
    expect(list.read()).toEqual([])
    expect(list.change(items => ['a', ...items])).toBe(false)
    expect(list.change(items => ['b', ...items])).toBe(false)
    expect(list.read()).toEqual(['b', 'a'])
  })

  it('hears of another tab, and its own change does not undo that one', () => {
    saveJob(job('one'))
    const heard = vi.fn()
    const stop = savedJobs.subscribe(heard)
    const other = { ...job('other'), at: 5, note: '' }
    const stored = JSON.parse(localStorage.getItem('longlist.saved')!)
    localStorage.setItem('longlist.saved', JSON.stringify({ version: 1, items: [other, ...stored.items] }))
    // Written and not told of yet.
    saveJob(job('two'))
    expect(slugs()).toEqual(['two', 'other', 'one'])
    localStorage.removeItem('longlist.saved')
    heard.mockClear()
    dispatchEvent(new StorageEvent('storage', { key: 'longlist.saved' }))
    expect(heard).toHaveBeenCalledTimes(1)
    expect(slugs()).toEqual([])
    stop()
  })

  it('is the same array until it changes', () => {
    saveJob(job('one'))
    expect(savedJobs.read()).toBe(savedJobs.read())
  })
})

describe('a saved search', () => {
  it('is the same whatever the page and the order', () => {
    expect(searchText({ query: 'actuary', page: 3, sort: 'newest', pageSize: 50 })).toBe(
      searchText({ query: 'actuary' }),
    )
    expect(searchText({ page: 2 })).toBe('')
  })
})

describe('what is carried to another browser', () => {
  const fill = () => {
    saveJob(job('one'))
    savedJobs.change(jobs => jobs.map(one => ({ ...one, note: 'Ask – “Fridays” 🙂' })))
    keepJob(appliedJobs, job('two'))
    savedSearches.change(() => [{ search: 'query=actuary', at: 7 }])
  }

  it('comes out of the link as it went in', async () => {
    fill()
    const carried = collect()
    const fragment = await toFragment(carried)
    expect(fragment).toMatch(/^#carry=[\w-]+$/)
    expect(await fromFragment(fragment)).toEqual(carried)
  })

  it('is refused when it is cut, foreign, empty or larger than may be', async () => {
    fill()
    const fragment = await toFragment(collect())
    for (const hash of ['', '#main', '#carry=', '#carry=AAAA', fragment.slice(0, -9), `${fragment}.`])
      expect(await fromFragment(hash), hash).toBeNull()
    const bomb = await toFragment({ ...collect(), saved: [{ ...job('x'), at: 1, note: 'a'.repeat(3_000_000) }] })
    expect(bomb.length).toBeLessThan(10_000)
    expect(await fromFragment(bomb)).toBeNull()
    for (const text of [
      '',
      '[]',
      '{"version":2,"saved":[]}',
      '{"version":1}',
      '{"version":1,"saved":[{"slug":"a b"}]}',
    ])
      expect(parseCarried(text), text).toBeNull()
  })

  it('adds and takes nothing away', () => {
    fill()
    const carried: Carried = {
      version: 1,
      saved: [
        { ...job('one'), at: 1, note: 'Another note' },
        { ...job('far'), at: 2, note: 'x' },
      ],
      applied: [],
      hidden: [{ ...job('h'), at: 3 }],
      searches: [{ search: 'query=actuary', at: 9 }],
    }
    expect(addCarried(carried)).toBe(true)
    expect(savedJobs.read().map(({ slug, note }) => [slug, note])).toEqual([
      ['one', 'Ask – “Fridays” 🙂'],
      ['far', 'x'],
    ])
    expect(hiddenJobs.read()).toHaveLength(1)
    expect(savedSearches.read()).toEqual([{ search: 'query=actuary', at: 7 }])
    const once = collect()
    addCarried(carried)
    expect(collect()).toEqual(once)
  })
})

describe('a draft', () => {
  it('is one a form, goes when it is sent, and after thirty days', () => {
    keepDraft('apply 1', { name: 'Ottilie' })
    keepDraft('apply 1', { name: 'Ottilie Brandt' })
    keepDraft('contact', { message: 'Hello' })
    expect(drafts.read().map(({ form, values }) => [form, values])).toEqual([
      ['contact', { message: 'Hello' }],
      ['apply 1', { name: 'Ottilie Brandt' }],
    ])
    forgetDraft('apply 1')
    keepDraft('contact', {})
    expect(drafts.read()).toEqual([])
    expect(localStorage.getItem('longlist.drafts')).toBeNull()

    const old = { form: 'apply 2', at: Date.now() / 1_000 - 30 * 86_400 - 5, values: { name: 'Ottilie' } }
    localStorage.setItem('longlist.drafts', JSON.stringify({ version: 1, items: [old] }))
    expect(drafts.read()).toEqual([])
    dropOldDrafts()
    expect(localStorage.getItem('longlist.drafts')).toBeNull()
  })

  it('holds no file and no box', () => {
    expect((['file', 'checkbox', 'hidden'] as const).filter(type => mayKeep({ type }))).toEqual([])
    expect(mayKeep({ type: 'textarea' })).toBe(true)
  })

  it('is not kept when it is larger than a person writes', () => {
    keepDraft('contact', { message: 'a'.repeat(20_001) })
    expect(drafts.read()).toEqual([])
  })
})
