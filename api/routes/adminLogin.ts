import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import basicAuth from '@fastify/basic-auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiConfig } from '../config.ts'
import { httpError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import { clientOf, isOwnMachine } from '../requests.ts'

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
}

/** Closes all of a scope's routes to strangers. */
export type CloseToStrangers = (scope: FastifyInstance) => Promise<void>

/**
 * What closes routes to clients that do not send the administrator's user and password (basic auth), or the route's own
 * token: 401, 429 after too many wrong passwords, 404 where no password is set. One for the whole app: wrong passwords
 * are counted together, wherever they are tried. An address is what `trustProxy` makes of it, so a header that a client
 * invents changes nothing; of IPv6, a network (/64) counts as one.
 */
export function createLogin({ admin }: Pick<ApiConfig, 'admin'>, limits: Limits): CloseToStrangers {
  let saidPlain = false
  const tooMany = (reply: FastifyReply) => {
    reply.header('retry-after', String(waitMs / 1000))
    return httpError(429, 'Too many wrong passwords; try again in five minutes.')
  }

  // Both are compared at once, whatever the first one says. What came of it is told only after one look at the count
  // that all processes share, where those that came before are counted already: many tries in one packet are many
  // tries.
  const validate = async (user: string, password: string, request: FastifyRequest, reply: FastifyReply) => {
    const client = clientOf(request)
    const right = [same(user, admin?.user ?? ''), same(password, admin?.password ?? '')].every(Boolean)
    const isKnown = async () => isOwnMachine(request) || (await limits.read('known', client, knownMs)) > 0
    if (admin && right) {
      const wrong = await limits.read('wrong', client, waitMs)
      if (wrong >= triesOfOne) throw tooMany(reply)
      if ((await limits.read('wrong', everybody, waitMs)) >= triesOfAll && !(await isKnown())) throw tooMany(reply)
      if (wrong > 0) await limits.forget('wrong', client)
      await limits.count('known', client, knownMs)
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
    if (all > triesOfAll && !(await isKnown())) throw tooMany(reply)
    request.log.warn({ event: 'loginFailed', ofThisAddress: count, ofAll: all }, 'A wrong user or password for /admin')
    await pause(slowerMs * count)
    throw new Error('Wrong user or password.')
  }

  return async scope => {
    await scope.register(basicAuth, { authenticate: { realm: 'Longlist' }, validate })
    scope.addHook('onRequest', (request, reply, done) => {
      const { token } = request.routeOptions.config
      if (token && same(request.headers.authorization ?? '', `Bearer ${token}`)) done()
      else if (admin) scope.basicAuth(request, reply, done)
      else if (token)
        done(httpError(401, 'The token is missing or wrong: it is METRICS_TOKEN, as Authorization: Bearer.'))
      else done(httpError(404, 'There is no administration here: ADMIN_PASSWORD is not set.'))
    })
  }
}

/** Equal, in a time that tells nothing about where they differ. */
function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
