import { diceFor } from '../seed/dice.ts'
import {
  at,
  type Box,
  boxes,
  disc,
  dots,
  drawing,
  type Ground,
  group,
  n,
  type Point,
  poly,
  range,
  rings,
  shape,
  stroke,
  tint,
} from './draw.ts'

const { paper, white, rule, soft, sage, mid, green, deep, ink, grey, red, peach, straw } = tint

const sheet = (ground: Ground, columns: number[], ...content: string[]) =>
  drawing({ width: 1200, height: 630, ground, columns }, ...content)

/** A loose sheet of paper with its own rules; the first of them in vermilion where `marked` says so. */
function leaf(
  x: number,
  y: number,
  width: number,
  height: number,
  angle: number,
  lines: readonly number[],
  fill: string = white,
  marked = -1,
): string {
  const gap = (height - 80) / Math.max(lines.length, 1)
  const row = (index: number) => `M${x + 44} ${n(y + 62 + index * gap)}h${n((width - 88) * lines[index]!)}`
  return group(
    `rotate(${angle} ${x + width / 2} ${y + height / 2})`,
    boxes('#0003', [[x + 10, y + 10, width, height]]),
    boxes(fill, [[x, y, width, height]]),
    stroke(
      grey,
      9,
      range(lines.length)
        .filter(index => index !== marked)
        .map(row)
        .join(''),
    ),
    marked >= 0 ? stroke(red, 9, row(marked)) : '',
  )
}

/** A run-off triangle: years down, development across, the latest diagonal in vermilion. */
function triangle(): string {
  const cell = (row: number, column: number): Box => [210 + column * 105, 84 + row * 63, 93, 51]
  const all = range(8).flatMap(row => range(8 - row).map(column => ({ row, column })))
  const shade = [green, '#2a7459', mid, '#77ab95', sage, '#bfd6c8', soft, soft]
  return sheet(
    'paper',
    [1092],
    ...range(7).map(column =>
      boxes(
        shade[column]!,
        all.filter(one => one.column === column && one.row + one.column < 7).map(one => cell(one.row, one.column)),
      ),
    ),
    boxes(
      red,
      all.filter(one => one.row + one.column === 7).map(one => cell(one.row, one.column)),
    ),
    stroke(
      grey,
      2,
      range(8)
        .flatMap(row =>
          range(row).map(index => {
            const [x, y, w, h] = cell(row, 8 - row + index)
            return `M${x} ${y}h${w}v${h}h-${w}z`
          }),
        )
        .join(''),
      'stroke-dasharray="3 6"',
    ),
  )
}

/** A balance that is released step by step. */
function release(): string {
  const heights = [420, 357, 300, 248, 196, 150, 108, 70]
  const bar = (index: number): Box => [190 + index * 116, 546 - heights[index]!, 84, heights[index]!]
  return sheet(
    'soft',
    [],
    boxes(green, [bar(0)]),
    boxes(mid, heights.map((_, index) => bar(index)).slice(1)),
    boxes(
      peach,
      heights
        .slice(1)
        .map((height, index) => [190 + (index + 1) * 116, 546 - heights[index]!, 84, heights[index]! - height] as Box),
    ),
    stroke(
      red,
      3,
      heights
        .slice(0, -1)
        .map((height, index) => `M${274 + index * 116} ${546 - height}h116`)
        .join(''),
    ),
    stroke(ink, 4, 'M126 546H1116M126 555H1116'),
  )
}

/** Five columns of a week, some filled from the office's side, some from home's. */
function week(): string {
  const at = [3, 9, 8, 8, 2]
  return sheet(
    'dark',
    [],
    ...at.map((filled, day) =>
      [
        boxes(['#2f5a48', sage, sage, sage, '#2f5a48'][day]!, [
          [180 + day * 192, 84 + (10 - filled) * 42, 150, filled * 42],
        ]),
        stroke('#4d7a67', 2, `M${180 + day * 192} 84h150v420h-150z`),
      ].join(''),
    ),
    stroke('#ff9a6c', 5, 'M150 273H1134', 'stroke-dasharray="14 10"'),
    dots(paper, 9, [
      [255, 546],
      [447, 546],
      [639, 546],
      [831, 546],
      [1023, 546],
    ]),
  )
}

/** An umbrella over columns of figures. */
function umbrella(): string {
  const dome =
    'M270 336A330 280 0 0 1 930 336Q875 292 820 336Q765 292 710 336Q655 292 600 336Q545 292 490 336Q435 292 380 336Q325 292 270 336z'
  const shortened = diceFor('umbrella')
  return sheet(
    'straw',
    [],
    boxes(
      sage,
      range(9).map(index => {
        const height = 60 + shortened.below(5) * 21
        return [318 + index * 64, 546 - height, 40, height] as Box
      }),
    ),
    shape(green, dome),
    shape(
      mid,
      'M490 336Q480 150 600 56Q545 92 545 92Q400 160 380 336Q435 292 490 336zM710 336Q720 150 600 56Q655 92 655 92Q800 160 820 336Q765 292 710 336z',
    ),
    stroke(ink, 8, 'M600 32V500q0 46-44 46t-44-46'),
    stroke(ink, 4, 'M126 546H1116M126 555H1116'),
    dots(red, 9, [[600, 32]]),
  )
}

/** Random walks from one point. */
function walks(): string {
  const dice = diceFor('walks')
  const walk = () => {
    let y = 315
    return `M168 315${range(21)
      .map(() => {
        const to = Math.max(60, Math.min(580, y + (dice.next() - 0.5) * 86))
        const d = `l46 ${n(to - y)}`
        y += Number(n(to - y))
        return d
      })
      .join('')}`
  }
  return sheet(
    'dark',
    [],
    shape('#173a2d', 'M168 315Q520 90 1134 66V564Q520 540 168 315z'),
    stroke('#4d8a72', 2, range(6).map(walk).join('')),
    stroke(sage, 3, range(2).map(walk).join('')),
    stroke('#ff9a6c', 6, walk(), 'stroke-linejoin="bevel"'),
    stroke(paper, 3, 'M1134 66C1134 200 1010 250 1010 315S1134 430 1134 564'),
    dots(paper, 10, [[168, 315]]),
  )
}

/** Adverts in a heap, one of them with a line that says something. */
function adverts(): string {
  return sheet(
    'soft',
    [],
    leaf(230, 120, 330, 440, -11, [0.9, 0.7, 0.95, 0.6, 0.8, 0.9, 0.5], '#eef3ec'),
    leaf(690, 110, 330, 440, 9, [0.8, 0.95, 0.6, 0.9, 0.7, 0.85, 0.4], '#eef3ec'),
    leaf(430, 70, 360, 490, -2, [0.6, 0.95, 0.9, 0.95, 0.55, 0.9, 0.95, 0.4], white, 0),
    stroke(red, 10, 'M700 470l26 28 52-66'),
  )
}

/** A list: people as rows, those who go on marked. */
function shortlist(): string {
  const tones = [green, '#b98a63', mid, straw, sage, '#8a5a3c', peach, deep]
  const picked = [1, 3, 4, 6]
  const y = (index: number) => 105 + index * 60
  return sheet(
    'paper',
    [846, 972],
    boxes(
      soft,
      picked.map(index => [126, y(index) - 26, 990, 52]),
    ),
    ...tones.map((tone, index) => dots(tone, 20, [[198, y(index)]])),
    stroke(
      grey,
      10,
      tones.map((_, index) => `M252 ${y(index)}h${[420, 350, 470, 300, 440, 380, 320, 460][index]}`).join(''),
    ),
    stroke(rule, 10, tones.map((_, index) => `M880 ${y(index)}h60`).join('')),
    stroke(red, 7, picked.map(index => `M1022 ${y(index)}l14 16 30-36`).join('')),
  )
}

/** A public front, and the scaffold that it is built on. */
function frameworks(): string {
  const columns = range(6).map(index => 294 + index * 120)
  return sheet(
    'green',
    [],
    shape(sage, 'M210 210L600 63 990 210z'),
    shape(green, 'M330 189L600 90 870 189z'),
    boxes(soft, [
      [231, 216, 738, 30],
      [210, 504, 780, 21],
      [189, 530, 822, 21],
    ]),
    boxes(
      paper,
      columns.map(x => [x - 24, 252, 48, 246]),
    ),
    stroke(sage, 2, columns.map(x => `M${x - 9} 252v246m18 0V252`).join('')),
    stroke(
      '#ff9a6c',
      3,
      `M168 588V126m120 462V42m624 546V42m120 546V126M147 336h906M147 441h906M168 336l120 105m624 0l120-105`,
    ),
    dots('#ff9a6c', 8, [
      [168, 336],
      [288, 336],
      [912, 336],
      [1032, 336],
      [168, 441],
      [288, 441],
      [912, 441],
      [1032, 441],
    ]),
    dots(green, 16, [[600, 150]]),
  )
}

/** Shophouses on a quay, towers behind, and ships. */
function quay(): string {
  const fronts = [peach, sage, straw, soft, '#8fb9a3', peach, straw]
  const x = (index: number) => 168 + index * 92
  return sheet(
    'paper',
    [],
    boxes('#c5dacd', [
      [250, 105, 84, 300],
      [360, 63, 70, 340],
      [470, 147, 96, 260],
      [600, 84, 78, 320],
      [700, 168, 110, 240],
    ]),
    stroke(paper, 3, 'M292 105v300M395 63v340M505 147v260M535 147v260M639 84v320M740 168v240M770 168v240'),
    ...fronts.map((front, index) => boxes(front, [[x(index), 273, 88, 189]])),
    shape(green, fronts.map((_, index) => `M${x(index) - 4} 273l14-32h68l14 32z`).join('')),
    boxes(
      deep,
      fronts.flatMap(
        (_, index) =>
          [
            [x(index) + 12, 294, 16, 54],
            [x(index) + 36, 294, 16, 54],
            [x(index) + 60, 294, 16, 54],
          ] as Box[],
      ),
    ),
    shape(deep, fronts.map((_, index) => `M${x(index) + 12} 462v-56a32 32 0 0 1 64 0v56z`).join('')),
    stroke(ink, 4, 'M126 464H1116'),
    shape(red, 'M860 420h250l-34 66H894z'),
    boxes(mid, [
      [890, 378, 44, 40],
      [938, 378, 44, 40],
      [914, 336, 44, 40],
      [1000, 360, 62, 58],
    ]),
    stroke(
      mid,
      3,
      'M126 504q30-12 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0M168 546q30-12 60 0t60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0 60 0',
    ),
  )
}

/** Two people speaking, with the dots of an umlaut above them. */
function umlaut(): string {
  return sheet(
    'straw',
    [],
    shape(green, 'M320 470l-74 92 190-30z'),
    shape(green, disc(470, 345, 200)),
    shape(peach, 'M895 470l74 92-190-30z'),
    shape(peach, disc(745, 345, 200)),
    shape(deep, 'M607.5 200a200 200 0 0 1 0 290a200 200 0 0 1 0-290z'),
    stroke(paper, 8, 'M350 300h150M350 345h110M350 390h130'),
    stroke(green, 8, 'M715 300h150M755 345h110M735 390h130'),
    dots(red, 26, [
      [560, 82],
      [655, 82],
    ]),
  )
}

/** Rings of defence with paths through them, as a circuit would be ruled. */
function keyhole(): string {
  const lanes = range(12).map(index => index * 30 + 15)
  return sheet(
    'dark',
    [],
    rings('#2f5a48', 20, 630, 315, [270, 222]),
    stroke(
      sage,
      3,
      lanes
        .map(
          angle =>
            `${poly([at(128, angle, 630, 315), at(angle % 60 === 15 ? 262 : 246, angle, 630, 315)])}${angle % 60 === 15 ? `h${angle > 90 && angle < 270 ? -150 : 150}` : ''}`,
        )
        .join(''),
    ),
    dots(
      sage,
      8,
      lanes.map(angle => at(angle % 60 === 15 ? 262 : 246, angle, 630, 315)),
    ),
    shape(green, disc(630, 315, 150)),
    rings(sage, 6, 630, 315, [150]),
    shape('#ff9a6c', disc(630, 282, 40)),
    shape('#ff9a6c', 'M612 296h36l22 100h-80z'),
  )
}

/** A punched card. */
function card(): string {
  const dice = diceFor('card')
  const holes: Point[] = range(30).flatMap(column =>
    range(10)
      .filter(() => dice.chance(0.24))
      .map(row => [216 + column * 28, 168 + row * 35] as Point),
  )
  const hole = ([x, y]: Point) => `M${x} ${y}v22`
  const hot = holes.filter(([x]) => x === 216 + 28 * 17 || x === 216 + 28 * 18)
  return sheet(
    'green',
    [],
    shape('#0004', 'M178 96H1118V556H178z'),
    shape(straw, 'M210 84H1104V540H168V126z'),
    boxes(peach, [[216 + 28 * 17 - 13, 110, 54, 404]]),
    stroke(
      grey,
      2,
      range(10)
        .map(row => `M190 ${n(179 + row * 35)}H1082`)
        .join(''),
      'stroke-dasharray="2 12"',
    ),
    stroke(
      green,
      13,
      holes
        .filter(one => !hot.includes(one))
        .map(hole)
        .join(''),
    ),
    stroke(red, 13, hot.map(hole).join('')),
    stroke(grey, 6, 'M230 126h210M470 126h90'),
  )
}

/** Scales. */
function scales(): string {
  return sheet(
    'peach',
    [],
    stroke(ink, 9, 'M640 84V546M470 546H810'),
    stroke(ink, 9, 'M330 252L950 126'),
    dots(red, 17, [[640, 189]]),
    stroke(ink, 3, 'M330 252L230 420M330 252L430 420M950 126L850 294M950 126L1050 294'),
    shape(green, 'M210 420h240q-20 84-120 84t-120-84z'),
    shape(mid, 'M830 294h240q-20 84-120 84t-120-84z'),
    boxes('#e0b84f', [
      [272, 382, 116, 34],
      [280, 344, 100, 34],
      [290, 306, 80, 34],
    ]),
    boxes(white, [[905, 210, 90, 84]]),
    stroke(grey, 6, 'M921 235h58M921 256h58M921 277h34'),
  )
}

/** Ninety days as dots, and the way through them. */
function ninety(): string {
  const spot = (day: number): Point => [222 + (day % 18) * 50, 126 + Math.floor(day / 18) * 92]
  const way: Point[] = [0, 3, 21, 24, 43, 46, 64, 68, 88].map(spot)
  return sheet(
    'soft',
    [],
    dots(white, 17, range(90).map(spot)),
    dots(mid, 17, range(30).map(spot)),
    dots(
      sage,
      17,
      range(30).map(day => spot(day + 30)),
    ),
    stroke(red, 6, poly(way), 'stroke-linejoin="round"'),
    dots(red, 13, [way[0]!, way[4]!]),
    shape(red, disc(...way[8]!, 26)),
    stroke(white, 5, `M${way[8]![0] - 11} ${way[8]![1] + 1}l8 9 15-19`),
  )
}

/** Nine houses on one line, every one with a light on. */
function houses(): string {
  const walls = [mid, peach, green, straw, sage, '#2f6a53', peach, mid, straw]
  const heights = [250, 200, 320, 220, 180, 400, 240, 290, 210]
  const x = (index: number) => 162 + index * 106
  const top = (index: number) => 546 - heights[index]!
  const roof = (index: number, d: string) => `M${x(index)} ${top(index)}${d}z`
  const spots = range(9).flatMap(index =>
    range(Math.floor((heights[index]! - 70) / 50)).flatMap(row =>
      [0, 1, 2].map(column => ({
        index,
        row,
        box: [x(index) + 16 + column * 25, top(index) + 26 + row * 50, 14, 26] as Box,
      })),
    ),
  )
  const lit = (one: { index: number; row: number; box: Box }) => (one.index * 5 + one.row * 7 + one.box[0]) % 4 < 1
  return sheet(
    'dark',
    [],
    ...walls.map((wall, index) => boxes(wall, [[x(index), top(index), 94, heights[index]!]])),
    shape(mid, roof(0, 'l47-60 47 60')),
    shape(peach, roof(1, 'v-24h18v-24h18v-24h22v24h18v24h18v24')),
    shape(sage, roof(2, 'q47-90 94 0')),
    shape(straw, roof(3, 'q20-8 24-50h46q4 42 24 50')),
    shape('#2f6a53', roof(5, 'l47-90 47 90')),
    shape(peach, roof(6, 'l31-40v40l31-40v40l32-40v40')),
    shape(mid, roof(7, 'v-30h30v30z') + roof(7, 'm64 0v-30h30v30')),
    stroke(sage, 3, `M${x(2) + 47} ${top(2) - 45}v-40M${x(5) + 47} ${top(5) - 90}V0`),
    boxes(
      deep,
      spots.filter(one => !lit(one)).map(one => one.box),
      'opacity=".75"',
    ),
    boxes(
      '#ffd9a8',
      spots.filter(lit).map(one => one.box),
    ),
    boxes(
      deep,
      range(9).map(index => [x(index) + 36, 502, 24, 44]),
    ),
    stroke(paper, 4, 'M126 546H1152M126 555H1152'),
    dots('#ff9a6c', 24, [[1080, 126]]),
  )
}

/** A film on a sheet. */
function film(): string {
  return sheet(
    'paper',
    [],
    boxes(deep, [[210, 84, 820, 462]]),
    boxes(
      '#2f5a48',
      range(2).flatMap(side => range(11).map(index => [228 + side * 748, 99 + index * 40, 36, 24] as Box)),
    ),
    boxes(sage, [[294, 105, 652, 420]]),
    shape(green, 'M420 525q0-120 110-140v-40h90v40q110 20 110 140z'),
    shape(straw, disc(575, 270, 86)),
    shape(deep, 'M485 262a90 92 0 0 1 180 0q-30-40-90-44t-90 44z'),
    shape(red, disc(840, 420, 66)),
    shape(paper, 'M820 384v72l60-36z'),
  )
}

/** Ranges of pay, from and to. */
function ranges(): string {
  const list = [
    [240, 250],
    [330, 300],
    [290, 190],
    [460, 330],
    [560, 240],
    [640, 360],
    [520, 170],
  ] as const
  return sheet(
    'straw',
    [462, 756],
    stroke(ink, 3, list.map(([x, width], index) => `M${x} ${105 + index * 66}h${width}`).join('')),
    boxes(
      mid,
      list
        .map(([x, width], index) => [x + width * 0.25, 87 + index * 66, width * 0.5, 36] as Box)
        .filter((_, index) => index !== 3),
    ),
    boxes(red, [[460 + 330 * 0.25, 87 + 3 * 66, 165, 36]]),
    stroke(
      ink,
      5,
      list
        .map(
          ([x, width], index) =>
            `M${x} ${93 + index * 66}v24M${x + width} ${93 + index * 66}v24M${n(x + width * 0.5)} ${87 + index * 66}v36`,
        )
        .join(''),
    ),
    stroke(ink, 4, 'M126 562H1116M126 571H1116'),
  )
}

/** Three lines, and one who walks from one to the next. */
function threeLines(): string {
  return sheet(
    'soft',
    [],
    boxes(green, [[168, 147, 960, 84]]),
    boxes(mid, [[168, 294, 960, 84]]),
    boxes(sage, [[168, 441, 960, 84]]),
    stroke(
      paper,
      4,
      'M210 189h300m60 0h180m80 0h240M210 336h160m80 0h340m90 0h190M210 483h260m70 0h190m80 0h260',
      'opacity=".5"',
    ),
    stroke(red, 7, 'M300 189C520 189 470 336 640 336S800 483 960 483'),
    dots(paper, 26, [
      [300, 189],
      [640, 336],
      [960, 483],
    ]),
    dots(red, 14, [
      [300, 189],
      [640, 336],
      [960, 483],
    ]),
  )
}

export interface Picture {
  /** Of the asset and of the file: `art-<key>`. */
  key: string
  title: string
  /** What is to be seen. */
  description: string
  width: number
  height: number
  svg: string
}

const cover = (slug: string, title: string, description: string, svg: string): Picture => ({
  key: `post-${slug}`,
  title,
  description,
  width: 1200,
  height: 630,
  svg,
})

export function postCovers(): Picture[] {
  return [
    cover(
      'actuary-interviews',
      'Run-off triangle',
      'A run-off triangle in shades of green, its latest diagonal in vermilion',
      triangle(),
    ),
    cover(
      'ifrs-17',
      'A balance released',
      'Eight falling columns, the part released each year marked above them',
      release(),
    ),
    cover(
      'hybrid-policy',
      'A working week',
      'Five columns for five days, three of them filled high and two low, against a dashed line',
      week(),
    ),
    cover('umbrella-basics', 'Umbrella', 'A green umbrella open over nine columns of figures', umbrella()),
    cover(
      'hiring-quants',
      'Random walks',
      'Many jagged paths that leave one point and spread, one of them in orange',
      walks(),
    ),
    cover(
      'job-adverts',
      'Three adverts',
      'Three sheets of a printed list in a heap, the top one with its first line in vermilion and a tick',
      adverts(),
    ),
    cover(
      'fair-shortlists',
      'A list with ticks',
      'Eight rows of a list, each with a disc of a different colour, four of them ticked',
      shortlist(),
    ),
    cover(
      'public-sector-frameworks',
      'Portico and scaffold',
      'A building with six columns and a gable, inside a scaffold drawn in orange',
      frameworks(),
    ),
    cover(
      'singapore-insurance',
      'Quay with shophouses',
      'A row of coloured shophouses before pale towers, with a cargo ship on ruled water',
      quay(),
    ),
    cover(
      'frankfurt-german',
      'Two voices',
      'Two overlapping round speech bubbles with the two dots of an umlaut above them',
      umlaut(),
    ),
    cover(
      'cyber-skills',
      'Keyhole in rings',
      'An orange keyhole in a green disc, with rings and lines like a circuit around it',
      keyhole(),
    ),
    cover(
      'insurer-data',
      'Punched card',
      'A straw-coloured punched card with two columns of holes in vermilion',
      card(),
    ),
    cover('counter-offers', 'Scales', 'A pair of scales: a stack of coins hangs lower than a sheet of paper', scales()),
    cover(
      'first-ninety-days',
      'Ninety days',
      'Ninety dots in five rows with a vermilion path through them that ends in a tick',
      ninety(),
    ),
    cover(
      'nine-offices',
      'Nine houses',
      'Nine houses of different heights and gables on one line at night, a light on in each',
      houses(),
    ),
    cover(
      'video-adverts',
      'A film still',
      'A strip of film with a seated figure in the frame and a round play button',
      film(),
    ),
    cover(
      'pay-ranges',
      'Ranges of pay',
      'Seven horizontal ranges with their middle halves as bars, one in vermilion',
      ranges(),
    ),
    cover(
      'three-lines',
      'Three lines',
      'Three broad lines one below the other, and a curve that crosses from the first to the last',
      threeLines(),
    ),
  ]
}
