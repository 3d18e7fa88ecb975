import { watch } from '../sync/watch.ts'
import type { ClockWork } from './clock.ts'
import type { Queues } from './queues.ts'
import { retryFailed } from './retryFailed.ts'
import type { WorkerContext } from './workerContext.ts'

const everyMs = 30_000

/** The look for what no run can tell of itself: one worker looks for all. */
export function watchInTurn(context: WorkerContext, queues: Queues): ClockWork {
  const { config, log, redis, prefix, atWork, files, parts } = context
  const turn = async () => {
    if ((await redis.set(`${prefix}:watching`, '1', 'PX', everyMs - 1_000, 'NX')) === null) return
    await atWork.tellAlarm()
    const retried = await retryFailed(queues.urgent, Date.now())
    if (retried > 0) log.info({ event: 'retried', retried }, 'retried')
    await watch(files.sources, {
      ...parts(),
      redis,
      prefix,
      queues: Object.values(queues),
      queueAgeSeconds: config.QUEUE_AGE_ALARM_SECONDS,
      alertWaitSeconds: config.ALERT_WAIT_ALARM_SECONDS,
      indexLagSeconds: config.INDEX_LAG_ALARM_SECONDS,
    })
  }
  return { event: 'watch', everyMs, turn }
}
