import { sites } from '#indexer/site'
import { previewPhoto } from '../content/photo.ts'
import { sharePicture } from '../layout/pageHead.ts'
import type { AnswerOf } from '../routes/contentAt.ts'
import { isoWithOffset } from './eventTime.ts'

/**
 * The event as a schema.org Event by Google's rules for it (developers.google.com, "Event structured data"): times with
 * the offset of its place.
 */
export function eventPosting(
  {
    event,
    address,
    hosts,
    metadata,
    path,
  }: Pick<AnswerOf<'event'>, 'event' | 'address' | 'hosts' | 'metadata' | 'path'>,
  { site, origin, now }: { site: { name: string; currency: string }; origin: string; now: number },
): object {
  const url = `${origin}${path}`
  const image = previewPhoto(metadata.image ?? event.image) ?? sharePicture(path, event.title)
  const host = event.hostedBy || site.name
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: event.summary,
    url,
    startDate: isoWithOffset(event.starts_at, event.timeZone),
    endDate: isoWithOffset(event.ends_at, event.timeZone),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${event.online ? 'OnlineEventAttendanceMode' : 'OfflineEventAttendanceMode'}`,
    location: event.online
      ? { '@type': 'VirtualLocation', url }
      : { '@type': 'Place', name: event.venue, address: postalAddress(address, event) },
    image: [`${origin}${image.src}`],
    // Signing up is by a form, and free.
    ...(event.ends_at > now && {
      isAccessibleForFree: true,
      offers: {
        '@type': 'Offer',
        url: `${url}#sign-up`,
        price: 0,
        priceCurrency: site.currency,
        availability: `https://schema.org/${event.starts_at > now ? 'InStock' : 'SoldOut'}`,
      },
    }),
    organizer: {
      '@type': 'Organization',
      name: host,
      // Another firm's home is not known; `Longlist London` is ours.
      ...(host.startsWith(site.name) && { url: `${origin}/` }),
    },
    ...(hosts.length > 0 && {
      performer: hosts.map(host => ({ '@type': 'Person', name: host.name, url: `${origin}/consultants/${host.slug}` })),
    }),
  }
}

/** Countries of the time zones that the CMS's events are told in; of others the address says what it says. */
const zoneCountries: Record<string, string> = {
  ...Object.fromEntries(Object.values(sites).map(({ timeZone, country }) => [timeZone, country])),
  'Europe/Dublin': 'IE',
  'Europe/Amsterdam': 'NL',
  'Europe/Zurich': 'CH',
  'Europe/Paris': 'FR',
  'Asia/Hong_Kong': 'HK',
}

/**
 * `14 Quillmaker’s Court, London EC3M` in its parts: the last one is the town with its postcode, before or behind it.
 */
function postalAddress(address: string, { venue, timeZone }: { venue: string; timeZone: string }): object {
  const parts = (address || venue)
    .split(/[,\n]/)
    .map(part => part.trim())
    .filter(Boolean)
  const last = parts.length > 1 ? parts.pop()! : ''
  const postcode = /^\d{4,6}(?=\s)|\b[A-Z]{1,2}\d[A-Z\d]?(?: \d[A-Z]{2})?$|\b\d{5,6}$/.exec(last)?.[0] ?? ''
  const town = last.replace(postcode, '').trim()
  const country = zoneCountries[timeZone]
  return {
    '@type': 'PostalAddress',
    streetAddress: parts.join(', '),
    ...(town && { addressLocality: town }),
    ...(postcode && { postalCode: postcode }),
    ...(country && { addressCountry: country }),
  }
}
