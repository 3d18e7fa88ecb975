import { asset, type SiteAsset } from '../site/entry.ts'
import { people } from '../site/people.ts'
import { eventCovers } from './eventCovers.ts'
import { officePictures } from './officePictures.ts'
import { pagePictures } from './pagePictures.ts'
import { portraits } from './portraits.ts'
import { type Picture, postCovers } from './postCovers.ts'
import { specialismPictures } from './specialismPictures.ts'

const names = new Map(people.map(person => [person.fields.urlSlug, String(person.fields.name)]))
const nameOf = (slug: string): string => names.get(slug)!

/** All drawings, in the order of their kinds. */
export const pictures: readonly Picture[] = [
  ...postCovers(),
  ...eventCovers(),
  ...specialismPictures(),
  ...officePictures(),
  ...portraits(nameOf),
  ...pagePictures(),
]

export const fileOf = (picture: Picture): string => `${picture.key}.svg`

/** The drawings as assets of the CMS: `art-<key>`. */
export const artAssets: SiteAsset[] = pictures.map(picture =>
  asset(`art-${picture.key}`, {
    title: picture.title,
    description: picture.description,
    file: fileOf(picture),
    width: picture.width,
    height: picture.height,
  }),
)
