import type { RawLocation, RawRow } from '../documents/rawJob.ts'
import { type Format, identityFault, moment, object, rejected, text, texts, titled, withdrawn } from './format.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'
import { payInLimits } from './pay.ts'
import { sections } from './sections.ts'
import { type SourceConfig } from './source.ts'

/** The offers of a Recruitee careers site, `https://<company>.recruitee.com/api/offers/`. */
export const recruitee: Format = {
  id: 'recruitee',
  listedIsLive: true,
  looksLike: ({ json }) =>
    !!json?.members.has('offers') && (json.row.has('careers_url') || json.row.has('employment_type_code')),
  rows: (feed, source, notRead, known) =>
    jsonRows(feed, shape, (value, row) => readRow(value, row, source), notRead, known),
}

const shape: JsonShape = {
  bareList: false,
  member: 'offers',
  lines: false,
  keyMembers: ['id', 'slug'],
  titleMember: 'title',
  expected:
    'expected the offers of a careers site, {"offers": [...]}: use the address https://<company>.recruitee.com/api/offers/',
}

function readRow(value: unknown, row: number, source: SourceConfig): RawRow {
  const offer = object(value)!
  const id = text(offer.id) ?? text(offer.slug)
  const fault = identityFault('id', offer.id)
  if (fault) return rejected(row, fault, null, offer.title)
  const status = text(offer.status)
  if (status && status !== 'published')
    return withdrawn(row, `status is "${status.slice(0, 40)}": the offer is not published`, id, offer.title)

  const { language, title, description, requirements } = wordsOf(offer, source)
  // `{min: "60000", max: "75000", period: "year", currency: "EUR"}`, or all null.
  const salary = object(offer.salary)
  return titled(
    row,
    {
      key: id ?? null,
      description: sections([{ text: description }, { text: requirements }]),
      locations: readLocations(offer),
      ...payInLimits(salary?.min, salary?.max, { currency: text(salary?.currency), period: text(salary?.period) }),
      types: texts(offer.employment_type_code).map(spaced),
      environments: [
        offer.remote === true ? 'Remote' : '',
        offer.hybrid === true ? 'Hybrid' : '',
        offer.on_site === true ? 'On-site' : '',
      ].filter(Boolean),
      seniority: texts(offer.experience_code).map(spaced),
      sectors: [],
      specialisms: [],
      categories: [
        ...new Set([...texts(offer.department), ...texts(offer.category_code).map(spaced), ...texts(offer.tags)]),
      ],
      company: text(offer.company_name),
      applicationUrl: text(offer.careers_apply_url),
      // The mailbox of an offer takes applications as its page does.
      applicationEmail: offer.careers_apply_url ? undefined : text(offer.mailbox_email),
      hostedUrl: text(offer.careers_url),
      image: text(offer.cover_image),
      language,
      publishedAt: moment(offer.published_at),
      createdAt: moment(offer.created_at),
      updatedAt: moment(offer.updated_at),
      expiresAt: moment(offer.close_at),
    },
    title,
    'title',
  )
}

/**
 * The advert in the language of the source's country where it has that translation; else as the careers site has it
 * first.
 */
function wordsOf(offer: Record<string, unknown>, source: SourceConfig) {
  const translations = Object.entries(object(offer.translations) ?? {}).flatMap(([language, words]) => {
    const found = object(words)
    return found && text(found.title) && text(found.description) ? [{ language, words: found }] : []
  })
  const local = ['DE', 'AT', 'CH', 'LI'].includes(source.country) ? 'de' : 'en'
  const chosen =
    translations.find(({ language }) => language.slice(0, 2).toLowerCase() === local) ??
    (text(offer.title) ? undefined : translations[0])
  const words = chosen?.words ?? offer
  return {
    language: chosen?.language ?? (translations.length === 1 ? translations[0]!.language : undefined),
    title: words.title,
    description: text(words.description),
    requirements: text(words.requirements),
  }
}

function readLocations(offer: Record<string, unknown>): RawLocation[] {
  const places = (Array.isArray(offer.locations) ? offer.locations : []).flatMap((entry): RawLocation[] => {
    const place = object(entry)
    const location: RawLocation = {
      text: text(place?.name),
      city: text(place?.city),
      region: text(place?.state),
      country: text(place?.country_code) ?? text(place?.country),
      postcode: text(place?.postal_code),
    }
    return Object.values(location).some(Boolean) ? [location] : []
  })
  if (places.length > 0) return places
  // `location` says `Remote job` where a place is in the other fields.
  const line = text(offer.location)
  const location = {
    text: line && /^remote job$/i.test(line) ? undefined : line,
    city: text(offer.city),
    region: text(offer.state_name),
    country: text(offer.country_code) ?? text(offer.country),
    postcode: text(offer.postal_code),
  }
  return Object.values(location).some(Boolean) ? [location] : []
}

/** `fulltime_permanent` -> `fulltime permanent` */
function spaced(code: string): string {
  return code.replaceAll('_', ' ')
}
