import type { Site } from '#indexer/site'
import type { Office } from '../content/content.ts'

/** The agency as schema.org knows it, each office a part of it. */
export function agency(offices: readonly Office[], { site, origin }: { site: Site; origin: string }): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'EmploymentAgency',
    '@id': `${origin}/#agency`,
    name: site.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    image: `${origin}/share.png`,
    foundingDate: '2010',
    openingHours: 'Mo-Fr 08:30-18:00',
    ...(offices.length > 0 && { department: offices.map(office => department(office, site)) }),
  }
}

function department({ city, country, addressLines, lat, lng, phone, email, mapUrl }: Office, site: Site): object {
  return {
    '@type': 'EmploymentAgency',
    name: `${site.name} ${city}`,
    address: { '@type': 'PostalAddress', streetAddress: addressLines.join(', '), addressLocality: city, addressCountry: country },
    geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng },
    ...(phone && { telephone: phone }),
    ...(email && { email }),
    ...(mapUrl && { hasMap: mapUrl }),
  }
}
