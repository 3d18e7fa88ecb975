import { isPhoto } from '../content/photo.ts'
import { sharePicture } from '../layout/pageHead.ts'
import type { AnswerOf } from '../routes/contentAt.ts'
import { isoWithOffset } from './eventTime.ts'

/** The event as a schema.org Event by Google's rules for it (developers.google.com, "Event structured data"): times with the offset of its place. */
export function eventPosting(
  { event, address, hosts, metadata, path }: Pick<AnswerOf<'event'>, 'event' | 'address' | 'hosts' | 'metadata' | 'path'>,
  { site, origin }: { site: { name: string }; origin: string },
): object {
  const url = `${origin}${path}`
  const picture = metadata.image ?? event.image
  const image = isPhoto(picture) ? picture : sharePicture(path, event.title)
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
    location: event.online ? { '@type': 'VirtualLocation', url } : { '@type': 'Place', name: event.venue, address: address || event.venue },
    image: [`${origin}${image.src}`],
    organizer: { '@type': 'Organization', name: event.hostedBy || site.name, url: `${origin}/` },
    ...(hosts.length > 0 && {
      performer: hosts.map(host => ({ '@type': 'Person', name: host.name, url: `${origin}/consultants/${host.slug}` })),
    }),
  }
}
