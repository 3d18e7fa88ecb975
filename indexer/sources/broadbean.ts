import { SourceError } from './format.ts'
import { payInLimits, statesPay } from './pay.ts'
import { firstText, lastDay, listed, type PostCommand, type PostContext, postFormat, upsert, worded } from './posts.ts'
import { all, type XmlNode, xmlRows } from './xmlRows.ts'

/**
 * What Broadbean's AdCourier (and LogicMelon, which writes the same) posts to a job board: `<job>` with a `<command>`
 * `add` or `delete`, the fields of one advert and a `<job_reference>`. Board feeds differ in a few names, so each field
 * knows several; also read are AdCourier's own `<AdCourierAPI>` with an `<Advert>`, and `<job>` with an `<item>` in it,
 * where `<published>` 0 deletes. No address in the catalogue: `"from": null` and a `postSecret`.
 */
export const broadbean = postFormat({
  id: 'broadbean',
  looksLike: ({ xml }) =>
    xml !== null &&
    ((xml.root === 'adcourierapi' && xml.elements.has('advert')) ||
      (['job', 'jobs'].includes(xml.root) &&
        ['job_reference', 'cust_job_id'].some(name => xml.elements.has(name)) &&
        !xml.elements.has('referencenumber')) ||
      (xml.root === 'items' && xml.elements.has('jobadvert'))),
  commands,
})

/** The elements of each field; the first that has text wins. */
const names = {
  command: ['command', 'method', 'action'],
  reference: ['job_reference', 'jobreference', 'cust_job_id', 'reference'],
  title: ['job_title', 'jobtitle', 'title'],
  description: ['job_description', 'jobdescription', 'description', 'jobadvert'],
  summary: ['short_description', 'job_summary', 'summary'],
  types: ['job_type', 'jobtype', 'contracttype', 'job_hours', 'working_hours', 'workingpatterns'],
  environments: ['working_environment', 'workplace_type', 'remote_working'],
  location: ['job_location', 'joblocation', 'location'],
  city: ['job_city', 'city', 'town'],
  region: ['job_region', 'job_county', 'county', 'region', 'state'],
  country: ['job_country', 'country'],
  postcode: ['job_postcode', 'postcode', 'postal_code'],
  categories: [
    'job_industry',
    'industry',
    'job_category',
    'category',
    'job_sector',
    'sector',
    'job_skills',
    'skills',
    'jobrole',
  ],
  seniority: ['job_level', 'seniority', 'experience_level'],
  salaryText: ['salary_display'],
  salary: ['salary'],
  benefits: ['salary_benefits', 'salarybenefits'],
  min: ['salary_from', 'salaryfrom', 'salary_min'],
  max: ['salary_to', 'salaryto', 'salary_max'],
  currency: ['salary_currency', 'salarycurrency', 'currency'],
  period: ['salary_per', 'salaryper', 'salary_period'],
  contact: ['contact_name', 'consultant_name', 'cname', 'contactname'],
  email: ['contact_email', 'consultant_email', 'cemail', 'contactemail'],
  phone: [
    'contact_telephone',
    'contact_phone',
    'consultant_telephone',
    'consultant_phone',
    'cphone',
    'contacttelephone',
  ],
  applicationEmail: ['application_email', 'apply_email'],
  applicationUrl: ['application_url', 'apply_url'],
  hosted: ['advert_url', 'adverturl', 'job_url'],
  company: ['company_name', 'company', 'client_name', 'employer'],
  language: ['job_language', 'language'],
  published: ['publishon', 'publish_date', 'date_posted'],
  expires: ['expiry_date', 'closing_date', 'job_closing_date', 'expiresat', 'end_date'],
  days: ['days_to_advertise', 'days_to_post', 'advert_duration'],
} as const

const expected =
  'Expected <job> with a <command>, a <job_reference> and the advert, as Broadbean posts it to a job board'

async function* commands(feed: AsyncIterable<string>, context: PostContext): AsyncGenerator<PostCommand> {
  let place = 0
  let method: string | undefined
  // Found outside adverts: what AdCourier's own document asks for, and what is an answer of its.
  const beside = ['method', 'advertcheckresponse']
  for await (const node of xmlRows(feed, {
    row: ['job', 'advert', 'item', ...beside],
    markup: [...names.description, ...names.summary],
    expected,
  })) {
    if (node.name === 'method') method = node.text
    else if (node.name === 'advertcheckresponse')
      throw new SourceError(
        'This is an answer of AdCourier about adverts that it has sent, and no advert: post the advert itself',
      )
    else {
      const items = node.name === 'job' ? all(node, 'item') : []
      for (const item of items.length > 0 ? items : [node]) yield readCommand(item, node, ++place, method, context)
    }
  }
  if (place === 0) throw new SourceError(`There is no advert in it. ${expected}`)
}

function readCommand(
  node: XmlNode,
  outer: XmlNode,
  place: number,
  method: string | undefined,
  context: PostContext,
): PostCommand {
  const read = (field: keyof typeof names) => firstText(node, names[field])
  const reference = read('reference')
  const command = (read('command') ?? firstText(outer, names.command) ?? method ?? 'add').toLowerCase()
  const away = /^(?:delete|remove|withdraw|expire|close)/.test(command) || firstText(node, ['published']) === '0'
  if (away && reference !== undefined) return { command: 'withdraw', reference, place }
  if (!away && !/^(?:add|edit|update|amend|post|repost|export|insert|create|new)/.test(command))
    return {
      command: 'upsert',
      reference: reference ?? null,
      row: { row: place, key: reference ?? null, title: null, reason: unknownCommand(command) },
    }

  const location = {
    text: worded(read('location')),
    city: worded(read('city')),
    region: worded(read('region')),
    country: worded(read('country')),
    postcode: read('postcode'),
  }
  // `salary` is the text in some feeds and a bare figure in others.
  const salary = read('salary')
  const bare = salary !== undefined && /^[\d.,\s]+$/.test(salary)
  const limits = [read('min'), read('max')]
  const [min, max] = bare && !limits.some(limit => /[1-9]/.test(limit ?? '')) ? [salary, salary] : limits
  const terms = { currency: read('currency')?.toUpperCase(), period: read('period') }
  const pay = payInLimits(min, max, terms, read('salaryText') ?? (bare ? undefined : salary))
  const contact = { name: read('contact'), email: read('email'), phone: read('phone') }
  return upsert(
    place,
    node,
    reference,
    {
      title: read('title'),
      description: read('description'),
      summary: read('summary'),
      locations: Object.values(location).some(Boolean) ? [location] : [],
      ...pay,
      salaryText: pay.salaryText ?? (statesPay(pay) ? undefined : read('benefits')),
      types: listed(node, names.types).map(type => type.replaceAll('_', ' ')),
      environments: listed(node, names.environments),
      seniority: listed(node, names.seniority),
      categories: listed(node, names.categories).map(category => category.replaceAll('_', ' ')),
      company: read('company'),
      consultant: Object.values(contact).some(Boolean) ? contact : undefined,
      applicationEmail: read('applicationEmail'),
      applicationUrl:
        read('applicationUrl') ??
        all(node, 'extension').find(({ attributes }) => attributes.name === 'applyonline')?.text,
      hostedUrl: read('hosted'),
      language: read('language'),
      publishedAt: read('published'),
      expiresAt: read('expires') ?? lastDay(read('days'), context),
    },
    '<job_title>',
    '<job_reference>',
  )
}

function unknownCommand(command: string): string {
  return `the command "${command.slice(0, 40)}" is not known: send add or delete`
}
