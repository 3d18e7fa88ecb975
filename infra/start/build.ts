import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Command } from './supervisor.ts'

/** What the built web depends on. A change anywhere else needs no new build. */
const inputs = [
  'web',
  'api/contract',
  'indexer/contract',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
const stampName = '.built-from'

/**
 * Builds the web for browsers (`dist/client`) and for the server (`dist/server`) when its inputs are not those of the
 * last build. The stamp is written last, so a build that was broken off is done again.
 * @param run runs one command to its end or throws
 * @returns true when it built
 */
export async function buildWeb(
  root: string,
  run: (command: Command) => Promise<void>,
  environment: Record<string, string>,
): Promise<boolean> {
  const stamp = join(root, 'dist', stampName)
  const wanted = hashOf(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  rmSync(stamp, { force: true })
  const vite = (...args: string[]): Command => ({
    file: process.execPath,
    args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn', ...args],
    cwd: root,
    env: { ...environment, NODE_ENV: 'production' },
  })
  await run(vite('--outDir', 'dist/client'))
  await run(vite('--ssr', 'web/entry-server.tsx', '--outDir', 'dist/server'))
  writeFileSync(stamp, wanted)
  return true
}

function hashOf(root: string): string {
  const hash = createHash('sha256')
  for (const input of inputs) {
    for (const file of filesUnder(join(root, input))) {
      hash.update(`${relative(root, file)}\0`)
      hash.update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return [path]
    throw error
  }
}
