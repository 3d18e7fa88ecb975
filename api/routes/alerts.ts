import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  type AlertAct,
  type AlertsPage,
  type AlertView,
  alertActs,
  alertFields,
  alertsPath,
  type Frequency,
  frequencies,
  mostAlerts,
} from '#api/alerts'
import { jobsPath, parseJobSearchParams } from '#api/jobSearchParams'
import { refinementsOf } from '#api/refinements'
import { hasCondition, readSavedSearch, savedSearchOf } from '#api/savedSearch'
import { SearchUnavailable } from '#api/search'
import type { Site } from '#indexer/site'
import { AlertIndex } from '../alerts/alertIndex.ts'
import { type Alert, type AlertLink, type AlertStore, newAlertId, type Person } from '../alerts/alertStore.ts'
import { oneAddress } from '../delivery/address.ts'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { isOurs } from '../requests.ts'
import { schemas } from '../schemas.ts'
import { StoreUnavailable } from '../submissions/submission.ts'
import { wantsHtml } from './formAnswers.ts'

export interface AlertRouteParts extends ApiParts {
  alerts: AlertStore
}

/** Mails that ask for a press, to one address in a day, from all visitors together. */
const mostAskedADay = 5
/** Pressed twice, or by two people: one mail. */
const askedAgainMs = 10 * 60_000
const dayMs = 86_400_000
const sentPath = '/alerts/sent'

/** Why an alert could not be asked for; the page of the form says it in words. */
const faults = {
  address: 'Please type one e-mail address.',
  search: 'Please search for something first: an alert for all jobs would be a mail of all jobs.',
  place: 'We do not know this place. Please choose another.',
  later: 'We could not take this just now. Please try again in a moment.',
} as const
type Fault = keyof typeof faults

/**
 * `POST /_sf/api/v1/alerts` asks for an alert: 202 once it is stored, 303 for a browser; 422 by field. `GET
 * /_sf/api/v1/alerts/{token}`: what a signed link shows. `POST /alerts/{token}` acts; without an act of ours it is a
 * mail program's one-click (RFC 8058) and ends what the link is for. A GET changes nothing.
 */
export async function alertRoutes(app: FastifyInstance, parts: AlertRouteParts): Promise<void> {
  const { config } = parts
  const rateLimit = { max: config.formRateLimit, timeWindow: 60_000 }
  await app.register(async scope => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 8_192 },
      (_request, body, done) => done(null, body),
    )
    const typed = scope.withTypeProvider<ZodTypeProvider>()
    scope.post(alertsPath, { schema: schemas.askForAlert, config: { rateLimit } }, (request, reply) =>
      ask(request, reply, parts),
    )
    typed.get(`${alertsPath}/:token`, { schema: schemas.alertsPage }, async (request, reply) =>
      reply.send(await alertPageOf(request.params.token, parts)),
    )
    scope.post<{ Params: { token: string } }>(
      '/alerts/:token',
      { schema: schemas.alertAct, config: { rateLimit: { max: 120, timeWindow: 60_000 } } },
      (request, reply) => act(request.params.token, request, reply, parts),
    )
  })
}

async function ask(request: FastifyRequest, reply: FastifyReply, parts: AlertRouteParts): Promise<FastifyReply> {
  const { limits, originOf, search } = parts
  if (!isOurs(request, originOf(request))) throw httpError(403, 'This form was sent from another site.')
  const fields = fieldsOf(request.body)
  const params = parseJobSearchParams(fields.get(alertFields.search) ?? '')
  const saved = savedSearchOf(params)
  const refuse = (fault: Fault, status = 422) =>
    wantsHtml(request)
      ? reply.redirect(`/alerts/new?${saved && `${saved}&`}fault=${fault}`, 303)
      : reply.code(status).send({ error: faults[fault], fields: { [fieldOf[fault]]: faults[fault] } })
  const done = () =>
    wantsHtml(request) ? reply.redirect(sentPath, 303) : reply.code(202).send({ status: 'asked' as const })
  // A robot is told what it wants to hear.
  if (fields.get(alertFields.trap)) return done()
  const email = oneAddress(fields.get(alertFields.email) ?? '')
  if (email === null) return refuse('address')
  if (!hasCondition(params) || readSavedSearch(saved).lost.length > 0) return refuse('search')
  const frequency = frequencyOf(fields.get(alertFields.frequency)) ?? 'daily'
  try {
    if ((await search.resolvePlace(params)).status === 'unknown') return refuse('place')
    const personId = (await parts.alerts.personIdOf(email))!
    const { count } = await limits.count('alertAsked', personId, dayMs)
    // The answer is the same: it does not tell which addresses are known here.
    if (count <= mostAskedADay) await keepAsked({ personId, email, saved, frequency }, request, parts)
    return done()
  } catch (error) {
    if (!(error instanceof StoreUnavailable) && !(error instanceof SearchUnavailable)) throw error
    request.log.error({ event: 'alertNotStored' }, error.message)
    return refuse('later', 503)
  }
}

const fieldOf: Record<Fault, string> = {
  address: alertFields.email,
  search: alertFields.search,
  place: alertFields.search,
  later: '',
}

async function keepAsked(
  { personId, email, saved, frequency }: { personId: string; email: string; saved: string; frequency: Frequency },
  request: FastifyRequest,
  parts: AlertRouteParts,
): Promise<void> {
  const { alerts: store, originOf } = parts
  const now = new Date(parts.search.now() * 1_000)
  const at = now.toISOString()
  const known = (await store.alerts(personId)).find(alert => alert.search === saved)
  // Without the person an earlier request broke off between the two.
  const isRecent = known?.asked && now.getTime() - Date.parse(known.asked.at) < askedAgainMs
  if (isRecent && (await store.person(personId))) return
  await store.mark(personId)
  const asked = { id: randomUUID(), frequency, at }
  await store.putAlert(
    personId,
    known
      ? { ...known, asked }
      : { id: newAlertId(), search: saved, frequency, paused: false, since: null, madeAt: at, asked },
  )
  // Of one who is known nothing changes here, and may by a press meanwhile.
  if (!(await store.person(personId)))
    await store.putPerson({ id: personId, email, origin: originOf(request), madeAt: at, pressedAt: null })
  await told(personId, request, parts, 'asked')
}

/** A mark behind the last change too, and a word to the queue: without Redis the next pass finds the marks. */
async function told(
  personId: string,
  request: FastifyRequest,
  { alerts: store, queues, config }: AlertRouteParts,
  what: 'asked' | 'confirmed' | 'ended' | null,
): Promise<void> {
  await store.mark(personId)
  if (what) request.log.info({ event: 'alert', what, personId }, 'alert')
  try {
    queues.assertUp()
    if (what) await new AlertIndex(queues.redis, config.queuePrefix).count(what)
    await queues.addTending(personId)
  } catch (error) {
    request.log.warn({ event: 'alertNotQueued', personId }, `The next pass will find it: ${(error as Error).message}`)
  }
}

/** What a signed link shows; a GET that changes nothing. */
export async function alertPageOf(token: string, parts: AlertRouteParts): Promise<AlertsPage> {
  const { alerts: store } = parts
  const link = await store.readToken(token)
  const person = link && (await store.person(link.personId))
  if (!link || !person) return { kind: 'over' }
  const all = await store.alerts(person.id)
  const own = all.filter(({ id }) => link.alerts.includes(id))
  if (link.kind === 'end')
    return own.length === 0
      ? { kind: 'over' }
      : { kind: 'end', alerts: await Promise.all(own.map(alert => viewOf(alert, parts))) }
  const [first] = own
  if (link.kind === 'confirm' && !isPressed(first))
    return first ? { kind: 'confirm', alert: await viewOf(first, parts) } : { kind: 'over' }
  return {
    kind: 'manage',
    address: masked(person.email),
    alerts: await Promise.all(all.map(alert => viewOf(alert, parts))),
    askedToKeep: person.keep !== undefined,
  }
}

/** Whether the link of a mail that asks for a press has been pressed: it then leads to the page of all alerts. */
function isPressed(alert: Alert | undefined): boolean {
  return alert !== undefined && !alert.asked
}

async function viewOf(alert: Alert, { search, config }: AlertRouteParts): Promise<AlertView> {
  const { params, lost } = readSavedSearch(alert.search)
  // The page is good without the name of a place.
  const resolution = await search.resolvePlace(params).catch(() => ({ status: 'none' as const }))
  return {
    id: alert.id,
    path: jobsPath(params),
    criteria: refinementsOf(params, resolution, config.site).map(({ key, label }) => ({ key, label })),
    frequency: alert.since === null ? (alert.asked?.frequency ?? alert.frequency) : alert.frequency,
    paused: alert.paused,
    confirmed: alert.since !== null,
    lost: lost.length > 0,
  }
}

/** `a…@example.com`: its owner knows it, and who looks over a shoulder does not. */
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0]}…${email.slice(at)}`
}

async function act(
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AlertRouteParts,
): Promise<FastifyReply> {
  const { alerts: store } = parts
  const fields = fieldsOf(request.body)
  const said = fields.get('act') as AlertAct | null
  const link = await store.readToken(token)
  if (said !== null && !alertActs.includes(said)) throw httpError(422, 'There is no such thing to do.')
  // What has ended has ended, however often it is said: also by a link whose address has been erased since.
  const person = link && (await store.person(link.personId))
  if (!link || !person) return shown(request, reply, token, 'over')
  if (said === null && link.kind !== 'end') throw httpError(422, 'Say what to do: act.')
  const done = await perform(said ?? 'end', link, person, fields, request, parts)
  const stays = done !== 'over' && (await store.person(person.id)) !== null
  const at =
    stays && link.kind !== 'end' ? await store.token({ kind: 'manage', personId: person.id, alerts: [] }) : token
  return shown(request, reply, at, done)
}

/** A browser is led back to the page, which then says what was done. */
function shown(request: FastifyRequest, reply: FastifyReply, token: string, done: string): FastifyReply {
  if (wantsHtml(request)) return reply.redirect(`/alerts/${encodeURIComponent(token)}?done=${done}`, 303)
  return reply.send({ done })
}

/** Does it. @returns what the page then says */
async function perform(
  what: AlertAct,
  link: AlertLink,
  person: Person,
  fields: URLSearchParams,
  request: FastifyRequest,
  parts: AlertRouteParts,
): Promise<string> {
  const { alerts: store, search } = parts
  const all = await store.alerts(person.id)
  const second = search.now()
  const named = fields.get('alert')
  const linked = all.filter(({ id }) => link.alerts.includes(id))
  const kind = link.kind === 'confirm' && what !== 'confirm' && isPressed(linked[0]) ? 'manage' : link.kind
  const own = kind === 'manage' ? all.filter(({ id }) => id === named) : linked
  const [alert] = own
  await store.mark(person.id)
  const pressed = async () => {
    const { keep: _, ...rest } = person
    await store.putPerson({ ...rest, pressedAt: new Date(second * 1_000).toISOString() })
  }
  switch (what) {
    case 'confirm': {
      if (kind !== 'confirm' || !alert) return 'over'
      if (!alert.asked) return 'confirmed'
      if (alert.since === null && all.filter(({ since }) => since !== null).length >= mostAlerts) return 'many'
      const { frequency } = alert.asked
      await store.putAlert(person.id, { ...alert, frequency, paused: false, since: alert.since ?? second, asked: null })
      await pressed()
      await told(person.id, request, parts, 'confirmed')
      return 'confirmed'
    }
    case 'end':
    case 'endAll': {
      // What was asked for once more is refused, and not what was confirmed before.
      if (kind === 'confirm' && alert?.asked && alert.since !== null) {
        await store.putAlert(person.id, { ...alert, asked: null })
        return 'changed'
      }
      const ending = what === 'endAll' && kind === 'manage' ? all : own
      for (const { id } of ending) await store.removeAlert(person.id, id)
      // The address goes with the last of its alerts.
      if ((await store.alerts(person.id)).length === 0) await store.erase(person.id)
      // A link that ends nothing any more is no sign that the others are wanted.
      else if (ending.length > 0) await pressed()
      await told(person.id, request, parts, 'ended')
      return 'ended'
    }
    case 'keep':
      if (kind !== 'manage') return 'over'
      await pressed()
      await told(person.id, request, parts, null)
      return 'kept'
  }
  if (kind !== 'manage' || !alert || alert.since === null) return 'over'
  const changed = changeOf(what, alert, fields, second, parts.config.site)
  if (!changed) return 'bare'
  const twin = all.find(({ id, search: other }) => id !== alert.id && other === changed.search)
  // One that was never confirmed tells of nothing.
  const isTold = twin && twin.since !== null
  if (!isTold) await store.putAlert(person.id, changed)
  if (twin) await store.removeAlert(person.id, isTold ? alert.id : twin.id)
  await pressed()
  await told(person.id, request, parts, null)
  return 'changed'
}

/**
 * The alert as it is to be; null where it would ask for nothing.
 * @param second epoch: jobs that came before are past
 */
function changeOf(
  what: 'pause' | 'resume' | 'frequency' | 'without',
  alert: Alert,
  fields: URLSearchParams,
  second: number,
  site: Site,
): Alert | null {
  switch (what) {
    case 'pause':
      return { ...alert, paused: true }
    case 'resume':
      return alert.paused ? { ...alert, paused: false, since: second } : alert
    case 'frequency':
      return { ...alert, frequency: frequencyOf(fields.get('frequency')) ?? alert.frequency }
    case 'without': {
      const { params } = readSavedSearch(alert.search)
      const none = { status: 'none' } as const
      const one = refinementsOf(params, none, site).find(({ key }) => key === fields.get('criterion'))
      const rest = parseJobSearchParams(savedSearchOf({ ...params, ...one?.without }))
      return hasCondition(rest) ? { ...alert, search: savedSearchOf(rest), since: second } : null
    }
  }
}

function frequencyOf(text: string | null): Frequency | null {
  return frequencies.includes(text as Frequency) ? (text as Frequency) : null
}

/** As a form or a program sends them. */
function fieldsOf(body: unknown): URLSearchParams {
  if (typeof body === 'string') return new URLSearchParams(body)
  const fields = new URLSearchParams()
  if (typeof body === 'object' && body !== null)
    for (const [name, value] of Object.entries(body)) if (typeof value === 'string') fields.set(name, value)
  return fields
}
