import type { FastifyInstance } from 'fastify'
import { measure } from '../gauges.ts'
import { checkHealth, leaving, type OperationParts, readStore } from '../health.ts'
import { type ApiParts } from '../parts.ts'
import { schemas } from '../schemas.ts'
import type { Scanner } from '../submissions/scan.ts'
import type { SubmissionStore } from '../submissions/submission.ts'

/** The engines are asked once a second, however often `/health` is. */
const healthMs = 1_000
/** The store is written to, so it is asked less often. */
const storeMs = 10_000

/**
 * `GET /health`: 200, or 503 where searches cannot be answered. `GET /metrics` (Prometheus text), for METRICS_TOKEN or
 * the administrator: it names sources, which may be an agency's clients. Neither tells anything of a person.
 * @param parts.store null where there are no forms
 */
export async function operationRoutes(
  app: FastifyInstance,
  { store, ...parts }: ApiParts & { store: SubmissionStore | null; scanner: Scanner | null },
): Promise<void> {
  const operation: OperationParts = {
    ...parts,
    storeState: store && once(storeMs, () => readStore(store, parts.config.patience?.lookMs)),
  }
  const health = once(healthMs, () => checkHealth(operation))
  app.get('/health', { schema: schemas.health }, async (_request, reply) => {
    const answer = parts.isLeaving() ? leaving : await health()
    return reply
      .code(answer.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(answer)
  })

  await app.register(async scope => {
    await parts.closeToStrangers(scope)
    scope.get(
      '/metrics',
      {
        schema: schemas.metrics,
        config: { token: parts.config.metricsToken, rateLimit: { max: 120, timeWindow: 60_000 } },
      },
      async (_request, reply) => {
        const text = await parts.metrics.text(await measure(operation))
        return reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store').send(text)
      },
    )
  })
}

/** Asks at most once in this time, however many want to know. */
function once<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<T>
  return () => {
    if (Date.now() - askedAt >= ms) {
      askedAt = Date.now()
      answer = ask()
    }
    return answer
  }
}
