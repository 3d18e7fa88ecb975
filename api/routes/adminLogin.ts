import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import basicAuth from '@fastify/basic-auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AdminUser, type AdminUsers, HashesBusy } from '../adminUsers.ts'
import type { ApiConfig } from '../config.ts'
import { httpError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { clientOf, isOwnMachine } from '../requests.ts'
import { rolesOf } from './adminRoles.ts'

/** Wrong passwords from one address before it has to wait; counted together by all processes of the site. */
const triesOfOne = 10
/** And from all addresses together within one wait: guessing from many of them is no quicker. */
const triesOfAll = 100
const waitMs = 5 * 60_000
/** Each wrong try is answered later than the one before, up to ten times this. */
const slowerMs = 50
/** Who has logged in within this time is not kept out by what others guess. */
const knownMs = 7 * 86_400_000
/** As a client, for the count of all. */
const everybody = '*'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A token that opens this route, beside the administrator's password: for a program (`Authorization: Bearer`). */
    token?: string | null
  }
  interface FastifyRequest {
    /** Who has logged in; null for a token, and on routes that are open. */
    adminUser: AdminUser | null
  }
}

/** Closes all of a scope's routes to strangers. */
export type CloseToStrangers = (scope: FastifyInstance) => Promise<void>

/**
 * What closes routes to clients that do not send a user and password (basic auth) of a role that the route opens to
 * (`adminRoles.ts`), or the route's own token: 401, 403 for another role, 429 after too many wrong passwords, 404 where
 * there are no users. The environment's user is an administrator, and no line of the file takes its name. One for the
 * whole app: wrong passwords are counted together, wherever they are tried. An address is what `trustProxy` makes of
 * it, so a header that a client invents changes nothing; of IPv6, a network (/64) counts as one.
 */
export function createLogin({ admin }: Pick<ApiConfig, 'admin'>, limits: Limits, users: AdminUsers): CloseToStrangers {
  let saidPlain = false
  const tooMany = (reply: FastifyReply) => {
    reply.header('retry-after', String(waitMs / 1000))
    return httpError(429, 'Too many wrong passwords; try again in five minutes.')
  }

  const isKnown = async (request: FastifyRequest) =>
    isOwnMachine(request) || (await limits.read('known', clientOf(request), knownMs)) > 0

  /** @returns how many wrong ones came from this address. @throws 429 for a client that has to wait */
  const letTry = async (request: FastifyRequest, reply: FastifyReply): Promise<number> => {
    const wrong = await limits.read('wrong', clientOf(request), waitMs)
    if (wrong >= triesOfOne) throw tooMany(reply)
    if ((await limits.read('wrong', everybody, waitMs)) >= triesOfAll && !(await isKnown(request))) throw tooMany(reply)
    return wrong
  }

  // Both are compared at once, whatever the first one says.
  const userOf = async (name: string, password: string, request: FastifyRequest, reply: FastifyReply) => {
    const [isNamed, isRight] = [same(name, admin?.user ?? ''), same(password, admin?.password ?? '')]
    if (admin && isNamed) return isRight ? { name: admin.user, role: 'admin' as const, consultants: [] } : null
    if (!(await users.any())) return null
    try {
      // No slow hash is made for a client that has to wait anyway.
      return await users.signIn(name, password, () => letTry(request, reply).then(() => undefined))
    } catch (error) {
      throw error instanceof HashesBusy ? tooMany(reply) : error
    }
  }

  // What came of it is told only after one look at the count that all processes share, where those that came before are
  // counted already: many tries in one packet are many tries.
  const validate = async (name: string, password: string, request: FastifyRequest, reply: FastifyReply) => {
    const client = clientOf(request)
    const user = await userOf(name, password, request, reply)
    if (user) {
      if ((await letTry(request, reply)) > 0) await limits.forget('wrong', client)
      await limits.count('known', client, knownMs)
      request.adminUser = user
      if (!saidPlain && request.protocol === 'http' && !isOwnMachine(request)) {
        saidPlain = true
        request.log.warn(
          { event: 'loginInTheClear' },
          'The password for /admin came by plain http: serve the site by https, and set TRUSTED_HOPS to the number of proxies in front of it',
        )
      }
      return
    }
    const { count } = await limits.count('wrong', client, waitMs)
    if (count > triesOfOne) throw tooMany(reply)
    const { count: all } = await limits.count('wrong', everybody, waitMs)
    if (all > triesOfAll && !(await isKnown(request))) throw tooMany(reply)
    request.log.warn({ event: 'loginFailed', ofThisAddress: count, ofAll: all }, 'A wrong user or password for /admin')
    await pause(slowerMs * count)
    throw new Error('Wrong user or password.')
  }

  return async scope => {
    await scope.register(basicAuth, { authenticate: { realm: 'Longlist' }, validate })
    scope.decorateRequest('adminUser', null)
    scope.addHook('onRoute', ({ url }) => {
      if (!rolesOf(url)) throw new Error(`${url} is for no role: it belongs into the table of adminRoles.ts`)
    })
    scope.addHook('onRequest', async (request, reply) => {
      const { config, url = '' } = request.routeOptions
      if (config.token && same(request.headers.authorization ?? '', `Bearer ${config.token}`)) return
      if (!admin && !(await users.any()))
        throw config.token
          ? httpError(401, 'The token is missing or wrong: it is METRICS_TOKEN, as Authorization: Bearer.')
          : httpError(404, 'There is no administration here: ADMIN_PASSWORD is not set.')
      await new Promise<void>((resolve, reject) =>
        scope.basicAuth(request, reply, error => (error ? reject(error) : resolve())),
      )
      if (!rolesOf(url)?.includes(userIn(request).role)) throw httpError(403, 'This page is not for your role.')
    })
  }
}

/** The user of a request to a closed route. */
export function userIn({ adminUser }: FastifyRequest): AdminUser {
  if (!adminUser) throw new Error('Nobody has logged in.')
  return adminUser
}

/** Equal, in a time that tells nothing about where they differ. */
function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
