// `npm test`, on a bare machine too: installs what is missing, builds the web, runs every test, and the checks beside
// them. The last line is `N passed, N failed, N skipped`.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  aptInstall,
  ensurePackages,
  findBrowser,
  findProgram,
  mayInstall,
  requireNode,
  root,
} from '../start/packages.mjs'
import { runChecks } from './check.mjs'

requireNode()
ensurePackages()
await prepareSystem()
const meilisearch = join(root, 'node_modules', '@gaubee', 'meilisearch-linux-amd64', 'meilisearch')
if (existsSync(meilisearch)) chmodSync(meilisearch, 0o755) // comes out of the package as 0644

// Beside the build and the tests, which wait now and then; said behind them, where it is seen.
const checking = runChecks()
let failed = await build()
const tests = await runTests()
const checks = await checking
process.stdout.write(checks.text)
failed += checks.failed.length
const skipped = new Map()
for (const { name, reason } of tests.skipped) {
  const why = `${name.split(' > ')[0]}: ${reason}`
  skipped.set(why, (skipped.get(why) ?? 0) + 1)
}
for (const [why, count] of skipped) console.log(`skipped  ${count} in ${why}`)
if (tests.slowest.length > 0)
  console.log(`slowest  ${tests.slowest.map(({ file, seconds }) => `${file} ${seconds} s`).join(', ')}`)
failed += tests.failed
if (failed > 0) process.exitCode = 1
console.log(`${tests.passed} passed, ${failed} failed, ${tests.skipped.length} skipped`)

/** Redis and a browser, as Debian packages. */
async function prepareSystem() {
  const missing = [
    ...(process.env.REDIS_BIN || findProgram('redis-server') ? [] : ['redis-server']),
    ...(findBrowser() ? [] : ['chromium-headless-shell']),
  ]
  if (missing.length === 0) return
  const names = missing.join(' and ')
  if (!mayInstall()) {
    console.error(
      `error        the tests need ${names}. Install: sudo apt-get install -y ${missing.join(' ')} (or name the programs in REDIS_BIN, CHROMIUM_BIN)`,
    )
    process.exit(1)
  }
  console.log(`packages     installing ${names} (apt-get) …`)
  const install = packages =>
    aptInstall(packages, (file, args) =>
      run(file, args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }),
    )
  try {
    // Older releases have the whole browser only.
    await install(missing).catch(() => install(missing.map(name => name.replace('-headless-shell', ''))))
  } catch {
    console.error(
      `error        apt-get could not install ${names} (see above). Check the network, then run npm test again`,
    )
    process.exit(1)
  }
}

/** The browser journeys run on the built web. @returns 1 when it could not be built */
async function build() {
  const { register } = await import('tsx/esm/api')
  register()
  const { buildWeb } = await import('../start/build.ts')
  try {
    await buildWeb(root, ({ file, args, cwd, env }) => run(file, args, { cwd, env }), process.env)
    return 0
  } catch (error) {
    console.error(`FAILED  build: ${error.message}`)
    return 1
  }
}

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'longlist-test-'))
  const file = join(folder, 'counts.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [
    vitest,
    'run',
    '--reporter=default',
    `--reporter=${join(root, 'infra', 'check', 'countReporter.ts')}`,
    ...process.argv.slice(2),
  ]
  // counted below
  await run(process.execPath, args, { cwd: root, env: { ...process.env, TEST_COUNTS_FILE: file } }).catch(() => {})
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    console.error('FAILED  vitest ended without counting (see above)')
    return { passed: 0, failed: 1, skipped: [], slowest: [] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function run(file, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options })
    child.once('error', reject)
    child.once('close', code => (code === 0 ? resolve() : reject(new Error(`ended with code ${code}`))))
  })
}
