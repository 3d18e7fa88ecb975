import { readableKey } from '../documents/identity.ts'
import type { RawJob, RawLocation, RawRow } from '../documents/rawJob.ts'
import { type Format, own, SourceError, titled, uuid, withdrawn } from './format.ts'
import type { NotRead } from './notRead.ts'
import { payInLimits } from './pay.ts'
import { asHtml, type Section, sections } from './sections.ts'
import type { SourceConfig } from './source.ts'
import { distinct } from './xmlFields.ts'
import { all, child, readXmlRows, textAt, withText, type XmlNode } from './xmlRows.ts'

/**
 * HR-XML: `PositionOpening` of version 2.x (alone or in a list) and of 3.x (in `ProcessPositionOpening`,
 * `ShowPositionOpening` and their like), with the additions of USAJOBS to 3.1. In the catalogue: the address or path of
 * such a document, of one opening or of any number.
 */
export const hrxml: Format = {
  id: 'hr-xml',
  listedIsLive: true,
  looksLike: ({ xml }) => xml?.elements.has('positionopening') === true,
  rows: readRows,
}

async function* readRows(feed: AsyncIterable<string>, _: SourceConfig, notRead?: NotRead): AsyncGenerator<RawRow> {
  let row = 0
  let deleted = false
  let acted = false
  const shape = {
    // What is to be done with the openings stands before them.
    row: ['positionopening', 'actionexpression'],
    markup: ['content', 'value'],
    root: ['showpositionopening', 'positionopenings'],
    expected: 'Expected HR-XML with a <PositionOpening> for each job',
  }
  // None is known by its text: what is to be done with it stands in another element.
  yield* readXmlRows(feed, shape, { notRead }, node => {
    if (node.name !== 'actionexpression') return withText(node, toRow(node, ++row, deleted))
    acted = true
    deleted = /^(?:delete|cancel|close)/i.test(node.attributes.actioncode ?? '')
    return null
  })
  if (row === 0 && acted)
    throw new SourceError(
      'The HR-XML says what is to be done with openings and holds none: ask the source for the openings themselves',
    )
}

function toRow(node: XmlNode, row: number, deleted: boolean): RawRow {
  const profile = child(node, 'positionprofile')
  // 2.x has one level more.
  const detail = child(profile, 'positiondetail') ?? profile
  const posting = child(node, 'positionpostings', 'positionposting')
  const postingId = child(posting, 'id')
  const documentId = child(node, 'documentid')
  const otherId = child(node, 'alternatedocumentid')
  const key = own(
    documentId?.text || textAt(node, 'positionrecordinfo', 'id', 'idvalue') || textAt(postingId, 'idvalue'),
  )
  const title = own(textAt(detail, 'positiontitle') ?? textAt(posting, 'title'))
  const status = textAt(node, 'positionopeningstatuscode') ?? textAt(node, 'positionrecordinfo', 'status')
  if (deleted) return withdrawn(row, 'the document withdraws this opening: it is not open', key, title)
  if (
    status !== undefined &&
    !/^(?:active|open|new|posted|published|current|approved|submitted|released)/i.test(status)
  )
    return withdrawn(row, `the status of the opening is "${status.slice(0, 40)}": it is not open`, key, title)

  const government = child(profile, 'userarea', 'govt_xmljobbody')
  const period = government ? child(profile, 'positionperiod') : undefined
  const places = all(detail, 'physicallocation').concat(all(profile, 'positionlocation'))
  const addresses = distinct(places.map(streetOf))
  const method = all(profile, 'howtoapply')
    .concat(all(posting, 'howtoapply'))
    .map(how => child(how, 'applicationmethod') ?? how)
  const first = (name: string) => method.map(one => textAt(one, name)).find(value => value !== undefined)
  return titled(
    row,
    {
      key: key ?? null,
      uuid: uuid(key),
      reference: own(otherId?.text || textAt(profile, 'positionid')) ?? readableKey(key),
      description: sections(government ? governmentParts(government) : parts(profile)),
      locations: places.map(readPlace).filter(place => Object.values(place).some(value => value !== undefined)),
      addresses: addresses.length > 0 ? addresses : undefined,
      ...readPay(detail),
      types: named(
        detail,
        'positionofferingtypecode',
        'positionscheduletypecode',
        'positiontype',
        'positionclassification',
        'positionschedule',
      ),
      environments: [],
      sectors: [],
      specialisms: [],
      categories: distinct([
        ...named(detail, 'jobcategorycode', 'industrycode'),
        ...all(detail, 'jobcategory').map(
          category => textAt(category, 'categorycode') ?? textAt(category, 'comments') ?? category.text,
        ),
      ]),
      company: companyOf(node, detail),
      consultant: contactOf(
        child(node, 'postingrequester', 'personcontact') ?? method.map(one => child(one, 'personname')).find(Boolean),
      ),
      applicationEmail: first('internetemailaddress'),
      applicationUrl: textAt(node, 'userarea', 'govt_applyonlineurl') ?? first('internetwebaddress'),
      hostedUrl: textAt(posting, 'link'),
      language:
        profile?.attributes['xml:lang'] ??
        child(profile, 'positionformatteddescription', 'content')?.attributes.languageid,
      publishedAt:
        postingId?.attributes.validfrom ??
        documentId?.attributes.validfrom ??
        textAt(period, 'startdate', 'formatteddatetime'),
      expiresAt:
        postingId?.attributes.validto ??
        documentId?.attributes.validto ??
        otherId?.attributes.validto ??
        // With USAJOBS the period is that of the announcement, with others that of the job.
        textAt(period, 'enddate', 'formatteddatetime'),
    },
    title,
    '<PositionTitle>',
  )
}

/** `15317-Permanent`: the words of a code. */
function named(node: XmlNode | undefined, ...names: string[]): string[] {
  return distinct(names.flatMap(name => all(node, name).map(one => one.text.replace(/^\d{1,6}\s*-\s*/, ''))))
}

/** Settings of the page that the advert is shown on, among its texts. */
const setting = /(?:url|color|colour|image|video|logo|mode|layout|template|style)$/i

/** 3.x has whole texts; 2.x has named ones, and one provider's `TasksHeadline` beside `Tasks`. */
function parts(profile: XmlNode | undefined): Section[] {
  const found: Section[] = all(profile, 'positionformatteddescription').map(one => ({
    text: textAt(one, 'content') ?? textAt(one, 'shortdescription'),
  }))
  const named = all(profile, 'formattedpositiondescription').map(one => ({
    name: textAt(one, 'name') ?? '',
    text: textAt(one, 'value'),
  }))
  const headlines = new Map(named.map(({ name, text }) => [name.toLowerCase(), text]))
  for (const { name, text } of named) {
    if (setting.test(name) || /headline$/i.test(name)) continue
    // A name that is no code is a heading: `Ihre Aufgaben`.
    found.push({
      heading: headlines.get(`${name.toLowerCase()}headline`) ?? (/[\s\u0080-\uffff]/.test(name) ? name : undefined),
      text,
    })
  }
  return found
}

const governmentSections = [
  [undefined, 'overview/agencymarketingstatement'],
  ['Summary', 'overview/jobsummary'],
  ['Duties', 'duties/majorduties'],
  ['Qualifications', 'qualificationsandevaluation/qualifications'],
  ['Education', 'qualificationsandevaluation/education'],
  ['Requirements', 'qualificationsandevaluation/requirements'],
  ['Evaluation', 'qualificationsandevaluation/evaluations'],
  ['Benefits', 'benefitsandotherinformation/benefits'],
  ['Other information', 'benefitsandotherinformation/otherinformation'],
  ['How to apply', 'howtoapplyinformation/howtoapply'],
  ['Required documents', 'howtoapplyinformation/requireddocuments'],
  ['What to expect next', 'howtoapplyinformation/whattoexpectnext'],
] as const

function governmentParts(body: XmlNode): Section[] {
  const found: Section[] = governmentSections.map(([heading, path]) => ({
    heading,
    text: textAt(body, ...path.split('/')),
  }))
  const required = distinct(all(child(body, 'overview'), 'keyrequirement').map(one => one.text))
  const list = required.map(one => `<li>${asHtml(one).replace(/^<p>|<\/p>$/g, '')}</li>`).join('')
  found.splice(2, 0, { heading: 'Key requirements', text: list && `<ul>${list}</ul>` })
  return found
}

function addressOf(place: XmlNode): XmlNode | undefined {
  return child(place, 'postaladdress') ?? child(place, 'referencelocation') ?? child(place, 'address')
}

function readPlace(place: XmlNode): RawLocation {
  const address = addressOf(place)
  return {
    text: textAt(place, 'locationname') ?? (address ? undefined : textAt(place, 'name')),
    city: textAt(address, 'municipality') ?? textAt(address, 'cityname'),
    region: textAt(address, 'region') ?? textAt(address, 'countrysubdivisioncode'),
    // A code, or in practice the name.
    country: textAt(address, 'countrycode'),
    postcode: textAt(address, 'postalcode'),
  }
}

/** `Example Street 67, 10117 Berlin`; empty without a street. */
function streetOf(place: XmlNode): string {
  const address = addressOf(place)
  const street = child(address, 'deliveryaddress')
  const line =
    textAt(street, 'addressline') ??
    [textAt(street, 'streetname'), textAt(street, 'buildingnumber')].filter(Boolean).join(' ')
  const town = [textAt(address, 'postalcode'), textAt(address, 'municipality')].filter(Boolean).join(' ')
  return line === '' ? '' : [line, town].filter(Boolean).join(', ')
}

const intervals = new Map(Object.entries({ PA: 'year', PM: 'month', PW: 'week', PD: 'day', PH: 'hour' }))

function readPay(detail: XmlNode | undefined): Pick<RawJob, 'salary' | 'salaryText'> {
  const offered = child(detail, 'offeredremunerationpackage') ?? child(detail, 'remunerationpackage')
  const range = child(offered, 'remunerationrange') ?? child(offered, 'basepay')
  const lower = child(range, 'remunerationminimumamount') ?? child(range, 'basepayamountmin')
  const upper = child(range, 'remunerationmaximumamount') ?? child(range, 'basepayamountmax')
  const interval = textAt(range, 'remunerationrateintervalcode') ?? range?.attributes.baseinterval
  const currency = lower?.attributes.currencyid ?? upper?.attributes.currencyid ?? range?.attributes.currencycode
  const terms = { currency, period: intervals.get(interval?.toUpperCase() ?? '') ?? interval }
  return payInLimits(lower?.text, upper?.text, terms, textAt(offered, 'description'))
}

function companyOf(node: XmlNode, detail: XmlNode | undefined): string | undefined {
  const requester = child(node, 'postingrequester')
  // An agency posts for another, whom it may not want named.
  const agency = /agency|staffing|recruit/i.test(textAt(requester, 'postingrequesterrolecode') ?? '')
  return (
    textAt(detail, 'company', 'name') ??
    textAt(detail, 'organization', 'organizationname') ??
    textAt(detail, 'positionorganization', 'organizationidentifiers', 'organizationname') ??
    (agency ? undefined : textAt(requester, 'partyname'))
  )
}

function contactOf(contact: XmlNode | undefined): RawJob['consultant'] {
  if (!contact) return undefined
  const name = textAt(contact, 'personname', 'formattedname') ?? textAt(contact, 'formattedname')
  const channels = all(contact, 'communication')
  const email = channels.map(one => textAt(one, 'uri')).find(uri => uri?.includes('@'))
  const phone = channels
    .filter(one => /^(?:telephone|phone|mobile)$/i.test(textAt(one, 'channelcode') ?? ''))
    .map(one =>
      ['countrydialing', 'areadialing', 'dialnumber']
        .map(part => textAt(one, part) ?? '')
        .join(' ')
        .replace(/\s+-?\s*/g, ' ')
        .trim(),
    )
    .find(Boolean)
  return name || email || phone ? { name, email, phone } : undefined
}
