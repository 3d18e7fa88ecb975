import { fileURLToPath } from 'node:url'
import { Resvg, type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js'
import { escapeHtml } from '../head.ts'
import { wordmark } from '../layout/wordmarkPaths.ts'

/** What a share picture says. */
export interface ShareWords {
  title: string
  /** One line below the title; may be empty. */
  detail: string
}

/** Pixels; the size that every network takes. */
export const shareSize = { width: 1_200, height: 630 } as const

const options: ResvgRenderOptions = {
  font: {
    // Never the machine's: the same words are the same picture everywhere.
    loadSystemFonts: false,
    fontFiles: ['newsreader.ttf', 'hanken-grotesk.ttf'].map(name => fileURLToPath(new URL(name, import.meta.url))),
    defaultFontFamily: 'Newsreader',
  },
}
/** Left margin, width of the text's column, and where its last line stands. */
const left = 80
const measure = 790
const foot = 500
/** Size of the title and how many lines of it fit, the largest first. */
const sizes = [
  { size: 92, lines: 3 },
  { size: 76, lines: 4 },
  { size: 62, lines: 5 },
  { size: 48, lines: 6 },
]

/** The picture (PNG) that networks show beside a link to a page. */
export async function drawShare({ title, detail }: ShareWords): Promise<Buffer> {
  const { size, lines } = fitted(title)
  const step = Math.round(size * 1.08)
  const first = foot - (lines.length - 1) * step
  const rows = Array.from(
    { length: 10 },
    (_, row) => `<path d="M900 ${62 + row * 63}H1200" stroke="#30493d" stroke-width="2"/>`,
  ).join('')
  const words = lines
    .map(
      (line, i) =>
        `<text x="${left - 3}" y="${first + i * step}" ${titleFont(size)} fill="#f1f6ee">${escapeHtml(line)}</text>`,
    )
    .join('')
  const below =
    detail &&
    `<text x="${left}" y="${foot + 62}" ${detailFont} fill="#a9bdb0">${escapeHtml(cut(detail, detailFont))}</text>`
  const image = await renderAsync(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${shareSize.width} ${shareSize.height}" width="${shareSize.width}" height="${shareSize.height}">
<rect width="100%" height="100%" fill="#10261d"/>${rows}<path d="M898.5 0V630" stroke="#b53d0c" stroke-width="3"/>
<g transform="translate(77 62) scale(1.18)" fill="none" stroke="#f1f6ee" stroke-width="4.2">${wordmark('#ff9a6c')}</g>
${words}${below}</svg>`,
    options,
  )
  return image.asPng()
}

/** The title at the largest size that takes all of it; at the smallest its end is left out. */
function fitted(title: string): { size: number; lines: string[] } {
  const words = title.replace(/\s+/g, ' ').trim().split(' ')
  for (const { size, lines } of sizes) {
    const wrapped = wrap(words, titleFont(size))
    if (wrapped.length <= lines && wrapped.every(line => widthOf(line, titleFont(size)) <= measure))
      return { size, lines: wrapped }
  }
  const { size, lines } = sizes.at(-1)!
  const wrapped = wrap(words, titleFont(size))
  const shown = wrapped.slice(0, lines).map(line => cut(line, titleFont(size)))
  return {
    size,
    lines: wrapped.length > lines ? [...shown.slice(0, -1), cut(`${shown.at(-1)}…`, titleFont(size))] : shown,
  }
}

function wrap(words: readonly string[], font: string): string[] {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer, font) <= measure) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** As much of a line as the column takes. */
function cut(line: string, font: string): string {
  if (widthOf(line, font) <= measure) return line
  const letters = [...line.replace(/…$/, '')]
  while (letters.length > 1 && widthOf(`${letters.join('').trimEnd()}…`, font) > measure) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

const titleFont = (size: number) =>
  `font-family="Newsreader" font-size="${size}" letter-spacing="${(-0.014 * size).toFixed(2)}"`
const detailFont = 'font-family="Hanken Grotesk" font-weight="500" font-size="32"'

function widthOf(line: string, font: string): number {
  const box = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="200"><text x="0" y="100" ${font}>${escapeHtml(line)}</text></svg>`,
    options,
  )
  return box.getBBox()?.width ?? 0
}
