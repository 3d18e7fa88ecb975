import { type Box, boxes, disc, dots, drawing, type Ground, n, range, shape, stroke, tint } from './draw.ts'
import type { Picture } from './postCovers.ts'

/*
 * A city in three layers: far roofs in one pale tone, the street in front, and below the double line the sheet's own
 * rules, which are water where the city has a river. The shapes are of the city's kind (domes, gables, towers), no
 * building in particular.
 */

const { paper, white, soft, sage, mid, green, deep, ink, red, peach, straw } = tint
const ground = 462

const city = (paperOf: Ground, ...content: string[]) =>
  drawing({ width: 960, height: 600, ground: paperOf, margin: 72 }, ...content)
const line = stroke(ink, 4, `M100 ${ground}H930M100 ${ground + 9}H930`)
const nightLine = stroke(paper, 4, `M100 ${ground}H930M100 ${ground + 9}H930`)
/** Ripples below the line. */
const water = (color: string) =>
  stroke(
    color,
    3,
    `M130 504h90m40 0h180m60 0h70m50 0h210M180 532h150m50 0h90m70 0h240M150 560h60m60 0h200m60 0h110m50 0h90`,
  )
const up = (x: number, width: number, height: number): Box => [x, ground - height, width, height]
/** Windows of a wall: `rows` by `columns`. */
const panes = (
  x: number,
  top: number,
  columns: number,
  rows: number,
  dx: number,
  dy: number,
  width = 10,
  height = 14,
): Box[] =>
  range(columns * rows).map(index => [
    x + (index % columns) * dx,
    top + Math.floor(index / columns) * dy,
    width,
    height,
  ])

const drawings: [slug: string, title: string, description: string, draw: () => string][] = [
  [
    'london',
    'London',
    'Skyline with a great dome, slender towers and a bridge over ruled water',
    () =>
      city(
        'paper',
        boxes('#cbdcd1', [up(130, 60, 150), up(560, 70, 250), up(640, 56, 190), up(850, 60, 170), up(420, 50, 160)]),
        shape('#cbdcd1', `M712 ${ground}L752 84l40 ${ground - 84}zM486 ${ground}V230q36-90 72 0v${ground - 230}z`),
        boxes(sage, [up(190, 250, 120)]),
        shape(green, `M235 ${ground - 150}a80 84 0 0 1 160 0z`),
        boxes(green, [up(225, 180, 150), [302, 196, 26, 40]]),
        shape(red, 'M305 196l10-44 10 44z'),
        boxes(
          soft,
          range(7).map(index => up(244 + index * 23, 9, 110)),
        ),
        boxes(mid, [up(590, 90, 110), up(690, 70, 84), up(770, 110, 130)]),
        boxes(paper, [...panes(604, 366, 4, 3, 18, 30), ...panes(784, 346, 5, 3, 18, 34)]),
        boxes(deep, [up(456, 40, 190), up(548, 40, 190)]),
        shape(deep, `M452 272l24-50 24 50zM544 272l24-50 24 50z`),
        boxes(red, [
          [496, 300, 52, 10],
          [380, 432, 290, 12],
        ]),
        stroke(red, 4, 'M380 432Q440 420 460 330M584 330Q610 420 670 432'),
        line,
        water(mid),
      ),
  ],
  [
    'manchester',
    'Manchester',
    'Brick mills with saw-tooth roofs and a tall chimney before two modern towers',
    () =>
      city(
        'peach',
        boxes('#ecc1a6', [up(640, 74, 370), up(730, 60, 300), up(150, 80, 210)]),
        stroke('#f9e0d1', 3, `M664 92V${ground}M690 92V${ground}M750 162V${ground}M770 162V${ground}`),
        shape(green, `M120 ${ground}V330l50-50v50l50-50v50l50-50v50l50-50v50l50-50v182z`),
        boxes('#0d4534', panes(136, 352, 9, 3, 26, 36, 14, 22)),
        shape('#a5401c', `M400 ${ground}l14-330h36l14 330z`),
        boxes(deep, [[408, 122, 48, 14]]),
        stroke(sage, 10, 'M432 104q14-24 40-22t44-20 50-6', 'stroke-linecap="round"'),
        boxes('#b4532e', [up(480, 160, 200)]),
        boxes(straw, panes(498, 284, 6, 4, 24, 44, 12, 26)),
        shape(deep, `M474 262l86-40 86 40z`),
        boxes(mid, [up(800, 110, 130)]),
        shape(mid, `M800 ${ground - 130}l55-60 55 60z`),
        shape(peach, disc(855, 318, 20)),
        stroke(deep, 3, 'M855 318v-13M855 318l9 5'),
        boxes(deep, [...panes(818, 366, 4, 2, 22, 40, 10, 24)]),
        line,
        water('#b4532e'),
      ),
  ],
  [
    'edinburgh',
    'Edinburgh',
    'A fortress on a rock above tall narrow houses and thin spires',
    () =>
      city(
        'soft',
        shape(sage, `M100 ${ground}Q180 420 210 300l70-50 150-10 90 60q30 90 110 162z`),
        stroke(mid, 3, 'M230 330l30 60M300 290l-14 70 40 60M400 270l30 80M480 310l-10 60 40 50'),
        shape(
          deep,
          'M262 256v-70h20v-14h14v14h14v-14h14v14h34v-34h16v-14h14v14h14v-14h16v48h40v-16h16v16h16v70l-60-20-120 4z',
        ),
        stroke(red, 3, 'M326 172v-70'),
        shape(red, 'M326 102h48l-14 14 14 14h-48z'),
        boxes(green, [up(560, 70, 190), up(704, 66, 210), up(846, 60, 170)]),
        boxes(mid, [up(632, 70, 170), up(772, 72, 160)]),
        shape(green, 'M554 272l41-56 41 56zM698 252l39-60 39 60zM840 292l36-54 36 54z'),
        shape(mid, 'M632 292v-20h14v-14h14v-14h14v14h14v14h14v20zM772 302v-18h14v-14h16v-14h14v14h14v14h14v18z'),
        boxes(straw, [
          ...panes(572, 290, 3, 4, 19, 40, 9, 20),
          ...panes(646, 310, 3, 3, 19, 44, 9, 20),
          ...panes(716, 272, 3, 4, 18, 42, 9, 20),
          ...panes(786, 320, 3, 3, 19, 42, 9, 20),
        ]),
        shape(deep, `M520 ${ground}V330h-12l22-130 22 130h-12v132z`),
        stroke(deep, 3, 'M530 210v-40M522 182h16'),
        line,
      ),
  ],
  [
    'dublin',
    'Dublin',
    'Brick houses with coloured doors and fanlights, and an iron footbridge over ruled water',
    () => {
      const doors = [red, green, straw, '#2f5f8a', mid]
      const x = (index: number) => 124 + index * 112
      return city(
        'straw',
        boxes('#e0d3a2', [up(640, 60, 230), up(840, 70, 190)]),
        shape('#e0d3a2', `M720 ${ground}V250a50 54 0 0 1 100 0v212zM766 200v-60h8v60z`),
        ...range(5).map(index =>
          boxes(['#b4532e', '#c26a42', '#a5401c', '#b4532e', '#c26a42'][index]!, [
            up(x(index), 108, 250 - (index % 2) * 16),
          ]),
        ),
        boxes(
          deep,
          range(5).flatMap(
            index =>
              [
                [x(index) + 10, 184, 24, 30 + (index % 2) * 16],
                [x(index) + 74, 184, 24, 30 + (index % 2) * 16],
              ] as Box[],
          ),
        ),
        boxes(
          white,
          range(5).flatMap(index => [...panes(x(index) + 14, 240, 3, 2, 30, 68, 20, 42)]),
        ),
        stroke(
          '#b4532e',
          2,
          range(5)
            .flatMap(index => [0, 1].map(row => `M${x(index) + 10} ${261 + row * 68}h90`))
            .join(''),
        ),
        shape(
          paper,
          range(5)
            .map(index => `M${x(index) + 36} 396a18 18 0 0 1 36 0z`)
            .join(''),
        ),
        ...doors.map((door, index) => boxes(door, [[x(index) + 38, 398, 32, 64]])),
        stroke(paper, 6, 'M690 470q110-74 220 0M690 452q110-74 220 0'),
        stroke(
          deep,
          3,
          `M690 470q110-74 220 0M690 448q110-74 220 0${range(10)
            .map(index => `M${700 + index * 22} ${n(461 - 36 * Math.sin(((index + 0.5) / 10) * Math.PI))}v-18`)
            .join('')}`,
        ),
        stroke(deep, 3, 'M716 470v-90M884 470v-90'),
        dots('#ffd27a', 9, [
          [716, 374],
          [884, 374],
        ]),
        line,
        water(mid),
      )
    },
  ],
  [
    'amsterdam',
    'Amsterdam',
    'A row of narrow gabled houses leaning a little, their windows lit, on a canal with a boat',
    () => {
      const tones = ['#2f6a53', peach, sage, '#a5401c', straw, mid, '#b4532e']
      const tops = [230, 190, 250, 210, 170, 240, 200]
      const x = (index: number) => 130 + index * 110
      const gable = (index: number) =>
        [
          'l48-64 48 64',
          'v-16h14v-16h14v-16h14v-18h12v18h14v16h14v16h14v16',
          'q6-20 26-26 4-34 22-34t22 34q20 6 26 26',
          'v-34h20l28-24 28 24h20v34',
        ][index % 4]!
      return city(
        'dark',
        ...tones.map((tone, index) =>
          shape(
            tone,
            `M${x(index)} ${tops[index]}${gable(index)}V${ground}h-96z`,
            `transform="rotate(${[-0.8, 0.6, 0, -0.6, 0.9, 0, 0.7][index]} ${x(index) + 48} ${ground})"`,
          ),
        ),
        boxes(
          deep,
          range(7)
            .flatMap(index =>
              panes(x(index) + 14, tops[index]! + 22, 3, Math.floor((390 - tops[index]!) / 52), 26, 52, 16, 32),
            )
            .filter((_, index) => index % 5 !== 2),
          'opacity=".8"',
        ),
        boxes(
          '#ffd9a8',
          range(7)
            .flatMap(index =>
              panes(x(index) + 14, tops[index]! + 22, 3, Math.floor((390 - tops[index]!) / 52), 26, 52, 16, 32),
            )
            .filter((_, index) => index % 5 === 2),
        ),
        boxes(
          deep,
          range(7).map(index => [x(index) + 36, 420, 24, 42]),
        ),
        nightLine,
        water('#3c6b58'),
        shape('#ff9a6c', 'M520 500h210q-10 34-44 34H560q-30 0-40-34z'),
        boxes(paper, [[580, 476, 96, 24]]),
        boxes(deep, [
          [592, 482, 16, 12],
          [618, 482, 16, 12],
          [644, 482, 16, 12],
        ]),
      )
    },
  ],
  [
    'frankfurt',
    'Frankfurt',
    'A cluster of high towers of different shape, small timbered houses at their feet',
    () =>
      city(
        'green',
        boxes('#1d6d55', [up(210, 70, 290), up(690, 80, 270), up(430, 60, 240), up(830, 60, 200)]),
        boxes(sage, [up(290, 78, 350)]),
        shape(soft, `M380 ${ground}V130l70-50v382z`),
        shape(mid, `M470 ${ground}V190h84v272zM470 190l42-60 42 60z`),
        shape(paper, `M570 ${ground}V120q45-40 90 0v342z`),
        stroke(soft, 4, 'M329 112V36M615 100V56M512 130V84'),
        stroke(
          green,
          2.5,
          `M312 130V440M330 130V440M348 130V440M592 140V440M615 140V440M638 140V440M400 150v300M425 140v310`,
        ),
        stroke(
          '#0d4534',
          2.5,
          range(7)
            .map(index => `M480 ${220 + index * 34}h64`)
            .join(''),
        ),
        ...range(4).map(index => shape(straw, `M${130 + index * 76} ${ground}v-70l34-54 34 54v70z`)),
        stroke(
          '#6b3a1f',
          4,
          range(4)
            .map(
              index =>
                `M${130 + index * 76} 392l34-54 34 54zM${130 + index * 76} 392v66M${198 + index * 76} 392v66M${130 + index * 76} 424h68M${164 + index * 76} 392v32M${134 + index * 76} 458l26-32M${194 + index * 76} 458l-26-32`,
            )
            .join(''),
        ),
        shape('#ff9a6c', 'M730 462V350l30-60 30 60v112z'),
        stroke('#ff9a6c', 4, 'M760 292v-40'),
        boxes(green, panes(744, 360, 2, 2, 20, 40, 11, 24)),
        nightLine,
        water('#1d6d55'),
      ),
  ],
  [
    'berlin',
    'Berlin',
    'A slim television tower with a sphere, plain blocks of flats and a gate with columns',
    () =>
      city(
        'soft',
        boxes('#c3d9cb', [up(130, 110, 170), up(330, 90, 130), up(720, 120, 150)]),
        shape(deep, `M436 ${ground}l16-280h16l16 280z`),
        stroke(deep, 5, 'M460 190V50'),
        shape(red, disc(460, 172, 36)),
        stroke(paper, 3, 'M425 166h70M425 180h70'),
        boxes(mid, [up(150, 240, 150)]),
        boxes(paper, panes(164, 330, 9, 4, 25, 32, 14, 16)),
        boxes(green, [up(560, 330, 26), [552, 266, 346, 44], [572, 244, 306, 22]]),
        boxes(
          deep,
          range(6).map(index => [572 + index * 59, 310, 22, 126]),
        ),
        shape(green, 'M650 244v-14h150v14zM680 230q6-26 26-22l12-16 12 16q40-8 40 22z'),
        boxes(sage, [up(500, 44, 96)]),
        boxes(deep, panes(508, 378, 2, 3, 18, 26, 10, 14)),
        dots(mid, 26, [
          [120, 424],
          [404, 430],
          [918, 428],
        ]),
        stroke(deep, 4, `M120 424v38M404 430v32M918 428v34`),
        line,
      ),
  ],
  [
    'munich',
    'Munich',
    'Two brick towers with onion domes, gabled roofs and a line of mountains behind',
    () =>
      city(
        'straw',
        shape('#d7d9b4', 'M100 330l90-80 60 50 110-140 80 90 60-50 110 130 90-110 80 70 60-60 90 110v122H100z'),
        shape(white, 'M360 160l-34 43 30-6 16 18 18-20 20 4zM700 220l-30 37 28-6 14 14 18-8z'),
        boxes('#a5401c', [up(350, 74, 260), up(470, 74, 260)]),
        shape(
          green,
          'M346 202h82v-14q16-10 12-34-6-36-40-40l-13-30-13 30q-34 4-40 40-4 24 12 34zM466 202h82v-14q16-10 12-34-6-36-40-40l-13-30-13 30q-34 4-40 40-4 24 12 34z',
        ),
        shape('#b4532e', `M418 ${ground}V330l29-40 29 40v132z`),
        boxes(deep, [
          [374, 240, 26, 50],
          [494, 240, 26, 50],
          [374, 340, 26, 50],
          [494, 340, 26, 50],
          [436, 400, 22, 62],
        ]),
        shape(paper, `${disc(387, 316, 15)}${disc(507, 316, 15)}`),
        boxes(peach, [up(130, 96, 110), up(580, 96, 120)]),
        boxes(white, [up(236, 96, 130), up(690, 90, 110)]),
        boxes(sage, [up(796, 100, 130)]),
        shape(
          red,
          'M122 352l56-56 56 56zM228 332l56-60 56 60zM572 342l56-58 56 58zM682 352l53-52 53 52zM788 332l58-58 58 58z',
        ),
        boxes(deep, [
          ...panes(146, 372, 3, 2, 26, 42, 14, 22),
          ...panes(252, 352, 3, 2, 26, 50, 14, 24),
          ...panes(596, 362, 3, 2, 26, 46, 14, 22),
          ...panes(706, 372, 3, 2, 24, 42, 13, 22),
          ...panes(814, 352, 3, 2, 28, 50, 14, 24),
        ]),
        line,
      ),
  ],
  [
    'singapore',
    'Singapore',
    'Glass towers, a row of shophouses and tall tree-like frames beside ruled water, a red sun behind',
    () => {
      const tree = (x: number, top: number) =>
        `M${x} ${ground}V${top + 50}M${x} ${top + 70}q-40-20-56-70M${x} ${top + 70}q-18-30-20-74M${x} ${top + 70}q18-30 20-74M${x} ${top + 70}q40-20 56-70`
      return city(
        'paper',
        shape(red, disc(700, 170, 84)),
        boxes('#c5dacd', [up(140, 70, 310), up(220, 60, 240), up(380, 74, 350), up(540, 60, 260), up(640, 80, 220)]),
        shape(mid, `M290 ${ground}V140l80 40v282zM460 ${ground}V210q34-60 70 0v252z`),
        stroke(
          paper,
          2.5,
          `M175 152V440M310 170V440M330 180V440M350 190V440M417 112V440M480 220V440M496 210V440M512 220V440M570 202V440`,
        ),
        boxes(peach, [up(130, 70, 110), up(340, 70, 110)]),
        boxes(straw, [up(202, 70, 110)]),
        boxes(sage, [up(270, 70, 110)]),
        shape(
          green,
          range(4)
            .map(index => `M${126 + index * 70} 354l12-26h56l10 26z`)
            .join(''),
        ),
        boxes(
          deep,
          range(4).flatMap(index => panes(142 + index * 70, 370, 3, 1, 19, 0, 11, 32)),
        ),
        shape(
          deep,
          range(4)
            .map(index => `M${140 + index * 70} 462v-30a24 24 0 0 1 48 0v30z`)
            .join(''),
        ),
        stroke(green, 7, tree(620, 260) + tree(740, 210) + tree(850, 280)),
        stroke(green, 4, `M556 262h128M676 212h128M786 282h128`),
        dots(mid, 20, [
          [668, 446],
          [700, 450],
          [790, 448],
          [900, 450],
        ]),
        line,
        water(mid),
      )
    },
  ],
]

export function officePictures(): Picture[] {
  return drawings.map(([slug, title, description, draw]) => ({
    key: `office-${slug}`,
    title: `${title}, drawn`,
    description: `${title}: ${description[0]!.toLowerCase()}${description.slice(1)}`,
    width: 960,
    height: 600,
    svg: draw(),
  }))
}
