import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openAdminUsers, parseUsers } from '../../api/adminUsers.ts'
import { buildApp } from '../../api/app.ts'
import { followedFile } from '../../api/followedFile.ts'
import { basic, passwordOf, usersFile } from '../builders/adminUsers.ts'
import { startServers, type TestServers } from '../builders/site.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder: string
let files = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'longlist-users-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const consultant = { role: 'consultant' as const, consultants: ['Ann@Longlist.example'] }
const newFile = () => join(folder, `users${++files}.jsonl`)
const open = (path: string) => {
  const faults: string[] = []
  return { users: openAdminUsers(path, error => void faults.push(error.message)), faults }
}
const mayTry = async () => undefined

describe('the users of a file', () => {
  it('log in with their own password and no other', async () => {
    const path = newFile()
    writeFileSync(path, await usersFile({ ann: consultant, olga: { role: 'operator' } }))
    const { users } = open(path)
    expect(await users.signIn('ann', passwordOf('ann'), mayTry)).toEqual({
      name: 'ann',
      role: 'consultant',
      consultants: ['ann@longlist.example'],
    })
    for (const [name, password] of [
      ['ann', passwordOf('olga')],
      ['olga', passwordOf('ann')],
      ['ann', ''],
      ['', ''],
      ['Ann', passwordOf('ann')],
      ['nobody', passwordOf('ann')],
    ] as const)
      expect(await users.signIn(name, password, mayTry), `${name} ${password}`).toBeNull()
  })

  it('are hashed once for a while when they are right, also when they come at once, and each time when they are wrong', async () => {
    const path = newFile()
    writeFileSync(path, await usersFile({ ann: consultant }))
    const { users } = open(path)
    let hashes = 0
    const count = async () => void hashes++
    const right = () => users.signIn('ann', passwordOf('ann'), count)
    expect((await Promise.all([right(), right(), right()])).map(user => user?.name)).toEqual(['ann', 'ann', 'ann'])
    await right()
    expect(hashes).toBe(1)
    // A name that there is not is hashed too: the time tells nothing.
    for (const name of ['ann', 'nobody', 'nobody']) await users.signIn(name, 'wrong', count)
    expect(hashes).toBe(4)
  })

  it('are not hashed for those who may not try', async () => {
    const path = newFile()
    writeFileSync(path, await usersFile({ ann: consultant }))
    const { users } = open(path)
    const no = async () => {
      throw new Error('wait')
    }
    await expect(users.signIn('ann', passwordOf('ann'), no)).rejects.toThrow('wait')
    await expect(users.signIn('nobody', 'x', no)).rejects.toThrow('wait')
    expect(await users.signIn('ann', passwordOf('ann'), mayTry)).not.toBeNull()
  })

  it('are hashed one by one, and turned away when too many wait', async () => {
    const path = newFile()
    writeFileSync(path, await usersFile({ ann: consultant }))
    const { users } = open(path)
    let [running, most] = [0, 0]
    const turn = async () => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
    }
    const tries = Array.from({ length: 40 }, (_, at) => users.signIn('ann', `wrong ${at}`, turn))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(21)
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason.name).toBe('HashesBusy')
    expect(most).toBe(1)
    expect(await users.signIn('ann', passwordOf('ann'), mayTry)).not.toBeNull()
  })

  it('change with the file at once, also those who were let in a moment ago', async () => {
    const path = newFile()
    const { users, faults } = open(path)
    expect(await users.any()).toBe(false)
    const before = await usersFile({ ann: consultant, olga: { role: 'operator' } })
    writeFileSync(path, before)
    expect(await users.any()).toBe(true)
    expect(await users.signIn('ann', passwordOf('ann'), mayTry)).not.toBeNull()
    // A hand that slips locks nobody out, and is told of once.
    writeFileSync(path, `${before}{"name": "torn`)
    expect(await users.signIn('ann', passwordOf('ann'), mayTry)).not.toBeNull()
    expect(await users.signIn('olga', passwordOf('olga'), mayTry)).not.toBeNull()
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(/^line 3: /)
    writeFileSync(path, await usersFile({ olga: { role: 'operator' } }))
    expect(await users.signIn('ann', passwordOf('ann'), mayTry)).toBeNull()
    const changed = (await usersFile({ zed: { role: 'operator' } })).replace('zed', 'olga')
    writeFileSync(path, changed)
    expect(await users.signIn('olga', passwordOf('olga'), mayTry)).toBeNull()
    expect(await users.signIn('olga', passwordOf('zed'), mayTry)).not.toBeNull()
    rmSync(path)
    expect(await users.any()).toBe(false)
  })

  it('are read again when the rights on the file have changed: it could not be read before', async () => {
    const path = newFile()
    writeFileSync(path, 'ann')
    let parsed = 0
    const read = followedFile(
      path,
      text => `${text} ${++parsed}`,
      '',
      error => expect.unreachable(error.message),
    )
    for (let at = 0; at < 2; at++) expect(await read()).toBe('ann 1')
    const { ctimeMs } = statSync(path)
    // The clock of files has steps of milliseconds.
    await vi.waitFor(() => {
      chmodSync(path, 0o640)
      expect(statSync(path).ctimeMs).not.toBe(ctimeMs)
    })
    expect(await read()).toBe('ann 2')
  })

  it.each([
    ['{"name":"ann","role":"boss","hash":"x"}', /line 1: role .*, hash/],
    ['{"name":"a:b","role":"operator","hash":"x"}', /colon/],
    ['nonsense', /line 1/],
  ])('are refused where a line is %s, without a word of it', (line, fault) => {
    expect(() => parseUsers(line)).toThrow(fault)
    expect(() => parseUsers('{"name":"ann","hash":"$scrypt$secret"}')).not.toThrow(/secret/)
  })

  it('need a consultant’s address where they are one, and one line each', async () => {
    const line = await usersFile({ ann: consultant })
    for (const [file, fault] of [
      [line.replace('["Ann@Longlist.example"]', '[]'), 'a consultant has the addresses'],
      [line.replace('Ann@Longlist.example', 'no address'), 'must be e-mail addresses'],
      [line.replace('"consultant"', '"operator"'), 'a consultant has the addresses'],
      [line + line, 'ann is there twice'],
    ] as const)
      expect(() => parseUsers(file)).toThrow(fault)
  })
})

describe('behind the lock', () => {
  let servers: TestServers
  beforeAll(async () => {
    servers = await startServers()
  })
  afterAll(() => servers?.stop())

  it('wrong passwords of users are counted with all others, and none is hashed after that', async () => {
    const adminUsersFile = newFile()
    writeFileSync(adminUsersFile, await usersFile({ olga: { role: 'operator' } }))
    // Also where the environment has no user.
    const app = await buildApp({ ...servers.config, admin: null, adminUsersFile, queuePrefix: 'users1' })
    await app.ready()
    const ask = (authorization: string, remoteAddress = '203.0.113.9') =>
      app
        .inject({ url: '/admin/alerts', remoteAddress, headers: { authorization } })
        .then(({ statusCode }) => statusCode)
    expect(await ask(basic('olga'))).toBe(200)
    const guesses = []
    for (let at = 0; at < 12; at++) guesses.push(await ask(basic('olga', `guess ${at}`)))
    expect(guesses).toEqual([...Array(10).fill(401), 429, 429])
    expect(await ask(basic('olga'))).toBe(429)
    expect(await ask(basic('olga'), '203.0.113.10')).toBe(200)
    await app.close()
  })

  it('the name of the environment’s user is its own', async () => {
    const adminUsersFile = newFile()
    writeFileSync(adminUsersFile, await usersFile({ admin: { role: 'operator' }, olga: { role: 'operator' } }))
    const app = await buildApp({ ...servers.config, adminUsersFile, queuePrefix: 'users2' })
    await app.ready()
    const ask = (authorization: string) =>
      app.inject({ url: '/admin/mailbox', headers: { authorization } }).then(({ statusCode }) => statusCode)
    expect(await ask(basic('admin', servers.config.admin!.password))).toBe(200)
    expect(await ask(basic('admin'))).toBe(401)
    expect(await ask(basic('olga'))).toBe(403)
    await app.close()
  })
})

describe('npm run user', () => {
  const run = (args: string[], input: string, env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', join(root, 'infra/start/user.ts'), ...args],
      { cwd: root, input, encoding: 'utf8', env: { ...process.env, ADMIN_USERS: '', ADMIN_USER: '', ...env } },
    )
    return { status, said: stdout + stderr }
  }

  it('adds, changes, lists and removes users in the file, and asks the password on stdin', async () => {
    const path = join(folder, 'new', 'file.jsonl')
    const env = { ADMIN_USERS: path }
    const add = ['add', 'ann', '--role', 'consultant', '--consultant', 'ann@longlist.example']
    expect(run(add, 'short\n', env)).toMatchObject({ status: 1, said: expect.stringContaining('too short') })
    expect(existsSync(path)).toBe(false)
    expect(run(add, 'correct horse battery\n', env)).toMatchObject({
      status: 0,
      said: expect.stringContaining('ann, consultant, is added'),
    })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(path, 'utf8')).toMatch(/"\$scrypt\$ln=15,r=8,p=3\$/)
    const { users } = open(path)
    expect(await users.signIn('ann', 'correct horse battery', mayTry)).toMatchObject({ role: 'consultant' })
    expect(run(add, 'another horse battery', env).said).toContain('is changed')
    expect(await users.signIn('ann', 'correct horse battery', mayTry)).toBeNull()
    expect(await users.signIn('ann', 'another horse battery', mayTry)).not.toBeNull()
    expect(run(['list'], '', env).said).toMatch(/consultant +ann {2}ann@longlist\.example/)
    expect(run(['remove', 'ann'], '', env).status).toBe(0)
    expect(await users.any()).toBe(false)
    expect(run(['remove', 'ann'], '', env)).toMatchObject({
      status: 1,
      said: expect.stringContaining('has no user ann'),
    })
  }, 120_000)

  it.each([
    [['add', 'ann'], 'name a role'],
    [['add', 'admin', '--role', 'admin'], 'is the user of ADMIN_USER'],
    [['add', 'ann', '--role', 'consultant'], 'a consultant has the addresses'],
    [['add', 'a:b', '--role', 'operator'], 'without a colon'],
    [['dance'], 'that is no command'],
  ])('says what is wrong with %j', (args, fault) => {
    const path = join(folder, 'none.jsonl')
    expect(run(args, 'correct horse battery\n', { ADMIN_USERS: path })).toMatchObject({
      status: 1,
      said: expect.stringContaining(fault),
    })
    expect(existsSync(path)).toBe(false)
  })
})
