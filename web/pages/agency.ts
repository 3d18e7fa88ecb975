import type { Site } from '#indexer/site'
import type { Layout, Office } from '../content/content.ts'

/**
 * The agency as schema.org knows it, each office a part of it. A place of business has an address (Google's rule for
 * LocalBusiness): the first office's, and without one it is an organization.
 * @param layout the CMS's words of it; null while there are none
 */
export function agency(
  offices: readonly Office[],
  { site, origin }: { site: Site; origin: string },
  layout: Layout | null,
): object {
  const sameAs = (layout?.social ?? []).map(({ url }) => url).filter(url => /^https?:/.test(url))
  const [first] = offices

  return {
    '@context': 'https://schema.org',
    '@type': first ? 'EmploymentAgency' : 'Organization',
    '@id': `${origin}/#agency`,
    name: site.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    image: `${origin}/share.png`,
    foundingDate: '2010',
    ...(first && { address: address(first), openingHours: 'Mo-Fr 08:30-18:00' }),
    ...(sameAs.length > 0 && { sameAs }),
    ...(layout && (layout.phone || layout.email) && { contactPoint: contactPoint(layout, site) }),
    ...(first && { department: offices.map(office => department(office, site)) }),
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

function address({ city, country, addressLines }: Office): object {
  return {
    '@type': 'PostalAddress',
    streetAddress: addressLines.join(', '),
    addressLocality: city,
    addressCountry: country,
  }
}

function department(office: Office, site: Site): object {
  const { city, lat, lng, phone, email, mapUrl } = office
  return {
    '@type': 'EmploymentAgency',
    name: `${site.name} ${city}`,
    address: address(office),
    geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng },
    ...(phone && { telephone: phone }),
    ...(email && { email }),
    ...(mapUrl && { hasMap: mapUrl }),
  }
}
