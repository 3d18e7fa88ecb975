import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { RawJob, RawLocation, RawRow } from '../documents/rawJob.ts'
import { shownFrom } from './feedAddress.ts'
import { parseAnswer } from './feedHttp.ts'
import {
  amount,
  type FeedHttp,
  type Format,
  identityFault,
  moment,
  object,
  rejected,
  SourceError,
  text,
  texts,
  titled,
  withdrawn,
} from './format.ts'
import { type JsonShape, jsonRows } from './jsonRows.ts'
import { pageTexts, withQuery } from './paging.ts'
import { payInLimits } from './pay.ts'
import { type SourceConfig } from './source.ts'

const secret = (what: string, name: string) =>
  z.string({ error: `expected ${what}, such as "\${SOURCE_BULLHORN_${name}}"` }).min(1)
const bullhornOptions = z
  .strictObject({
    clientId: secret('the OAuth client id', 'CLIENT').optional(),
    clientSecret: secret('the OAuth client secret', 'SECRET').optional(),
    refreshToken: secret('a refresh token', 'TOKEN').optional(),
    /** Those of the data centre that `loginInfo?username=…` names. */
    oauthUrl: z
      .url({ protocol: /^https?$/, error: 'expected an address' })
      .default('https://auth.bullhornstaffing.com/oauth/token'),
    loginUrl: z
      .url({ protocol: /^https?$/, error: 'expected an address' })
      .default('https://rest.bullhornstaffing.com/rest-services/login'),
    /** Open jobs that are not published (`isPublic` is not 1) are adverts too. */
    unpublished: z.boolean({ error: 'expected true or false' }).default(false),
  })
  .refine(
    ({ clientId, clientSecret, refreshToken }) =>
      [clientId, clientSecret, refreshToken].every(Boolean) || ![clientId, clientSecret, refreshToken].some(Boolean),
    {
      error:
        'clientId, clientSecret and refreshToken belong together: set all three, or none for the public address of published jobs',
    },
  )
type BullhornOptions = z.infer<typeof bullhornOptions>

/**
 * Jobs of a Bullhorn account. `from` is one of
 * - `https://public-rest<n>.bullhornstaffing.com/rest-services/<corporation>/search/JobOrder?query=isOpen:1` (published
 *   jobs, no options),
 * - `https://rest.bullhornstaffing.com/rest-services/search/JobOrder?query=isOpen:1 AND isDeleted:0 AND isPublic:1`, or
 *   `…/query/JobBoardPost?where=isOpen=true`, with `"options": {"clientId": "${SOURCE_…}", "clientSecret":
 *   "${SOURCE_…}", "refreshToken": "${SOURCE_…}"}`.
 *
 * Bullhorn takes each refresh token once and hands out the next with it, so the one of the catalogue is right for the
 * first run only. The next is written to `<keepFolder>/<source>/kept` before the access token is used, to disk and for
 * the worker alone; it follows the catalogue's token until another is set there. Without such a folder no token is
 * spent. Workers on several machines need that folder in common. When a token is lost all the same (the machine went
 * down between Bullhorn's answer and the write) the run says so: authorise once more and set the new token.
 */
export const bullhorn: Format = {
  id: 'bullhorn',
  listedIsLive: true,
  own: true,
  options: bullhornOptions,
  looksLike: ({ json }) =>
    !!json?.members.has('data') &&
    json.row.has('title') &&
    json.row.has('isOpen') &&
    (json.row.has('employmentType') || json.row.has('publicDescription')),
  collect,
  rows: (feed, { options }, notRead, known) =>
    jsonRows(
      feed,
      shape,
      (value, row) => readRow(value, row, (options as Partial<BullhornOptions>).unpublished ?? false),
      notRead,
      known,
    ),
}

const shape: JsonShape = {
  bareList: false,
  member: 'data',
  lines: false,
  keyMembers: ['id'],
  titleMember: 'title',
  expected:
    'expected the answer to a search or query, {"total": 1, "start": 0, "count": 1, "data": [...]}: the address should end in /search/JobOrder?query=…',
}

const pageSize = 200
/** What the public address gives. */
const publicFields =
  'id,title,publishedCategory(id,name),address(city,state,zip,countryName),employmentType,dateLastPublished,publicDescription,isOpen,isPublic,isDeleted,publishedZip,salary,salaryUnit'
const fields =
  'id,title,publicDescription,address,employmentType,salary,salaryUnit,payRate,onSite,isOpen,isPublic,isDeleted,status,dateAdded,dateLastModified,dateLastPublished,publishedCategory(id,name),categories(id,name),businessSectors(id,name),skills(id,name),responseUser(id,firstName,lastName,email,phone)'

async function* collect(from: string, http: FeedHttp, { options }: SourceConfig): AsyncGenerator<string> {
  const asked = new URL(from)
  const entity = /\/(search|query)\/(?:JobOrder|JobBoardPost)\/?$/.exec(asked.pathname)
  if (!entity)
    throw new SourceError(
      'The address of a Bullhorn source ends in /search/JobOrder?query=… or /query/JobBoardPost?where=…: check "from" in the catalogue',
    )
  const account = options as Partial<BullhornOptions>
  const session = account.refreshToken ? await logIn(http, account as BullhornOptions) : null
  const address = session ? new URL(entity[0].slice(1), session.restUrl) : asked
  address.search = asked.search
  const query = address.searchParams
  if (!query.has('fields')) query.set('fields', session ? fields : publicFields)
  // Pages of a list without an order repeat and leave out.
  if (!query.has('sort') && !query.has('orderBy')) query.set(entity[1] === 'search' ? 'sort' : 'orderBy', 'id')
  // More than 500 are cut down to that, and a short page would pass for the last.
  const count = amount(query.get('count'))
  if (!count || count < 1 || count > 500) query.set('count', String(pageSize))
  yield* pageTexts(http, withQuery(address, { start: 0 }), {
    headers: session ? { BhRestToken: session.token } : {},
    read(answer, url, before) {
      if (!Array.isArray(answer.data)) return undefined
      const total = amount(answer.total)
      const reached = before + answer.data.length
      const more =
        answer.data.length > 0 &&
        (total === undefined ? answer.data.length >= Number(query.get('count')) : reached < total)
      return { rows: answer.data, total, next: more ? withQuery(url, { start: reached }) : null }
    },
    id: row => object(row)?.id,
    expected: 'Expected {"total": 1, "data": [...]}: check the query of "from"',
  })
}

const keptName = 'bullhorn-token'

/** A session of the REST API. @throws SourceError */
async function logIn(http: FeedHttp, options: BullhornOptions): Promise<{ restUrl: string; token: string }> {
  const accessToken = await refresh(http, options)
  const login = withQuery(options.loginUrl, { version: '*', access_token: accessToken })
  // Posted, though it could be asked for: what is asked for may be kept.
  const answer = object(await http.json(login, { method: 'POST' }))
  const token = text(answer?.BhRestToken)
  const restUrl = text(answer?.restUrl)
  if (!token || !restUrl || !URL.canParse(restUrl))
    throw new SourceError(
      'Bullhorn gave no session for its access token: check options.loginUrl (the data centre of the account)',
    )
  if (!isAkin(new URL(restUrl), login))
    throw new SourceError(
      `Bullhorn names an address of another domain for the session (${shownFrom(restUrl)}), which is not asked: check options.loginUrl`,
    )
  return { restUrl: restUrl.replace(/\/?$/, '/'), token }
}

/**
 * Whether an address that an answer gives is of the domain that was asked: the data centres of one (`rest`, `rest32`)
 * are hosts of it.
 */
function isAkin(given: URL, asked: URL): boolean {
  const domain = asked.hostname.split('.').slice(-2).join('.')
  const named = /[a-z]/i.test(domain) && domain.includes('.')
  return (
    given.protocol === asked.protocol &&
    (given.hostname === asked.hostname || (named && given.hostname.endsWith(`.${domain}`)))
  )
}

/** An access token for the refresh token, whose successor is kept before anything else is done. */
async function refresh(
  http: FeedHttp,
  { clientId, clientSecret, refreshToken, oauthUrl }: BullhornOptions,
): Promise<string> {
  const { kept } = http
  if (!kept)
    throw new SourceError(
      'Bullhorn hands out a new refresh token at each run, and there is no folder to keep it in: the token of the catalogue is not spent. Run the sync in the worker, or set DATA_DIR',
    )
  // Another token in the catalogue begins another chain.
  const chain = createHash('sha256').update(`${clientId}\n${refreshToken}`).digest('hex')
  const next = async () => {
    const written = await kept.read(keptName)
    const found = written === null ? undefined : object(parseAnswer(written, keptName))
    return found?.chain === chain ? text(found.refreshToken) : undefined
  }
  const tried = new Set<string>()
  // The kept one, then once more where another worker has used it meanwhile, and at last the catalogue's: it may be
  // unused after a restore.
  for (const candidate of [next, next, async () => refreshToken]) {
    const token = await candidate()
    if (!token || tried.has(token)) continue
    tried.add(token)
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: clientId!,
      client_secret: clientSecret!,
    })
    const { status, text: said } = await http.text(oauthUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      accept: [400, 401],
    })
    const answer = object(parseAnswer(said, oauthUrl))
    const accessToken = status < 300 ? text(answer?.access_token) : undefined
    if (accessToken) {
      const successor = text(answer?.refresh_token)
      if (successor) await kept.write(keptName, JSON.stringify({ chain, refreshToken: successor }))
      return accessToken
    }
    if (text(answer?.error) !== 'invalid_grant')
      throw new SourceError(
        `Bullhorn refused the OAuth client (${text(answer?.error_description)?.slice(0, 100) ?? text(answer?.error)?.slice(0, 100) ?? `status ${status}`}): check options.clientId, options.clientSecret and options.oauthUrl`,
      )
  }
  throw new SourceError(
    'The refresh token for Bullhorn is used up or revoked: authorise the application once more and set options.refreshToken to the new one',
  )
}

function readRow(value: unknown, row: number, unpublished: boolean): RawRow {
  const order = object(value)!
  const id = text(order.id)
  const fault = identityFault('id', order.id)
  if (fault) return rejected(row, fault, null, order.title)
  const closed = whyClosed(order, unpublished)
  if (closed) return withdrawn(row, closed, id, order.title)

  const sectors = texts(object(order.businessSectors)?.data)
  const user = object(order.responseUser) ?? object(order.owner)
  return titled(
    row,
    {
      key: id ?? null,
      // `description` is for the agency's own eyes, unless the query asks for nothing else.
      description: order.publicDescription === undefined ? text(order.description) : text(order.publicDescription),
      locations: readLocation(object(order.address), order.publishedZip),
      ...readPay(order),
      // `50 - Direct Hire`
      types: texts(order.employmentType).map(type => type.replace(/^\d+\s*-\s*/, '')),
      environments: [
        ...texts(order.onSite).filter(place => !/no preference/i.test(place)),
        ...(isTrue(order.isWorkFromHome) ? ['Remote'] : []),
      ],
      sectors,
      specialisms: [],
      categories: [
        ...new Set([
          ...texts(order.publishedCategory),
          ...texts(object(order.categories)?.data),
          ...texts(object(order.skills)?.data),
          ...texts(order.skillList),
        ]),
      ],
      // The company is the agency's client, which an advert does not tell.
      consultant: user
        ? {
            name: [text(user.firstName), text(user.lastName)].filter(Boolean).join(' ') || undefined,
            email: text(user.email),
            phone: text(user.phone),
          }
        : undefined,
      // Epoch milliseconds. `dateEnd` is the assignment's.
      publishedAt: moment(order.dateLastPublished) ?? moment(order.dateAdded),
      createdAt: moment(order.dateAdded),
      updatedAt: moment(order.dateLastModified),
    },
    order.title,
    'title',
  )
}

function whyClosed(order: Record<string, unknown>, unpublished: boolean): string | null {
  if (isTrue(order.isDeleted)) return 'isDeleted is true: the job is deleted'
  if (order.isOpen !== undefined && order.isOpen !== null && !isTrue(order.isOpen))
    return 'isOpen is false: the job is closed'
  const status = text(order.status)
  if (status && /\b(?:filled|placed|cancell?ed|closed|archived?)\b/i.test(status))
    return `status is "${status.slice(0, 40)}": the job is closed`
  if (!unpublished && order.isPublic !== undefined && order.isPublic !== null && !isTrue(order.isPublic))
    return 'isPublic is not 1: the job is not published (options.unpublished lists such jobs too)'
  return null
}

/** Flags come as true, 1 and text, depending on the entity. */
function isTrue(value: unknown): boolean {
  return value === true || value === 1 || /^(?:1|true|yes)$/i.test(text(value) ?? '')
}

/** Bullhorn has its own numbers for countries; newer answers name the country too. */
const countries = new Map([
  ['1', 'US'],
  ['2359', 'GB'],
])

function readLocation(address: Record<string, unknown> | undefined, publishedZip: unknown): RawLocation[] {
  if (!address) return []
  const location: RawLocation = {
    city: text(address.city),
    region: text(address.state),
    country: text(address.countryCode) ?? text(address.countryName) ?? countries.get(text(address.countryID) ?? ''),
    postcode: text(address.zip) ?? text(publishedZip),
  }
  // An address that was never filled in has the agency's country alone.
  return location.city || location.region || location.postcode || (location.country && address.countryID === undefined)
    ? [location]
    : []
}

const units: readonly [RegExp, string][] = [
  [/hour/i, 'hour'],
  [/da(?:y|ily)/i, 'day'],
  [/week/i, 'week'],
  [/month/i, 'month'],
  [/year|annum|annual/i, 'year'],
]

/** The salary, or the rate that is paid. What the client is billed is not read. */
function readPay(order: Record<string, unknown>): Pick<RawJob, 'salary' | 'salaryText'> {
  const stated = [order.salary, order.payRate].find(one => /[1-9]/.test(text(one) ?? ''))
  // The unit is there without pay too: it holds for no figure elsewhere.
  if (stated === undefined) return {}
  const unit = text(order.salaryUnit) ?? ''
  return payInLimits(stated, stated, { period: units.find(([words]) => words.test(unit))?.[1] })
}
