import { simpleParser } from 'mailparser'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sites } from '#indexer/site'
import { type Alarm, alarmKey, redisKeys } from '#indexer/tasks'
import { searchIdOf } from '../../api/alerts/alertIndex.ts'
import { askedFor } from '../../api/alerts/alertMails.ts'
import { pass } from '../../api/alerts/pass.ts'
import { StoreUnavailable } from '../../api/submissions/submission.ts'
import { addressee, startAlerts, type TestAlerts, tokenIn } from '../builders/alerts.ts'
import { type MailSink, startMailSink } from '../builders/deliveries.ts'
import { aJob, londonPlace } from '../builders/jobDocument.ts'
import { admin, metricsLogin, startServers, type TestServers } from '../builders/site.ts'

/** 1 March 2027, 10:00 in London. */
const start = Date.parse('2027-03-01T10:00:00Z') / 1_000
const ann = 'ann@people.example'
const ben = 'ben+jobs@people.example'

let servers: TestServers
let alerts: TestAlerts
let runs = 0

const job = (id: string, title: string, over = {}) =>
  aJob({
    id,
    title,
    url_slug: `job-${id}`,
    external_reference: `LL-${id}`,
    published_at: start - 60,
    publishedDay: Math.floor(start / 86_400),
    expires_at: start + 40 * 86_400,
    ...over,
  })

beforeAll(async () => {
  servers = await startServers()
  await servers.write({
    places: [londonPlace],
  })
})
afterAll(async () => servers?.stop())

beforeEach(async () => {
  for (const name of [servers.engine.names.jobs, servers.engine.names.arrivals])
    await servers.engine.waitTask(await servers.engine.deleteByFilter(name, 'expires_at > 0'))
  alerts = await startAlerts(servers, { start, prefix: `alerts${++runs}` })
})
afterEach(async () => alerts?.stop())

describe('an alert', () => {
  it('sends nothing but one mail before its link is pressed; looking at the link presses nothing', async () => {
    expect(await alerts.ask(ann, 'query=actuary')).toBe(202)
    await alerts.tendAll()
    await alerts.arrive(job('1', 'Actuary'))
    await alerts.round()
    const [asking, ...others] = await alerts.mails()
    expect(others).toEqual([])
    expect(addressee(asking!)).toBe(ann)
    expect(asking!.text).toContain('“actuary”')
    const links = [...asking!.text!.matchAll(/https:\/\/jobs\.example\.com\/\S+/g)]
    expect(links).toHaveLength(1)
    // A scanner opens it, several times, and asks for the page's data too.
    const token = tokenIn(asking!.text!)
    for (const method of ['GET', 'HEAD'] as const) {
      await alerts.app.inject({ method, url: `/alerts/${token}` })
      await alerts.app.inject({ method, url: `/_sf/api/v1/alerts/${token}` })
    }
    expect((await alerts.app.inject(`/_sf/api/v1/alerts/${token}`)).json()).toMatchObject({ kind: 'confirm' })
    alerts.setNow(start + 60)
    await alerts.arrive(job('2', 'Actuary'))
    await alerts.round()
    expect(await alerts.mails()).toHaveLength(1)

    alerts.setNow(start + 90)
    expect(await alerts.press(token, 'confirm')).toEqual({ status: 200, done: 'confirmed' })
    // The link that has been used leads to the page of all alerts, and may be pressed again.
    expect(await alerts.press(token, 'confirm')).toEqual({ status: 200, done: 'confirmed' })
    expect((await alerts.app.inject(`/_sf/api/v1/alerts/${token}`)).json()).toMatchObject({
      kind: 'manage',
      address: 'a…@people.example',
      alerts: [{ confirmed: true, frequency: 'now' }],
    })
    alerts.setNow(start + 120)
    await alerts.arrive(job('3', 'Actuary of fleets'))
    await alerts.round()
    const [told] = await alerts.jobMails(ann)
    expect(told!.subject).toBe('New job: Actuary of fleets')
    expect(told!.text).toContain('Matches your alert: “actuary”')
    expect(told!.html).toContain('Actuary of fleets')
    const unsubscribe = told!.headers.get('list') as unknown as { unsubscribe: { url: string } }
    expect(unsubscribe.unsubscribe.url).toMatch(/^https:\/\/jobs\.example\.com\/alerts\/e/)
    expect(told!.headers.get('list-unsubscribe-post') ?? told!.headerLines.map(({ line }) => line).join('\n')).toMatch(
      /List-Unsubscribe=One-Click/,
    )
  })

  it('is asked about in our words, and in a few typed ones that lead nowhere', async () => {
    const none = { status: 'none' } as const
    const asked = (search: string) => askedFor(search, none, sites.uk).join(', ')
    const known = 'query=pricing%20actuary&plain=pricing%20evil.example&specialism=actuarial&posted=7'
    expect(asked(known)).toBe('“pricing actuary”, Actuarial, Posted: last 7 days')
    expect(asked('query=asp.net%20%2F%20c%23%20architect')).toBe('“asp.net / c# architect”')
    expect(asked('location=see%20evil.example')).toBe('the place that was typed')
    for (const typed of [
      'your account at longlist.app',
      'win at http://evil.example',
      'call +44 20 7946 0000',
      'ask ann@people.example',
      'your account was suspended so verify it',
    ])
      expect(asked(`query=${encodeURIComponent(typed)}`), typed).toBe('the words that were typed')

    await alerts.ask(ann, 'query=win%20at%20evil.example&plain=evil.example&location=London')
    await alerts.tendAll()
    const [asking] = await alerts.mails()
    expect(asking!.text).toContain('the words that were typed, Within 20 miles of London (at once)')
    expect(`${asking!.text} ${asking!.html}`).not.toContain('evil')
  })

  it('is for one address with a plus, in whatever case, and not for another', async () => {
    await alerts.subscribe(ben, 'query=actuary')
    expect(await alerts.store.personIdOf('BEN+jobs@People.example')).toBe(await alerts.store.personIdOf(ben))
    expect(await alerts.store.personIdOf('ben@people.example')).not.toBe(await alerts.store.personIdOf(ben))
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary'))
    await alerts.round()
    expect((await alerts.jobMails(ben)).map(({ subject }) => subject)).toEqual(['New job: Actuary'])
  })

  it.each([
    ['', 422],
    ['sort=newest&posted=7', 422],
    ['query=%20!!', 422],
    ['query=actuary&location=Nowhereham', 422],
    ['specialism=alchemy', 422],
    ['specialism=actuarial', 202],
    ['location=London', 202],
  ])('of the search "%s" is answered %i', async (search, status) => {
    expect(await alerts.ask(ann, search)).toBe(status)
  })

  it.each(['nobody', 'a@b.example, c@d.example', 'a@b.example\r\nBcc: c@d.example', ''])(
    'is not sent to "%s"',
    async email => {
      expect(await alerts.ask(email, 'query=actuary')).toBe(422)
      expect([...(await alerts.store.marks()).keys()]).toEqual([])
    },
  )

  it('asked for again and again is one mail; a robot gets the same answer and none', async () => {
    for (let time = 0; time < 3; time++) expect(await alerts.ask(ann, 'query=actuary')).toBe(202)
    await alerts.app.inject({
      method: 'POST',
      url: '/_sf/api/v1/alerts',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `email=${ben}&search=query%3Dactuary&website=x`,
    })
    await alerts.tendAll()
    expect((await alerts.mails()).map(addressee)).toEqual([ann])
  })

  it('is asked for in full by the next press where the first broke off half way', async () => {
    const broken = vi.spyOn(alerts.store, 'putPerson').mockRejectedValueOnce(new StoreUnavailable('The disk is full.'))
    expect(await alerts.ask(ann, 'query=actuary')).toBe(503)
    expect(await alerts.ask(ann, 'query=actuary')).toBe(202)
    broken.mockRestore()
    await alerts.tendAll()
    expect((await alerts.mails()).map(addressee)).toEqual([ann])
  })

  it('takes nothing back of a press that comes while it is kept', async () => {
    await alerts.subscribe(ann, 'query=actuary')
    const person = (await alerts.store.person((await alerts.store.personIdOf(ann))!))!
    const pressedAt = new Date((start + 60) * 1_000).toISOString()
    vi.spyOn(alerts.store, 'putAlert').mockImplementationOnce(() => alerts.store.putPerson({ ...person, pressedAt }))
    expect(await alerts.ask(ann, 'query=broker')).toBe(202)
    expect((await alerts.store.person(person.id))!.pressedAt).toBe(pressedAt)
  })

  it('is answered in a browser without script by pages', async () => {
    const sent = (payload: string) =>
      alerts.app.inject({
        method: 'POST',
        url: '/_sf/api/v1/alerts',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        payload,
      })
    const fine = await sent('email=ann%40people.example&frequency=weekly&search=query%3Dactuary')
    expect([fine.statusCode, fine.headers.location]).toEqual([303, '/alerts/sent'])
    const wrong = await sent('email=ann&search=query%3Dactuary')
    expect([wrong.statusCode, wrong.headers.location]).toEqual([303, '/alerts/new?query=actuary&fault=address'])
  })

  it('is erased with its address after seven days without a press', async () => {
    await alerts.ask(ann, 'query=actuary')
    await alerts.tendAll()
    alerts.setNow(start + 6 * 86_400)
    expect((await alerts.tidy()).erased).toBe(0)
    alerts.setNow(start + 8 * 86_400)
    expect((await alerts.tidy()).erased).toBe(1)
    expect(await alerts.store.person((await alerts.store.personIdOf(ann))!)).toBeNull()
  })

  it('is asked about after eleven months and erased after a year without a press', async () => {
    const manage = await alerts.subscribe(ann, 'query=actuary')
    await alerts.subscribe(ben, 'query=actuary')
    alerts.setNow(start + 340 * 86_400)
    expect(await alerts.tidy()).toMatchObject({ asked: 2, erased: 0 })
    await alerts.tendAll()
    await alerts.tidy()
    await alerts.tendAll()
    const asked = (await alerts.mails()).filter(({ subject }) => subject?.includes('still want'))
    expect(asked.map(addressee).sort()).toEqual([ann, ben])
    await alerts.press(manage, 'keep')
    alerts.setNow(start + 366 * 86_400)
    expect((await alerts.tidy()).erased).toBe(1)
    expect(await alerts.store.person((await alerts.store.personIdOf(ann))!)).not.toBeNull()
    expect(await alerts.store.person((await alerts.store.personIdOf(ben))!)).toBeNull()
  })
})

describe('the mail that asks whether alerts are still wanted', () => {
  it('ends all of them when it is unsubscribed from, also those that are paused', async () => {
    const manage = await alerts.subscribe(ann, 'query=actuary')
    const personId = (await alerts.store.personIdOf(ann))!
    const [alert] = await alerts.store.alerts(personId)
    await alerts.press(manage, 'pause', { alert: alert!.id })
    alerts.setNow(start + 340 * 86_400)
    expect(await alerts.tidy()).toMatchObject({ asked: 1 })
    await alerts.tendAll()
    const asked = (await alerts.mails()).find(({ subject }) => subject?.includes('still want'))!
    expect(asked.text).toContain('actuary')
    const { unsubscribe } = asked.headers.get('list') as unknown as { unsubscribe: { url: string } }
    const end = unsubscribe.url.split('/').at(-1)!
    expect(await alerts.press(end, null)).toMatchObject({ done: 'ended' })
    expect(await alerts.store.person(personId)).toBeNull()
  })

  it('is no sign that others are wanted, where its own have ended', async () => {
    const manage = await alerts.subscribe(ann, 'query=actuary')
    const personId = (await alerts.store.personIdOf(ann))!
    const [alert] = await alerts.store.alerts(personId)
    const end = await alerts.store.token({ kind: 'end', personId, alerts: [alert!.id] })
    await alerts.subscribe(ann, 'query=broker')
    await alerts.press(manage, 'end', { alert: alert!.id })
    const before = (await alerts.store.person(personId))!.pressedAt
    alerts.setNow(start + 86_400)
    expect(await alerts.press(end, null)).toMatchObject({ done: 'ended' })
    expect((await alerts.store.person(personId))!.pressedAt).toBe(before)
  })
})

describe('a mail of jobs', () => {
  it('tells of a job once, whatever alerts it matches, also when passes overlap', async () => {
    await alerts.subscribe(ann, 'query=actuary')
    await alerts.subscribe(ann, 'specialism=actuarial')
    await alerts.subscribe(ben, 'query=actuary')
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary'))
    expect(await alerts.round()).toMatchObject({ arrivals: 1, searches: 2, found: 2 })
    for (const again of [1, 2]) {
      alerts.setNow(start + 60 + again)
      expect((await alerts.round()).arrivals).toBe(0)
    }
    const told = await alerts.jobMails(ann)
    expect(told).toHaveLength(1)
    expect(told[0]!.text).toMatch(/Matches your alert: .*“actuary”.*Actuarial|Matches your alert: Actuarial.*“actuary”/)
    expect(await alerts.jobMails(ben)).toHaveLength(1)
  })

  it('tells of a job again only when it has come back', async () => {
    await alerts.subscribe(ann, 'query=actuary')
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary'))
    await alerts.round()
    // Edited.
    await servers.write({ jobs: [job('1', 'Actuary, edited')] })
    alerts.setNow(start + 3_600)
    await alerts.round()
    expect(await alerts.jobMails(ann)).toHaveLength(1)
    await alerts.arrive(job('1', 'Actuary, back again'))
    await alerts.round()
    expect((await alerts.jobMails(ann)).map(({ subject }) => subject).sort()).toEqual([
      'New job: Actuary',
      'New job: Actuary, back again',
    ])
  })

  it('shows the newest of many, of several alerts in turns, leads to the others, and tells of none again', async () => {
    for (const word of ['actuary', 'broker']) await alerts.subscribe(ann, `query=${word}`, 'daily')
    // The word alone finds it, and not what it is for.
    const some = (count: number, name: string, title: string) =>
      Array.from({ length: count }, (_, n) => job(`${name}-${n}`, `${title} ${n}`, { specialisms: [] }))
    const waves = [some(1, 'first', 'Broker'), some(90, 'early', 'Actuary'), some(20, 'late', 'Actuary')]
    for (const [n, wave] of [...waves, some(1, 'last', 'Broker')].entries()) {
      alerts.setNow(start + 60 * (n + 1))
      await alerts.arrive(...wave)
      await alerts.round()
    }
    expect(await alerts.jobMails(ann)).toEqual([])
    const morning = (day: number) => alerts.setNow(Date.parse('2027-03-01T07:00:01Z') / 1_000 + day * 86_400)
    morning(1)
    await alerts.round()
    await alerts.round()
    const [mail, ...others] = await alerts.jobMails(ann)
    expect(others).toEqual([])
    // Of a search 100 are kept.
    expect(mail!.subject).toBe('102+ new jobs: Broker 0 and 101 more')
    expect(mail!.text).toContain('25 shown of 102 or more')
    expect(mail!.text).toContain('All jobs for “actuary”: https://jobs.example.com/jobs?query=actuary')
    const shown = [...mail!.text!.matchAll(/job-(first|early|late|last)-\d+/g)].map(([, name]) => name)
    const early = Array.from({ length: 3 }, () => 'early')
    expect(shown).toEqual(['last', ...Array.from({ length: 20 }, () => 'late'), ...early, 'first'])
    morning(2)
    await alerts.round()
    expect(await alerts.jobMails(ann)).toHaveLength(1)
    await alerts.arrive(job('new', 'Actuary of the day'))
    await alerts.round()
    morning(3)
    await alerts.round()
    const subjects = (await alerts.jobMails(ann)).map(({ subject }) => subject)
    expect(subjects.sort()).toEqual([mail!.subject, 'New job: Actuary of the day'])
  })

  it('is not kept back by any number of jobs that have left', async () => {
    await alerts.subscribe(ann, 'query=actuary')
    const gone = Array.from({ length: 1_001 }, (_, n) => [`gone-${n}`, start] as const)
    await alerts.index.addFound(searchIdOf('query=actuary'), new Map(gone), start)
    alerts.setNow(start + 7_200)
    await alerts.arrive(job('1', 'Actuary'))
    await alerts.round()
    expect((await alerts.jobMails(ann)).map(({ subject }) => subject)).toEqual(['New job: Actuary'])
    expect((await alerts.index.survey()).rows).toMatchObject([{ found: 100 }])
  })

  it('tells of nothing that expires within the hour, or has left', async () => {
    await alerts.subscribe(ann, 'query=actuary', 'daily')
    const morning = Date.parse('2027-03-02T07:00:01Z') / 1_000
    alerts.setNow(start + 60)
    await alerts.arrive(
      job('soon', 'Actuary soon', { expires_at: morning + 3_000 }),
      job('stays', 'Actuary stays', { expires_at: morning + 4_000 }),
      job('left', 'Actuary left'),
    )
    await alerts.round()
    await servers.engine.waitTask(await servers.engine.deleteByIds(servers.engine.names.jobs, ['left']))
    alerts.setNow(morning)
    await alerts.round()
    expect((await alerts.jobMails(ann)).map(({ subject }) => subject)).toEqual(['New job: Actuary stays'])
  })

  it('comes at once, each morning, or once a week at seven where the site is, also where the clocks change', async () => {
    // The clocks of London go forward on 28 March 2027.
    const zero = Date.parse('2027-03-26T12:00:00Z') / 1_000
    alerts.setNow(zero)
    await alerts.subscribe('now@people.example', 'query=actuary', 'now')
    await alerts.subscribe('daily@people.example', 'query=actuary', 'daily')
    await alerts.subscribe('weekly@people.example', 'query=actuary', 'weekly')
    const got = async (name: string) => (await alerts.jobMails(`${name}@people.example`)).length
    const at = async (time: string) => {
      alerts.setNow(Date.parse(time) / 1_000)
      await alerts.round()
      return [await got('now'), await got('daily'), await got('weekly')]
    }
    alerts.setNow(zero + 60)
    await alerts.arrive(job('1', 'Actuary one'))
    expect(await at('2027-03-26T12:02:00Z')).toEqual([1, 0, 0])
    expect(await at('2027-03-27T06:59:00Z')).toEqual([1, 0, 0])
    expect(await at('2027-03-27T07:00:30Z')).toEqual([1, 1, 0])
    alerts.setNow(Date.parse('2027-03-27T12:00:00Z') / 1_000)
    await alerts.arrive(job('2', 'Actuary two'))
    expect(await at('2027-03-27T12:01:00Z')).toEqual([2, 1, 0])
    expect(await at('2027-03-28T05:59:00Z')).toEqual([2, 1, 0])
    expect(await at('2027-03-28T06:00:30Z')).toEqual([2, 2, 0])
    // The clock is put back: nothing comes twice.
    expect(await at('2027-03-28T05:30:00Z')).toEqual([2, 2, 0])
    expect(await at('2027-03-28T06:30:00Z')).toEqual([2, 2, 0])
    expect(await at('2027-04-01T06:00:30Z')).toEqual([2, 2, 0])
    expect(await at('2027-04-02T06:00:30Z')).toEqual([2, 2, 1])
  })
})

describe('what broke others', () => {
  it('late subscribers starve behind one limit: those who have waited longest come first, and failures step aside', async () => {
    const people = Array.from({ length: 30 }, (_, n) => `person-${n}@people.example`)
    for (const person of people) await alerts.subscribe(person, 'query=actuary')
    const ids = await Promise.all(people.map(async person => (await alerts.store.personIdOf(person))!))
    for (const [n, id] of ids.entries()) await alerts.redis.zadd(`alerts${runs}:alerts:due`, start * 1_000 + n, id)
    const later = (start + 60) * 1_000
    expect(await alerts.index.due(later, 10)).toEqual(ids.slice(0, 10))
    for (const id of ids.slice(0, 10)) await alerts.index.noteFailure(id, later, 0)
    expect(await alerts.index.due(later, 10)).toEqual(ids.slice(10, 20))
    expect(await alerts.index.due(later + 31_000, 30)).toEqual(ids)
  })

  it('a pass takes the site down: it asks the engine one request at a time, and lets others in between', async () => {
    // More than one request takes.
    for (let n = 0; n < 30; n++) await alerts.subscribe(ann.replace('ann', `ann${n % 12}`), `query=word%20${n}`)
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'word 1 word 2'))
    const { engine } = alerts.parts.context
    const real = engine.multiSearch.bind(engine)
    let [open, most, requests, longest] = [0, 0, 0, 0]
    engine.multiSearch = (async (queries: Parameters<typeof real>[0]) => {
      most = Math.max(most, ++open)
      requests++
      longest = Math.max(longest, queries.length)
      return real(queries).finally(() => open--)
    }) as typeof engine.multiSearch
    const passed = await pass(alerts.parts)
    expect(passed).toMatchObject({ arrivals: 1, searches: 30, faults: 0 })
    expect(passed.found).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(2)
    expect(longest).toBeLessThanOrEqual(25)
    expect(requests).toBeLessThan(15)
  })

  it('a pass reads all of the last hours again: most look back for minutes, some for late ones, none without an alert', async () => {
    const read = vi.spyOn(alerts.parts.replay, 'arrivals')
    await alerts.arrive(job('1', 'Actuary'))
    expect(await alerts.round()).toMatchObject({ arrivals: 0 })
    expect(read).not.toHaveBeenCalled()
    await alerts.subscribe(ann, 'query=actuary')
    for (const second of [60, 500]) {
      alerts.setNow(start + second)
      await alerts.round()
    }
    // The engine was at it for long.
    alerts.setNow(start + 120)
    await alerts.arrive(job('2', 'Actuary late'))
    alerts.setNow(start + 515)
    expect(await alerts.round()).toMatchObject({ arrivals: 0 })
    alerts.setNow(start + 660)
    expect(await alerts.round()).toMatchObject({ arrivals: 1 })
    // Of passes: the other reads are for the alert that began.
    const back = read.mock.calls.map(([{ from }]) => from - start).filter(from => from !== 0)
    expect(back).toEqual([-7_200, 60 - 300, 500 - 300, 515 - 7_200])
    expect((await alerts.jobMails(ann)).map(({ subject }) => subject)).toContain('New job: Actuary late')
  })

  it('a mail leaves after its alert was ended in mid-run', async () => {
    const manage = await alerts.subscribe(ann, 'query=actuary')
    await alerts.subscribe(ben, 'query=actuary')
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary'))
    const { mail } = alerts.parts
    const send = mail.send.bind(mail)
    alerts.parts.mail.send = async (message, handOver) => {
      if (message.to === ann) await alerts.press(manage, 'endAll')
      return send(message, handOver)
    }
    await alerts.round()
    await alerts.round()
    expect(await alerts.jobMails(ann)).toEqual([])
    expect(await alerts.jobMails(ben)).toHaveLength(1)
    expect(await alerts.store.person((await alerts.store.personIdOf(ann))!)).toBeNull()
  })

  it('a second unsubscribe is an error, and a GET unsubscribes', async () => {
    await alerts.subscribe(ann, 'query=actuary')
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary'))
    await alerts.round()
    const [told] = await alerts.jobMails(ann)
    const { url } = (told!.headers.get('list') as unknown as { unsubscribe: { url: string } }).unsubscribe
    const path = new URL(url).pathname
    for (const method of ['GET', 'HEAD'] as const) await alerts.app.inject({ method, url: path })
    await alerts.app.inject(`/_sf/api/v1${path}`)
    expect(await alerts.store.alerts((await alerts.store.personIdOf(ann))!)).toHaveLength(1)
    // As a mail program posts it: no cookies, no page of ours before it, no redirect after it.
    const oneClick = () =>
      alerts.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    for (let time = 0; time < 3; time++) {
      const answer = await oneClick()
      expect(answer.statusCode).toBe(200)
      expect(answer.headers.location).toBeUndefined()
    }
    const multipart = await alerts.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    })
    expect(multipart.statusCode).toBe(200)
    await alerts.tendAll()
    alerts.setNow(start + 120)
    await alerts.arrive(job('2', 'Actuary'))
    await alerts.round()
    expect(await alerts.jobMails(ann)).toHaveLength(1)
  })

  it('old criteria break when a filter is renamed: what has a new name is found, and what has none is never left out', async () => {
    const { readSavedSearch } = await import('#api/savedSearch')
    const renamed = { 'contract-type': 'type', 'environment=home': 'environment=remote' }
    expect(readSavedSearch('query=actuary&contract-type=contract&environment=home', renamed)).toMatchObject({
      params: { type: ['Contract'], workingEnvironment: ['Remote'] },
      lost: [],
    })
    await alerts.subscribe(ann, 'query=actuary&type=contract')
    const personId = (await alerts.store.personIdOf(ann))!
    const [alert] = await alerts.store.alerts(personId)
    await alerts.store.putAlert(personId, { ...alert!, search: 'query=actuary&forgotten=contract' })
    await alerts.store.mark(personId)
    await alerts.tendAll()
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary'))
    expect(await alerts.round()).toMatchObject({ searches: 0 })
    expect(await alerts.jobMails(ann)).toEqual([])
    const token = await alerts.store.token({ kind: 'manage', personId, alerts: [] })
    expect((await alerts.app.inject(`/_sf/api/v1/alerts/${token}`)).json().alerts).toMatchObject([{ lost: true }])
  })

  it('one bad alert stops the run', async () => {
    await alerts.subscribe(ann, 'location=London')
    await alerts.subscribe(ben, 'query=actuary')
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary'))
    const { places } = alerts.parts.context
    const byId = places.byId.bind(places)
    places.byId = async () => null
    const passed = await alerts.round()
    places.byId = byId
    expect(passed).toMatchObject({ searches: 2, faults: 1 })
    expect(await alerts.jobMails(ben)).toHaveLength(1)
    expect((await alerts.index.survey()).rows.find(({ search }) => search.includes('London'))?.fault).toContain('place')
  })

  it('missing settings are skipped in silence: the deliveries say that alerts wait for the search', async () => {
    const { startAlerts: startWorker } = await import('../../api/alerts/alertWorker.ts')
    const { readDeliveryConfig } = await import('../../api/config.ts')
    const config = readDeliveryConfig({
      REDIS_URL: servers.redis.url,
      SUBMISSIONS_DIR: alerts.folder,
      MAILBOX_DIR: alerts.folder,
    })
    const said: string[] = []
    const log = { error: (_: object, message: string) => said.push(message) } as never
    const worker = await startWorker({ config, redis: alerts.redis, mail: alerts.parts.mail, log }, async () => {})
    await worker.close()
    expect(said).toEqual([expect.stringContaining('MEILI_URL and MEILI_SEARCH_KEY are not set')])
  })
})

describe('an emptied Redis', () => {
  it('has all alerts and matches made again, and nothing is mailed twice', async () => {
    await alerts.subscribe(ann, 'query=actuary')
    await alerts.subscribe(ben, 'query=actuary', 'daily')
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary one'))
    await alerts.round()
    expect(await alerts.jobMails(ann)).toHaveLength(1)
    await alerts.redis.flushall()
    alerts.setNow(start + 120)
    await alerts.arrive(job('2', 'Actuary two'))
    expect(await alerts.round()).toMatchObject({ arrivals: 2, searches: 1, found: 1 })
    expect((await alerts.jobMails(ann)).map(({ subject }) => subject).sort()).toEqual([
      'New job: Actuary one',
      'New job: Actuary two',
    ])
    await alerts.redis.flushall()
    alerts.setNow(Date.parse('2027-03-02T07:00:01Z') / 1_000)
    await alerts.round()
    expect((await alerts.jobMails(ben)).map(({ subject }) => subject)).toEqual(['2 new jobs: Actuary two and one more'])
    expect(await alerts.jobMails(ann)).toHaveLength(2)
  })
})

describe('the page of a signed link', () => {
  it('pauses, changes and ends; a criterion less asks for more, and the last one stays', async () => {
    const manage = await alerts.subscribe(ann, 'query=actuary&type=contract')
    const personId = (await alerts.store.personIdOf(ann))!
    const [{ id }] = (await alerts.store.alerts(personId)) as unknown as [{ id: string }]
    const tell = async (n: number) => {
      await alerts.tendAll()
      alerts.setNow(start + 60 * n)
      await alerts.arrive(job(`${n}`, `Actuary ${n}`))
      await alerts.round()
      alerts.setNow(start + 60 * n + 10)
      return (await alerts.jobMails(ann)).length
    }
    expect(await tell(1)).toBe(0)
    expect(await alerts.press(manage, 'without', { alert: id, criterion: 'type:Contract' })).toMatchObject({
      done: 'changed',
    })
    expect(await tell(2)).toBe(1)
    expect(await alerts.press(manage, 'pause', { alert: id })).toMatchObject({ done: 'changed' })
    expect(await tell(3)).toBe(1)
    alerts.setNow(start + 200)
    expect(await alerts.press(manage, 'resume', { alert: id })).toMatchObject({ done: 'changed' })
    expect(await tell(4)).toBe(2)
    expect(await alerts.press(manage, 'without', { alert: id, criterion: 'query' })).toMatchObject({ done: 'bare' })
    expect(await alerts.press(manage, 'frequency', { alert: id, frequency: 'weekly' })).toMatchObject({
      done: 'changed',
    })
    expect(await tell(5)).toBe(2)
    expect(await alerts.press(manage, 'end', { alert: id })).toMatchObject({ done: 'ended' })
    expect(await alerts.store.person(personId)).toBeNull()
    // The link works for ever.
    expect(await alerts.press(manage, 'end', { alert: id })).toEqual({ status: 200, done: 'over' })
    expect((await alerts.app.inject(`/_sf/api/v1/alerts/${manage}`)).json()).toEqual({ kind: 'over' })
  })

  it('is of all alerts behind the link of a mail that has been pressed', async () => {
    const address = 'two@people.example'
    /** @returns the token of the mail that asks for a press */
    const ask = async () => {
      const before = new Set((await alerts.mails()).map(({ messageId }) => messageId))
      await alerts.ask(address, 'query=actuary')
      await alerts.tendAll()
      return tokenIn((await alerts.mails()).find(({ messageId }) => !before.has(messageId))?.text ?? '')
    }
    const first = await ask()
    await alerts.press(first, 'confirm')
    await alerts.subscribe(address, 'query=broker')
    const personId = (await alerts.store.personIdOf(address))!
    const searches = async () => (await alerts.store.alerts(personId)).map(({ search }) => search).sort()
    const [actuary, broker] = (await alerts.store.alerts(personId)).sort((a, b) => (a.search < b.search ? -1 : 1))
    expect(await alerts.press(first, 'pause', { alert: broker!.id })).toMatchObject({ done: 'changed' })
    expect((await alerts.store.alert(personId, broker!.id))?.paused).toBe(true)
    expect(await alerts.press(first, 'end', { alert: broker!.id })).toMatchObject({ done: 'ended' })
    expect(await searches()).toEqual(['query=actuary'])
    // Asked for once more, by whom ever: that is refused, and not the alert itself.
    expect(await alerts.press(await ask(), 'end')).toMatchObject({ done: 'changed' })
    expect(await alerts.store.alert(personId, actuary!.id)).toMatchObject({ asked: null, since: expect.any(Number) })
    expect(await alerts.press(first, 'endAll')).toMatchObject({ done: 'ended' })
    expect(await alerts.store.person(personId)).toBeNull()
  })

  it('goes on telling where what it becomes was asked for already, and never confirmed', async () => {
    const manage = await alerts.subscribe(ann, 'query=actuary&type=contract')
    const personId = (await alerts.store.personIdOf(ann))!
    const [{ id }] = (await alerts.store.alerts(personId)) as unknown as [{ id: string }]
    await alerts.ask(ann, 'query=actuary')
    await alerts.tendAll()
    await alerts.press(manage, 'without', { alert: id, criterion: 'type:Contract' })
    expect(await alerts.store.alerts(personId)).toEqual([
      expect.objectContaining({ id, search: 'query=actuary', since: expect.any(Number) }),
    ])
    // Of two that are confirmed one is enough.
    const twice = await alerts.subscribe(ann, 'query=actuary&type=permanent')
    const other = (await alerts.store.alerts(personId)).find(alert => alert.id !== id)!
    await alerts.press(twice, 'without', { alert: other.id, criterion: 'type:Permanent' })
    expect((await alerts.store.alerts(personId)).map(alert => alert.id)).toEqual([id])
  })

  it('does nothing for a link that is not ours, and is kept nowhere', async () => {
    const manage = await alerts.subscribe(ann, 'query=actuary')
    const forged = `${manage.slice(0, -1)}${manage.endsWith('A') ? 'B' : 'A'}`
    expect(await alerts.press(forged, 'endAll')).toEqual({ status: 200, done: 'over' })
    expect(await alerts.store.alerts((await alerts.store.personIdOf(ann))!)).toHaveLength(1)
    const { headers } = await alerts.app.inject(`/_sf/api/v1/alerts/${manage}`)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })
})

describe('the erasure of an address', () => {
  it('takes its alerts, what it was told, and its mails, and leaves those of others', async () => {
    const { eraseByEmail } = await import('../../api/delivery/erase.ts')
    const { openLocalStore } = await import('../../api/submissions/localStore.ts')
    for (const person of [ann, ben]) await alerts.subscribe(person, 'query=actuary')
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary'))
    await alerts.round()
    const parts = {
      store: await openLocalStore(`${alerts.folder}/submissions`),
      alerts: alerts.store,
      mailboxFolder: `${alerts.folder}/mailbox`,
      removeTask: null,
    }
    expect(await eraseByEmail('ANN@people.example', { dryRun: true }, parts)).toMatchObject({ alerts: 1, mails: 2 })
    expect(await eraseByEmail('ANN@people.example', { dryRun: false }, parts)).toMatchObject({ alerts: 1, mails: 2 })
    expect(await textsBelow(alerts.folder)).not.toMatch(/ann@people/i)
    alerts.setNow(start + 120)
    await alerts.arrive(job('2', 'Actuary'))
    await alerts.round()
    expect((await alerts.mails()).map(addressee)).toEqual([ben, ben, ben])
  })
})

describe('a mail server', () => {
  let sink: MailSink
  beforeEach(async () => {
    sink = await startMailSink()
    await alerts.stop()
    alerts = await startAlerts(servers, { start, prefix: `alerts${++runs}`, smtpUrl: sink.url })
  })
  afterEach(() => sink.stop())
  const confirmed = async (email: string) => {
    await alerts.ask(email, 'query=actuary')
    await alerts.tendAll()
    const mail = sink.taken.findLast(({ to }) => to[0] === email)!
    await alerts.press(tokenIn((await simpleParser(mail.raw)).text!), 'confirm')
    await alerts.tendAll()
  }
  const told = () => sink.taken.filter(({ raw }) => raw.includes('New job:')).map(({ to }) => to[0])

  it('that is away for an hour is asked once in a while, and gets each mail once when it is back', async () => {
    for (const person of [ann, ben]) await confirmed(person)
    await sink.stop()
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary'))
    for (let minute = 1; minute <= 60; minute += 10) {
      alerts.setNow(start + 60 * minute)
      await alerts.round()
    }
    expect(told()).toEqual([])
    const { since, count } = await alerts.index.waiting((start + 3_600) * 1_000)
    expect(count).toBe(2)
    expect(since).toBeLessThanOrEqual((start + 120) * 1_000)
    await sink.start()
    for (const more of [0, 30, 60]) {
      alerts.setNow(start + 3_660 + more)
      await alerts.round()
    }
    expect(told().sort()).toEqual([ann, ben])
  })

  it('that is away is looked for by a few, who do not ask the engine, and does not keep a change from taking effect', async () => {
    const people = Array.from({ length: 4 }, (_, n) => `person-${n}@people.example`)
    for (const person of people) await confirmed(person)
    const personId = (await alerts.store.personIdOf(people[0]!))!
    const [alert] = await alerts.store.alerts(personId)
    const manage = await alerts.store.token({ kind: 'manage', personId, alerts: [] })
    await alerts.press(manage, 'pause', { alert: alert!.id })
    await alerts.tendAll()
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary'))
    await sink.stop()
    const asked = vi.spyOn(alerts.parts.context.engine, 'byIds')
    await alerts.round()
    for (let second = 75; second < 180; second += 15) {
      alerts.setNow(start + second)
      await alerts.tendAll()
    }
    const { counts } = (await alerts.index.counts(1, start * 1_000))[0]!
    expect(counts.failures).toBeGreaterThan(1)
    expect(counts.failures).toBeLessThan(8)
    expect(asked.mock.calls.length).toBeLessThan(16)
    await alerts.press(manage, 'resume', { alert: alert!.id })
    await alerts.tendAll()
    // Longer than an alert that began is caught up with.
    alerts.setNow(start + 1_800)
    await alerts.arrive(job('2', 'Actuary'))
    await alerts.round()
    await sink.start()
    for (const more of [300, 330, 360, 390]) {
      alerts.setNow(start + 1_800 + more)
      await alerts.round()
    }
    const got = sink.taken.map(async ({ to, raw }) =>
      [...(await simpleParser(raw)).text!.matchAll(/\bjob-\d/g)].map(([slug]) => `${to[0]} ${slug}`),
    )
    expect((await Promise.all(got)).flat().sort()).toEqual(
      people.flatMap((person, n) => (n === 0 ? ['job-2'] : ['job-1', 'job-2']).map(slug => `${person} ${slug}`)),
    )
  })

  it('that has no room for some for a while is asked for them later and later, and others do not wait for them', async () => {
    const full = Array.from({ length: 3 }, (_, n) => `full-${n}@people.example`)
    for (const person of [...full, ben]) await confirmed(person)
    let tries = 0
    sink.says.recipient = address => {
      if (!full.includes(address)) return null
      tries++
      return [452, '4.2.2 mailbox full']
    }
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary'))
    await pass(alerts.parts)
    const ids = await Promise.all([...full, ben].map(async person => (await alerts.store.personIdOf(person))!))
    for (const [n, id] of ids.entries()) await alerts.redis.zadd(`alerts${runs}:alerts:due`, start * 1_000 + n, id)
    // No room for more than two at a time.
    for (const second of [60, 75]) {
      alerts.setNow(start + second)
      await alerts.tendAll(2)
    }
    expect(told()).toEqual([ben])
    for (let second = 90; second < 960; second += 15) {
      alerts.setNow(start + second)
      await alerts.tendAll(2)
    }
    // After 30 s, 1, 2, 4 and 8 minutes.
    expect(tries).toBe(5 * full.length)
    sink.says.recipient = () => null
    alerts.setNow(start + 4_600)
    await alerts.tendAll()
    expect(told().sort()).toEqual([ben, ...full])
  })

  it('that wants nothing for an address for good ends its alerts, and no others', async () => {
    for (const person of [ann, ben]) await confirmed(person)
    sink.says.recipient = address => (address === ann ? [550, 'no such user ann@people.example'] : null)
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary'))
    await alerts.round()
    expect(told()).toEqual([ben])
    expect(await alerts.store.person((await alerts.store.personIdOf(ann))!)).toBeNull()
    expect((await alerts.index.counts(1, start * 1_000))[0]!.counts.refused).toBe(1)
  })

  it('that dies behind the last line of a mail gets it again, marked, and no third time', async () => {
    await confirmed(ann)
    sink.says.mail = () => 'drop'
    alerts.setNow(start + 60)
    await alerts.arrive(job('1', 'Actuary'))
    await alerts.round()
    sink.says.mail = () => null
    for (const more of [60, 120, 180]) {
      alerts.setNow(start + 60 + more)
      await alerts.round()
    }
    expect(told()).toEqual([ann])
    expect(sink.taken.at(-1)!.raw.toString()).toContain('X-Longlist-Again')
  })
})

async function textsBelow(folder: string): Promise<string> {
  const { readdir, readFile } = await import('node:fs/promises')
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = names
    .filter(entry => entry.isFile())
    .map(entry => readFile(`${entry.parentPath}/${entry.name}`, 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

describe('/admin/alerts', () => {
  const authorization = `Basic ${Buffer.from(`${admin.user}:${admin.password}`).toString('base64')}`
  const page = async () =>
    (await alerts.app.inject({ url: '/admin/alerts', headers: { authorization } })).body.replace(
      /<style.*?<\/style>/s,
      '',
    )

  it('counts, and shows what is asked for and not found by search, once enough people ask it, and no person', async () => {
    for (const name of ['a', 'b', 'c']) await alerts.subscribe(`${name}@people.example`, 'query=lamplighter')
    await alerts.subscribe(ann, 'query=secret')
    const body = await page()
    expect(body).toContain('4 people with 4 confirmed alerts, which are 2 different searches.')
    expect(body).toContain('At once: 4')
    const fruitless = body.slice(body.indexOf('Without a job in fifteen days'), body.indexOf('Most people'))
    expect(fruitless).toContain('“lamplighter”')
    expect(body).not.toContain('secret')
    expect(body).not.toContain('people.example')
    expect((await alerts.app.inject('/admin/alerts')).statusCode).toBe(401)
  })

  it('counts all searches that are not shown, and each that could not be made', async () => {
    for (const name of ['a', 'b', 'c']) await alerts.subscribe(`${name}@people.example`, 'query=lamplighter')
    const of = (word: string) => Object.fromEntries(Array.from({ length: 1_200 }, (_, n) => [`id${n}`, `${word}${n}`]))
    await alerts.redis.hset(`alerts${runs}:alerts:searches`, of('query=few'))
    await alerts.redis.hset(`alerts${runs}:alerts:faults`, of('No place '))
    const body = await page()
    expect(body).toContain('Searches of fewer than 3 people, or with a text that looks personal: 1,200.')
    expect(body).toContain('1,200 searches could not be made: No place')
  })

  it('says who waits, and the metrics say it too', async () => {
    await alerts.subscribe(ann, 'query=actuary')
    await alerts.redis.zadd(`alerts${runs}:alerts:due`, Date.now() - 3_600_000, (await alerts.store.personIdOf(ann))!)
    const waits = '1 person waits for a mail that is due, the first for 60 min.'
    expect(await page()).toContain(`<p class="fine">${waits}`)
    // What is late, the worker says.
    const late: Alarm = { source: null, kind: 'alertsLate', message: 'They wait.', since: new Date().toISOString() }
    await alerts.redis.hset(redisKeys.alarms(`alerts${runs}`), alarmKey(late), JSON.stringify(late))
    expect(await page()).toContain(`<p class="alarm">${waits}`)
    const { body } = await alerts.app.inject({ url: '/metrics', headers: metricsLogin })
    expect(body).toMatch(/^longlist_alerts_due 1$/m)
    expect(Number(/^longlist_alerts_wait_seconds (\d+)/m.exec(body)![1])).toBeGreaterThan(3_500)
  })
})
