// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sites } from '#indexer/site'
import { type PageAssets, render } from '../../web/entry-server.tsx'
import { fakeSite, noContent } from './fakeSite.ts'

const css = readFileSync('web/ui/fonts.css', 'utf8')
const faces = [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, face]) => face!)
const descriptor = (face: string, name: string) => new RegExp(`${name}: ([^;]*);`).exec(face)?.[1] ?? ''
const files = [...css.matchAll(/url\("\.\.\/fonts\/(.*?)"\)/g)].map(([, name]) => name!)

describe('the fonts', () => {
  it('are three WOFF2 files of 60 KB together', () => {
    expect(files).toHaveLength(3)
    const fonts = files.map(name => readFileSync(`web/fonts/${name}`))
    for (const font of fonts) expect(font.toString('latin1', 0, 4)).toBe('wOF2')
    expect(fonts.reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(60 * 1_024)
  })

  it('never move a text that is read: each has stand-ins with its metrics', () => {
    for (const face of faces.filter(face => face.includes('url('))) {
      expect(descriptor(face, 'font-display')).toBe('optional')
      const family = descriptor(face, 'font-family').replaceAll('"', '')
      const style = descriptor(face, 'font-style')
      const standIns = faces.filter(
        other =>
          descriptor(other, 'font-family').startsWith(`"${family} stand-in`) &&
          descriptor(other, 'font-style') === style,
      )
      expect(standIns.length, family).toBeGreaterThan(1)
      for (const standIn of standIns)
        for (const metric of ['size-adjust', 'ascent-override', 'descent-override', 'line-gap-override'])
          expect(descriptor(standIn, metric), `${metric} of ${family}`).toMatch(/^[\d.]+%$/)
    }
  })

  it('are fetched ahead: the italic only where a title holds some', async () => {
    const assets: PageAssets = {
      styles: [],
      scripts: [],
      modules: {},
      application: 'web/hydrate.tsx',
      fonts: { always: ['/assets/serif.woff2', '/assets/sans.woff2'], italic: ['/assets/italic.woff2'] },
    }
    const preloads = async (url: string) => {
      const rendered = await render({
        url,
        api: fakeSite().api,
        content: noContent,
        site: sites.uk,
        origin: 'https://jobs.example',
        now: 1_000,
        assets,
      })
      return 'html' in rendered
        ? [
            ...rendered.html.matchAll(/<link rel="preload" as="font" type="font\/woff2" href="(.*?)" crossorigin>/g),
          ].map(([, href]) => href)
        : null
    }
    expect(await preloads('/')).toEqual(['/assets/serif.woff2', '/assets/sans.woff2', '/assets/italic.woff2'])
    expect(await preloads('/jobs')).toEqual(['/assets/serif.woff2', '/assets/sans.woff2'])
  })
})
