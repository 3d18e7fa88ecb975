import type { RawRow } from '../documents/rawJob.ts'
import { type Format, own, titled, urlPart, uuid } from './format.ts'
import { sections } from './sections.ts'
import { type SourceConfig } from './source.ts'
import { distinct } from './xmlFields.ts'
import { all, child, readXmlRows, textAt, withText, type XmlNode, type XmlReading } from './xmlRows.ts'

/**
 * The XML of a Personio careers page: every open position, each with its office and further offices. In the catalogue:
 * `https://<company>.jobs.personio.de/xml?language=en` (or `.com`). The language of the address is the language of the
 * adverts, and a position that has no text in it comes without one.
 */
export const personio: Format = {
  id: 'personio',
  listedIsLive: true,
  looksLike: ({ xml }) => xml?.root === 'workzag-jobs',
  rows: (feed, source, notRead, known) => readRows(feed, source, { notRead, known }),
}

function readRows(feed: AsyncIterable<string>, source: SourceConfig, reading: XmlReading): AsyncGenerator<RawRow> {
  const page = pageOf(source.from)
  const expected =
    'Expected <workzag-jobs> with a <position> for each job: use the address https://<company>.jobs.personio.de/xml'
  const shape = { row: ['position'], markup: ['value'], root: ['workzag-jobs'], expected }
  return readXmlRows(feed, shape, reading, (node, row) => withText(node, toRow(node, row, page)))
}

function toRow(node: XmlNode, row: number, page: CareersPage | undefined): RawRow {
  const id = own(textAt(node, 'id'))
  const words = (...names: string[]) =>
    distinct(names.flatMap(name => textAt(node, name)?.split(/[,;]/) ?? [])).map(word => word.replaceAll('_', ' '))
  const offices = distinct(
    [node, ...all(node, 'additionaloffices')].flatMap(list => all(list, 'office').map(office => office.text)),
  )
  const seniority = textAt(node, 'seniority')
  return titled(
    row,
    {
      key: id ?? null,
      uuid: uuid(id),
      reference: id,
      description: sections(
        all(child(node, 'jobdescriptions'), 'jobdescription').map(part => ({
          heading: textAt(part, 'name'),
          text: textAt(part, 'value'),
        })),
      ),
      locations: offices.map(office => ({ text: office })),
      types: words('employmenttype', 'schedule'),
      environments: [],
      seniority: seniority === undefined ? undefined : [seniority],
      sectors: [],
      specialisms: [],
      categories: [
        ...distinct([textAt(node, 'department') ?? '', textAt(node, 'recruitingcategory') ?? '']),
        ...words('occupation', 'occupationcategory', 'keywords'),
      ],
      company: textAt(node, 'subcompany'),
      hostedUrl: page && id ? `${page.address}/job/${urlPart(id)}` : undefined,
      language: page?.language,
      createdAt: textAt(node, 'createdat'),
    },
    own(textAt(node, 'name')),
    '<name>',
  )
}

interface CareersPage {
  /** Without a slash at the end. */
  address: string
  language: string | undefined
}

/** The careers page that the feed's address belongs to: the feed itself names no addresses. */
function pageOf(from: string | null): CareersPage | undefined {
  const url = from !== null && URL.canParse(from) ? new URL(from) : undefined
  if (!url || !/\.personio\.(?:de|com)$/.test(url.hostname)) return undefined
  return { address: url.origin, language: url.searchParams.get('language') ?? undefined }
}
