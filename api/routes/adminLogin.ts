import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import basicAuth from '@fastify/basic-auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientOf, httpError, isOwnMachine } from '../app.ts'
import type { ApiConfig } from '../config.ts'
import { RecentMap } from '../search/cache.ts'

/** Wrong passwords from one address before it has to wait. */
const triesOfOne = 10
/** And from all addresses together within one wait: guessing from many of them is no quicker. */
const triesOfAll = 100
const waitMs = 5 * 60_000
/** Each wrong try is answered later than the one before, up to ten times this. */
const slowerMs = 50
/** Who has logged in within this time is not kept out by what others guess. */
const knownMs = 7 * 86_400_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A token that opens this route, beside the administrator's password: for a program (`Authorization: Bearer`). */
    token?: string | null
  }
}

/** Closes all of a scope's routes to strangers. */
export type CloseToStrangers = (scope: FastifyInstance) => Promise<void>

/**
 * What closes routes to clients that do not send the administrator's user and password (basic auth), or the route's own token: 401, 429 after too many wrong
 * passwords, 404 where no password is set. One for the whole app: wrong passwords are counted together, wherever they are tried. An address is what `trustProxy`
 * makes of it, so a header that a client invents changes nothing; of IPv6, a network (/64) counts as one.
 */
export function createLogin({ admin }: Pick<ApiConfig, 'admin'>): CloseToStrangers {
  const wrong = new RecentMap<number>(10_000, waitMs)
  const known = new RecentMap<true>(100, knownMs)
  let all = { count: 0, since: 0 }
  let saidPlain = false

  // Nothing is awaited between the look at the count and the count: many tries in one packet are many tries.
  const validate = async (user: string, password: string, request: FastifyRequest, reply: FastifyReply) => {
    const client = clientOf(request)
    const besieged = all.count >= triesOfAll && Date.now() - all.since <= waitMs
    if ((wrong.get(client) ?? 0) >= triesOfOne || (besieged && !known.get(client) && !isOwnMachine(request))) {
      reply.header('retry-after', String(waitMs / 1000))
      throw httpError(429, 'Too many wrong passwords; try again in five minutes.')
    }
    // Both are compared, whatever the first one says.
    const right = [same(user, admin?.user ?? ''), same(password, admin?.password ?? '')].every(Boolean)
    if (admin && right) {
      if (wrong.get(client)) wrong.set(client, 0)
      known.set(client, true)
      if (!saidPlain && request.protocol === 'http' && !isOwnMachine(request)) {
        saidPlain = true
        request.log.warn(
          { event: 'loginInTheClear' },
          'The password for /admin came by plain http: serve the site by https, and set TRUSTED_HOPS to the number of proxies in front of it',
        )
      }
      return
    }
    const count = (wrong.get(client) ?? 0) + 1
    wrong.set(client, count)
    if (Date.now() - all.since > waitMs) all = { count: 0, since: Date.now() }
    all.count++
    request.log.warn({ event: 'loginFailed', ofThisAddress: count, ofAll: all.count }, 'A wrong user or password for /admin')
    await pause(slowerMs * Math.min(count, 10))
    throw new Error('Wrong user or password.')
  }
  return async scope => {
    await scope.register(basicAuth, { authenticate: { realm: 'Longlist' }, validate })
    scope.addHook('onRequest', (request, reply, done) => {
      const { token } = request.routeOptions.config
      if (token && same(request.headers.authorization ?? '', `Bearer ${token}`)) done()
      else if (admin) scope.basicAuth(request, reply, done)
      else if (token) done(httpError(401, 'The token is missing or wrong: it is METRICS_TOKEN, as Authorization: Bearer.'))
      else done(httpError(404, 'There is no administration here: ADMIN_PASSWORD is not set.'))
    })
  }
}

/** Equal, in a time that tells nothing about where they differ. */
function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
