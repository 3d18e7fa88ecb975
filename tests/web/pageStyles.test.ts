import { describe, expect, it } from 'vitest'
import { pageStyles } from '../../web/pageStyles.ts'

const css = [
  '@font-face{font-family:"Serif";src:url(/serif.woff2)}',
  ':root{--ink:#000}',
  'h1,h2{margin:0}',
  '._card_1{color:red}',
  '._card_1 ._title_1{content:"}{ ._not_1"}',
  '._card_1,._row_1{display:grid}',
  '._list_1:not(._bare_1) a[href$=".pdf"]{color:blue}',
  ':is(._card_1,._list_1) p{margin:1px}',
  '._page_1:has(._drawer_1){overflow:hidden}',
  '@media (width<=600px){._card_1{color:green}._row_1{color:pink}}',
  '@media print{._row_1{display:none}}',
  '@supports (gap:1px){@container (width>=1px){._title_1{gap:.5rem}}}',
  '@keyframes spin{to{transform:none}}',
  '._row_1{animation:spin 1s}',
]
const of = (...classes: string[]) => pageStyles(css.join(''))(`<p>.</p><p class="${classes.join(' ')}">`)
const everywhere = [css[0], css[1], css[2], css[7], css[12]]

describe('the styles in a page', () => {
  it('are those of its classes, in the order of the whole', () => {
    expect(of()).toBe(everywhere.join(''))
    expect(of('_card_1')).toBe(
      [
        ...css.slice(0, 4),
        css[5],
        css[7],
        '@media (width<=600px){._card_1{color:green}}',
        '@keyframes spin{to{transform:none}}',
      ].join(''),
    )
    expect(of('_list_1')).toBe([...css.slice(0, 3), css[6], css[7], css[12]].join(''))
    expect(of('_row_1', '_page_1')).toBe(
      [
        ...css.slice(0, 3),
        css[5],
        css[7],
        css[8],
        '@media (width<=600px){._row_1{color:pink}}',
        ...css.slice(10, 11),
        ...css.slice(12),
      ].join(''),
    )
  })

  it('are all of them where a page has all classes', () => {
    expect(of('_card_1', '_title_1', '_row_1', '_list_1', '_page_1', '_drawer_1')).toBe(css.join(''))
  })

  it('keep a text with braces whole', () => {
    expect(of('_card_1', '_title_1')).toContain(css[4])
    expect(of('_title_1')).not.toContain('content')
  })
})
