import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { SearchUnavailable } from '#api/search'
import { connectEngine } from '../../api/search/engine.ts'
import { Turns } from '../../api/search/turns.ts'

const late = () => new Error('late')

it('lets so many in at once, and the others in the order of their coming', async () => {
  const turns = new Turns(2)
  const entered: number[] = []
  const all = Array.from({ length: 6 }, (_, n) => turns.take(60_000, late).then(() => entered.push(n)))
  await Promise.all(all.slice(0, 2))
  expect(entered).toEqual([0, 1])
  for (let n = 2; n < 6; n++) {
    turns.give()
    await all[n]
    expect(entered).toEqual(Array.from({ length: n + 1 }, (_, i) => i))
  }
})

it('forgets who waits no longer, and loses no turn by it', async () => {
  const turns = new Turns(1)
  await turns.take(60_000, late)
  const gone = new AbortController()
  const left = turns.take(60_000, late, gone.signal)
  const patient = turns.take(60_000, late)
  await expect(turns.take(1, late)).rejects.toThrow('late')
  gone.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await expect(turns.take(60_000, late, gone.signal)).rejects.toThrow('gone')
  turns.give()
  await patient
  turns.give()
  await turns.take(1, late)
})

/** An engine that answers when it is told to. */
const open: ServerResponse[] = []
const engine = createServer((_, response) => void open.push(response))
beforeAll(() => new Promise<void>(resolve => void engine.listen(0, '127.0.0.1', resolve)))
beforeEach(() => {
  open.length = 0
})
afterAll(() => {
  engine.closeAllConnections()
  engine.close()
})
const connect = (timeoutMs: number) =>
  connectEngine({ url: `http://127.0.0.1:${(engine.address() as AddressInfo).port}`, key: 'k', timeoutMs })

it('asks an engine so many questions at once; none is lost', async () => {
  const asked = connect(60_000)
  const answers = Array.from({ length: 40 }, () => asked.multiSearch([{ indexUid: 'jobs' }]))
  for (let n = 0; n < 40; n++) {
    await expect.poll(() => open.length).toBeGreaterThan(n)
    expect(open.length - n).toBeLessThanOrEqual(16)
    open[n]!.setHeader('content-type', 'application/json').end('{"results":[]}')
  }
  expect(await Promise.all(answers)).toEqual(answers.map(() => []))
  asked.close()
})

it('tells all of an engine that does not answer, those that wait for a turn no later than the others', async () => {
  const asked = connect(300)
  const ends = await Promise.all(
    Array.from({ length: 60 }, () =>
      asked.multiSearch([{ indexUid: 'jobs' }]).then(
        () => null,
        error => error,
      ),
    ),
  )
  for (const end of ends) expect(end).toBeInstanceOf(SearchUnavailable)
  // One patience after the other, all would have been asked.
  expect(open.length).toBeLessThan(40)
  asked.close()
})
