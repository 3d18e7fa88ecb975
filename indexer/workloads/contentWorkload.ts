import { syncContentTask, taskNames } from '#indexer/tasks'
import type { followContent } from '../sync/followContent.ts'
import { queueSpecs } from './queues.ts'
import type { Workload } from './workload.ts'

/** Content of the CMS. */
export function contentWorkload(content: Pick<ReturnType<typeof followContent>, 'run'>): Workload {
  return {
    spec: queueSpecs.content,
    process: { [taskNames.syncContent]: async ({ task }) => content.run(syncContentTask.parse(task.data)) },
  }
}
