import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { dataFolder } from './dataFolder.ts'
import { templatesVariable } from './templates.ts'

/** Vitest's global setup: the folder of the run's templates. A run that watches keeps none: its code changes. */
export default async function setup({ config }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (config.watch) return undefined
  const folder = await dataFolder('longlist-templates-')
  process.env[templatesVariable] = folder
  return async () => {
    delete process.env[templatesVariable]
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
