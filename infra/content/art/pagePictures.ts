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
  range,
  rings,
  shape,
  stroke,
  tint,
} from './draw.ts'
import type { Picture } from './postCovers.ts'

const { paper, white, rule, soft, sage, mid, green, deep, ink, grey, red, peach, straw } = tint

const wide = (ground: Ground, ...content: string[]) =>
  drawing({ width: 1440, height: 810, ground, step: 45, margin: 108 }, ...content)

/** A figure without features: head and shoulders. */
const figure = (x: number, y: number, size: number, coat: string, skin: string): string =>
  shape(
    coat,
    `M${n(x - size)} ${n(y + size * 2)}c0-${n(size)} ${n(size * 0.5)}-${n(size * 1.15)} ${n(size)}-${n(size * 1.15)}s${n(size)} ${n(size * 0.15)} ${n(size)} ${n(size * 1.15)}z`,
  ) + shape(skin, disc(x, y + size * 0.25, size * 0.5))

const drawings: [slug: string, title: string, description: string, draw: () => string][] = [
  [
    'home',
    'The long list and the short one',
    'A long column of rows that thins out from left to right into three, each marked with a tick',
    () => {
      const first = range(14).map(index => 112 + index * 45)
      const second = [1, 4, 6, 7, 10, 12]
      const third = [4, 7, 10]
      const dice = diceFor('home')
      return wide(
        'dark',
        stroke(
          '#3c6b58',
          2,
          second
            .map(
              index =>
                `M500 ${first[index]}C560 ${first[index]} 560 ${180 + second.indexOf(index) * 92} 620 ${180 + second.indexOf(index) * 92}`,
            )
            .join(''),
        ),
        stroke(
          '#ff9a6c',
          3,
          third
            .map(
              (index, place) =>
                `M900 ${180 + second.indexOf(index) * 92}C960 ${180 + second.indexOf(index) * 92} 960 ${250 + place * 160} 1020 ${250 + place * 160}`,
            )
            .join(''),
        ),
        stroke(
          '#3c6b58',
          12,
          first
            .map(y => `M190 ${y}h${140 + dice.below(150)}`)
            .filter((_, index) => !second.includes(index))
            .join(''),
        ),
        stroke(
          sage,
          12,
          first
            .map(y => `M190 ${y}h${170 + dice.below(130)}`)
            .filter((_, index) => second.includes(index))
            .join(''),
        ),
        dots(
          '#3c6b58',
          12,
          first.filter((_, index) => !second.includes(index)).map(y => [158, y] as Point),
        ),
        dots(
          sage,
          12,
          second.map(index => [158, first[index]!] as Point),
        ),
        ...second.map((index, place) =>
          boxes(third.includes(index) ? green : '#1a3a2d', [[620, 148 + place * 92, 280, 64]]),
        ),
        stroke(sage, 9, second.map((_, place) => `M690 ${180 + place * 92}h${120 + ((place * 37) % 60)}`).join('')),
        dots(
          sage,
          15,
          second.map((_, place) => [655, 180 + place * 92] as Point),
        ),
        boxes(
          paper,
          third.map((_, place) => [1020, 190 + place * 160, 320, 120] as Box),
        ),
        dots(green, 28, [[1078, 250]]),
        dots(mid, 28, [[1078, 410]]),
        dots('#b98a63', 28, [[1078, 570]]),
        stroke(ink, 10, third.map((_, place) => `M1130 ${236 + place * 160}h${[100, 120, 86][place]}`).join('')),
        stroke(grey, 7, third.map((_, place) => `M1130 ${266 + place * 160}h${[70, 90, 110][place]}`).join('')),
        stroke(red, 8, third.map((_, place) => `M1278 ${248 + place * 160}l13 15 28-34`).join('')),
      )
    },
  ],
  [
    'about-us',
    'An open ledger',
    'A large open ledger with written rows, a double rule in vermilion and a ribbon',
    () =>
      wide(
        'straw',
        shape(green, 'M220 250q260-70 500 0 240-70 500 0v440q-260-60-500 10-240-70-500-10z'),
        shape(white, 'M250 232q240-64 462 8v430q-222-64-462-10zM1190 232q-240-64-462 8v430q222-64 462-10z'),
        stroke(
          rule,
          3,
          range(8)
            .flatMap(row => [`M270 ${286 + row * 46}q220-50 426 8`, `M744 ${294 + row * 46}q206-58 426-8`])
            .join(''),
        ),
        stroke(
          grey,
          9,
          range(7)
            .map(row => `M300 ${270 + row * 46}q90-14 ${[150, 120, 170, 100, 140, 160, 90][row]}-8`)
            .join(''),
        ),
        stroke(
          mid,
          9,
          range(7)
            .map(row => `M580 ${284 + row * 46}l70 12`)
            .join(''),
        ),
        stroke(
          grey,
          9,
          range(5)
            .map(row => `M780 ${284 + row * 46}q80-24 ${[170, 130, 190, 110, 150][row]}-26`)
            .join(''),
        ),
        stroke(red, 6, 'M1040 478q50-12 110-6M1040 492q50-12 110-6'),
        shape(red, 'M690 210h50v540l-25-34-25 34z'),
      ),
  ],
  [
    'hiring-solutions',
    'Four ways',
    'Four tall doors of different width in one wall, one of them open with light on the floor',
    () =>
      wide(
        'green',
        boxes('#0d4534', [[180, 120, 1130, 530]]),
        boxes(sage, [[240, 220, 180, 430]]),
        boxes(mid, [[500, 220, 180, 430]]),
        boxes(paper, [[760, 220, 180, 430]]),
        shape('#ff9a6c', 'M760 220l-80 50v420l80-40z'),
        shape('#f3c4a8', 'M760 650h180l140 160H640z', 'opacity=".55"'),
        boxes('#2f6a53', [[1020, 220, 220, 430]]),
        stroke(
          '#0d4534',
          4,
          'M270 260h120v140H270zM270 440h120v170H270zM530 260h120v140H530zM530 440h120v170H530zM1130 220v430M1044 260h62v350h-62zM1154 260h62v350h-62z',
        ),
        dots(straw, 9, [
          [400, 440],
          [660, 440],
          [696, 470],
          [1116, 440],
          [1144, 440],
        ]),
        stroke(paper, 5, 'M140 652H1350M140 662H1350'),
        figure(850, 474, 86, green, '#b98a63'),
      ),
  ],
  [
    'work-for-us',
    'Desks in a row',
    'Four people at one long desk under hanging lamps, one chair free',
    () =>
      wide(
        'soft',
        stroke(
          ink,
          3,
          range(5)
            .map(index => `M${300 + index * 230} 0v150`)
            .join(''),
        ),
        shape(
          green,
          range(5)
            .map(index => `M${240 + index * 230} 210q0-60 60-60t60 60z`)
            .join(''),
        ),
        dots(
          '#ffd27a',
          14,
          range(5).map(index => [300 + index * 230, 216] as Point),
        ),
        ...[
          [300, deep, '#b98a63'],
          [530, '#a5401c', '#f4d3bd'],
          [760, mid, '#7a4a31'],
          [1220, green, '#eabf97'],
        ].map(([x, coat, skin]) => figure(x as number, 350, 84, coat as string, skin as string)),
        stroke(red, 6, 'M940 520v-120h100v120', 'stroke-dasharray="12 10"'),
        boxes('#b98a63', [[180, 520, 1180, 34]]),
        boxes(deep, [
          [230, 554, 20, 150],
          [760, 554, 20, 150],
          [1290, 554, 20, 150],
        ]),
        boxes(white, [
          [400, 490, 80, 30],
          [640, 480, 60, 40],
          [870, 494, 60, 26],
          [1080, 484, 70, 36],
        ]),
        shape(mid, 'M1330 520l-10-50h50l-10 50z'),
        stroke(green, 8, 'M1345 470q-30-40-26-90M1345 470q0-50 20-100M1345 470q34-30 44-70', 'stroke-linecap="round"'),
        stroke(ink, 5, 'M140 704H1400M140 714H1400'),
      ),
  ],
  [
    'diversity-and-inclusion',
    'A full table',
    'Nine figures of different colour and height side by side, on one level line',
    () => {
      const coats = [green, '#a5401c', mid, deep, straw, '#2f6a53', red, sage, deep]
      const skins = ['#b98a63', '#f4d3bd', '#593220', '#eabf97', '#7a4a31', '#f4d3bd', '#a8714a', '#593220', '#eabf97']
      const sizes = [112, 128, 106, 140, 102, 132, 114, 136, 118]
      return wide(
        'soft',
        ...coats.map((coat, index) =>
          figure(262 + index * 122, 522 - sizes[index]! * 2, sizes[index]!, coat, skins[index]!),
        ),
        boxes(white, [[150, 520, 1200, 90]]),
        boxes('#c3d9cb', [[150, 610, 1200, 24]]),
        stroke(
          mid,
          4,
          range(9)
            .map(index => `M${210 + index * 124} 548h80v34h-80z`)
            .join(''),
        ),
        stroke(ink, 5, 'M140 690H1400M140 700H1400'),
        boxes('#c99b75', [
          [210, 634, 22, 56],
          [1268, 634, 22, 56],
        ]),
      )
    },
  ],
  [
    'programme-one',
    'Ladder with even rungs',
    'A ladder of even rungs that leads from one ledger row to the next, discs of several colours on it',
    () =>
      wide(
        'green',
        stroke(paper, 14, 'M560 780L700 60M880 780L740 60'),
        stroke(
          sage,
          12,
          range(8)
            .map(index => {
              const y = 720 - index * 84
              const half = 160 * ((y - 60) / 720) + 22 * (1 - (y - 60) / 720)
              return `M${n(720 - half)} ${y}h${n(half * 2)}`
            })
            .join(''),
        ),
        dots(straw, 34, [
          [660, 636],
          [760, 552],
        ]),
        dots('#c99b75', 34, [[700, 384]]),
        dots('#ff9a6c', 34, [[720, 132]]),
        stroke(
          '#1d6d55',
          10,
          range(5)
            .map(
              index =>
                `M180 ${180 + index * 120}h${[260, 200, 280, 230, 260][index]}M1010 ${240 + index * 120}h${[260, 300, 210, 280, 230][index]}`,
            )
            .join(''),
        ),
      ),
  ],
  [
    'contact-us',
    'A letter',
    'A large envelope with a vermilion seal, and the flight of a line that leaves it',
    () =>
      wide(
        'soft',
        boxes('#0002', [[356, 236, 640, 420]]),
        boxes(white, [[340, 216, 640, 420]]),
        shape('#eef3ec', 'M340 636l320-240 320 240z'),
        shape(straw, 'M340 216h640L660 466z'),
        stroke(grey, 4, 'M340 216l320 250 320-250'),
        dots(red, 46, [[660, 456]]),
        stroke(paper, 7, 'M640 456l14 16 28-34'),
        stroke(
          green,
          6,
          'M980 320C1140 260 1060 140 1180 130S1340 200 1400 90',
          'stroke-dasharray="2 16" stroke-linecap="round"',
        ),
        stroke(mid, 6, 'M180 330h120M220 400h80M150 470h150M230 540h70'),
      ),
  ],
  [
    'ir35',
    'Inside or outside',
    'Two overlapping frames, one solid and one dashed, with a figure where they meet',
    () =>
      wide(
        'straw',
        boxes(green, [[220, 160, 560, 480]]),
        boxes('#2a7459', [[640, 160, 140, 480]]),
        stroke(red, 7, 'M640 240h560v400H640z', 'stroke-dasharray="22 14"'),
        figure(712, 446, 97, paper, '#b98a63'),
        stroke(paper, 10, 'M270 230h220M270 290h300M270 350h250M270 410h180'),
        stroke(ink, 10, 'M860 310h250M860 370h190M860 430h270M860 490h140'),
        stroke(paper, 8, 'M270 560l24 28 56-66'),
        stroke(ink, 5, 'M140 690H1400M140 700H1400'),
      ),
  ],
  [
    'awards',
    'Rosettes',
    'Three rosettes drawn as turned rings of petals, the middle one in vermilion',
    () => {
      const rosette = (x: number, y: number, radius: number, outer: string, inner: string) =>
        shape(
          outer,
          `M${x - radius * 0.5} ${y}l-${radius * 0.3} ${radius * 2} ${radius * 0.5}-${radius * 0.3} ${radius * 0.3} ${radius * 0.35}zM${x + radius * 0.5} ${y}l${radius * 0.3} ${radius * 2}-${radius * 0.5}-${radius * 0.3}-${radius * 0.3} ${radius * 0.35}z`,
        ) +
        dots(
          outer,
          radius * 0.26,
          range(14).map(index => at(radius * 0.86, index * 25.7, x, y)),
        ) +
        shape(outer, disc(x, y, radius * 0.86)) +
        shape(inner, disc(x, y, radius * 0.62)) +
        rings(outer, 3, x, y, [radius * 0.5])
      return wide(
        'paper',
        rosette(380, 360, 130, green, soft),
        rosette(1070, 360, 130, mid, straw),
        rosette(725, 300, 170, red, white),
        stroke(red, 12, 'M676 300l36 42 66-84'),
        stroke(green, 9, 'M352 362l20 24 40-50M1042 362l20 24 40-50'),
      )
    },
  ],
  [
    'consultants',
    'A telephone and a list',
    'A desk telephone beside a list of names with one row underlined',
    () =>
      wide(
        'peach',
        boxes('#0002', [[776, 136, 440, 560]]),
        boxes(white, [[760, 120, 440, 560]]),
        stroke(
          rule,
          3,
          range(9)
            .map(row => `M760 ${186 + row * 54}h440`)
            .join(''),
        ),
        dots(
          mid,
          13,
          range(9).map(row => [806, 162 + row * 54] as Point),
        ),
        stroke(
          grey,
          9,
          range(9)
            .map(row => `M844 ${162 + row * 54}h${[180, 220, 150, 240, 200, 170, 230, 160, 210][row]}`)
            .join(''),
        ),
        stroke(red, 6, 'M840 344h260M840 354h260'),
        shape(green, 'M250 640q0-220 110-260h190q110 40 110 260z'),
        shape(deep, 'M230 360q0-110 225-110t225 110v44H560v-50q-105-24-210 0v50H230z'),
        shape(paper, disc(455, 500, 96)),
        dots(
          green,
          15,
          range(9).map(index => at(66, 140 + index * 31, 455, 500)),
        ),
        dots(red, 20, [[455, 500]]),
        stroke(deep, 8, 'M660 620q60 20 40 60t40 70 200-20', 'stroke-linecap="round"'),
      ),
  ],
  [
    'blog',
    'Pages on a line',
    'Printed pages that hang from a line, one of them with a vermilion headline',
    () =>
      wide(
        'soft',
        stroke(ink, 4, 'M108 150Q760 240 1440 130'),
        ...[190, 440, 690, 940, 1180].map((x, index) =>
          group(
            `rotate(${[-3, 2, -1, 3, -2][index]} ${x + 95} 200)`,
            boxes('#0002', [[x + 10, 196, 190, 400 - (index % 3) * 50]]),
            boxes([white, straw, white, peach, white][index]!, [[x, 186, 190, 400 - (index % 3) * 50]]),
            stroke(index === 2 ? red : green, 16, `M${x + 24} 232h130`),
            stroke(
              grey,
              7,
              range(6)
                .map(row => `M${x + 24} ${276 + row * 34}h${[142, 120, 142, 96, 138, 60][row]}`)
                .join(''),
            ),
            boxes(red, [[x + 86, 170, 18, 38]]),
          ),
        ),
        stroke(ink, 5, 'M140 690H1400M140 700H1400'),
      ),
  ],
  [
    'events',
    'A calendar of chairs',
    'A month as a grid with a disc on seven of its days, one in vermilion',
    () =>
      wide(
        'dark',
        boxes(
          '#173a2d',
          range(35).map(index => [250 + (index % 7) * 140, 130 + Math.floor(index / 7) * 118, 128, 106] as Box),
        ),
        boxes(
          green,
          [3, 9, 12, 18, 26, 31].map(
            index => [250 + (index % 7) * 140, 130 + Math.floor(index / 7) * 118, 128, 106] as Box,
          ),
        ),
        dots(
          sage,
          26,
          [3, 9, 12, 18, 26, 31].map(index => [314 + (index % 7) * 140, 183 + Math.floor(index / 7) * 118] as Point),
        ),
        dots('#ff9a6c', 36, [[314 + 2 * 140, 183 + 2 * 118]]),
        rings('#ff9a6c', 3, 314 + 2 * 140, 183 + 2 * 118, [48]),
        stroke(paper, 5, 'M250 96h968M250 104h968'),
      ),
  ],
  [
    'register',
    'A card to fill in',
    'A form with empty lines, a pen laid across it and one box ticked',
    () =>
      wide(
        'green',
        boxes('#0004', [[436, 96, 600, 640]]),
        boxes(paper, [[420, 80, 600, 640]]),
        stroke(green, 16, 'M470 150h260'),
        stroke(
          grey,
          3,
          range(5)
            .map(row => `M470 ${258 + row * 76}h500`)
            .join(''),
        ),
        stroke(mid, 8, 'M470 240h200M470 316h280M470 392h150'),
        stroke(ink, 4, 'M470 632h36v36h-36z'),
        stroke(red, 8, 'M476 646l14 16 34-46'),
        stroke(grey, 8, 'M530 652h200'),
        group(
          'rotate(38 980 430)',
          boxes('#ff9a6c', [[960, 150, 40, 420]]),
          shape(straw, 'M960 570h40l-20 66z'),
          shape(deep, 'M974 616h12l-6 20z'),
          boxes(deep, [[960, 150, 40, 50]]),
        ),
      ),
  ],
]

export function pagePictures(): Picture[] {
  return drawings.map(([slug, title, description, draw]) => ({
    key: `page-${slug}`,
    title,
    description,
    width: 1440,
    height: 810,
    svg: draw(),
  }))
}
