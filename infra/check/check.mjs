// `npm run check`: types, format and lint, rooms. All are run, so that one answer names every fault.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePackages, requireNode, root } from '../start/packages.mjs'

/** Runs every check. @returns the names of those that failed */
export function runChecks() {
  const program = name => join(root, 'node_modules', '.bin', name)
  const checks = [
    ['types', program('tsc'), ['--noEmit']],
    ['format and lint', program('biome'), ['check', '--error-on-warnings', '--max-diagnostics=50']],
    ['rooms', process.execPath, ['--import', 'tsx', join(root, 'infra', 'check', 'rooms.ts'), root]],
  ]
  return checks.flatMap(([name, file, args]) => {
    const { status } = spawnSync(file, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    console.log(`${status === 0 ? 'passed' : 'FAILED'}  check: ${name}`)
    return status === 0 ? [] : [name]
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode()
  ensurePackages()
  if (runChecks().length > 0) process.exitCode = 1
}
