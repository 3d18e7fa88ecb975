// `npm run check`: types, format and lint, rooms. All are run at once, so that one answer names every fault.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePackages, requireNode, root } from '../start/packages.mjs'

/**
 * Runs every check, beside whatever else runs.
 * @returns what each wrote, and the names of those that failed
 */
export async function runChecks() {
  const program = name => join(root, 'node_modules', '.bin', name)
  const checks = [
    ['types', program('tsc'), ['--noEmit']],
    ['format and lint', program('biome'), ['check', '--error-on-warnings', '--max-diagnostics=50']],
    ['rooms', process.execPath, ['--import', 'tsx', join(root, 'infra', 'check', 'rooms.ts'), root]],
  ]
  const done = await Promise.all(checks.map(async ([name, file, args]) => ({ name, ...(await outputOf(file, args)) })))
  return {
    text: done.map(({ name, code, text }) => `${text}${code === 0 ? 'passed' : 'FAILED'}  check: ${name}\n`).join(''),
    failed: done.flatMap(({ name, code }) => (code === 0 ? [] : [name])),
  }
}

function outputOf(file, args) {
  return new Promise(resolve => {
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
    child.once('error', error => resolve({ code: null, text: `${error.message}\n` }))
    child.once('close', code => resolve({ code, text }))
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode()
  ensurePackages()
  const { text, failed } = await runChecks()
  process.stdout.write(text)
  if (failed.length > 0) process.exitCode = 1
}
