import {
  type Box,
  boxes,
  disc,
  dots,
  drawing,
  type Ground,
  lens,
  n,
  type Point,
  poly,
  range,
  rings,
  shape,
  slice,
  stroke,
  tint,
} from './draw.ts'
import type { Picture } from './postCovers.ts'

const { paper, white, rule, soft, sage, mid, green, deep, ink, grey, red, peach, straw } = tint

const sheet = (ground: Ground, ...content: string[]) =>
  drawing({ width: 960, height: 720, ground, margin: 72 }, ...content)

/** A plate seen from above and aside, `half` wide on each side. */
const plate = (x: number, y: number, half: number) =>
  `M${x} ${n(y - half / 2)}l${half} ${n(half / 2)}-${half} ${n(half / 2)}-${half}-${n(half / 2)}z`

const drawings: [slug: string, title: string, description: string, draw: () => string][] = [
  [
    'technology',
    'Layers',
    'Five square plates stacked with air between them, joined by vertical lines',
    () =>
      sheet(
        'dark',
        stroke('#4d7a67', 2, 'M240 200v360M780 200v360M510 335v360', 'stroke-dasharray="4 8"'),
        ...['#1d4a3a', '#2f6a53', mid, sage].map((fill, index) => shape(fill, plate(510, 560 - index * 105, 270))),
        shape('#ff9a6c', plate(510, 140, 270)),
        stroke(deep, 3, plate(510, 140, 190) + plate(510, 140, 110)),
        stroke(deep, 3, `${plate(510, 245, 190)}M375 178l270 136M645 178L375 314`, 'opacity=".4"'),
      ),
  ],
  [
    'software-development',
    'Indented lines',
    'Blocks of text indented like a program between two tall braces',
    () =>
      sheet(
        'straw',
        stroke(
          green,
          26,
          'M250 110q-60 0-60 60v130q0 60-50 60 50 0 50 60v130q0 60 60 60M770 110q60 0 60 60v130q0 60 50 60-50 0-50 60v130q0 60-60 60',
        ),
        stroke(green, 22, 'M300 180h190M360 307h150M360 540h250'),
        stroke(mid, 22, 'M330 244h290M420 366h230M420 424h120'),
        stroke(red, 22, 'M360 482h320'),
      ),
  ],
  [
    'it-transformation',
    'From blocks to steps',
    'A heap of blocks on the left becomes a flight of steps on the right',
    () =>
      sheet(
        'soft',
        boxes(
          sage,
          [
            [130, 450, 84, 84],
            [224, 440, 84, 84],
            [180, 346, 84, 84],
            [130, 544, 84, 84],
            [224, 544, 84, 84],
          ],
          'transform="rotate(-4 220 500)"',
        ),
        boxes(
          mid,
          range(6)
            .map(index => [372 + index * 84, 546 - index * 84, 84, 84 + index * 84] as Box)
            .slice(0, 3),
        ),
        boxes(
          green,
          range(6)
            .map(index => [372 + index * 84, 546 - index * 84, 84, 84 + index * 84] as Box)
            .slice(3),
        ),
        stroke(
          soft,
          3,
          range(6)
            .flatMap(index => range(index).map(row => `M${372 + index * 84} ${546 - row * 84}h84`))
            .join(''),
        ),
        stroke(red, 7, 'M372 504h84v-84h84v-84h84v-84h84v-84h84v-84h58'),
        stroke(red, 7, 'M912 66l22 18-22 18'),
      ),
  ],
  [
    'infrastructure-cyber-security',
    'A guarded network',
    'Nodes joined by lines inside a shield',
    () => {
      const nodes: Point[] = [
        [480, 200],
        [330, 270],
        [630, 270],
        [360, 430],
        [600, 430],
        [480, 350],
        [480, 540],
      ]
      return sheet(
        'green',
        shape('#0f4f3c', 'M480 70q150 80 300 70 20 380-300 510-320-130-300-510 150 10 300-70z'),
        stroke(sage, 6, 'M480 70q150 80 300 70 20 380-300 510-320-130-300-510 150 10 300-70z'),
        stroke(
          sage,
          4,
          [
            [0, 1],
            [0, 2],
            [1, 3],
            [2, 4],
            [5, 0],
            [5, 1],
            [5, 2],
            [5, 3],
            [5, 4],
            [3, 6],
            [4, 6],
            [5, 6],
          ]
            .map(([a, b]) => poly([nodes[a!]!, nodes[b!]!]))
            .join(''),
        ),
        dots(
          paper,
          26,
          nodes.filter((_, index) => index !== 5),
        ),
        dots('#ff9a6c', 44, [nodes[5]!]),
        shape(green, `${disc(480, 342, 12)}M474 346h12v24h-12z`),
      )
    },
  ],
  [
    'data',
    'A field of dots',
    'A grid of dots whose sizes rise and fall like a wave, with one row in vermilion',
    () =>
      sheet(
        'paper',
        ...[5, 9, 13, 17, 20].map((radius, size) =>
          dots(
            size > 3 ? green : size > 1 ? mid : sage,
            radius,
            range(17).flatMap(column =>
              range(13)
                .filter(
                  row =>
                    row !== 6 && Math.round(2 + 2 * Math.sin(column / 2.4 + row / 3) * Math.cos(row / 2.1)) === size,
                )
                .map(row => [144 + column * 46, 84 + row * 46] as Point),
            ),
          ),
        ),
        dots(
          red,
          17,
          range(17).map(column => [144 + column * 46, 84 + 6 * 46] as Point),
        ),
      ),
  ],
  [
    'insurance',
    'Under one roof',
    'A row of small houses under one wide arched roof',
    () =>
      sheet(
        'peach',
        shape(green, 'M120 400A380 330 0 0 1 880 400h-46A334 286 0 0 0 166 400z'),
        stroke(green, 3, 'M210 400A290 250 0 0 1 790 400M250 400A250 214 0 0 1 750 400'),
        boxes(white, [
          [214, 470, 120, 146],
          [374, 440, 120, 176],
          [694, 480, 120, 136],
        ]),
        boxes(straw, [[534, 490, 120, 126]]),
        shape(red, 'M364 440l70-60 70 60z'),
        shape(mid, 'M204 470l70-56 70 56zM684 480l70-56 70 56zM524 490l70-50 70 50z'),
        boxes(deep, [
          [256, 560, 36, 56],
          [416, 556, 36, 60],
          [576, 566, 36, 50],
          [736, 562, 36, 54],
          [232, 494, 24, 28],
          [292, 494, 24, 28],
          [396, 470, 24, 30],
          [448, 470, 24, 30],
          [712, 504, 24, 28],
          [772, 504, 24, 28],
        ]),
        stroke(ink, 5, 'M120 618H900M120 629H900'),
      ),
  ],
  [
    'actuarial',
    'A survival curve',
    'A curve that falls slowly and then fast over columns, one point of it marked',
    () => {
      const height = (index: number) => 500 * (1 - (index / 13) ** 3.2)
      return sheet(
        'soft',
        boxes(
          sage,
          range(13)
            .filter(index => index !== 9)
            .map(index => [138 + index * 58, 628 - height(index), 44, height(index)] as Box),
        ),
        boxes(green, [[138 + 9 * 58, 628 - height(9), 44, height(9)]]),
        stroke(
          ink,
          6,
          `M138 128${range(26)
            .map(index => `L${138 + (index + 1) * 29} ${n(628 - 500 * (1 - ((index + 1) / 26) ** 3.2))}`)
            .join('')}`,
          'stroke-linejoin="round"',
        ),
        stroke(red, 3, `M110 ${n(628 - height(9))}H682V640`, 'stroke-dasharray="10 8"'),
        dots(red, 17, [[682, 628 - height(9) + 8]]),
        stroke(ink, 4, 'M110 630H910M110 640H910'),
      )
    },
  ],
  [
    'underwriting-claims',
    'A slip with its lines',
    'A long slip of paper with stamps of different size, as underwriters stamp their shares',
    () =>
      sheet(
        'green',
        boxes('#0004', [[306, 62, 400, 640]]),
        boxes(straw, [[290, 48, 400, 640]]),
        stroke(grey, 8, 'M330 104h210M330 140h300M330 176h260'),
        stroke('#d8c98f', 3, 'M330 230h320M330 390h320M330 550h320'),
        rings(red, 8, 430, 310, [62, 48]),
        stroke(red, 8, 'M398 310h64'),
        rings(mid, 7, 566, 350, [44]),
        stroke(mid, 7, 'M544 350h44'),
        stroke(green, 7, 'M344 432h96v74h-96zM364 469h56M478 440h150v52h-150z'),
        shape(red, slice(540, 610, 0, 52, -90, 40)),
        shape(sage, slice(540, 610, 0, 52, 40, 270)),
        stroke(grey, 8, 'M340 590h120M340 624h84'),
      ),
  ],
  [
    'broking',
    'In the middle',
    'Two groups of discs joined by lines that all pass through one point',
    () => {
      const left: Point[] = [
        [190, 150],
        [160, 290],
        [190, 440],
        [240, 580],
      ]
      const right: Point[] = [
        [770, 120],
        [820, 270],
        [820, 430],
        [760, 590],
      ]
      return sheet(
        'straw',
        stroke(ink, 4, [...left, ...right].map(point => `${poly([point, [490, 360]])}`).join('')),
        ...left.map(([x, y], index) => shape(green, disc(x, y, 34 + ((index * 13) % 30)))),
        ...right.map(([x, y], index) => shape(mid, disc(x, y, 64 - ((index * 17) % 34)))),
        shape(paper, disc(490, 360, 110)),
        rings(red, 9, 490, 360, [110]),
        stroke(red, 9, 'M430 344h104m-26-28l28 28-28 28M550 388H446m26-28l-28 28 28 28'),
      )
    },
  ],
  [
    'broking-distribution-marketing',
    'From one to many',
    'Branches that divide again and again, from one disc at the left to a column of discs at the right',
    () => {
      const y = (level: number, index: number) => 360 + (index - (2 ** level - 1) / 2) * (560 / 2 ** level)
      return sheet(
        'dark',
        ...range(4).map(level =>
          stroke(
            level === 0 ? paper : sage,
            9 - level * 2,
            range(2 ** (level + 1))
              .map(
                index =>
                  `M${150 + level * 175} ${n(y(level, Math.floor(index / 2)))}c90 0 85 ${n(y(level + 1, index) - y(level, Math.floor(index / 2)))} 175 ${n(y(level + 1, index) - y(level, Math.floor(index / 2)))}`,
              )
              .join(''),
          ),
        ),
        stroke(
          '#ff9a6c',
          5,
          `M150 360c90 0 85 ${n(y(1, 0) - 360)} 175 ${n(y(1, 0) - 360)}c90 0 85 ${n(y(2, 1) - y(1, 0))} 175 ${n(y(2, 1) - y(1, 0))}c90 0 85 ${n(y(3, 3) - y(2, 1))} 175 ${n(y(3, 3) - y(2, 1))}c90 0 85 ${n(y(4, 6) - y(3, 3))} 175 ${n(y(4, 6) - y(3, 3))}`,
        ),
        dots(
          sage,
          13,
          range(16)
            .filter(index => index !== 6)
            .map(index => [850, y(4, index)] as Point),
        ),
        dots('#ff9a6c', 18, [[850, y(4, 6)]]),
        dots(paper, 40, [[150, 360]]),
      )
    },
  ],
  [
    'accounting-finance-insurance',
    'Ledger and triangle',
    'An open ledger with figures on the left page and a run-off triangle on the right',
    () =>
      sheet(
        'soft',
        boxes(green, [[120, 120, 772, 490]]),
        boxes(white, [
          [144, 138, 354, 454],
          [514, 138, 354, 454],
        ]),
        stroke(
          rule,
          2,
          `${range(10)
            .map(row => `M144 ${180 + row * 42}h354M514 ${180 + row * 42}h354`)
            .join('')}M340 138v454M420 138v454`,
        ),
        stroke(
          grey,
          8,
          range(9)
            .map(
              row =>
                `M170 ${160 + row * 42}h${[120, 90, 140, 70, 110, 130, 80, 100, 60][row]}M${360} ${160 + row * 42}h44M440 ${160 + row * 42}h38`,
            )
            .join(''),
        ),
        stroke(red, 4, 'M350 548h140M350 556h140'),
        boxes(
          mid,
          range(6).flatMap(row => range(5 - row).map(column => [540 + column * 52, 168 + row * 62, 44, 50] as Box)),
        ),
        boxes(
          red,
          range(6).map(row => [540 + (5 - row) * 52, 168 + row * 62, 44, 50] as Box),
        ),
        stroke(deep, 4, 'M506 120v490'),
      ),
  ],
  [
    'banking',
    'A banking hall',
    'A row of tall columns with arches between them, one arch lit',
    () =>
      sheet(
        'green',
        boxes(soft, [
          [120, 84, 780, 42],
          [120, 588, 780, 28],
          [96, 622, 828, 28],
        ]),
        shape(
          '#0d4534',
          range(4)
            .map(index => `M${180 + index * 180} 588V300a60 60 0 0 1 120 0v288z`)
            .filter((_, index) => index !== 2)
            .join(''),
        ),
        shape('#ff9a6c', 'M540 588V300a60 60 0 0 1 120 0v288z'),
        boxes(
          paper,
          range(5).map(index => [120 + index * 180, 126, 60, 462] as Box),
        ),
        stroke(
          sage,
          3,
          range(5)
            .map(index => `M${138 + index * 180} 168v378m12 0V168m12 0v378`)
            .join(''),
        ),
        boxes(
          sage,
          range(5).flatMap(
            index =>
              [
                [110 + index * 180, 126, 80, 26],
                [110 + index * 180, 562, 80, 26],
              ] as Box[],
          ),
        ),
      ),
  ],
  [
    'accounting-finance',
    'Two sides that agree',
    'A T-account with bars of different length on each side and a double rule below both',
    () =>
      sheet(
        'straw',
        stroke(ink, 10, 'M150 132H890M520 132V566'),
        boxes(green, [
          [190, 180, 290, 46],
          [190, 306, 210, 46],
          [190, 432, 250, 46],
        ]),
        boxes(mid, [
          [190, 243, 170, 46],
          [190, 369, 130, 46],
        ]),
        boxes(mid, [
          [560, 180, 230, 46],
          [560, 306, 300, 46],
        ]),
        boxes(green, [
          [560, 243, 140, 46],
          [560, 369, 180, 46],
        ]),
        boxes(peach, [[560, 432, 200, 46]]),
        stroke(red, 6, 'M190 536h290M190 550h290M560 536h300M560 550h300'),
        stroke(red, 8, 'M480 620l24 28 56-70'),
      ),
  ],
  [
    'relationship-management',
    'Linked circles',
    'Four large circles in a chain, each overlapping the next',
    () =>
      sheet(
        'peach',
        shape(green, disc(260, 330, 150)),
        shape(mid, disc(440, 400, 150)),
        shape(straw, disc(610, 310, 150)),
        shape(sage, disc(770, 410, 130)),
        shape(deep, lens(260, 330, 150, 440, 400, 150)),
        shape(red, lens(440, 400, 150, 610, 310, 150)),
        shape('#c3c78f', lens(610, 310, 150, 770, 410, 130)),
        stroke(paper, 3, 'M260 330L440 400 610 310 770 410'),
        dots(paper, 11, [
          [260, 330],
          [440, 400],
          [610, 310],
          [770, 410],
        ]),
      ),
  ],
  [
    'audit-risk-compliance',
    'A risk matrix',
    'Five by five squares that grow darker to the upper right, with ticks in most of them and one circled',
    () =>
      sheet(
        'paper',
        ...[soft, sage, '#77ab95', mid, '#2a7459', green].map((fill, level) =>
          boxes(
            fill,
            range(25)
              .filter(index => Math.min(5, Math.round(((index % 5) + 4 - Math.floor(index / 5)) * 0.66)) === level)
              .map(index => [190 + (index % 5) * 118, 70 + Math.floor(index / 5) * 118, 108, 108] as Box),
          ),
        ),
        stroke(
          white,
          8,
          [0, 6, 7, 12, 13, 2, 18, 11, 22, 3, 15]
            .map(index => `M${190 + (index % 5) * 118 + 30} ${70 + Math.floor(index / 5) * 118 + 54}l18 22 34-42`)
            .join(''),
        ),
        rings(red, 8, 190 + 3 * 118 + 54, 70 + 118 + 54, [70]),
        stroke(ink, 4, 'M160 70v590h620'),
      ),
  ],
  [
    'quants',
    'A surface',
    'A curved surface drawn in fine crossing lines with one line in orange',
    () => {
      const spot = (u: number, v: number): Point => [
        190 + u * 34 + v * 20,
        430 +
          v * 22 -
          u * 5 -
          210 * Math.exp(-((u - 8) ** 2) / 14 - (v - 5) ** 2 / 9) -
          90 * Math.exp(-((u - 14) ** 2) / 10 - (v - 2) ** 2 / 8),
      ]
      const path = (points: Point[]) =>
        points.map(([x, y], index) => `${index ? 'L' : 'M'}${Math.round(x)} ${Math.round(y)}`).join('')
      const along = range(10).filter(v => v !== 5)
      return sheet(
        'dark',
        stroke(
          '#4d8a72',
          2,
          range(9)
            .map(u => path(range(10).map(v => spot(u * 2, v))))
            .join(''),
        ),
        stroke(sage, 2, along.map(v => path(range(17).map(u => spot(u, v)))).join('')),
        stroke('#ff9a6c', 6, path(range(17).map(u => spot(u, 5))), 'stroke-linejoin="round"'),
        stroke(paper, 3, 'M170 130v300M170 430l220 242'),
      )
    },
  ],
  [
    'sales-marketing',
    'Funnel',
    'Bars of falling width one below the other like a funnel, and a disc that has come out',
    () =>
      sheet(
        'soft',
        ...[green, '#2a7459', mid, '#77ab95', sage].map((fill, index) =>
          shape(fill, `M${150 + index * 70} ${84 + index * 88}h${720 - index * 140}l-62 78h-${596 - index * 140}z`),
        ),
        dots(red, 34, [[510, 600]]),
        stroke(ink, 3, 'M510 520v30', 'stroke-dasharray="2 10" stroke-linecap="round"'),
        stroke(ink, 4, 'M110 650H910M110 660H910'),
      ),
  ],
  [
    'development',
    'Branches',
    'Lines that leave a trunk and come back to it, with a dot for each change',
    () =>
      sheet(
        'green',
        stroke(paper, 9, 'M120 420H900'),
        stroke(sage, 9, 'M220 420c60 0 60-140 130-140h190c70 0 70 140 130 140'),
        stroke('#ff9a6c', 9, 'M330 420c60 0 60 140 130 140h210c70 0 70-140 130-140'),
        stroke(straw, 9, 'M400 280c50 0 50-120 110-120h260'),
        dots(paper, 22, [
          [160, 420],
          [220, 420],
          [330, 420],
          [670, 420],
          [800, 420],
          [880, 420],
        ]),
        dots(sage, 22, [
          [400, 280],
          [520, 280],
        ]),
        dots('#ff9a6c', 22, [
          [480, 560],
          [570, 560],
          [660, 560],
        ]),
        dots(straw, 22, [
          [560, 160],
          [660, 160],
          [770, 160],
        ]),
        dots(green, 9, [
          [670, 420],
          [800, 420],
          [570, 560],
          [770, 160],
        ]),
      ),
  ],
  [
    'public-sector',
    'A town hall',
    'A public building with a clock tower, wide steps and many windows',
    () =>
      sheet(
        'straw',
        boxes(green, [[430, 168, 140, 300]]),
        shape(mid, 'M416 168l84-110 84 110z'),
        shape(paper, disc(500, 214, 40)),
        stroke(red, 7, 'M500 214v-28M500 214l20 14'),
        boxes(sage, [[170, 336, 660, 210]]),
        shape(green, 'M350 336l150-70 150 70z'),
        boxes(
          deep,
          range(11)
            .filter(index => index < 4 || index > 6)
            .flatMap(
              index =>
                [
                  [198 + index * 57, 366, 30, 58],
                  [198 + index * 57, 456, 30, 58],
                ] as Box[],
            ),
        ),
        boxes(
          paper,
          range(4).map(index => [392 + index * 64, 336, 24, 210] as Box),
        ),
        shape(red, 'M474 546v-100a26 26 0 0 1 52 0v100z'),
        boxes(mid, [[150, 546, 700, 24]]),
        boxes(green, [
          [130, 574, 740, 24],
          [110, 602, 780, 24],
        ]),
        stroke(ink, 4, 'M500 58V22M500 24h48v20h-48'),
      ),
  ],
  [
    'change-and-transformation',
    'From square to circle',
    'Five figures in a row, from a square step by step to a circle',
    () =>
      sheet(
        'dark',
        ...[0, 22, 48, 70, 84].map(
          (radius, index) =>
            `<rect x="${116 + index * 160}" y="276" width="140" height="140" rx="${Math.min(radius, 70)}" fill="${['#2f5a48', '#3f755f', mid, sage, '#ff9a6c'][index]}"/>`,
        ),
        stroke(sage, 3, 'M186 470v40h160v-40m0 40h160v-40m0 40h160v-40m0 40h160v-40'),
        stroke(paper, 4, 'M186 220C340 90 640 90 810 216M810 216l-8-34M810 216l-36-4'),
        dots(paper, 9, [
          [186, 510],
          [346, 510],
          [506, 510],
          [666, 510],
          [826, 510],
        ]),
      ),
  ],
]

export function specialismPictures(): Picture[] {
  return drawings.map(([slug, title, description, draw]) => ({
    key: `specialism-${slug}`,
    title,
    description,
    width: 960,
    height: 720,
    svg: draw(),
  }))
}
