import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { workerFlags } from '../../infra/start/config.ts'

/** What a script beside this file prints as its last line, as JSON; it runs in a process of its own. */
export function runAlone(name: string, argument: object): unknown {
  const script = fileURLToPath(new URL(name, import.meta.url))
  const out = execFileSync(process.execPath, [...workerFlags, '--import', 'tsx', script, JSON.stringify(argument)], {
    maxBuffer: 1 << 26,
  })
  return JSON.parse(out.toString().trim().split('\n').at(-1)!)
}
