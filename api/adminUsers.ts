import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { addressKey } from './delivery/address.ts'
import { followedFile } from './followedFile.ts'
import { RecentMap } from './search/cache.ts'

/** `admin`: everything. `operator`: what runs, and no candidate. `consultant`: who applied for their own jobs. */
export const roles = ['admin', 'operator', 'consultant'] as const
export type Role = (typeof roles)[number]

/** Who has logged in. */
export interface AdminUser {
  name: string
  role: Role
  /** Of a consultant: whose jobs are theirs, as `addressKey` gives it. */
  consultants: readonly string[]
}

export interface StoredUser extends AdminUser {
  /** `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`, both in base64 without padding. */
  hash: string
}

/** What OWASP names for 32 MB of memory: 0.2 s of one core. */
const usualCost = { ln: 15, r: 8, p: 3 }
const keyBytes = 32
const phc = /^\$scrypt\$ln=(1[0-7]),r=(8),p=([1-9])\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{43})$/

const userLine = z
  .strictObject({
    name: z.string().regex(/^[^\s:\p{C}][^:\p{C}]{0,59}$/u, 'must be 1 to 60 characters without a colon'),
    role: z.enum(roles),
    consultants: z
      .array(z.string().transform(text => addressKey(text) ?? ''))
      .refine(addresses => !addresses.includes(''), { error: 'must be e-mail addresses' })
      .default([]),
    hash: z.string().regex(phc, 'must be as npm run user writes it'),
  })
  .refine(({ role, consultants }) => (role === 'consultant') === consultants.length > 0, {
    error: 'a consultant has the addresses of consultants, and no other role has',
  })

/**
 * A file of users: a line of JSON each.
 * @throws Error that names every faulty line by its number, and nothing of what stands in it
 */
export function parseUsers(text: string): StoredUser[] {
  const faults: string[] = []
  const users = text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    const parsed = userLine.safeParse(jsonOf(line))
    if (parsed.success) return [parsed.data]
    const what = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim())
    faults.push(`line ${at + 1}: ${what.join(', ')}`)
    return []
  })
  const twice = users.find(({ name }, at) => users.findIndex(other => other.name === name) !== at)
  if (twice) faults.push(`${twice.name} is there twice`)
  if (faults.length > 0) throw new Error(faults.join('; '))
  return users
}

export function writeUsers(users: readonly StoredUser[]): string {
  return users.map(user => `${JSON.stringify(user)}\n`).join('')
}

/** @param cost less of it in tests alone */
export async function hashPassword(password: string, { ln, r, p } = usualCost): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, { ln, r, p })
  return `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(hash)}`
}

/** Equal, in a time that tells nothing about where they differ. */
async function matches(password: string, hash: string): Promise<boolean> {
  const [, ln, r, p, salt, key] = phc.exec(hash)!
  const derived = await derive(password, Buffer.from(salt!, 'base64'), { ln: Number(ln), r: Number(r), p: Number(p) })
  return timingSafeEqual(derived, Buffer.from(key!, 'base64'))
}

function derive(password: string, salt: Buffer, { ln, r, p }: typeof usualCost): Promise<Buffer> {
  const options = { N: 2 ** ln, r, p, maxmem: 2 ** ln * r * 128 + 1_048_576 }
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key))),
  )
}

/** For a name that there is not: it takes as long as one that there is. */
const unknownUsers = `$scrypt$ln=15,r=8,p=3$${'A'.repeat(22)}$${'A'.repeat(43)}`
/** A right password is not hashed again for this long, by this process, as long as its user is as it was. */
const rememberedMs = 10 * 60_000
/** Hashes at once, and that may wait: each takes 32 MB and one of the four threads that read files. */
const hashedAtOnce = 1
const mostWaiting = 20

/** The users of /admin beside the environment's one, as their file has them now. */
export interface AdminUsers {
  /** Whether there are any. */
  any(): Promise<boolean>
  /**
   * Whose password it is; null: no user's.
   * @param mayHash asked before a slow hash is made, in its turn: what it throws is thrown
   */
  signIn(name: string, password: string, mayHash: () => Promise<void>): Promise<AdminUser | null>
}

/**
 * @param path null: there are none
 * @param onFault told of a file that cannot be used: what was read before stands
 */
export function openAdminUsers(path: string | null, onFault: (error: Error) => void): AdminUsers {
  const users = path === null ? async () => [] : followedFile<StoredUser[]>(path, parseUsers, [], onFault)
  // Of passwords the process keeps a keyed hash, and the key is nowhere else.
  const secret = randomBytes(32)
  const known = new RecentMap<true>(1_000, rememberedMs)
  const underWay = new Map<string, Promise<boolean>>()
  const inTurn = takeTurns()
  return {
    any: async () => (await users()).length > 0,
    async signIn(name, password, mayHash) {
      const stored = (await users()).find(user => user.name === name)
      const hash = stored?.hash ?? unknownUsers
      const key = createHmac('sha256', secret)
        .update(JSON.stringify([name, password, hash]))
        .digest('base64')
      if (!known.get(key)) {
        // A page's parts come at once, each with the password.
        const hashing = underWay.get(key) ?? inTurn(() => mayHash().then(() => matches(password, hash)))
        underWay.set(key, hashing)
        const right = await hashing.finally(() => underWay.delete(key))
        if (!right || !stored) return null
        known.set(key, true)
      }
      if (!stored) return null
      const { role, consultants } = stored
      return { name, role, consultants }
    },
  }
}

/** Too many wait for their hash: nothing was looked at. */
export class HashesBusy extends Error {
  override name = 'HashesBusy'
}

function takeTurns() {
  let running = 0
  const waiting: (() => void)[] = []
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= hashedAtOnce) {
      if (waiting.length >= mostWaiting) throw new HashesBusy('Too many are logging in at this moment.')
      await new Promise<void>(resolve => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
