// npm run rebuild -- <index>
import { rebuildIndexTask, taskNames } from '#indexer/tasks'
import { readPlace, root } from './config.ts'
import { createScreen, Fault } from './screen.ts'
import { runTask } from './task.ts'

try {
  const place = readPlace(process.env, root)
  const task = rebuildIndexTask.safeParse({ index: process.argv[2] })
  if (!task.success || process.argv.length > 3)
    throw new Fault(
      `name one index: ${rebuildIndexTask.shape.index.options.join(' or ')}. Use: npm run rebuild -- jobs`,
    )
  const record = await runTask<object>(place, taskNames.rebuildIndex, task.data, text =>
    console.error(`${task.data.index}: ${text}`),
  )
  console.log(JSON.stringify(record))
} catch (fault) {
  createScreen().fail(fault)
  process.exitCode = 1
}
