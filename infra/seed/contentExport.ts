import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { defaultLocale } from '#indexer/content'
import type { ContentExport, ExportedAsset, ExportedEntry, Sys } from './checkExport.ts'
import { model } from './model.ts'

/** This folder: the address of an asset in the export is a path in it, where the import looks for the file. */
export const seedFolder = fileURLToPath(new URL('.', import.meta.url))

/**
 * Monday of the week that the dates of posts and events are written for. The local CMS moves them by whole weeks from
 * here, so that what is upcoming stays upcoming.
 */
const anchor = '2026-11-23'
/**
 * When an entry was written that does not say so itself: no later than the week's first moment, since a change from
 * before the entry was written is none.
 */
const writtenAt = `${anchor}T00:00:00.000Z`
const spaceId = 'longlist'

const entries = z.array(
  z.strictObject({
    id: z.string(),
    type: z.string(),
    /** ISO 8601, UTC. */
    createdAt: z.string().optional(),
    updatedAt: z.string().optional(),
    fields: z.record(z.string(), z.unknown()),
  }),
)
type Entry = z.infer<typeof entries>[number]

const assets = z.array(
  z.strictObject({
    id: z.string(),
    title: z.string(),
    /** What the picture shows, for those who do not see it. */
    description: z.string(),
    /** Name of a file in assets/. */
    file: z.string(),
    /** Pixels; both 0 for what is no picture. */
    width: z.int(),
    height: z.int(),
  }),
)
type Asset = z.infer<typeof assets>[number]

/**
 * The model and all files of content/ and assets.json as `contentful space export` writes them, with the key `anchor`
 * beside, which the import passes over. The same files give the same export.
 * @throws Error that names the file that cannot be read
 */
export function contentExport(): ContentExport {
  const files = readdirSync(join(seedFolder, 'content'), { recursive: true, encoding: 'utf8' })
  const written = files
    .filter(name => name.endsWith('.json'))
    .flatMap(name => readJson(join('content', name), entries).map(exportedEntry))
  return {
    anchor,
    contentTypes: model.map(({ id, controls: _, ...type }) => ({ sys: sysOf(id, 'ContentType'), ...type })),
    tags: [],
    editorInterfaces: model.map(({ id, controls }) => ({
      sys: {
        id: 'default',
        type: 'EditorInterface',
        ...place,
        version: 2,
        createdAt: writtenAt,
        updatedAt: writtenAt,
        contentType: linkTo('ContentType', id),
      },
      controls,
    })),
    entries: written.sort(byId),
    assets: readJson('assets.json', assets).map(exportedAsset).sort(byId),
    locales: [
      {
        name: 'English',
        code: defaultLocale,
        fallbackCode: null,
        default: true,
        contentManagementApi: true,
        contentDeliveryApi: true,
        optional: false,
        sys: { type: 'Locale', id: `${spaceId}-${defaultLocale}`, version: 1, ...place },
      },
    ],
    webhooks: [],
    roles: [],
  }
}

function readJson<Value>(name: string, schema: z.ZodType<Value>): Value {
  try {
    return schema.parse(JSON.parse(readFileSync(join(seedFolder, name), 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new Error(`infra/seed/${name}: ${reason}`)
  }
}

function byId(a: { sys: Sys }, b: { sys: Sys }): number {
  return a.sys.id < b.sys.id ? -1 : 1
}

function linkTo<Kind extends string>(linkType: Kind, id: string) {
  return { sys: { type: 'Link' as const, linkType, id } }
}
const place = { space: linkTo('Space', spaceId), environment: linkTo('Environment', 'master') }

function sysOf(id: string, type: string, createdAt = writtenAt, updatedAt = createdAt): Sys {
  return {
    ...place,
    id,
    type,
    createdAt,
    updatedAt,
    publishedVersion: 1,
    publishedAt: updatedAt,
    firstPublishedAt: createdAt,
    publishedCounter: 1,
    version: 2,
  }
}

function exportedEntry({ id, type, fields, createdAt, updatedAt }: Entry): ExportedEntry {
  return {
    metadata: { tags: [], concepts: [] },
    sys: { ...sysOf(id, 'Entry', createdAt, updatedAt), contentType: linkTo('ContentType', type) },
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { [defaultLocale]: value }])),
  }
}

const contentTypesByEnding: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.pdf': 'application/pdf',
  '.txt': 'text/plain',
  '.csv': 'text/csv',
  '.vtt': 'text/vtt',
}

function exportedAsset({ id, title, description, file, width, height }: Asset): ExportedAsset {
  const contentType = contentTypesByEnding[extname(file)]
  if (!contentType) throw new Error(`infra/seed/assets.json: ${id}: the ending of ${file} is not known here`)
  const { size } = statSync(join(seedFolder, 'assets', file))
  return {
    metadata: { tags: [], concepts: [] },
    sys: sysOf(id, 'Asset'),
    fields: {
      title: { [defaultLocale]: title },
      description: { [defaultLocale]: description },
      file: {
        [defaultLocale]: {
          url: `//assets/${file}`,
          details: { size, ...(width > 0 ? { image: { width, height } } : {}) },
          fileName: file,
          contentType,
        },
      },
    },
  }
}
