import { addWordTask, applyPostTask, applyWebhookTask, taskNames } from '#indexer/tasks'
import { addWord } from '../sync/addWord.ts'
import { applyPost } from '../sync/applyPost.ts'
import { applyWebhook } from '../sync/applyWebhook.ts'
import { queueSpecs } from './queues.ts'
import type { WorkerContext } from './workerContext.ts'
import type { Workload } from './workload.ts'

/** What is waited for: one job at once, beside the syncs (decision 0003), and what an operator adds. */
export function urgentWorkload(context: WorkerContext): Workload {
  const { files, site } = context
  const sourceOf = (id: string) => files.sourceOf(id)
  return {
    spec: queueSpecs.urgent,
    process: {
      [taskNames.applyWebhook]: ({ task, keepTask }) =>
        applyWebhook(applyWebhookTask.parse(task.data).deliveryId, sourceOf, { ...context.parts(), keepTask }),
      [taskNames.applyPost]: ({ task, keepTask }) =>
        applyPost(applyPostTask.parse(task.data).deliveryId, sourceOf, { ...context.parts(), keepTask }),
      [taskNames.addWord]: async ({ task }) =>
        addWord(addWordTask.parse(task.data), {
          files: files.added,
          groups: () => files.groups(),
          gazetteer: files.gazetteer,
          country: site.country,
        }),
    },
  }
}
