// npm run user -- add <name> --role <role> [--consultant <e-mail>]… | remove <name> | list

import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { hashPassword, parseUsers, roles, type StoredUser, writeUsers } from '../../api/adminUsers.ts'
import { readPlace, root } from './config.ts'
import { createScreen, Fault } from './screen.ts'
import { writeWhole } from './writeWhole.ts'

const usage =
  'npm run user -- add <name> --role admin|operator|consultant [--consultant <e-mail of the jobs>]… | remove <name> | list'
const leastCharacters = 12

const screen = createScreen()
try {
  const { command, name, role, consultants } = readCall(process.argv.slice(2))
  const path = process.env.ADMIN_USERS
    ? resolve(root, process.env.ADMIN_USERS)
    : join(readPlace(process.env, root).dataDir, 'adminUsers.jsonl')
  const users = readUsers(path)
  const others = users.filter(user => user.name !== name)
  if (command === 'list') for (const user of users) screen.say(user.role, [user.name, ...user.consultants].join('  '))
  else if (command === 'remove') {
    if (others.length === users.length) throw new Fault(`${path} has no user ${name}`)
    write(path, others)
    screen.say('user', `${name} is removed, and logged out everywhere`)
  } else {
    if (name === (process.env.ADMIN_USER || 'admin'))
      throw new Fault(`${name} is the user of ADMIN_USER and ADMIN_PASSWORD: choose another name`)
    const unhashed = { name, role, consultants, hash: '' }
    const hash = await hashPassword(await askPassword(name))
    const user = checked({ ...unhashed, hash })
    write(path, [...others, user])
    screen.say('user', `${name}, ${role}, is ${others.length < users.length ? 'changed' : 'added'} in ${path}`)
  }
} catch (fault) {
  screen.fail(fault)
  process.exitCode = 1
}

function readCall(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { role: { type: 'string' }, consultant: { type: 'string', multiple: true } },
    })
    const [command = '', name = '', ...rest] = positionals
    const role = roles.find(one => one === values.role)
    if (command === 'list' && positionals.length === 1)
      return { command, name, role: 'admin' as const, consultants: [] }
    if (rest.length > 0 || name === '' || !['add', 'remove'].includes(command)) throw new Error('that is no command')
    if (command === 'add' && !role) throw new Error(`name a role: ${roles.join(', ')}`)
    return { command, name, role: role ?? ('admin' as const), consultants: values.consultant ?? [] }
  } catch (error) {
    throw new Fault(`${(error as Error).message.split('\n')[0]}. Use: ${usage}`)
  }
}

function readUsers(path: string): StoredUser[] {
  try {
    return existsSync(path) ? parseUsers(readFileSync(path, 'utf8')) : []
  } catch (error) {
    throw new Fault(`${path}: ${(error as Error).message}. Mend it by hand first`)
  }
}

/** As it will be read. */
function checked(user: StoredUser): StoredUser {
  try {
    return parseUsers(writeUsers([user]))[0]!
  } catch (error) {
    throw new Fault(`${(error as Error).message.replace(/^line 1: /, '')}. Use: ${usage}`)
  }
}

/** For the owner's eyes only. */
function write(path: string, users: readonly StoredUser[]): void {
  mkdirSync(dirname(path), { recursive: true })
  writeWhole(path, writeUsers(users), 0o600)
}

/** Twice at a terminal, which does not show it; else the first line of what comes in. */
async function askPassword(name: string): Promise<string> {
  const { stdin } = process
  const lines = createInterface({ input: stdin, ...(stdin.isTTY && { terminal: true, output: process.stderr }) })
  // What is typed is echoed by this alone.
  if (stdin.isTTY) Object.assign(lines, { _writeToOutput: () => {} })
  const line = lines[Symbol.asyncIterator]()
  const ask = async (question: string) => {
    if (stdin.isTTY) process.stderr.write(question)
    const { value = '' } = await line.next()
    if (stdin.isTTY) process.stderr.write('\n')
    return String(value)
  }
  try {
    const password = await ask(`Password of ${name}, at least ${leastCharacters} characters: `)
    if ([...password].length < leastCharacters)
      throw new Fault(
        `the password is too short: use at least ${leastCharacters} characters, on the first line of stdin`,
      )
    if (stdin.isTTY && (await ask('The same again: ')) !== password) throw new Fault('the two are not the same')
    return password
  } finally {
    lines.close()
  }
}
