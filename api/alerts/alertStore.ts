import { randomBytes, randomUUID } from 'node:crypto'
import { type Frequency } from '#api/alerts'
import { SignedLinks } from '../signedLinks.ts'
import type { AlertShelf } from './shelf.ts'

/** Who has alerts: an address, and nothing else of them. */
export interface Person {
  id: string
  email: string
  /** `https://jobs.example.com`, of the site that the alert was asked for at: for links where no setting says it. */
  origin: string
  /** ISO 8601 UTC. */
  madeAt: string
  /** When one of the person's links was last acted on; null until the first has been. */
  pressedAt: string | null
  /** The mail that asks whether the alerts are still wanted, since the last press. */
  keep?: { id: string; at: string } | undefined
}

export interface Alert {
  /** Of its person: 12 hexadecimal digits. */
  id: string
  /** As `savedSearchOf` writes it. */
  search: string
  frequency: Frequency
  paused: boolean
  /** Epoch seconds: jobs that arrived before are not for it. Null until it is confirmed. */
  since: number | null
  /** ISO 8601 UTC. */
  madeAt: string
  /** The mail that asks for the press; null when there is nothing to confirm. */
  asked: { id: string; frequency: Frequency; at: string } | null
}

/** A job, its arrival (epoch seconds), and the alerts that it is told for. */
export interface Match {
  id: string
  arrivedAt: number
  alerts: string[]
}

/** A mail of jobs on its way: written before it is sent, removed after what it told is written down. */
export interface Mailing {
  /** A uuid: of its Message-ID. */
  id: string
  /** Epoch seconds. */
  at: number
  /** Those that were due. */
  alerts: string[]
  /** Shown, the newest first. */
  jobs: Match[]
  /** Not shown: the mail leads to them. */
  others?: Match[]
  /** There may be more that are kept nowhere. */
  isCut?: boolean
}

/** What a person has been told. Written by the process that tends the person, one at a time. */
export interface Told {
  /** Job -> the arrival (epoch seconds) that a mail has shown, or has led to. */
  sent: Record<string, number>
  /** Alert -> its last mail, epoch seconds. */
  last: Record<string, number>
  /** Of the last mailing. */
  mailing: string | null
}

export const nothingTold: Told = { sent: {}, last: {}, mailing: null }

/**
 * People and their alerts, for any shelf:
 *
 *     secret                                  signs the links; made once
 *     people/<ab>/<person>/person.json        the address
 *     people/<ab>/<person>/alert-<id>.json    one alert
 *     people/<ab>/<person>/receipt-<mail>     a mail that asked for a press has been sent
 *     people/<ab>/<person>/mailing.json       a mail of jobs on its way
 *     people/<ab>/<person>/told.json          what the person was told
 *     todo/<a>/<person>.<random>              something has changed: this person is to be looked at
 *
 * A person's id is a keyed hash of the address. A mark of `todo` is there before the change that it stands for, and is
 * removed after it was seen to; each change has one of its own.
 */
export class AlertStore {
  /** All signed links of the site. */
  readonly links: SignedLinks
  readonly #shelf: AlertShelf

  constructor(shelf: AlertShelf) {
    this.#shelf = shelf
    this.links = new SignedLinks(shelf)
  }

  /** Null for what is no address. */
  async personIdOf(email: string): Promise<string | null> {
    return this.links.personIdOf(email)
  }

  async person(id: string): Promise<Person | null> {
    return this.#read<Person>(`${home(id)}/person.json`)
  }

  async putPerson(person: Person): Promise<void> {
    await this.#shelf.write(`${home(person.id)}/person.json`, JSON.stringify(person))
  }

  async alerts(personId: string): Promise<Alert[]> {
    const alerts: Alert[] = []
    for (const name of await this.#names(personId)) {
      const [, id] = /^alert-([0-9a-f]{12})\.json$/.exec(name) ?? []
      const alert = id && (await this.alert(personId, id))
      if (alert) alerts.push(alert)
    }
    return alerts.sort((a, b) => (a.madeAt < b.madeAt ? -1 : 1))
  }

  async alert(personId: string, id: string): Promise<Alert | null> {
    return this.#read<Alert>(`${home(personId)}/alert-${checkedAlert(id)}.json`)
  }

  async putAlert(personId: string, alert: Alert): Promise<void> {
    await this.#shelf.write(`${home(personId)}/alert-${checkedAlert(alert.id)}.json`, JSON.stringify(alert))
  }

  async removeAlert(personId: string, id: string): Promise<void> {
    await this.#shelf.remove(`${home(personId)}/alert-${checkedAlert(id)}.json`)
  }

  async hasReceipt(personId: string, mail: string): Promise<boolean> {
    return (await this.#shelf.read(`${home(personId)}/receipt-${mail}`)) !== null
  }

  async putReceipt(personId: string, mail: string, note: string): Promise<void> {
    await this.#shelf.write(`${home(personId)}/receipt-${mail}`, note)
  }

  async mailing(personId: string): Promise<Mailing | null> {
    return this.#read<Mailing>(`${home(personId)}/mailing.json`)
  }

  async putMailing(personId: string, mailing: Mailing): Promise<void> {
    await this.#shelf.write(`${home(personId)}/mailing.json`, JSON.stringify(mailing))
  }

  async removeMailing(personId: string): Promise<void> {
    await this.#shelf.remove(`${home(personId)}/mailing.json`)
  }

  async told(personId: string): Promise<Told> {
    return (await this.#read<Told>(`${home(personId)}/told.json`)) ?? nothingTold
  }

  async putTold(personId: string, told: Told): Promise<void> {
    await this.#shelf.write(`${home(personId)}/told.json`, JSON.stringify(told))
  }

  /** The address and all that was kept of it. */
  async erase(personId: string): Promise<void> {
    await this.#shelf.clear(home(personId))
  }

  /** Says that a person is to be looked at: before the change is written. @returns the mark */
  async mark(personId: string): Promise<string> {
    const name = `${checkedPerson(personId)}.${randomUUID()}`
    await this.#shelf.write(`todo/${name[0]}/${name}`, '')
    return name
  }

  /** Marks by person. */
  async marks(): Promise<Map<string, string[]>> {
    const marks = new Map<string, string[]>()
    for (const group of '0123456789abcdef')
      for (const [id, name] of await this.#marksIn(group)) marks.set(id, [...(marks.get(id) ?? []), name])
    return marks
  }

  async marksOf(personId: string): Promise<string[]> {
    return (await this.#marksIn(checkedPerson(personId)[0]!)).flatMap(([id, name]) => (id === personId ? [name] : []))
  }

  async #marksIn(group: string): Promise<[string, string][]> {
    const marks: [string, string][] = []
    for await (const name of this.#shelf.list(`todo/${group}`)) {
      const [, id] = /^([0-9a-f]{32})\.[\w-]+$/.exec(name) ?? []
      if (id) marks.push([id, name])
    }
    return marks
  }

  async unmark(names: readonly string[]): Promise<void> {
    for (const name of names) await this.#shelf.remove(`todo/${name[0]}/${name}`)
  }

  /** Ids of all people, in no order. */
  async *people(): AsyncGenerator<string> {
    for await (const group of this.#shelf.list('people'))
      if (/^[0-9a-f]{2}$/.test(group))
        for await (const name of this.#shelf.list(`people/${group}`)) if (/^[0-9a-f]{32}$/.test(name)) yield name
  }

  async #names(personId: string): Promise<string[]> {
    const names: string[] = []
    for await (const name of this.#shelf.list(home(personId))) names.push(name)
    return names
  }

  /** Null also for a text that is torn: what cannot be read is not acted on. */
  async #read<T>(key: string): Promise<T | null> {
    const text = await this.#shelf.read(key)
    if (text === null) return null
    try {
      return JSON.parse(text) as T
    } catch {
      return null
    }
  }

  /** A link's token: what it is for, of whom, for which alerts, and our signature. */
  async token(link: AlertLink): Promise<string> {
    const body = `${kinds[link.kind]}${checkedPerson(link.personId)}${link.alerts.map(checkedAlert).join('')}`
    return this.links.token(body)
  }

  /** Null for what we have not signed. */
  async readToken(token: string): Promise<AlertLink | null> {
    const body = (await this.links.bodyOf(token)) ?? ''
    const [, kind = '', personId = '', ids = ''] = /^([cem])([0-9a-f]{32})((?:[0-9a-f]{12})*)$/.exec(body) ?? []
    if (kind === '') return null
    const [name] = Object.entries(kinds).find(([, letter]) => letter === kind)!
    return { kind: name as AlertLink['kind'], personId, alerts: ids.match(/.{12}/g) ?? [] }
  }
}

export interface AlertLink {
  kind: 'confirm' | 'end' | 'manage'
  personId: string
  /** Those that the link is about; none for all. */
  alerts: string[]
}

const kinds = { confirm: 'c', end: 'e', manage: 'm' } as const

export function newAlertId(): string {
  return randomBytes(6).toString('hex')
}

function home(personId: string): string {
  return `people/${checkedPerson(personId).slice(0, 2)}/${personId}`
}

function checkedPerson(id: string): string {
  if (!/^[0-9a-f]{32}$/.test(id)) throw new Error('The id of a person is 32 hexadecimal digits.')
  return id
}

function checkedAlert(id: string): string {
  if (!/^[0-9a-f]{12}$/.test(id)) throw new Error('The id of an alert is 12 hexadecimal digits.')
  return id
}
