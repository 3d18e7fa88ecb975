/**
 * The name, with one long L: its foot runs under the first letters like a rule of a list and ends as the tail of the g.
 * Own drawing, 150 by 48; strokes are the surroundings'.
 */
export const strokes = [
  'M4 2.5V45H77c6 0 9-2.6 9-8V16.2',
  'M26 17a9 9 0 1 1 0 18 9 9 0 0 1 0-18M43 35.8V16.2M43 26c0-5.4 3.4-9 8.3-9 5 0 8.2 3.3 8.2 8.6v10.2M77 17a9 9 0 1 1 0 18 9 9 0 0 1 0-18M97 2.5v33.3M107.5 16.2v19.6M127.8 20.8c-1.5-2.5-3.8-3.8-6.5-3.8-3.4 0-5.8 1.7-5.8 4.4 0 6.7 13 2.7 13 9.3 0 2.8-2.7 4.5-6.3 4.5-3.3 0-6-1.5-7.4-4.2M139.5 7.5v21.7c0 4 2 6 5.5 6h2.5M134 17.5h13',
]
/** Of the i, filled. */
export const dot = { cx: 107.5, cy: 7.5, r: 3.3 }

/** The drawing as the inside of an SVG. */
export function wordmark(dotColour: string): string {
  return `${strokes.map(d => `<path d="${d}"/>`).join('')}<circle cx="${dot.cx}" cy="${dot.cy}" r="${dot.r}" fill="${dotColour}" stroke="none"/>`
}
