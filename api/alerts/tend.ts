import { randomUUID } from 'node:crypto'
import { jobsPath } from '#api/jobSearchParams'
import { readSavedSearch } from '#api/savedSearch'
import type { Site } from '#indexer/site'
import { type Mail, MailRefused, type Message } from '../delivery/mail.ts'
import type { SearchContext } from '../search/answering.ts'
import type { Replay } from '../search/replay.ts'
import { type AlertIndex, mostFound, searchIdOf } from './alertIndex.ts'
import {
  askedFor,
  confirmMail,
  criteriaOf,
  jobsMail,
  keepMail,
  type MailedJob,
  type MailParts,
  mailedFields,
  type NamedAlert,
} from './alertMails.ts'
import type { Alert, AlertStore, Mailing, Match, Person, Told } from './alertStore.ts'
import { dueAt } from './mornings.ts'
import { inTurns } from './nextPeople.ts'

export interface AlertParts {
  store: AlertStore
  index: AlertIndex
  mail: Mail
  /** Of the search: places and jobs. */
  context: SearchContext
  replay: Replay
  site: Site
  siteName: string
  /** Null: links lead to where the alert was asked for. */
  publicUrl: string | null
  /** Epoch milliseconds. */
  now: () => number
}

/** Jobs shown in one mail, which leads to the others. */
const jobsInMail = 25
/** What expires within this is not told of any more. */
const leastLeftSeconds = 3_600
/** A job that has arrived and cannot be found yet: the engine is at it. */
const arrivingSeconds = 3_600
const lookAgainMs = 30_000
/** An alert that began so long before the last pass was known to it. */
const catchUpMs = 600_000
/** What arrived before is in no index of arrivals any more. */
const rememberedSeconds = 20 * 86_400

/** The alert was ended, paused or changed while its mail was made. */
class NotWanted extends Error {
  override name = 'NotWanted'
}

/**
 * Sees to one person: mails that wait for a press, what the matcher needs to know, and jobs that are due. Whatever is
 * sent is written down before (`mailing.json`) and after (`told.json`), so that one that is killed anywhere and begun
 * again sends nothing twice. By one process at a time.
 * @param stillOurs asked at the last moment before a mail leaves: throws when another process may be at it
 * @throws where a mail could not be sent: it is tried again
 */
export async function tend(
  personId: string,
  parts: AlertParts,
  stillOurs: () => Promise<void> = async () => {},
): Promise<void> {
  const { store, index, now } = parts
  const marks = await store.marksOf(personId)
  const news = await index.news(personId)
  const person = await store.person(personId)
  const alerts = person ? await store.alerts(personId) : []
  await index.put(personId, alerts.filter(isActive))
  try {
    if (person && alerts.length > 0) {
      await catchUp(alerts.filter(isActive), parts)
      // Before anything is asked and written for a mail that cannot leave.
      if ((await index.mailServer(now())) === 'away') throw new MailAway()
      await sendAsked(person, alerts, parts, stillOurs)
      await finishMailing(person, parts, stillOurs)
      const nextAt = await sendDue(person, alerts.filter(isActive), { ...parts, marks }, stillOurs)
      await index.settle(personId, news, nextAt)
    } else if (person) await store.erase(personId)
    await index.noteSuccess(personId)
  } catch (error) {
    if (error instanceof MailRefused) {
      // Nothing that we do makes this address take mail.
      await store.erase(personId)
      await index.put(personId, [])
      await index.count('refused', 1, now())
    } else {
      await index.noteFailure(personId, now(), marks.length, hasAnswered(error) ? 'answered' : 'unanswered')
      // Said by the one that found it away.
      if (error instanceof MailAway) return
      await index.count('failures', 1, now())
      if (isAway(error)) await index.noteMailAway(now())
      throw error
    }
  }
  await store.unmark(marks)
}

/** Confirmed, wanted, and asking for what the site still knows. */
export function isActive({ since, paused, search }: Alert): boolean {
  return since !== null && !paused && readSavedSearch(search).lost.length === 0
}

/** What arrived between the beginning of an alert and the pass that was the first to know it. */
async function catchUp(alerts: readonly Alert[], { index, replay, now }: AlertParts): Promise<void> {
  const lastPass = await index.lastPass()
  const nowSecond = Math.floor(now() / 1_000)
  for (const { search, since } of alerts) {
    if (lastPass !== null && since! * 1_000 < lastPass - catchUpMs) continue
    const window = { from: since!, to: nowSecond + catchUpMs / 1_000 }
    const [found] = await replay.find([readSavedSearch(search).params], window)
    // The pass tells of faults.
    if (found instanceof Error || !found || found.length === 0) continue
    const arrivals = await replay.arrivals(window)
    const jobs = new Map(found.flatMap(id => (arrivals.has(id) ? [[id, arrivals.get(id)!] as const] : [])))
    await index.addFound(searchIdOf(search), jobs, nowSecond)
  }
}

/** The mails that ask for a press, each once. */
async function sendAsked(
  person: Person,
  alerts: readonly Alert[],
  parts: AlertParts,
  stillOurs: () => Promise<void>,
): Promise<void> {
  const { store } = parts
  for (const alert of alerts) {
    if (!alert.asked || (await store.hasReceipt(person.id, alert.asked.id))) continue
    const token = await store.token({ kind: 'confirm', personId: person.id, alerts: [alert.id] })
    const message = confirmMail(
      alert.asked.id,
      person,
      await named(alert, parts, askedFor),
      linkOf(token, person, parts),
      mailParts(person, parts),
    )
    const sent = await send(message, parts, stillOurs, async () => (await store.alert(person.id, alert.id)) !== null)
    if (sent) await store.putReceipt(person.id, alert.asked.id, new Date(parts.now()).toISOString())
    await parts.mail.settled(message.id)
  }
  const { keep } = person
  if (!keep || (await store.hasReceipt(person.id, keep.id))) return
  // Also those that are paused: they end with the others.
  const confirmed = alerts.filter(({ since }) => since !== null)
  const links = await linksOf(person, confirmed, parts)
  const message = keepMail(
    keep.id,
    person,
    await Promise.all(confirmed.map(alert => named(alert, parts))),
    links,
    mailParts(person, parts),
  )
  const sent = await send(message, parts, stillOurs, async () => (await store.person(person.id)) !== null)
  if (sent) await store.putReceipt(person.id, keep.id, new Date(parts.now()).toISOString())
  await parts.mail.settled(message.id)
}

/** Brings a mail to its end that an earlier try has begun. */
async function finishMailing(person: Person, parts: AlertParts, stillOurs: () => Promise<void>): Promise<void> {
  const mailing = await parts.store.mailing(person.id)
  if (mailing) await sendMailing(mailing, person, parts, stillOurs)
}

/** Sends what is due. @returns when there is more to send, epoch ms; null for never */
async function sendDue(
  person: Person,
  alerts: readonly Alert[],
  parts: AlertParts & { marks: string[] },
  stillOurs: () => Promise<void>,
): Promise<number | null> {
  const { store, index, context, site } = parts
  const nowMs = parts.now()
  const now = Math.floor(nowMs / 1_000)
  const told = await store.told(person.id)
  const dueOf = (alert: Alert) => dueAt(alert.frequency, (told.last[alert.id] ?? alert.since!) * 1_000, site.timeZone)
  const later: number[] = []
  const lists: { id: string; arrivedAt: number; alert: string }[][] = []
  /** Of searches that may have found more than is kept. */
  const oldest: string[] = []
  for (const alert of alerts) {
    const all = await index.found(alert.search, alert.since!)
    const unsent = all.filter(([job, arrivedAt]) => (told.sent[job] ?? 0) < arrivedAt)
    if (unsent.length === 0) continue
    const at = dueOf(alert)
    if (at > nowMs) later.push(at)
    else {
      lists.push(unsent.map(([id, arrivedAt]) => ({ id, arrivedAt, alert: alert.id })))
      if (all.length === mostFound) oldest.push(all.at(-1)![0])
    }
  }
  // The newest of each alert first: one that finds much leaves the others their room.
  const found = new Map<string, Match>()
  for (const { id, arrivedAt, alert } of inTurns(lists)) {
    const known = found.get(id)
    found.set(id, {
      id,
      arrivedAt: Math.max(arrivedAt, known?.arrivedAt ?? 0),
      alerts: [...(known?.alerts ?? []), alert],
    })
  }
  const documents = await context.engine.byIds<{ id: string; expires_at: number }>(
    context.names.jobs,
    [...found.keys()],
    ['id', 'expires_at'],
  )
  const expiries = new Map(documents.map(({ id, expires_at }) => [id, expires_at]))
  const matches = [...found.values()]
  // It is on its way into the index, or has left it already.
  if (matches.some(({ id, arrivedAt }) => !expiries.has(id) && now - arrivedAt < arrivingSeconds))
    later.push(nowMs + lookAgainMs)
  const live = matches.filter(({ id }) => (expiries.get(id) ?? 0) > now + leastLeftSeconds)
  if (live.length > 0) {
    const mailing: Mailing = {
      id: randomUUID(),
      at: now,
      alerts: alerts.flatMap(({ id }) => (live.some(match => match.alerts.includes(id)) ? id : [])),
      jobs: live.slice(0, jobsInMail).sort((a, b) => b.arrivedAt - a.arrivedAt),
      others: live.slice(jobsInMail),
      isCut: live.some(({ id }) => oldest.includes(id)),
    }
    // A process that dies between this and the mail is followed by one that finds the mark.
    parts.marks.push(await store.mark(person.id))
    await store.putMailing(person.id, mailing)
    if (!(await sendMailing(mailing, person, parts, stillOurs))) later.push(nowMs + lookAgainMs)
  }
  return later.length > 0 ? Math.min(...later) : null
}

/**
 * Sends a mailing as far as it is still wanted, and writes down what was told.
 * @returns false where another one is to be made, of what is wanted and live now
 */
async function sendMailing(
  mailing: Mailing,
  person: Person,
  parts: AlertParts,
  stillOurs: () => Promise<void>,
): Promise<boolean> {
  const { store, index, mail, now } = parts
  const told = await store.told(person.id)
  if (told.mailing !== mailing.id) {
    const wanted = await wantedOf(mailing, person.id, store)
    const message = await messageOf(mailing, person, wanted, parts)
    const ids = wanted.map(({ id }) => id).join()
    const isWanted = async () => (await wantedOf(mailing, person.id, store)).map(({ id }) => id).join() === ids
    if (!message || !(await send(message, parts, stillOurs, isWanted))) {
      await store.removeMailing(person.id)
      return false
    }
    await index.count('mails', 1, now())
    await index.count('jobs', mailing.jobs.length, now())
    await store.putTold(person.id, toldOf(told, mailing, now()))
    // Erased meanwhile: nothing of it comes back.
    if (!(await store.person(person.id))) {
      await store.erase(person.id)
      return true
    }
    await mail.settled(`${mailing.id}-alert`)
  }
  await store.removeMailing(person.id)
  return true
}

/** Alerts of a mailing that are still wanted. */
async function wantedOf(mailing: Mailing, personId: string, store: AlertStore): Promise<Alert[]> {
  const alerts = await Promise.all(mailing.alerts.map(id => store.alert(personId, id)))
  return alerts.filter(alert => alert !== null && isActive(alert)) as Alert[]
}

/** Null where nothing of it is wanted, or live, any more. */
async function messageOf(
  mailing: Mailing,
  person: Person,
  wanted: readonly Alert[],
  parts: AlertParts,
): Promise<Message | null> {
  const { context, now } = parts
  const names = new Map<string, NamedAlert>()
  for (const alert of wanted) names.set(alert.id, await named(alert, parts))
  const documents = await context.engine.byIds<MailedJob>(
    context.names.jobs,
    mailing.jobs.map(({ id }) => id),
    mailedFields,
  )
  const byId = new Map(documents.map(job => [job.id, job]))
  const soon = Math.floor(now() / 1_000) + leastLeftSeconds
  const jobs = mailing.jobs.flatMap(({ id, alerts }) => {
    const job = byId.get(id)
    const matched = alerts.flatMap(alert => names.get(alert) ?? [])
    return job && job.expires_at > soon && matched.length > 0 ? [{ job, alerts: matched }] : []
  })
  if (jobs.length === 0) return null
  const { id, others = [], isCut = false } = mailing
  const total = jobs.length + others.filter(({ alerts }) => alerts.some(alert => names.has(alert))).length
  const shown = { id, jobs, total, isCut, alerts: [...names.values()] }
  return jobsMail({ ...shown, ...(await linksOf(person, wanted, parts)) }, person, mailParts(person, parts))
}

function toldOf(told: Told, mailing: Mailing, nowMs: number): Told {
  const oldest = Math.floor(nowMs / 1_000) - rememberedSeconds
  const sent = Object.fromEntries(Object.entries(told.sent).filter(([, arrivedAt]) => arrivedAt > oldest))
  for (const { id, arrivedAt } of [...mailing.jobs, ...(mailing.others ?? [])]) sent[id] = arrivedAt
  const last = { ...told.last }
  for (const id of mailing.alerts) last[id] = Math.floor(nowMs / 1_000)
  return { sent, last, mailing: mailing.id }
}

/** @param isWanted asked when all is ready and nothing has left @returns false where it was not wanted any more */
async function send(
  message: Message,
  { mail, index, now }: AlertParts,
  stillOurs: () => Promise<void>,
  isWanted: () => Promise<boolean>,
): Promise<boolean> {
  if ((await index.mailServer(now())) === 'away') throw new MailAway()
  try {
    await mail.send(message, async () => {
      await stillOurs()
      if (!(await isWanted())) throw new NotWanted('was ended or changed')
    })
  } catch (error) {
    if (error instanceof NotWanted) return false
    if (hasAnswered(error)) await index.noteMailThere()
    throw error
  }
  await index.noteMailThere()
  return true
}

class MailAway extends Error {
  override name = 'MailAway'
  constructor() {
    super('the mail server did not answer a moment ago')
  }
}

/** Whether no mail at all can be sent, as far as is known. */
function isAway(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return ['ECONNECTION', 'ECONNREFUSED', 'ETIMEDOUT', 'EDNS', 'ESOCKET', 'ECONNRESET', 'ETLS', 'EAUTH'].includes(code)
}

/** Whether the mail server has said no to this mail. */
function hasAnswered(error: unknown): boolean {
  return !isAway(error) && (error as { responseCode?: number }).responseCode !== undefined
}

async function named(alert: Alert, { context, site }: AlertParts, words = criteriaOf): Promise<NamedAlert> {
  const { params } = readSavedSearch(alert.search)
  const resolution = await context.places.resolve(params)
  return {
    alert,
    criteria: words(alert.search, resolution, site),
    path: jobsPath(params),
  }
}

async function linksOf(person: Person, alerts: readonly Alert[], parts: AlertParts) {
  const { store } = parts
  const end = await store.token({ kind: 'end', personId: person.id, alerts: alerts.map(({ id }) => id) })
  const manage = await store.token({ kind: 'manage', personId: person.id, alerts: [] })
  return { endLink: linkOf(end, person, parts), manageLink: linkOf(manage, person, parts) }
}

function linkOf(token: string, { origin }: Person, { publicUrl }: AlertParts): string {
  return `${publicUrl ?? origin}/alerts/${token}`
}

function mailParts({ origin }: Person, { site, siteName, publicUrl }: AlertParts): MailParts {
  return { site, siteName, origin: publicUrl ?? origin }
}
