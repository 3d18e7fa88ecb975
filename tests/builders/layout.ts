import type { Layout, MenuItem } from '../../web/content/content.ts'

export function aMenuItem(label: string, url: string, children: MenuItem[] = [], description = ''): MenuItem {
  return { id: url.replace(/\W+/g, '-'), label, url, slug: '', description, children }
}

/**
 * A layout with all that there can be: three levels, entries without children at each, offices with and without a
 * phone.
 */
export const fullLayout: Layout = {
  name: 'Longlist',
  tagline: 'Recruiters who count.',
  copyrightYear: null,
  phone: '+44 20 7946 0100',
  email: 'hello@longlist.example',
  hours: '8.30am to 6pm, Monday to Friday',
  promise: 'We answer within 1-2 working days.',
  register: { heading: 'Put your name on the list', text: 'Tell us what you look for.' },
  social: [{ label: 'Pictures', url: 'https://pictures.example/longlist' }],
  countrySites: [
    { label: 'United Kingdom', url: 'https://longlist.example', current: true },
    { label: 'Singapore', url: 'https://sg.longlist.example', current: false },
  ],
  mainMenu: [
    aMenuItem('Jobs', '/jobs'),
    aMenuItem(
      'Specialisms',
      '/specialisms',
      [
        aMenuItem('Technology', '/specialisms/technology', [
          aMenuItem('Data', '/specialisms/data'),
          aMenuItem('Public sector', '/specialisms/technology/public-sector'),
        ]),
        aMenuItem('Insurance', '/specialisms/insurance', [aMenuItem('Actuarial', '/specialisms/actuarial')]),
        aMenuItem('Who is who', '/consultants'),
      ],
      'Three sectors, and the desks in each.',
    ),
    aMenuItem('Hiring', '/hiring-solutions', [
      aMenuItem('Permanent', '/hiring-solutions/permanent-recruitment', [], 'For a seat to keep.'),
      aMenuItem('Latest jobs', '/jobs?sort=newest'),
    ]),
    aMenuItem('Contact', '/contact-us'),
  ],
  footerMenu: [
    aMenuItem('Candidates', '/jobs', [aMenuItem('Register', '/register')]),
    aMenuItem('About us', '/about-us'),
  ],
  legalMenu: [aMenuItem('Cookie policy', '/cookie-policy'), aMenuItem('Sitemap', '/sitemap')],
  offices: [
    { id: 'office-1', city: 'London', countryName: 'United Kingdom', phone: '+44 20 7946 0100' },
    { id: 'office-2', city: 'Berlin', countryName: 'Germany', phone: '+49 30 23125 100' },
    { id: 'office-3', city: 'Singapore', countryName: 'Singapore', phone: '' },
  ],
  forms: {},
  cookieExpiryDays: 3_000,
}
