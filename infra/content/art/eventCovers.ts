import { at, boxes, disc, dots, drawing, type Ground, type Point, range, rings, shape, stroke, tint } from './draw.ts'
import type { Picture } from './postCovers.ts'

/*
 * Events are drawn as their seating plans, seen from above: who sits where says what kind of evening it will be. Guests
 * are discs; the one who speaks, or the chair that is kept for the reader, is vermilion.
 */

const { paper, white, sage, mid, green, deep, ink, grey, red, peach, straw } = tint

const room = (ground: Ground, ...content: string[]) => drawing({ width: 1200, height: 630, ground }, ...content)

/** Round tables with their guests. */
function tables(): string {
  const places: Point[] = [
    [300, 200],
    [560, 170],
    [820, 210],
    [430, 430],
    [700, 430],
    [980, 420],
  ]
  const seats = places.flatMap(([x, y], table) => range(7).map(seat => at(92, seat * 51.4 + table * 17, x, y)))
  return room(
    'straw',
    shape(white, places.map(([x, y]) => disc(x, y, 62)).join('')),
    ...places.map(([x, y]) => rings(sage, 3, x, y, [62, 36])),
    dots(
      green,
      19,
      seats.filter((_, index) => index % 3 > 0),
    ),
    dots(
      mid,
      19,
      seats.filter((_, index) => index % 3 === 0 && index !== 24),
    ),
    dots(red, 19, [seats[24]!]),
  )
}

/** A call: a wall of frames. */
function screens(): string {
  const spot = (index: number): Point => [186 + (index % 5) * 190, 84 + Math.floor(index / 5) * 160]
  const grounds = [green, mid, '#2f5a48', sage, peach]
  const tones = [straw, '#c99b75', '#8a5a3c', '#f7dcc8', deep]
  return room(
    'dark',
    ...range(5).map(kind =>
      boxes(
        grounds[kind]!,
        range(15)
          .filter(index => (index + Math.floor(index / 5) * 2) % 5 === kind)
          .map(index => [...spot(index), 170, 142] as const),
      ),
    ),
    shape(
      deep,
      range(15)
        .map(index => {
          const [x, y] = spot(index)
          return `M${x + 35} ${y + 142}q0-52 50-52t50 52z`
        })
        .join(''),
      'opacity=".55"',
    ),
    ...range(5).map(kind =>
      dots(
        tones[kind]!,
        27,
        range(15)
          .filter(index => (index + Math.floor(index / 5) + 3) % 5 === kind && index !== 7)
          .map(index => [spot(index)[0] + 85, spot(index)[1] + 66] as Point),
      ),
    ),
    dots('#ff9a6c', 27, [[spot(7)[0] + 85, spot(7)[1] + 66]]),
    stroke('#ff9a6c', 6, `M${spot(7)[0]} ${spot(7)[1]}h170v142h-170z`),
  )
}

/** Rows of chairs before a lectern. */
function rows(): string {
  const seats = range(6).flatMap(row =>
    range(13).map(seat => [240 + seat * 66 + (row % 2) * 33, 230 + row * 62] as Point),
  )
  const taken = seats.filter((_, index) => (index * 11) % 9 !== 4)
  return room(
    'green',
    boxes('#1d6d55', [[430, 63, 440, 84]]),
    boxes(paper, [[590, 84, 120, 21]]),
    dots('#ff9a6c', 22, [[650, 60]]),
    dots('#1d6d55', 22, seats),
    dots(
      sage,
      20,
      taken.filter((_, index) => index % 3 > 0),
    ),
    dots(
      paper,
      20,
      taken.filter((_, index) => index % 3 === 0),
    ),
  )
}

/** People standing in knots. */
function standing(): string {
  const knots: [x: number, y: number, guests: number, turn: number][] = [
    [270, 180, 3, 10],
    [480, 330, 4, 40],
    [720, 170, 5, 0],
    [960, 250, 3, 80],
    [300, 470, 5, 20],
    [700, 470, 3, 50],
    [960, 480, 4, 15],
  ]
  const guests = knots.flatMap(([x, y, count, turn]) =>
    range(count).map(index => at(28 + count * 8, turn + (index * 360) / count, x, y)),
  )
  return room(
    'peach',
    shape('#fbeade', knots.map(([x, y, count]) => disc(x, y, 58 + count * 8)).join('')),
    stroke(
      ink,
      2.5,
      'M270 180L480 330 720 170 960 250M480 330L300 470M480 330L700 470 960 480',
      'stroke-dasharray="2 12" stroke-linecap="round"',
    ),
    dots(
      green,
      24,
      guests.filter((_, index) => index % 4 < 2),
    ),
    dots(
      mid,
      24,
      guests.filter((_, index) => index % 4 === 2),
    ),
    dots(
      deep,
      24,
      guests.filter((_, index) => index % 4 === 3 && index !== 7),
    ),
    dots(red, 24, [guests[7]!]),
  )
}

/** Pairs on both sides of a long table. */
function pairs(): string {
  const x = (index: number) => 220 + index * 108
  return room(
    'soft',
    boxes(white, [[160, 250, 980, 130]]),
    stroke(
      sage,
      3,
      `M160 315H1140${range(8)
        .map(index => `M${x(index) + 54} 250v130`)
        .join('')}`,
    ),
    dots(
      green,
      34,
      range(9).map(index => [x(index), 196] as Point),
    ),
    dots(
      sage,
      34,
      range(9)
        .filter(index => index !== 5)
        .map(index => [x(index), 434] as Point),
    ),
    dots(red, 34, [[x(5), 434]]),
    stroke(
      ink,
      3,
      range(9)
        .map(index => `M${x(index)} 242v146`)
        .join(''),
      'stroke-dasharray="2 11" stroke-linecap="round"',
    ),
  )
}

/** A panel, and those who ask. */
function panel(): string {
  const seats = range(4).flatMap(row =>
    range(9 + row).map(seat => at(250 + row * 74, 90 + (seat - (8 + row) / 2) * (13 - row * 1.6), 630, 60)),
  )
  return room(
    'dark',
    stroke(
      '#1f3a2e',
      46,
      range(4)
        .map(row => {
          const [a, b] = [at(250 + row * 74, 152, 630, 60), at(250 + row * 74, 28, 630, 60)]
          return `M${a[0].toFixed(0)} ${a[1].toFixed(0)}A${250 + row * 74} ${250 + row * 74} 0 0 0 ${b[0].toFixed(0)} ${b[1].toFixed(0)}`
        })
        .join(''),
    ),
    boxes(sage, [[450, 120, 360, 42]]),
    dots(straw, 24, [
      [495, 92],
      [585, 92],
      [675, 92],
      [765, 92],
    ]),
    dots(
      mid,
      19,
      seats.filter((_, index) => index % 4 !== 1),
    ),
    dots(
      paper,
      19,
      seats.filter((_, index) => index % 4 === 1 && index !== 21),
    ),
    dots('#ff9a6c', 19, [seats[21]!]),
  )
}

/** A board table. */
function board(): string {
  return room(
    'paper',
    shape(green, 'M300 210h600a105 105 0 0 1 0 210H300a105 105 0 0 1 0-210z'),
    stroke('#1d6d55', 3, 'M315 252h570a63 63 0 0 1 0 126H315a63 63 0 0 1 0-126z'),
    dots(
      sage,
      32,
      range(6).map(index => [340 + index * 104, 158] as Point),
    ),
    dots(
      mid,
      32,
      range(6).map(index => [340 + index * 104, 472] as Point),
    ),
    dots(deep, 32, [[148, 315]]),
    dots(red, 32, [[1052, 315]]),
    boxes(
      paper,
      range(6).flatMap(
        index =>
          [
            [322 + index * 104, 226, 36, 26],
            [322 + index * 104, 378, 36, 26],
          ] as const,
      ),
    ),
  )
}

/** One table, round. */
function round(): string {
  return room(
    'green',
    shape('#1d6d55', disc(640, 315, 250)),
    shape(paper, disc(640, 315, 165)),
    rings(sage, 2, 640, 315, [150, 110, 70, 30]),
    stroke(
      sage,
      2,
      range(6)
        .map(index => {
          const [a, b] = [at(150, index * 30, 640, 315), at(150, index * 30 + 180, 640, 315)]
          return `M${a[0].toFixed(0)} ${a[1].toFixed(0)}L${b[0].toFixed(0)} ${b[1].toFixed(0)}`
        })
        .join(''),
    ),
    dots(
      straw,
      27,
      range(12)
        .filter(index => index % 2 === 0)
        .map(index => at(212, index * 30, 640, 315)),
    ),
    dots(
      sage,
      27,
      range(12)
        .filter(index => index % 2 === 1 && index !== 5)
        .map(index => at(212, index * 30, 640, 315)),
    ),
    dots('#ff9a6c', 27, [at(212, 150, 640, 315)]),
  )
}

/** Day and night on one line: people in several time zones. */
function zones(): string {
  return room(
    'straw',
    shape(deep, 'M690 0h510v630H690q160-160 160-315T690 0z'),
    shape(red, disc(400, 250, 96)),
    shape(paper, disc(1010, 190, 60)),
    shape(deep, disc(1036, 176, 52)),
    stroke(
      mid,
      4,
      'M126 441C340 330 470 540 690 441S1000 340 1160 441',
      'stroke-dasharray="2 13" stroke-linecap="round"',
    ),
    dots(green, 28, [
      [180, 418],
      [330, 408],
      [490, 446],
      [640, 455],
    ]),
    dots(sage, 28, [
      [800, 408],
      [950, 393],
      [1100, 418],
    ]),
    dots(straw, 4, [
      [900, 70],
      [960, 330],
      [1120, 300],
      [1150, 90],
      [880, 260],
      [1080, 60],
    ]),
  )
}

/** A circle of chairs. */
function circle(): string {
  const tones = [green, '#c99b75', mid, straw, deep, peach, sage, '#8a5a3c']
  const seats = range(16).map(index => at(225, index * 22.5, 640, 315))
  return room(
    'soft',
    rings(white, 84, 640, 315, [225]),
    ...tones.map((tone, kind) =>
      dots(
        tone,
        29,
        seats.filter((_, index) => index % 8 === kind && index !== 12),
      ),
    ),
    rings(red, 6, ...at(225, 270, 640, 315), [27]),
    shape(sage, disc(640, 315, 84)),
    rings(green, 3, 640, 315, [84, 60]),
  )
}

/** Steps of a lecture hall. */
function hall(): string {
  const arc = (radius: number) => `M${640 - radius} 588A${radius} ${radius} 0 0 1 ${640 + radius} 588`
  const seats = range(5).flatMap(row =>
    range(9 + row * 3).map(seat => at(190 + row * 76, 188 + (seat * 164) / (8 + row * 3), 640, 588)),
  )
  return room(
    'dark',
    ...range(5).map(row =>
      stroke(['#1b3a2d', '#15301f', '#1b3a2d', '#15301f', '#1b3a2d'][row]!, 74, arc(190 + row * 76)),
    ),
    dots(
      sage,
      17,
      seats.filter((_, index) => index % 5 !== 2 && index % 7 !== 3),
    ),
    dots(
      straw,
      17,
      seats.filter((_, index) => index % 5 === 2 && index !== 22),
    ),
    dots('#ff9a6c', 17, [seats[22]!]),
    shape(mid, 'M520 588a120 120 0 0 1 240 0z'),
    dots(paper, 24, [[640, 548]]),
  )
}

/** A counter, a queue and a ticket. */
function surgery(): string {
  return room(
    'paper',
    boxes(green, [[168, 126, 126, 420]]),
    stroke('#1d6d55', 3, 'M168 231h126M168 336h126M168 441h126'),
    dots(straw, 30, [
      [231, 178],
      [231, 283],
      [231, 388],
      [231, 493],
    ]),
    dots(mid, 30, [
      [366, 178],
      [366, 388],
      [366, 493],
      [500, 178],
      [500, 493],
      [634, 178],
    ]),
    dots(red, 30, [[366, 283]]),
    dots(sage, 30, [
      [500, 283],
      [634, 493],
      [768, 178],
    ]),
    stroke(
      grey,
      3,
      'M366 178H900M366 283H760M366 388H430M366 493H830',
      'stroke-dasharray="2 11" stroke-linecap="round"',
    ),
    shape(peach, 'M880 231h210v84a32 32 0 0 0 0 64v84H880v-84a32 32 0 0 0 0-64z'),
    stroke(ink, 7, 'M925 294h120M925 336h84M925 400h60'),
  )
}

/** Tables in a U. */
function horseshoe(): string {
  return room(
    'straw',
    shape(mid, 'M330 105h620v84H414v252h536v84H330z'),
    stroke(
      straw,
      2,
      'M330 189h84M330 441h84M500 105v84M640 105v84M780 105v84M500 441v84M640 441v84M780 441v84M330 315h84',
    ),
    dots(green, 28, [
      ...range(4).flatMap(
        index =>
          [
            [430 + index * 140, 63],
            [430 + index * 140, 567],
          ] as Point[],
      ),
      [286, 252],
      [286, 378],
    ]),
    dots(deep, 28, [
      [570, 231],
      [710, 231],
      [850, 231],
      [570, 399],
      [710, 399],
    ]),
    dots(red, 28, [[850, 399]]),
    stroke(ink, 3, 'M1010 105h84v420h-84z'),
    boxes(white, [[1024, 120, 56, 390]]),
    stroke(grey, 5, 'M1036 170h32M1036 205h24M1036 240h32M1036 275h18'),
  )
}

/** One long table, as in an inn. */
function inn(): string {
  const x = (index: number) => 225 + index * 92
  return room(
    'green',
    boxes('#b98a63', [[168, 252, 960, 126]]),
    stroke('#a57750', 3, 'M168 294h960M168 336h960'),
    dots(
      paper,
      22,
      range(10).map(index => [x(index), 282] as Point),
    ),
    dots(
      paper,
      22,
      range(10).map(index => [x(index), 348] as Point),
    ),
    dots(
      peach,
      12,
      range(10)
        .flatMap(
          index =>
            [
              [x(index), 282],
              [x(index), 348],
            ] as Point[],
        )
        .filter((_, index) => index % 3 !== 1),
    ),
    dots(
      sage,
      31,
      range(10).map(index => [x(index), 196] as Point),
    ),
    dots(
      straw,
      31,
      range(10)
        .filter(index => index !== 3)
        .map(index => [x(index), 434] as Point),
    ),
    dots('#ff9a6c', 31, [[x(3), 434]]),
  )
}

const cover = (slug: string, title: string, description: string, svg: string): Picture => ({
  key: `event-${slug}`,
  title,
  description: `Seating plan from above: ${description}`,
  width: 1200,
  height: 630,
  svg,
})

export function eventCovers(): Picture[] {
  return [
    cover('actuaries-breakfast', 'Breakfast tables', 'six round tables with seven guests at each', tables()),
    cover('contractor-clinic', 'A wall of screens', 'fifteen frames of a video call, one of them outlined', screens()),
    cover('platform-teams', 'Rows of chairs', 'six rows of chairs before a lectern', rows()),
    cover('regional-or-local', 'Guests standing', 'seven knots of guests with dotted paths between them', standing()),
    cover('shortlist-workshop', 'In pairs', 'nine pairs on the two sides of a long table', pairs()),
    cover(
      'framework-briefing',
      'Counter and queue',
      'four people behind a counter, short queues before it and a ticket',
      surgery(),
    ),
    cover('claims-and-underwriting', 'A board table', 'fourteen people round a long green table', board()),
    cover('model-risk', 'A round table', 'twelve people round one table', round()),
    cover(
      'security-time-zones',
      'Day and night',
      'seven people on a dotted line that leads from a sunlit side to a moonlit one',
      zones(),
    ),
    cover('returners', 'A circle of chairs', 'sixteen chairs in a circle, one of them free', circle()),
    cover('low-latency', 'A lecture hall', 'five rising arcs of seats around a speaker', hall()),
    cover('delivery-teams', 'A panel', 'a panel of four and curved rows of listeners', panel()),
    cover(
      'interim-insurers',
      'Tables in a horseshoe',
      'tables set in a horseshoe, with a board at its open end',
      horseshoe(),
    ),
    cover('reinsurance-evening', 'One long table', 'twenty people at one long wooden table', inn()),
  ]
}
