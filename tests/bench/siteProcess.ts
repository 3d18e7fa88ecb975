import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { placeDocuments } from '../../indexer/documents/placeDocuments.ts'
import { mineSuggestions } from '../../indexer/sync/mineSuggestions.ts'
import { siteFlags } from '../../infra/start/config.ts'
import { end } from '../builders/child.ts'
import type { TestIndexer } from '../builders/indexer.ts'

export interface SiteProcess {
  origin: string
  pid: number
  stop(): Promise<void>
}

/** The whole site over an index with jobs, in a process of its own as in production, with the content of the seed. */
export async function startSiteProcess(indexer: TestIndexer): Promise<SiteProcess> {
  const { engine, meiliUrl, masterKey, redisUrl, prefix, folder } = indexer
  await engine.waitTask(await engine.writeDocuments('places', placeDocuments(indexer.gazetteer)))
  await mineSuggestions(engine, Math.floor(Date.now() / 1_000))
  return startScript('site.ts', { meiliUrl, masterKey, redisUrl, prefix, folder })
}

/** A process of a script beside this file, which prints its address in a line of JSON: empty where it has none. */
export async function startScript(name: string, argument: object, flags = siteFlags): Promise<SiteProcess> {
  const script = fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(process.execPath, [...flags, '--import', 'tsx', script, JSON.stringify(argument)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout!).once('line', line => resolve((JSON.parse(line) as { origin: string }).origin))
    child.once('exit', code => reject(new Error(`${name} ended with code ${code}.`)))
  })
  return { origin, pid: child.pid!, stop: () => end(child, 'SIGTERM') }
}

/** Bytes of a process in memory. */
export function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024
}

/** Seconds of processor that a process has used: Linux counts hundredths. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
