import { describe, expect, it } from 'vitest'
import { fixedSlugs, pageSlugs } from '#indexer/content'
import { plainNames } from '#indexer/plainNames'
import { sites } from '#indexer/site'
import { plainText, toContentDocuments } from '../../../indexer/documents/contentDocuments.ts'
import { anEntry, aPicture, assetLink, contentOf, link, richText } from '../../builders/content.ts'

const made = (
  entries: Parameters<typeof contentOf>[0],
  assets: Parameters<typeof contentOf>[1] = [],
  site = sites.uk,
) => toContentDocuments(contentOf(entries, assets), { site })
const reasons = (refused: ReturnType<typeof made>['refused']) =>
  Object.fromEntries(refused.map(({ entry, reason }) => [entry, reason]))

describe('documents', () => {
  it('of a post: links resolved, words distinct, picture in sizes, times in epoch seconds', () => {
    const { documents, refused } = made(
      [
        anEntry('post', 'p1', {
          title: 'Pricing the flood',
          tags: [link('t2'), link('t1'), link('gone'), link('events-tag')],
          author: link('c1'),
          image: assetLink('wave'),
          body: richText('Flood cover, flood capital.', 'Reserving in C++ and .NET.'),
        }),
        anEntry('tag', 't1', { name: 'Insurance', urlSlug: 'insurance' }),
        anEntry('tag', 't2', { name: 'Employers', urlSlug: 'employers' }),
        anEntry('tag', 'events-tag', { name: 'DEI', urlSlug: 'dei', collection: 'events' }),
        anEntry('consultant', 'c1', { name: 'Tamsin Oyelowe' }),
      ],
      [aPicture('wave')],
    )
    expect(refused).toEqual([])
    const [post] = documents.posts
    expect(post).toMatchObject({
      id: 'p1',
      slug: 'p1',
      title: 'Pricing the flood',
      tags: ['employers', 'insurance'],
      tagNames: ['Employers', 'Insurance'],
      author: 'Tamsin Oyelowe',
      published_at: Date.UTC(2026, 10, 20, 9) / 1000,
      updated_at: Date.UTC(2026, 1, 1) / 1000,
      searchedTitle: 'Pricing the flood',
      searchedTagNames: ['Employers', 'Insurance'],
      searchedText: plainNames('Flood cover capital Reserving in C++ and .NET'),
    })
    expect(post!.image).toMatchObject({ width: 2_000, height: 1_000, alt: 'What wave shows' })
    expect(post!.image!.src).toMatch(/^\/media\/wave\/[0-9a-z]+-800\/wave\.jpg$/)
    expect(post!.image!.srcSet.split(', ').map(source => source.split(' ')[1])).toEqual([
      '480w',
      '800w',
      '1200w',
      '1600w',
      '2000w',
    ])
    expect(JSON.stringify(documents)).not.toContain('cms.example')
  })

  it('of a drawing have one file; of what is no picture, none', () => {
    const drawing = aPicture('plan', { contentType: 'image/svg+xml', fileName: 'plan.svg', width: 3_000 })
    const pdf = aPicture('brochure', { contentType: 'application/pdf', width: null, height: null })
    const small = aPicture('stamp', { width: 300, height: 300 })
    const huge = aPicture('poster', { width: 6_000 })
    const posts = ['plan', 'brochure', 'stamp', 'poster', 'unpublished'].map(id =>
      anEntry('post', id, { image: assetLink(id) }),
    )
    const bySlug = Object.fromEntries(
      made(posts, [drawing, pdf, small, huge]).documents.posts.map(({ slug, image }) => [slug, image]),
    )
    expect(bySlug.plan).toMatchObject({ srcSet: '', width: 3_000 })
    expect(bySlug.stamp).toMatchObject({ srcSet: '', width: 300 })
    expect(bySlug.poster!.srcSet.split(', ').map(source => source.split(' ')[1])).toEqual([
      '480w',
      '800w',
      '1200w',
      '1600w',
    ])
    expect(bySlug.brochure).toBeNull()
    expect(bySlug.unpublished).toBeNull()
  })

  it('of events, specialisms and people', () => {
    const { documents, refused } = made([
      anEntry('event', 'e1', {
        startsAt: '2026-12-03T18:00:00+01:00',
        endsAt: '2026-12-03T20:00:00+01:00',
        timeZone: 'Europe/Berlin',
        hosts: [link('c1')],
      }),
      anEntry('specialism', 's1', { name: 'Technology', urlSlug: 'technology', order: 3 }),
      anEntry('specialism', 's2', {
        name: 'Development',
        urlSlug: 'development',
        parent: link('s1'),
        sections: [link('x1')],
      }),
      anEntry('specialism', 's3', { name: 'Hidden', urlSlug: 'hidden', page: false }),
      anEntry('specialism', 's4', { name: 'Deep', urlSlug: 'deep', parent: link('s3') }),
      anEntry('section', 'x1', {
        name: 'Section',
        kind: 'cards',
        heading: 'Platforms',
        body: richText('Kubernetes'),
        items: [link('k1')],
      }),
      anEntry('card', 'k1', { title: 'Observability', text: 'Traces' }),
      anEntry('consultant', 'c1', {
        name: 'Ravi Strand',
        office: link('o1'),
        specialisms: [link('s2'), link('s3')],
        bio: richText('Kotlin people.'),
        photo: assetLink('none'),
      }),
      anEntry('consultant', 'c2', { office: link('closed') }),
      anEntry('office', 'o1', { name: 'Berlin', city: 'Berlin', country: 'DE' }),
    ])
    expect(refused).toEqual([])
    expect(documents.events[0]).toMatchObject({
      starts_at: Date.UTC(2026, 11, 3, 17) / 1000,
      ends_at: Date.UTC(2026, 11, 3, 19) / 1000,
      online: false,
      address: '',
    })
    expect(documents.events[0]!.searchedText).toContain('Ravi Strand')
    expect(documents.specialisms.map(({ path }) => path).sort()).toEqual([
      'hidden/deep',
      'technology',
      'technology/development',
    ])
    expect(documents.specialisms.find(({ slug }) => slug === 'development')!.searchedText).toBe(
      'Platforms Kubernetes Observability Traces',
    )
    expect(documents.people[0]).toMatchObject({
      office: 'Berlin',
      city: 'Berlin',
      country: 'DE',
      specialisms: ['Development', 'Hidden'],
      searchedText: 'Kotlin people',
    })
    expect(documents.people[1]).toMatchObject({ office: '', city: '', country: '', specialisms: [], photo: null })
  })

  it('carry a hash that changes with what they hold, and with nothing else', () => {
    const hashOf = (...args: Parameters<typeof made>) => made(...args).documents.posts[0]!.contentHash
    const post = anEntry('post', 'p1', { author: link('c1') })
    const before = hashOf([post, anEntry('consultant', 'c1')])
    expect(hashOf([post, anEntry('consultant', 'c1', { jobTitle: 'Partner' }), anEntry('post', 'p2')])).toBe(before)
    expect(hashOf([post, anEntry('consultant', 'c1', { name: 'Another' })])).not.toBe(before)
    expect(hashOf([anEntry('post', 'p1', { author: link('c1'), title: 'New' }), anEntry('consultant', 'c1')])).not.toBe(
      before,
    )
  })

  it('take a time without a zone to be in the site’s', () => {
    const at = (site: (typeof sites)['uk']) =>
      made([anEntry('post', 'p1', { publishedAt: '2026-07-01T09:00' })], [], site).documents.posts[0]!.published_at
    expect(at(sites.uk)).toBe(Date.UTC(2026, 6, 1, 8) / 1000)
    expect(at(sites.sg)).toBe(Date.UTC(2026, 6, 1, 1) / 1000)
  })

  it('hold no more than their share of a long text', () => {
    const body = richText(Array.from({ length: 20_000 }, (_, n) => `word${n}`).join(' '))
    expect(made([anEntry('post', 'p1', { body })]).documents.posts[0]!.searchedText!.length).toBeLessThanOrEqual(6_000)
  })
})

describe('refusals', () => {
  it('name the field and what to do', () => {
    const { documents, refused } = made([
      anEntry('post', 'a', { title: undefined, urlSlug: 'Über uns' }),
      anEntry('post', 'b', { publishedAt: 'soon' }),
      anEntry('event', 'c', { endsAt: '2026-12-03T17:00:00+00:00' }),
      anEntry('event', 'd', { timeZone: 'Europe/Longtown' }),
      anEntry('consultant', 'e', { email: 'nobody' }),
      anEntry('formDefinition', 'f', { formId: 'ir35', name: 'IR35', title: 'Ask', submitLabel: 'Send', fields: [{}] }),
      anEntry('post', 'fine'),
    ])
    expect(documents.posts.map(({ id }) => id)).toEqual(['fine'])
    expect(documents.events).toEqual([])
    const said = reasons(refused)
    expect(said.a).toBe(
      '"title" is empty: fill it in. "urlSlug" ("Über uns") cannot be used: must be lower-case letters, digits and single hyphens.',
    )
    expect(said.b).toContain('"publishedAt" ("soon") cannot be used')
    expect(said.c).toBe('"endsAt" ("2026-12-03T17:00:00+00:00") cannot be used: must not be before "startsAt".')
    expect(said.d).toContain('"timeZone" ("Europe/Longtown") cannot be used: must be a time zone')
    expect(said.e).toContain('"email" ("nobody")')
    expect(said.f).toContain('"fields" at 0.name cannot be used')
    expect(refused.find(({ entry }) => entry === 'b')).toMatchObject({ type: 'post', title: 'Post b' })
    expect(refused.find(({ entry }) => entry === 'a')).toMatchObject({ title: null })
  })

  it('leave a slug to the entry that has had it longest, whatever the ids', () => {
    const { documents, refused } = made([
      anEntry('post', 'a', { urlSlug: 'outlook', title: 'Younger' }, { createdAt: '2026-05-01T00:00:00Z' }),
      anEntry('post', 'z', { urlSlug: 'outlook', title: 'Older' }, { createdAt: '2026-04-01T00:00:00Z' }),
      anEntry('event', 'e', { urlSlug: 'outlook' }),
      anEntry('tag', 't1', { urlSlug: 'dei', collection: 'blog' }),
      anEntry('tag', 't2', { urlSlug: 'dei', collection: 'events' }),
      anEntry('tag', 't3', { urlSlug: 'dei', collection: 'events' }),
    ])
    expect(documents.posts.map(({ id }) => id)).toEqual(['z'])
    expect(documents.events).toHaveLength(1)
    expect(reasons(refused)).toEqual({
      a: '"urlSlug" is "outlook", which the post "Older" has already: choose another.',
      t3: '"urlSlug" is "events: dei", which the tag "Tag t2" has already: choose another.',
    })
  })

  it('keep landing pages and policies off every fixed address, by slug or alias', () => {
    for (const slug of fixedSlugs) {
      if (!/^[a-z0-9-]+$/.test(slug)) continue
      const { refused } = made([
        anEntry('landingPage', 'l1', { urlSlug: slug }),
        anEntry('landingPage', 'l2', { aliases: [slug] }),
        anEntry('policy', 'p1', { urlSlug: slug }),
        anEntry('policy', 'p2', { aliases: ['fine', slug] }),
        anEntry('page', 'page', { urlSlug: slug }),
      ])
      const pages = pageSlugs.has(slug) ? [] : ['page']
      expect(Object.keys(reasons(refused)).sort(), slug).toEqual(['l1', 'l2', 'p1', 'p2', ...pages])
      expect(reasons(refused).l1).toBe(`"urlSlug" is "${slug}", an address that the site itself needs: choose another.`)
    }
  })

  it('keep pages off what is listed below a section', () => {
    const { refused } = made([
      ...['jobs', 'alerts', 'blog', 'about-us'].flatMap(slug => [
        anEntry('page', slug),
        anEntry('page', `below-${slug}`, { urlSlug: 'below', parent: link(slug) }),
      ]),
      anEntry('page', 'sent', { urlSlug: 'application-complete', parent: link('jobs') }),
    ])
    expect(Object.keys(reasons(refused)).sort()).toEqual(['below-alerts', 'below-blog', 'below-jobs'])
  })

  it('let no two pages have one address', () => {
    const { refused } = made([
      anEntry('page', 'impressum'),
      anEntry('page', 'about-us'),
      anEntry('page', 'one', { urlSlug: 'awards', parent: link('about-us') }),
      anEntry('page', 'two', { urlSlug: 'awards', parent: link('about-us') }),
      anEntry('page', 'three', { urlSlug: 'awards' }),
      anEntry('policy', 'cookie-policy', { aliases: ['cookies-policy'] }),
      anEntry('policy', 'again', { urlSlug: 'cookies-policy' }, { createdAt: '2026-05-01T00:00:00Z' }),
      anEntry('landingPage', 'ifrs17', { aliases: ['ifrs17-jobs'] }),
      anEntry('landingPage', 'shadow', { urlSlug: 'impressum' }),
      anEntry('landingPage', 'double', { aliases: ['ifrs17-jobs'] }, { createdAt: '2026-05-01T00:00:00Z' }),
      // A nested page is not at the top.
      anEntry('landingPage', 'finance', { urlSlug: 'finance' }),
      anEntry('page', 'four', { urlSlug: 'finance', parent: link('about-us') }),
    ])
    // A slug is worth more than another entry's alias.
    expect(Object.keys(reasons(refused)).sort()).toEqual(['cookie-policy', 'double', 'shadow', 'two'])
    expect(reasons(refused).two).toBe(
      'Its address "about-us/awards" is that of the page "Page one": choose another "urlSlug" or "parent".',
    )
    expect(reasons(refused).shadow).toBe(
      '"urlSlug" is "impressum", which the page "Page impressum" has already: choose another.',
    )
  })

  it('name parents that lead nowhere or round', () => {
    const { documents, refused } = made([
      anEntry('specialism', 'a', { parent: link('b') }),
      anEntry('specialism', 'b', { parent: link('a') }),
      anEntry('specialism', 'c', { parent: link('unpublished') }),
      anEntry('specialism', 'd', { parent: link('c') }),
      anEntry('specialism', 'e'),
      anEntry('specialism', 'f', { parent: link('post') }),
      anEntry('post', 'post'),
    ])
    expect(documents.specialisms.map(({ id }) => id)).toEqual(['e'])
    const said = reasons(refused)
    expect(said.a).toContain('ring')
    expect(said.b).toContain('ring')
    expect(said.c).toContain('"unpublished") is not published')
    expect(said.d).toContain('"unpublished") is not published')
    expect(said.f).toContain('"post") is not published or cannot be used')
  })
})

describe('plain text', () => {
  it('keeps the words of every node and writes none of its own', () => {
    const text = (value: unknown) => ({ nodeType: 'text', value, marks: [], data: {} })
    const node = (nodeType: string, ...content: unknown[]) => ({ nodeType, data: {}, content })
    const document = node(
      'document',
      node('heading-2', text('Ledgers')),
      node('paragraph', text('see '), node('hyperlink', text('the guide')), text('.')),
      node(
        'unordered-list',
        node('list-item', node('paragraph', text('one'))),
        node('list-item', node('paragraph', text('two'))),
      ),
      node(
        'table',
        node(
          'table-row',
          node('table-cell', node('paragraph', text('left'))),
          node('table-cell', node('paragraph', text('right'))),
        ),
      ),
      node('embedded-asset-block'),
      node('fancy-box', node('paragraph', text('inside'))),
      { nodeType: 'paragraph', data: {} },
      { nodeType: 'mystery' },
      null,
      node('paragraph', text(null)),
      node('paragraph', text('end')),
    )
    expect(plainText(document as never).split(/\s+/)).toEqual([
      'Ledgers',
      'see',
      'the',
      'guide.',
      'one',
      'two',
      'left',
      'right',
      'inside',
      'end',
    ])
    expect(plainText(undefined)).toBe('')
  })
})
