import { execFile, execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { workerFlags } from '../../infra/start/config.ts'

/** What a script beside this file prints as its last line, as JSON; it runs in a process of its own. */
export function runAlone(name: string, argument: object): unknown {
  return lastLine(execFileSync(process.execPath, argumentsOf(name, argument), { maxBuffer: 1 << 26 }).toString())
}

/** The same while this process goes on. */
export async function runBeside(name: string, argument: object): Promise<unknown> {
  return lastLine((await promisify(execFile)(process.execPath, argumentsOf(name, argument))).stdout)
}

function argumentsOf(name: string, argument: object): string[] {
  const script = fileURLToPath(new URL(name, import.meta.url))
  return [...workerFlags, '--import', 'tsx', script, JSON.stringify(argument)]
}

function lastLine(text: string): unknown {
  return JSON.parse(text.trim().split('\n').at(-1)!)
}
