import { drawSampleTask, keepTicksTask, type TrialOutcome } from '#indexer/samples'
import { taskNames } from '#indexer/tasks'
import { tryMappingTask } from '#indexer/trials'
import { drawSample } from '../sync/drawSample.ts'
import { keepTicks, publishQuality, qualityFolder } from '../sync/quality.ts'
import { tryMapping } from '../sync/tryMapping.ts'
import { queueSpecs } from './queues.ts'
import type { WorkerContext } from './workerContext.ts'
import type { Workload } from './workload.ts'

/** What an operator tries and waits for: it reads feeds, within limits, and writes to no index (decision 0039). */
export function trialWorkload(context: WorkerContext): Workload {
  const { files, redis, prefix, site } = context
  return {
    spec: queueSpecs.trial,
    process: {
      [taskNames.drawSample]: async ({ task }): Promise<TrialOutcome> => {
        const { source: id, sample } = drawSampleTask.parse(task.data)
        const source = await files.sourceOf(id)
        if (!source) return { refused: `The catalogue has no source "${id}".` }
        return { refused: await drawSample(source, sample, { deps: context.parts(), redis, prefix }) }
      },
      [taskNames.keepTicks]: async ({ task }): Promise<TrialOutcome> => ({
        refused: await keepTicks(keepTicksTask.parse(task.data), qualityParts(context)),
      }),
      [taskNames.tryMapping]: async ({ task }): Promise<TrialOutcome> => {
        const { sources, gazetteer } = files
        await tryMapping(tryMappingTask.parse(task.data).trial, { redis, prefix, site, sources, gazetteer })
        // What is wrong with a sample is in its result.
        return { refused: null }
      },
    },
  }
}

export async function publishQualityOf(context: WorkerContext): Promise<void> {
  await publishQuality(qualityParts(context))
}

function qualityParts({ config, redis, prefix }: WorkerContext) {
  return { folder: qualityFolder(config.DATA_DIR), redis, prefix }
}
