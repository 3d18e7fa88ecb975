import { readableKey } from '../documents/identity.ts'
import type { RawJob, RawLocation, RawRow } from '../documents/rawJob.ts'
import { amount, type Format, own, rejected, titled, uuid } from './format.ts'
import { payInLimits } from './pay.ts'
import { anotherDialect, type FieldTable, fieldReader, type RowFields, readEnvironments } from './xmlFields.ts'
import { all, child, readXmlRows, textAt, withText, type XmlNode, type XmlReading } from './xmlRows.ts'

/**
 * The XML that Indeed, and after it most aggregators, take: one element for each advert, its fields as elements of
 * their own. The dialects differ in names alone, so one table reads them all: Indeed (`<source>` with `<job>`), Jooble
 * (`<jobs>` with `<job id>`), Careerjet, LinkedIn (`<partnerJobId>`), HelloWork, Jobteaser, Meteojob, TalentView, Apec,
 * Talentsoft, La Poste, Trovit (`<ad>`), JobG8 (`<SenderReference>`), Jobrapido, Adzuna, Jobvite, lists of `<row>`.
 * Element names in any case, values in CDATA or not. In the catalogue: the address of the XML file, as it is given to
 * the aggregator.
 */
export const indeedXml: Format = {
  id: 'indeed-xml',
  listedIsLive: true,
  looksLike: ({ xml }) =>
    xml !== null &&
    roots.has(xml.root) &&
    rowNames.some(name => xml.elements.has(name)) &&
    titleNames.some(name => xml.elements.has(name)),
  rows: (feed, _, notRead, known) => readRows(feed, { notRead, known }),
}

const rowNames = ['job', 'row', 'ad', 'offer', 'offre', 'offre_emploi'] as const
const roots = new Set(
  'source jobs root trovit offers offres export_offres rss feed channel joblist job_list jobfeed feeds data result results response jobboard export'.split(
    ' ',
  ),
)
/** Elements of HTML that a feed may forget to escape. */
const markup = [
  'description',
  'content',
  'html_description',
  'html_profile',
  'texte_offre',
  'description-de-la-mission',
  'profil-recherche',
]

/** The names that the dialects have for each field. */
export const dialectNames = {
  single: {
    title: 'title name job_details/title jobtitle jobdescription/title intitule intitule-du-poste position',
    key: 'referencenumber partnerjobid senderreference reference_id job_id jobid id @id reference reference_apec guid job-code',
    reference: 'referencenumber displayreference reference @reference reference_apec senderreference reference_id',
    requisition: 'requisitionid',
    company:
      'company company/name company/company_name companyname company_name company_title nom_entreprise employer advertisername hiringorganization',
    locationText: 'location',
    city: 'city town location/city city_area region/city address/city job_locations/location_city jobdescription/location/joblocation localisation-du-poste lieu/libelle_lieu',
    regionText: 'region',
    region:
      'state region/state location/state area province job_locations/location_state jobdescription/location/regions/region region-du-poste',
    country:
      'country region/country address/country location/country job_locations/location_country_code jobdescription/country countrycode',
    postcode: 'postalcode postcode postal_code address/postal_code zipcode zip location/zip',
    lat: 'latitude lat address/latitude',
    lng: 'longitude lng address/longitude',
    point: 'geoloc',
    salaryText:
      'salary benefits/salary salaire_affiche remuneration-brute-annuelle positionsalary salaryadditional compensation/salary-amount',
    salaryMin: 'salary/min salary_min salarymin salaryminimum minsalary salaries/salary/lowend/amount',
    salaryMax: 'salary/max salary_max salarymax salarymaximum maxsalary salaries/salary/highend/amount',
    salaryCurrency:
      'salary/currency salary_currency salarycurrency compensation/salary-currency salaries/salary/lowend/currencycode salaries/salary/highend/currencycode currency',
    salaryPeriod:
      'salary/period salary/rate salary_period salaryperiod salary_frequency salaryfrequency salary_type salarytype salary_interval salaryinterval salary_unit salaryunit payperiod pay_period salaries/salary/period',
    contact: 'contact/name contact_name contactname hiring_person',
    phone: 'phone contact/phone contact_phone',
    contactEmail: 'contact/email contact_email',
    email: 'email contact/email contact_email',
    url: 'url link detail-url job_link joburl descriptionurl job_details/url directurl url-de-l-offre',
    applyUrl: 'apply_url applyurl apply-url application_url applicationurl urlredirectionapplicant',
    language: 'language @lang',
    published:
      'date pubdate publishdate publish_date posted-date publicationdate publication_date date_posted dateposted listdate last_activation_at job_dates/first_activated_at date_parution added_date',
    created: 'created_at creationdate',
    updated:
      'lastactivitydate updated updated_date date_updated lastmodificationdate modificationdate date-de-mise-a-jour',
    expires:
      'expirationdate expiration_date expirydate expiry_date expire expires date_expired closingdate closing_date close-date',
  },
  several: {
    locations: 'location locations/location additionallocations/location',
    otherLocations: 'alternatelocation alternatelocations/alternatelocation alternatelocations/location',
    types:
      'jobtype job_type employment_type contracttime contract_time contracttype contract_type contract contract/types/type workschedule/types/type job_time working_time working_hours workhours employmenttype job_details/contract_type type-de-contrat contrat/type_contrat jobdescription/contract',
    environments:
      'remotetype remote_type job_details/remote_type workplacetypes workplacetype workplacetypes/workplacetype remote remote_level teletravail',
    seniority: 'experiencelevel seniority',
    categories:
      'category job-category classification subclassification department categories/category industry jobfunctions jobfunctions/jobfunction function tags metier filiere fonction/libelle_fonction secteur_activite/libelle_secteur jobdescription/jobfamily',
  },
  parts: [
    {
      paths:
        'html_description description job_details/description content texte_offre description-de-la-mission jobdescription/description',
    },
    { paths: 'jobdescription/missiondescriptionformatted jobdescription/missiondescription' },
    {
      paths:
        'html_profile profile profile/description profil-recherche jobdescription/applicantprofileformatted jobdescription/applicantprofile requirements',
    },
    { paths: 'formation-et-experience' },
    { paths: 'benefits jobdescription/customfields/longtext1formatted' },
  ],
} as const satisfies FieldTable

const fieldsOf = fieldReader(dialectNames)
type Fields = RowFields<typeof dialectNames>
const titleNames = dialectNames.single.title.split(' ').filter(name => !name.includes('/'))

function readRows(feed: AsyncIterable<string>, reading: XmlReading): AsyncGenerator<RawRow> {
  const expected =
    'Expected XML with a <job> for each advert, such as an aggregator takes it: check the address, and that the source sends its Indeed format'
  const shape = { row: rowNames, markup, root: ['source', 'jobs', 'trovit', 'offers', 'offres'], expected }
  return readXmlRows(feed, shape, reading, (node, row) => {
    const fields = fieldsOf(node)
    if (row === 1 && node.fault === undefined && fields.read('title') === undefined && fields.read('key') === undefined)
      throw anotherDialect(node, '<title> and no <referencenumber>', 'Ask the source for the Indeed format')
    return withText(node, toRow(node, fields, row))
  })
}

function toRow(node: XmlNode, fields: Fields, row: number): RawRow {
  const read: Read = field => fields.read(field)
  if (node.children.length === 0) return rejected(row, `the <${node.name}> is empty`)
  const key = own(read('key'))
  const title = own(read('title'))
  const phone = read('phone')
  const name = read('contact')
  const seniority = fields.list('seniority')
  return titled(
    row,
    {
      key: key ?? null,
      uuid: uuid(key),
      reference: own(read('reference')) ?? readableKey(key) ?? own(read('requisition')),
      description: fields.advert(),
      locations: readPlaces(fields.flat ? undefined : node, fields),
      ...readPay(fields.flat ? undefined : node, read, title),
      types: fields.list('types'),
      environments: readEnvironments(fields.list('environments')),
      seniority: seniority.length > 0 ? seniority : undefined,
      sectors: [],
      specialisms: [],
      categories: fields.list('categories'),
      company:
        !fields.flat && child(node, 'company')?.attributes.anonymous === 'true' ? 'confidential' : read('company'),
      consultant: name || phone ? { name, email: read('contactEmail'), phone } : undefined,
      applicationEmail: read('email'),
      applicationUrl: read('applyUrl'),
      hostedUrl: read('url'),
      language: read('language'),
      publishedAt: read('published'),
      createdAt: read('created'),
      updatedAt: read('updated'),
      expiresAt: read('expires'),
    },
    title,
    '<title>',
  )
}

type Read = (field: keyof typeof dialectNames.single) => string | undefined

function readPlaces(node: XmlNode | undefined, fields: Fields): RawLocation[] {
  const read: Read = field => fields.read(field)
  // Meteojob: as many as there are, each with its coordinates.
  const labelled = node && all(child(node, 'workplace', 'locations'), 'location')
  if (labelled?.length)
    return labelled.map(one => ({
      text: one.attributes.label ?? (one.text || undefined),
      city: textAt(one, 'city'),
      region: textAt(one, 'state'),
      country: child(one, 'country')?.attributes.code ?? textAt(one, 'country'),
      postcode: textAt(one, 'postalcode'),
      lat: amount(one.attributes.lat),
      lng: amount(one.attributes.lng),
    }))
  const [pointLat, pointLng] = read('point')?.split(',') ?? []
  const city = read('city')
  // From the narrowest to the widest: `Canton de Cahors; Lot (46); Occitanie`.
  const region = read('region')?.split(';').pop()?.trim()
  const text = read('locationText')
  // Jooble's region is the place in words: `Leeds, West Yorkshire`. Beside a city it is what it says.
  const inWords = text === undefined && city === undefined && region === undefined
  const place: RawLocation = {
    text: inWords ? read('regionText') : text,
    city,
    region: inWords ? undefined : (region ?? read('regionText')),
    country: read('country'),
    postcode: read('postcode'),
    lat: amount(read('lat')) ?? amount(pointLat),
    lng: amount(read('lng')) ?? amount(pointLng),
  }
  const others = [...fields.list('locations').filter(name => name !== place.text), ...fields.list('otherLocations')]
  return [
    ...(Object.values(place).some(value => value !== undefined) ? [place] : []),
    ...others.map(name => ({ text: name })),
    ...alternatePlaces(node),
  ]
}

/** LinkedIn: the places beside the first, each in fields of its own. */
function alternatePlaces(node: XmlNode | undefined): RawLocation[] {
  return [...all(child(node, 'alternatelocations'), 'alternatelocation'), ...all(node, 'alternatelocation')].flatMap(
    one =>
      one.children.length === 0
        ? []
        : {
            text: textAt(one, 'location') ?? textAt(one, 'name'),
            city: textAt(one, 'city'),
            region: textAt(one, 'state') ?? textAt(one, 'region'),
            country: textAt(one, 'country'),
            postcode: textAt(one, 'postalcode') ?? textAt(one, 'zip'),
          },
  )
}

function readPay(
  node: XmlNode | undefined,
  read: Read,
  title: string | undefined,
): Pick<RawJob, 'salary' | 'salaryText'> {
  const stated = node && child(node, 'benefits', 'salary')?.attributes
  const lower = read('salaryMin') ?? stated?.lowend
  const upper = read('salaryMax') ?? stated?.highend
  const terms = {
    currency: read('salaryCurrency') ?? stated?.currency,
    period: read('salaryPeriod') ?? stated?.period,
  }
  const limits = payInLimits(lower, upper, terms)
  // In words (`$95,900/yr`) they are better than a text that has the title in it.
  if (limits.salaryText !== undefined && /\d/.test(limits.salaryText)) return limits
  const { salary } = limits
  let salaryText = read('salaryText')
  if (title !== undefined && salaryText?.startsWith(title)) salaryText = salaryText.slice(title.length).trim()
  return { salary, salaryText: salaryText === '' || salaryText === '0' ? undefined : salaryText }
}
