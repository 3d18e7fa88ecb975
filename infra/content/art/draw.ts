/*
 * The pen all drawings are made with: flat shapes and fine rules on a sheet of columnar paper, with one vermilion
 * margin line. A drawing is a string of SVG; shapes of one colour are one path, so that a file stays under 4 KB.
 * Grounds are opaque: a drawing looks the same on a light page and on a dark one.
 */

/** Colours of web/ui/tokens.css and a few between them. */
export const tint = {
  paper: '#f3f6f0',
  white: '#fff',
  rule: '#d2dccf',
  soft: '#dcebe1',
  sage: '#a9c8b6',
  mid: '#4f937a',
  green: '#0a5c44',
  deep: '#10261d',
  ink: '#14211b',
  grey: '#7c8c82',
  red: '#c9470f',
  peach: '#f3c4a8',
  straw: '#eee2ba',
} as const

export type Point = readonly [x: number, y: number]
export type Box = readonly [x: number, y: number, width: number, height: number]

/** A number as short as a drawing needs it. */
export const n = (value: number): string => String(Math.round(value * 10) / 10)

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** A filled path. */
export const shape = (fill: string, d: string, more = ''): string =>
  `<path fill="${fill}" d="${d}"${more && ` ${more}`}/>`

/** A drawn path. */
export const stroke = (color: string, width: number, d: string, more = ''): string =>
  `<path fill="none" stroke="${color}" stroke-width="${n(width)}" d="${d}"${more && ` ${more}`}/>`

export const boxes = (fill: string, list: readonly Box[], more = ''): string =>
  shape(
    fill,
    list.map(([x, y, width, height]) => `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`).join(''),
    more,
  )

/** Round dots: lines without length, with round ends. */
export const dots = (color: string, radius: number, list: readonly Point[]): string =>
  stroke(color, radius * 2, list.map(([x, y]) => `M${n(x)} ${n(y)}h0`).join(''), 'stroke-linecap="round"')

export const disc = (x: number, y: number, radius: number): string =>
  `M${n(x - radius)} ${n(y)}a${n(radius)} ${n(radius)} 0 1 0 ${n(radius * 2)} 0a${n(radius)} ${n(radius)} 0 1 0 ${n(-radius * 2)} 0z`

export const rings = (color: string, width: number, x: number, y: number, radii: readonly number[]): string =>
  stroke(color, width, radii.map(radius => disc(x, y, radius)).join(''))

export const poly = (list: readonly Point[]): string => `M${list.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`

export const group = (transform: string, ...content: string[]): string =>
  `<g transform="${transform}">${content.join('')}</g>`

export const at = (radius: number, degrees: number, x: number, y: number): Point => {
  const angle = (degrees * Math.PI) / 180
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
}

/** A slice of a ring, or of a disc where `inner` is 0; degrees run clockwise from three o'clock. */
export function slice(x: number, y: number, inner: number, outer: number, from: number, to: number): string {
  const large = to - from > 180 ? 1 : 0
  const [a, b, c, d] = [at(outer, from, x, y), at(outer, to, x, y), at(inner, to, x, y), at(inner, from, x, y)]
  const back =
    inner > 0 ? `L${n(c[0])} ${n(c[1])}A${n(inner)} ${n(inner)} 0 ${large} 0 ${n(d[0])} ${n(d[1])}` : `L${n(x)} ${n(y)}`
  return `M${n(a[0])} ${n(a[1])}A${n(outer)} ${n(outer)} 0 ${large} 1 ${n(b[0])} ${n(b[1])}${back}z`
}

export type Ground = 'paper' | 'soft' | 'green' | 'dark' | 'straw' | 'peach'

/** Paper, its rules and its columns. */
export const grounds: Record<Ground, { fill: string; rule: string; margin: string; pen: string }> = {
  paper: { fill: tint.paper, rule: '#d5dfd2', margin: tint.red, pen: tint.ink },
  soft: { fill: tint.soft, rule: '#c3d9cb', margin: tint.red, pen: tint.ink },
  green: { fill: tint.green, rule: '#1d6d55', margin: '#ff9a6c', pen: tint.paper },
  dark: { fill: tint.deep, rule: '#1f3a2e', margin: '#ff9a6c', pen: tint.paper },
  straw: { fill: '#f4edd2', rule: '#e3d9b4', margin: tint.red, pen: tint.ink },
  peach: { fill: '#f9e0d1', rule: '#efcab4', margin: tint.red, pen: tint.ink },
}

export interface Sheet {
  width: number
  height: number
  ground: Ground
  /** Distance of the rules. */
  step?: number
  /** Where the margin line stands; no line at 0. */
  margin?: number
  /** Column rules, in pairs as a cash column has them. */
  columns?: readonly number[]
}

/** A whole drawing. */
export function drawing(
  { width, height, ground, step = 42, margin = 84, columns = [] }: Sheet,
  ...content: string[]
): string {
  const { fill, rule, margin: red } = grounds[ground]
  const lines = range(Math.ceil(height / step) - 1).map(index =>
    index ? `m-${width} ${step}h${width}` : `M0 ${step}h${width}`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    shape(fill, `M0 0h${width}v${height}H0z`),
    stroke(rule, 1.5, lines.join('') + columns.map(x => `M${x} 0v${height}m6 0V0`).join('')),
    margin ? stroke(red, 2.5, `M${margin} 0v${height}`) : '',
    ...content,
    '</svg>\n',
  ].join('')
}

/** What two discs have in common. */
export function lens(x: number, y: number, radius: number, x2: number, y2: number, radius2: number): string {
  const apart = Math.hypot(x2 - x, y2 - y)
  const along = (apart ** 2 + radius ** 2 - radius2 ** 2) / (2 * apart)
  const half = Math.sqrt(radius ** 2 - along ** 2)
  const [dx, dy] = [(x2 - x) / apart, (y2 - y) / apart]
  const [mx, my] = [x + along * dx, y + along * dy]
  const [from, to] = [`${n(mx + half * dy)} ${n(my - half * dx)}`, `${n(mx - half * dy)} ${n(my + half * dx)}`]
  return `M${from}A${n(radius)} ${n(radius)} 0 0 1 ${to}A${n(radius2)} ${n(radius2)} 0 0 1 ${from}z`
}
