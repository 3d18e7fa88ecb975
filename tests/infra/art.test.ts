import { readdir, readFile } from 'node:fs/promises'
import { JSDOM } from 'jsdom'
import { describe, expect, test } from 'vitest'
import { specialisms } from '#indexer/specialisms'
import { artAssets, fileOf, pictures } from '../../infra/content/art/art.ts'
import { events } from '../../infra/content/site/events.ts'
import { offices } from '../../infra/content/site/offices.ts'
import { people } from '../../infra/content/site/people.ts'
import { posts } from '../../infra/content/site/posts.ts'

const folder = new URL('../../infra/content/assets/', import.meta.url)
const ids = new Set(artAssets.map(({ id }) => id))

describe('the drawings', () => {
  test('the files are what the program draws, and there is no other file', async () => {
    for (const picture of pictures)
      expect(
        await readFile(new URL(fileOf(picture), folder), 'utf8'),
        `run infra/content/art/writeArt.ts: ${picture.key}`,
      ).toBe(picture.svg)
    expect((await readdir(folder)).filter(name => name.endsWith('.svg')).sort()).toEqual(pictures.map(fileOf).sort())
  })

  test('each is a small, sound SVG of its stated size that brings nothing in and runs nothing', () => {
    const { DOMParser } = new JSDOM('').window
    for (const { key, svg, width, height } of pictures) {
      expect(Buffer.byteLength(svg), key).toBeLessThanOrEqual(4_096)
      const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
      expect(root.tagName, key).toBe('svg')
      expect(root.getAttribute('viewBox'), key).toBe(`0 0 ${width} ${height}`)
      const names = new Set([...root.querySelectorAll('*')].map(element => element.tagName))
      for (const name of names) expect(['path', 'g', 'rect'], key).toContain(name)
      expect(svg, key).not.toMatch(/NaN|undefined|href|url\(|\son\w+=|style=/)
      // The ground comes first and covers the whole sheet.
      expect(root.firstElementChild!.getAttribute('d'), key).toBe(`M0 0h${width}v${height}H0z`)
    }
  })

  test('each says what it shows, in words of its own', () => {
    expect(new Set(artAssets.map(({ description }) => description)).size).toBe(artAssets.length)
    for (const { id, description } of artAssets) expect(description.length, id).toBeGreaterThan(20)
  })

  test('each insight, event, person, office and specialism has one, and none is drawn alike', () => {
    const linked = [...posts, ...events, ...people, ...offices]
      .filter(({ type }) => type !== 'embed')
      .map(({ fields }) => fields.image ?? fields.photo) as {
      sys: { id: string }
    }[]
    for (const link of linked) expect(ids).toContain(link?.sys.id)
    expect(new Set(linked.map(({ sys }) => sys.id)).size).toBe(linked.length)
    for (const { slug } of specialisms) expect(ids).toContain(`art-specialism-${slug}`)
    expect(new Set(pictures.map(({ svg }) => svg)).size).toBe(pictures.length)
  })
})
