import type { z } from 'zod'
import { readableKey } from '../documents/identity.ts'
import type { RawLocation, RawRow } from '../documents/rawJob.ts'
import { amount, identityFault, moment, object, own, rejected, text, texts, titled, uuid } from './format.ts'
import { payInLimits } from './pay.ts'
import type { Mapping, one, several } from './source.ts'

type One = z.infer<typeof one>
type Several = z.infer<typeof several>

/**
 * A function that reads a row by the mapping.
 * @param find how the value of a column or path is read; called once a name. A list it yields is several values, in
 * which undefined keeps the places apart
 */
export function rowReader<R>(mapping: Mapping, find: (name: string) => (row: R) => unknown) {
  // Long: the fields of a row, a line each; what is mapped is looked up once and not for each row.
  const readOne = (one: One): ((row: R) => unknown) => {
    if (typeof one === 'string') return find(one)
    return 'value' in one ? () => one.value : templateReader(one.template, find)
  }
  const reads = (wanted: Several | undefined): ((row: R) => unknown)[] =>
    wanted === undefined ? [] : (Array.isArray(wanted) ? wanted : [wanted]).map(readOne)
  const line = (wanted: Several | undefined, joint = ', ') => {
    const found = reads(wanted)
    const only = found[0]
    if (!only) return () => undefined
    if (found.length === 1) return (row: R) => joined(only(row), joint)
    return (row: R) => joined(found.map(read => joined(read(row), joint)).filter(Boolean), joint)
  }
  const list = (wanted: Several | undefined) => {
    const found = reads(wanted)
    return (row: R) => found.flatMap(read => texts(read(row)))
  }
  const value = (wanted: One | undefined) => {
    const read = reads(wanted)[0]
    return read ? (row: R) => first(read(row)) : () => undefined
  }
  const flag = (wanted: One | undefined) => {
    const read = value(wanted)
    return (row: R) => {
      const said = read(row)
      return said === true || /^(?:1|true|yes|y|ja)$/i.test(text(said) ?? '')
    }
  }

  const { location } = mapping
  const where =
    location === undefined
      ? {}
      : typeof location === 'string'
        ? { text: location }
        : Array.isArray(location)
          ? { city: location[0], region: location[1], country: location[2] }
          : location
  // Only the parts that are mapped: most mappings have two of the seven.
  const parts = (['text', 'city', 'region', 'country', 'postcode', 'lat', 'lng'] as const)
    .filter(part => where[part] !== undefined)
    .map(part => {
      const wanted = where[part]
      const found = reads(wanted)
      const several = found.length > 1
      const fixed = typeof wanted === 'object' && 'value' in wanted
      return { part, several, fixed, read: several ? together(found, part) : found[0]! }
    })
  const readPlaces = (row: R): RawLocation[] => {
    const values = parts.map(({ read }) => read(row))
    // A place and a list of further ones: what is said once is said of the first.
    const ofFirst = parts.some(({ several }, at) => several && Array.isArray(values[at]))
    const count = values.reduce<number>((most, one) => Math.max(most, Array.isArray(one) ? one.length : 1), 0)
    const places: RawLocation[] = []
    for (let i = 0; i < count; i++) {
      const found: RawLocation = {}
      let any = false
      for (const [at, { part, fixed }] of parts.entries()) {
        const all = values[at]
        if (ofFirst && i > 0 && !fixed && !Array.isArray(all)) continue
        const raw = Array.isArray(all) ? (all.length === 1 ? all[0] : all[i]) : all
        const read = part === 'lat' || part === 'lng' ? amount(raw) : plain(raw)
        if (read === undefined) continue
        any = true
        Object.assign(found, { [part]: read })
      }
      if (any) places.push(found)
    }
    return places
  }

  const rawKey = value(mapping.key)
  const read = {
    title: line(mapping.title, ' '),
    uuid: line(mapping.uuid),
    reference: line(mapping.reference),
    description: line(mapping.description, '\n\n'),
    summary: line(mapping.summary, ' '),
    salaryText: line(mapping.salaryText, ' '),
    salaryMin: value(mapping.salaryMin),
    salaryMax: value(mapping.salaryMax),
    salaryCurrency: line(mapping.salaryCurrency),
    salaryPeriod: line(mapping.salaryPeriod),
    estimated: flag(mapping.salaryEstimated),
    types: list(mapping.types),
    environments: list(mapping.environments),
    remote: flag(mapping.remote),
    remoteCountries: list(mapping.remoteCountries),
    seniority: list(mapping.seniority),
    sectors: list(mapping.sectors),
    specialisms: list(mapping.specialisms),
    categories: list(mapping.categories),
    company: line(mapping.company),
    consultantName: line(mapping.consultantName, ' '),
    consultantEmail: line(mapping.consultantEmail),
    consultantPhone: line(mapping.consultantPhone),
    applicationEmail: line(mapping.applicationEmail),
    applicationUrl: value(mapping.applicationUrl),
    hostedUrl: value(mapping.hostedUrl),
    image: value(mapping.image),
    file: value(mapping.file),
    featured: flag(mapping.featured),
    language: line(mapping.language),
    publishedAt: value(mapping.publishedAt),
    createdAt: value(mapping.createdAt),
    updatedAt: value(mapping.updatedAt),
    expiresAt: value(mapping.expiresAt),
  }
  const hasConsultant =
    mapping.consultantName !== undefined ||
    mapping.consultantEmail !== undefined ||
    mapping.consultantPhone !== undefined
  const titleField = `the title (${[mapping.title]
    .flat()
    .map(one => (typeof one === 'string' ? one : `"${'value' in one ? one.value : one.template}"`))
    .join(', ')})`

  const key = (row: R) => own(text(rawKey(row)))
  /** @param place what to begin a message about the row with, such as `line 7: ` */
  const toRow = (row: R, number: number, place = ''): RawRow => {
    const id = key(row)
    const fault = mapping.key === undefined ? null : identityFault(mapping.key, rawKey(row))
    if (fault) return rejected(number, place + fault, null, read.title(row))
    const terms = {
      currency: read.salaryCurrency(row),
      period: read.salaryPeriod(row),
      estimated: read.estimated(row),
    }
    const environments = read.environments(row)
    if (mapping.remote !== undefined && read.remote(row)) environments.push('Remote')
    return titled(
      number,
      {
        key: id ?? null,
        uuid: uuid(read.uuid(row)),
        reference: read.reference(row) ?? readableKey(id),
        description: read.description(row),
        summary: read.summary(row),
        locations: readPlaces(row),
        ...payInLimits(read.salaryMin(row), read.salaryMax(row), terms, read.salaryText(row)),
        types: read.types(row),
        environments,
        remoteCountries: mapping.remoteCountries === undefined ? undefined : read.remoteCountries(row),
        seniority: mapping.seniority === undefined ? undefined : read.seniority(row),
        sectors: read.sectors(row),
        specialisms: read.specialisms(row),
        categories: read.categories(row),
        company: read.company(row),
        consultant: hasConsultant
          ? { name: read.consultantName(row), email: read.consultantEmail(row), phone: read.consultantPhone(row) }
          : undefined,
        applicationEmail: read.applicationEmail(row),
        applicationUrl: address(read.applicationUrl(row)),
        hostedUrl: address(read.hostedUrl(row)),
        image: address(read.image(row)),
        file: address(read.file(row)),
        featured: mapping.featured === undefined ? undefined : read.featured(row),
        language: read.language(row),
        publishedAt: moment(read.publishedAt(row)),
        createdAt: moment(read.createdAt(row)),
        updatedAt: moment(read.updatedAt(row)),
        expiresAt: moment(read.expiresAt(row)),
      },
      read.title(row),
      place + titleField,
    )
  }
  return Object.assign(toRow, { key, title: read.title })
}

/** `https://x.example/{id}`; undefined where a value is missing. */
function templateReader<R>(template: string, find: (name: string) => (row: R) => unknown): (row: R) => unknown {
  const pieces = template.split(/\{([^{}]{1,100})\}/)
  const parts = pieces.map((piece, at) => (at % 2 === 0 ? () => piece : find(piece)))
  return row => {
    const values = parts.map((read, at) => (at % 2 === 0 ? (read(row) as string) : plain(first(read(row)))))
    return values.some(value => value === undefined) ? undefined : values.join('')
  }
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value.find(one => one !== undefined && one !== null) : value
}

function plain(value: unknown): string | undefined {
  return text(value) ?? text(object(value)?.name)
}

/**
 * Several values of a place's part as one text. In `text`, where lists alone follow what is no list, they are further
 * places: a list. Elsewhere a list is the lines of one address.
 */
function together<R>(found: ((row: R) => unknown)[], part: keyof RawLocation): (row: R) => unknown {
  return row => {
    const [place, ...others] = found.map(read => read(row))
    const further = others.filter(value => value !== undefined && value !== null)
    if (part === 'text' && !Array.isArray(place) && further.length > 0 && further.every(Array.isArray))
      return [place, ...further].flat().filter(value => value !== undefined && value !== null)
    return joined([place, ...others].map(value => joined(value, ', ')).filter(Boolean), ', ')
  }
}

function joined(value: unknown, joint: string): string | undefined {
  return Array.isArray(value) ? texts(value).join(joint) || undefined : plain(value)
}

function address(value: unknown): string | undefined {
  return text(value) ?? text(object(value)?.url)
}
