import { disc, dots, drawing, type Ground, shape, stroke, tint } from './draw.ts'
import type { Picture } from './postCovers.ts'

/*
 * Busts of people who do not exist, in flat planes: the light comes from the left, so half of each face is in shade,
 * and brow, eyes and mouth are a stroke each. Nobody's features are anybody's; what makes one person out of the next is
 * hair, glasses, collar and colour.
 */

const { paper, white, sage, mid, green, deep, ink, red, peach, straw } = tint

/** Light side, shaded side, lips. */
const skins: Record<string, [light: string, shade: string, lips: string]> = {
  fair: ['#f4d3bd', '#e0ae92', '#b9614a'],
  warm: ['#eabf97', '#cf9869', '#a4543a'],
  olive: ['#d9a679', '#b98153', '#8f4730'],
  brown: ['#a8714a', '#855132', '#6b2f22'],
  dark: ['#7a4a31', '#593220', '#43190f'],
}

/** Behind the head, and in front of it. */
type Hair = (color: string) => [behind: string, before: string]

const cap = 'M158 262Q150 150 240 146T322 262Q318 214 292 200 240 214 196 196 164 216 158 262z'
const hairs: Record<string, Hair> = {
  short: color => ['', shape(color, cap)],
  side: color => ['', shape(color, 'M157 268Q146 150 236 140q92-2 88 126-6-44-26-66-60 6-104-30-22 34-37 98z')],
  quiff: color => [
    '',
    shape(color, 'M158 256q-10-60 22-84 0-36 70-42 84-4 74 126-6-38-24-56-66 6-108-16-26 22-34 72z'),
  ],
  crop: color => ['', shape(color, 'M161 246q2-98 79-98t79 98q-10-38-30-50-48-12-98 0-20 12-30 50z')],
  bald: color => ['', shape(color, 'M160 282q-8-40 4-64l8 6q-4 30-2 58zM320 282q8-40-4-64l-8 6q4 30 2 58z')],
  bob: color => [
    shape(color, 'M148 360Q130 132 240 132T332 360q-20 16-46 8H194q-26 8-46-8z'),
    shape(color, 'M160 290q-6-100 60-110 10 34 98 56l2 54q20-160-80-160T160 290z'),
  ],
  fringe: color => [
    shape(color, 'M150 380Q126 130 240 130T330 380q-26 10-44 4h-92q-20 6-44-4z'),
    shape(color, 'M157 270Q150 140 240 140t83 130q-8-26-14-32-68-14-138 0-8 6-14 32z'),
  ],
  long: color => [
    shape(color, 'M140 470Q128 132 240 130T340 470q-30 26-56 14H196q-30 12-56-14z'),
    shape(color, 'M159 288q-4-88 74-116 6 40 87 104 4-136-80-138-88 4-81 150z'),
  ],
  waves: color => [
    shape(
      color,
      'M146 440q-34-30-8-70-26-40 4-80-8-160 98-160t98 160q30 40 4 80 26 40-8 70-40 26-60 10h-68q-20 16-60-10z',
    ),
    shape(color, 'M158 280q0-80 66-104 22 36 98 92 2-130-82-132-88 2-82 144z'),
  ],
  bun: color => [
    shape(color, disc(240, 116, 44)),
    shape(color, 'M157 258Q152 142 240 142t83 116q-22-56-83-60-61 4-83 60z'),
  ],
  afro: color => [
    shape(color, 'M240 96q112 0 124 112 4 84-54 120H170q-58-36-54-120Q128 96 240 96z'),
    shape(color, 'M160 264q-4-72 80-76 84 4 80 76 20-110-80-120-100 10-80 120z'),
  ],
  curls: color => [
    dots(color, 34, [
      [166, 200],
      [196, 158],
      [240, 142],
      [284, 158],
      [314, 200],
      [150, 244],
      [330, 244],
      [148, 292],
      [332, 292],
    ]),
    dots(color, 22, [
      [178, 204],
      [206, 186],
      [240, 180],
      [274, 186],
      [302, 204],
    ]),
  ],
  tight: color => [
    '',
    dots(color, 17, [
      [168, 224],
      [174, 196],
      [194, 172],
      [220, 158],
      [248, 154],
      [276, 162],
      [298, 180],
      [310, 206],
      [314, 230],
      [204, 192],
      [236, 184],
      [268, 188],
      [290, 206],
    ]),
  ],
  plaits: color => [
    shape(color, 'M152 300Q138 132 240 132t88 168l14 170q-26 16-44 0l-14-90h-88l-14 90q-18 16-44 0z'),
    stroke('#0003', 4, 'M150 330l36 14M148 370l38 14M144 410l40 14M330 330l-36 14M332 370l-38 14M336 410l-40 14') +
      shape(color, 'M158 270Q150 142 240 142t82 128q-14-66-76-78l-6-14-6 14q-62 12-76 78z'),
  ],
  grey: color => [
    '',
    shape(color, 'M156 272q-12-120 84-126 96 6 84 126-4-40-20-58-20 12-40-12-60 30-90 10-12 20-18 60z'),
  ],
}

type Clothes = (color: string) => string
const body = 'M30 600c4-96 58-138 160-164l50 20 50-20c102 26 156 68 160 164z'
const clothes: Record<string, Clothes> = {
  jacket: color =>
    shape(color, body) +
    shape(white, 'M196 434l44 34 44-34 22 60-66 106-66-106z') +
    shape('#0003', 'M190 436l-30 70 34 18-24 20 70 56-44-166zM290 436l30 70-34 18 24 20-70 56 44-166z'),
  tie: color =>
    shape(color, body) +
    shape(white, 'M196 434l44 34 44-34 18 56-62 110-62-110z') +
    shape(red, 'M228 470h24l-6 18 14 84-20 28-20-28 14-84z') +
    shape('#0003', 'M190 436l-26 66 76 98-44-166zM290 436l26 66-76 98 44-166z'),
  round: color => shape(color, body) + stroke('#0003', 9, 'M186 438q54 56 108 0'),
  collar: color =>
    shape(color, body) +
    shape(white, 'M192 426l48 48-36 36-28-66zM288 426l-48 48 36 36 28-66z') +
    stroke('#0003', 3, 'M240 474v126'),
  roll: color => shape(color, `${body}M192 380h96v70q-48 24-96 0z`) + stroke('#0002', 4, 'M192 426q48 22 96 0'),
  vee: color => shape(color, body),
  scarf: color =>
    shape(color, body) +
    shape(straw, 'M176 424q64 44 128 0l18 36q-82 54-164 0z') +
    shape('#c9b878', 'M262 474l34-12 20 96-36 10z') +
    stroke('#c9b878', 4, 'M184 440q58 34 112 0'),
}

interface Look {
  skin: keyof typeof skins
  hair: keyof typeof hairs
  hairColor: string
  wears: keyof typeof clothes
  color: string
  ground: Ground
  /** The disc behind the head. */
  halo: string
  glasses?: 'round' | 'square'
  beard?: 'full' | 'short'
  earrings?: true
}

const black = '#1d1a1c'
const brown = '#4a2c1d'
const chestnut = '#7b3f20'
const fair = '#c99a4e'
const silver = '#b9c0bb'
const copper = '#b0501f'

const looks: Record<string, Look> = {
  'honor-castellane-pryce': {
    skin: 'fair',
    hair: 'bob',
    hairColor: silver,
    wears: 'jacket',
    color: green,
    ground: 'straw',
    halo: mid,
    earrings: true,
  },
  'desmond-akintola-reeve': {
    skin: 'dark',
    hair: 'crop',
    hairColor: '#4c4c4c',
    wears: 'tie',
    color: deep,
    ground: 'soft',
    halo: peach,
    glasses: 'square',
    beard: 'short',
  },
  'imogen-tarrant': {
    skin: 'fair',
    hair: 'long',
    hairColor: copper,
    wears: 'round',
    color: green,
    ground: 'peach',
    halo: straw,
  },
  'babatunde-olley': {
    skin: 'dark',
    hair: 'tight',
    hairColor: black,
    wears: 'jacket',
    color: '#2f6a53',
    ground: 'straw',
    halo: '#ef9f74',
  },
  'rhiannon-maddox-bell': {
    skin: 'fair',
    hair: 'fringe',
    hairColor: brown,
    wears: 'collar',
    color: '#a5401c',
    ground: 'soft',
    halo: mid,
  },
  'emrys-hallworth': {
    skin: 'warm',
    hair: 'side',
    hairColor: chestnut,
    wears: 'vee',
    color: mid,
    ground: 'paper',
    halo: straw,
    glasses: 'round',
    beard: 'full',
  },
  'callum-strachan-reed': {
    skin: 'fair',
    hair: 'quiff',
    hairColor: copper,
    wears: 'roll',
    color: deep,
    ground: 'green',
    halo: sage,
    beard: 'short',
  },
  'priyanka-wardle': {
    skin: 'brown',
    hair: 'waves',
    hairColor: black,
    wears: 'jacket',
    color: '#a5401c',
    ground: 'soft',
    halo: straw,
    earrings: true,
  },
  'marcus-ellerby-quaye': {
    skin: 'brown',
    hair: 'bald',
    hairColor: black,
    wears: 'collar',
    color: green,
    ground: 'peach',
    halo: paper,
    beard: 'full',
    glasses: 'square',
  },
  'zofia-wrenkowska': {
    skin: 'fair',
    hair: 'crop',
    hairColor: fair,
    wears: 'roll',
    color: '#2f6a53',
    ground: 'dark',
    halo: mid,
    glasses: 'round',
    earrings: true,
  },
  'nadia-rahimi-cole': {
    skin: 'olive',
    hair: 'bun',
    hairColor: black,
    wears: 'jacket',
    color: deep,
    ground: 'straw',
    halo: mid,
    earrings: true,
  },
  'toby-aldersey-finch': {
    skin: 'fair',
    hair: 'short',
    hairColor: fair,
    wears: 'tie',
    color: '#2f6a53',
    ground: 'soft',
    halo: straw,
  },
  'yewande-farrow': {
    skin: 'dark',
    hair: 'afro',
    hairColor: black,
    wears: 'round',
    color: '#c9470f',
    ground: 'soft',
    halo: '#eef3ec',
    glasses: 'round',
  },
  'lukas-brandhorst-meier': {
    skin: 'fair',
    hair: 'grey',
    hairColor: silver,
    wears: 'jacket',
    color: deep,
    ground: 'peach',
    halo: mid,
    glasses: 'square',
  },
  'jonas-hellkamp': {
    skin: 'warm',
    hair: 'side',
    hairColor: brown,
    wears: 'collar',
    color: green,
    ground: 'paper',
    halo: sage,
    beard: 'short',
  },
  'annika-trautwein-scholl': {
    skin: 'fair',
    hair: 'bun',
    hairColor: fair,
    wears: 'vee',
    color: deep,
    ground: 'green',
    halo: peach,
    glasses: 'round',
  },
  'theresa-wiesenbacher-lohr': {
    skin: 'warm',
    hair: 'bob',
    hairColor: chestnut,
    wears: 'scarf',
    color: green,
    ground: 'soft',
    halo: peach,
  },
  'siew-ling-harcourt-ong': {
    skin: 'warm',
    hair: 'bob',
    hairColor: black,
    wears: 'jacket',
    color: '#a5401c',
    ground: 'straw',
    halo: sage,
    earrings: true,
  },
  'farid-goh-iskandar': {
    skin: 'olive',
    hair: 'quiff',
    hairColor: black,
    wears: 'vee',
    color: '#2f6a53',
    ground: 'peach',
    halo: straw,
    beard: 'short',
  },
  'charmaine-teo-lindley': {
    skin: 'warm',
    hair: 'long',
    hairColor: black,
    wears: 'collar',
    color: mid,
    ground: 'dark',
    halo: '#ef9f74',
  },
  'morag-tulliallan': {
    skin: 'fair',
    hair: 'curls',
    hairColor: silver,
    wears: 'roll',
    color: green,
    ground: 'peach',
    halo: paper,
    glasses: 'square',
  },
  'niamh-ballantine-roe': {
    skin: 'fair',
    hair: 'waves',
    hairColor: chestnut,
    wears: 'round',
    color: deep,
    ground: 'paper',
    halo: mid,
  },
  'maarten-van-ellewoude': {
    skin: 'fair',
    hair: 'bald',
    hairColor: fair,
    wears: 'jacket',
    color: '#2f6a53',
    ground: 'straw',
    halo: peach,
    glasses: 'round',
    beard: 'short',
  },
  'beatrix-oyelaran-hume': {
    skin: 'brown',
    hair: 'plaits',
    hairColor: black,
    wears: 'scarf',
    color: '#a5401c',
    ground: 'soft',
    halo: straw,
    earrings: true,
  },
}

function portrait(look: Look): string {
  const [light, shade, lips] = skins[look.skin]!
  const [behind, before] = hairs[look.hair]!(look.hairColor)
  const dressed = clothes[look.wears]!(look.color)
  const line = look.skin === 'dark' || look.skin === 'brown' ? '#1b0d08' : '#3a2318'
  const frame = look.skin === 'dark' || look.skin === 'brown' ? '#e3bf62' : ink
  const shirt = look.wears === 'vee'
  const beards = {
    full: shape(look.hairColor, 'M161 282q6 34 20 44 30-14 59-12t59 12q14-10 20-44 4 124-79 128-83-4-79-128z'),
    short: shape(
      look.hairColor,
      'M164 306q16 28 30 28 22-12 46-12t46 12q14 0 30-28-8 92-76 96-68-4-76-96z',
      'opacity=".72"',
    ),
  }
  return drawing(
    { width: 480, height: 600, ground: look.ground, step: 40, margin: 48 },
    shape(look.halo, disc(240, 290, 186)),
    behind,
    look.wears === 'roll' ? '' : shape(shade, 'M196 350h88v80l24 14q-68 60-136 0l24-14z'),
    shirt ? shape(look.color, body) + shape(shade, 'M196 350h88v80l12 8-56 92-56-92 12-8z') : dressed,
    look.wears === 'roll'
      ? shape('#0003', 'M196 384q44 40 88 0v16q-44 40-88 0z')
      : shape('#0002', 'M196 372q44 50 88 0v24q-44 40-88 0z'),
    shape(light, 'M150 284a14 22 0 0 1 20-18v46q-16 0-20-28z'),
    shape(shade, 'M330 284a14 22 0 0 0-20-18v46q16 0 20-28z'),
    shape(light, 'M160 258q0-100 80-100t80 100q0 66-26 104-24 34-54 34t-54-34q-26-38-26-104z'),
    shape(shade, 'M240 158q80 0 80 100 0 66-26 104-24 34-54 34 26-34 16-66l-12-6q26-4 16-24l-18-42q14-30 6-100z'),
    look.beard ? beards[look.beard] : '',
    stroke(line, 6, 'M186 258q16-12 36-6M258 252q20-6 36 6', 'stroke-linecap="round"'),
    stroke(line, 4.5, 'M192 280q12-9 26 1M262 281q14-10 26-1', 'stroke-linecap="round"'),
    dots(line, 4.2, [
      [206, 281],
      [275, 281],
    ]),
    stroke(look.beard === 'full' ? light : lips, 6, 'M218 352q22 12 44-1', 'stroke-linecap="round"'),
    before,
    look.glasses === 'round'
      ? stroke(frame, 4.5, `${disc(205, 282, 27)}${disc(275, 282, 27)}M232 278q8-6 16 0M178 278l-16-6M302 278l16-6`)
      : '',
    look.glasses === 'square'
      ? stroke(
          frame,
          4.5,
          'M178 264h54v26q0 16-16 16h-22q-16 0-16-16zM248 264h54v26q0 16-16 16h-22q-16 0-16-16zM232 274h16M178 270l-16-4M302 270l16-4',
        )
      : '',
    look.earrings
      ? dots(look.hair === 'bun' || look.hair === 'crop' ? red : straw, 6, [
          [156, 322],
          [324, 322],
        ])
      : '',
  )
}

const hairWords: Record<string, string> = {
  short: 'short hair',
  side: 'a side parting',
  quiff: 'a quiff',
  crop: 'cropped hair',
  bald: 'a bald head',
  bob: 'a bob',
  fringe: 'a fringe',
  long: 'long hair',
  waves: 'wavy hair',
  bun: 'hair in a bun',
  afro: 'an afro',
  curls: 'curly hair',
  tight: 'short curls',
  plaits: 'long plaits',
  grey: 'grey hair',
}

/** Of each person on the team page, by the slug. */
export function portraits(nameOf: (slug: string) => string): Picture[] {
  return Object.entries(looks).map(([slug, look]) => {
    const more = [hairWords[look.hair]!, ...(look.glasses ? ['glasses'] : []), ...(look.beard ? ['a beard'] : [])]
    const listed = more.length > 1 ? `${more.slice(0, -1).join(', ')} and ${more.at(-1)}` : more[0]
    return {
      key: `portrait-${slug}`,
      title: `Portrait of ${nameOf(slug)}`,
      description: `Drawn portrait of ${nameOf(slug)}, with ${listed}`,
      width: 480,
      height: 600,
      svg: portrait(look),
    }
  })
}
