import { rejected } from './format.ts'
import { payInLimits } from './pay.ts'
import { firstText, type PostCommand, postFormat, upsert } from './posts.ts'
import { child, textAt, type XmlNode, xmlRows } from './xmlRows.ts'

/**
 * The bulk upload XML of the DWP's "Find a job": `<Vacancies>` with a `<Vacancy vacancyRefCode="…">` for each advert to
 * add or change, `<ExpireVacancies>` with an `<ExpireVacancy vacancyRefCode="…"/>` for each to end. No address in the
 * catalogue: `"from": null` and a `postSecret`.
 */
export const dwp = postFormat({
  id: 'dwp',
  looksLike: ({ xml }) =>
    xml !== null &&
    (xml.root === 'expirevacancies' ||
      (xml.root === 'vacancies' &&
        ['vacancyexpiry', 'vacancytype', 'vacancystatus', 'applymethod'].some(name => xml.elements.has(name)))),
  commands,
})

/** Values of the service's own lists. */
const types = new Map(Object.entries({ 1: 'Permanent', 2: 'Contract', 3: 'Temporary', 4: 'Apprenticeship' }))
const hours = new Map(Object.entries({ 1: 'Full-time', 2: 'Part-time' }))
/** From 1, in the order of the alphabet. */
const categories = [
  ...[
    'Accounting & Finance',
    'Admin',
    'Charity & Voluntary',
    'Consultancy',
    'Creative & Design',
    'Customer Services',
    'Domestic Help & Cleaning',
  ],
  ...[
    'Energy, Oil & Gas',
    'Engineering',
    'Graduate',
    'Healthcare & Nursing',
    'Hospitality & Catering',
    'HR & Recruitment',
    'IT',
    'Legal',
  ],
  ...[
    'Logistics & Warehouse',
    'Maintenance',
    'Manufacturing',
    'Other/General',
    'Part-time',
    'PR, Advertising & Marketing',
    'Property',
    'Retail',
    'Sales',
  ],
  ...['Scientific & QA', 'Social Work', 'Teaching', 'Trade & Construction', 'Travel'],
]

async function* commands(feed: AsyncIterable<string>): AsyncGenerator<PostCommand> {
  let place = 0
  const expected = 'Expected <Vacancies> with a <Vacancy vacancyRefCode="…"> each, or <ExpireVacancies>'
  for await (const node of xmlRows(feed, {
    row: ['vacancy', 'expirevacancy'],
    markup: ['description'],
    root: ['vacancies', 'expirevacancies'],
    expected,
  })) {
    const reference = node.attributes.vacancyrefcode?.trim() || undefined
    if (node.name === 'vacancy') yield readJob(node, reference, ++place)
    else if (reference !== undefined) yield { command: 'withdraw', reference, place: ++place }
    else
      yield {
        command: 'upsert',
        reference: null,
        row: rejected(++place, 'vacancyRefCode is missing: it names the job that is to end'),
      }
  }
}

function readJob(node: XmlNode, reference: string | undefined, place: number): PostCommand {
  const at = child(node, 'location')
  const location = {
    city: textAt(at, 'city'),
    region: firstText(at, ['state', 'county']),
    country: textAt(at, 'country'),
    postcode: firstText(at, ['postalcode', 'postcode']),
    lat: textAt(at, 'latitude'),
    lng: textAt(at, 'longitude'),
  }
  const street = textAt(at, 'streetaddress')
  const salary = child(node, 'salary')
  return upsert(
    place,
    node,
    reference,
    {
      title: textAt(node, 'title'),
      description: textAt(node, 'description'),
      locations: Object.values(location).some(Boolean) ? [location] : at?.text ? [{ text: at.text }] : [],
      addresses: street
        ? [[street, location.city, location.region, location.postcode].filter(Boolean).join(', ')]
        : undefined,
      // The period is a number of a list that has changed over the years: figures tell it better.
      ...payInLimits(
        firstText(salary, ['min', 'minimum']),
        firstText(salary, ['max', 'maximum']),
        { currency: textAt(salary, 'currency')?.toUpperCase(), period: textAt(salary, 'frequency') },
        textAt(salary, 'text') ?? (salary?.text || undefined),
      ),
      types: [
        types.get(child(node, 'vacancytype')?.attributes.id ?? ''),
        hours.get(child(node, 'vacancystatus')?.attributes.id ?? ''),
      ].filter(one => one !== undefined),
      environments: [],
      categories: [categories[Number(child(node, 'vacancycategory')?.attributes.id) - 1]].filter(
        one => one !== undefined,
      ),
      company: firstText(node, ['company', 'companyname', 'employername', 'employer']),
      applicationEmail: firstText(node, ['applyemail', 'contactemail']),
      applicationUrl: textAt(node, 'applyurl'),
      expiresAt: textAt(node, 'vacancyexpiry'),
    },
    '<Title>',
    'vacancyRefCode',
  )
}
