import { readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultLocale } from '#indexer/content'
import { artAssets } from './art/art.ts'
import { type ContentExport, type ExportedAsset, type ExportedEntry, faultsOf, type Sys } from './checkExport.ts'
import { model } from './model.ts'
import { awards } from './site/awards.ts'
import type { Markdown, SiteAsset, SiteEntry } from './site/entry.ts'
import { events } from './site/events.ts'
import { forms } from './site/forms.ts'
import { landingPages } from './site/landingPages.ts'
import { menus } from './site/menus.ts'
import { metadata } from './site/metadata.ts'
import { offices } from './site/offices.ts'
import { pages } from './site/pages.ts'
import { people } from './site/people.ts'
import { policies } from './site/policies.ts'
import { posts } from './site/posts.ts'
import { richTextOf } from './site/richText.ts'
import { settings } from './site/settings.ts'
import { specialismEntries } from './site/specialisms.ts'
import { tags } from './site/tags.ts'
import { texts } from './site/texts.ts'

/*
 * Makes export.json, the site's content model and content as `contentful space export` writes them, from the files in
 * site/, art/ and assets/:
 *
 * node --import tsx infra/content/buildExport.ts
 *
 * A team puts it into a space of its own, whose default locale is `en`, with the ordinary tool. The pictures come from
 * this folder: an asset's url is `//assets/<file>`, which the tool looks for at <assets-directory>/assets/<file>.
 *
 * npx contentful-cli space import --content-file infra/content/export.json --upload-assets --assets-directory
 * infra/content
 *
 * Beside what the tool reads stands `anchor`, the Monday that the dates of insights and events were written for. The
 * local CMS server moves those dates by whole weeks, so that "upcoming" stays upcoming; a real space has the dates as
 * they are. The tool passes over the key.
 */

/** Monday of the week that the dates of posts and events are written for. */
export const anchor = '2026-11-23'
const builtAt = '2026-11-23T09:00:00.000Z'
const spaceId = 'longlist'

/** Where the export is kept. */
export const exportFile = fileURLToPath(new URL('export.json', import.meta.url))

/** Everything that is written by hand, in the order of the files. */
export function siteEntries(): SiteEntry[] {
  return [
    settings,
    texts,
    forms,
    menus,
    pages,
    specialismEntries,
    landingPages,
    policies,
    metadata,
    offices,
    people,
    awards,
    tags,
    posts,
    events,
  ].flat()
}

/** The export of model and content. The same sources give the same bytes. */
export async function buildExport(): Promise<ContentExport> {
  const entries = await Promise.all(siteEntries().map(exportedEntry))
  const assets = await Promise.all(artAssets.map(exportedAsset))
  const byId = (a: { sys: { id?: unknown } }, b: { sys: { id?: unknown } }) =>
    String(a.sys.id) < String(b.sys.id) ? -1 : 1
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
        createdAt: builtAt,
        updatedAt: builtAt,
        contentType: linkTo('ContentType', id),
      },
      controls,
    })),
    entries: entries.sort(byId),
    assets: assets.sort(byId),
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

/** As it stands in the file. */
export function exportText(made: ContentExport): string {
  return `${JSON.stringify(made, null, 1)}\n`
}

function linkTo(linkType: string, id: string) {
  return { sys: { type: 'Link' as const, linkType, id } }
}
const place = { space: linkTo('Space', spaceId), environment: linkTo('Environment', 'master') }

function sysOf(id: string, type: string, createdAt = builtAt, updatedAt = createdAt): Sys {
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

async function exportedEntry({ id, type, fields, createdAt, updatedAt }: SiteEntry): Promise<ExportedEntry> {
  const known = model.find(contentType => contentType.id === type)!
  const written: [string, Record<string, unknown>][] = []
  // In the model's order, so that a field moved in a source changes nothing.
  const names = [
    ...known.fields.map(field => field.id),
    ...Object.keys(fields).filter(name => !known.fields.some(field => field.id === name)),
  ]
  for (const name of names) {
    const value = fields[name]
    if (value === undefined) continue
    const localized = known.fields.find(field => field.id === name)?.localized === true
    written.push([
      name,
      {
        [defaultLocale]: isMarkdown(value)
          ? await richTextOf(value.markdown)
          : typeof value === 'string' && localized
            ? curled(value)
            : value,
      },
    ])
  }
  return {
    metadata: { tags: [], concepts: [] },
    sys: {
      ...sysOf(id, 'Entry', createdAt, updatedAt),
      contentType: linkTo('ContentType', type) as { sys: { type: 'Link'; linkType: 'ContentType'; id: string } },
    },
    fields: Object.fromEntries(written),
  }
}

function isMarkdown(value: unknown): value is Markdown {
  return typeof value === 'object' && value !== null && 'markdown' in value
}

/** A typewriter's apostrophe within a word becomes a printer's, as in the rich texts. */
function curled(text: string): string {
  return text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
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

async function exportedAsset({ id, title, description, file, width, height }: SiteAsset): Promise<ExportedAsset> {
  const bytes = await readFile(new URL(`assets/${file}`, import.meta.url))
  const contentType = contentTypesByEnding[extname(file)]
  if (!contentType) throw new Error(`asset ${id}: ${file} has an ending that is not known here`)
  return {
    metadata: { tags: [], concepts: [] },
    sys: sysOf(id, 'Asset'),
    fields: {
      title: { [defaultLocale]: title },
      description: { [defaultLocale]: description },
      file: {
        [defaultLocale]: {
          url: `//assets/${file}`,
          details: { size: bytes.length, ...(width > 0 ? { image: { width, height } } : {}) },
          fileName: file,
          contentType,
        },
      },
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const made = await buildExport()
  await writeFile(exportFile, exportText(made))
  const faults = faultsOf(made)
  for (const fault of faults) console.error(fault)
  console.log(`${made.entries.length} entries, ${made.assets.length} assets, ${faults.length} faults: ${exportFile}`)
  if (faults.length > 0) process.exitCode = 1
}
