import type { Site } from '#indexer/site'
import type { Layout, Office } from '../content/content.ts'

/**
 * The agency as schema.org knows it, each office a part of it.
 * @param layout the CMS's words of it; null while there are none
 */
export function agency(
  offices: readonly Office[],
  { site, origin }: { site: Site; origin: string },
  layout: Layout | null,
): object {
  const sameAs = (layout?.social ?? []).map(({ url }) => url).filter(url => /^https?:/.test(url))

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
    ...(sameAs.length > 0 && { sameAs }),
    ...(layout && (layout.phone || layout.email) && { contactPoint: contactPoint(layout, site) }),
    ...(offices.length > 0 && { department: offices.map(office => department(office, site)) }),
  }
}

function contactPoint({ phone, email }: Layout, { country }: Site): object {
  return {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    ...(phone && { telephone: phone }),
    ...(email && { email }),
    areaServed: country,
    availableLanguage: 'en',
  }
}

function department({ city, country, addressLines, lat, lng, phone, email, mapUrl }: Office, site: Site): object {
  return {
    '@type': 'EmploymentAgency',
    name: `${site.name} ${city}`,
    address: {
      '@type': 'PostalAddress',
      streetAddress: addressLines.join(', '),
      addressLocality: city,
      addressCountry: country,
    },
    geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng },
    ...(phone && { telephone: phone }),
    ...(email && { email }),
    ...(mapUrl && { hasMap: mapUrl }),
  }
}
