// Runs before any package is installed: plain JavaScript, Node's own modules only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Ends the process with one line when Node is too old. */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(
    `error        Node ${version} is too old: Longlist needs Node 20.19 or newer (https://nodejs.org/en/download)`,
  )
  process.exit(1)
}

/** True when node_modules is what package-lock.json asks for. */
export function packagesAreCurrent(folder = root) {
  const lock = join(folder, 'package-lock.json')
  const stamp = join(folder, 'node_modules', '.longlist-lock-sha256')
  const installed = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const hash = createHash('sha256').update(readFileSync(lock)).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash) return true
  // Installed by hand: npm writes its own copy of the lock last, so a newer one means that the install was whole.
  if (statSync(installed).mtimeMs < statSync(lock).mtimeMs) return false
  writeFileSync(stamp, hash)
  return true
}

/**
 * Installs the packages when they are missing or older than package-lock.json; ends the process with one line when that
 * fails.
 */
export function ensurePackages() {
  if (packagesAreCurrent()) return
  console.log('packages     installing (npm ci) …')
  // Under `npm start` the npm that runs is the one to use: a Node without npm on PATH is not rare.
  const cli = process.env.npm_execpath
  // `optional` brings Meilisearch; `dev` so that one install serves `npm start` and `npm test`, whatever NODE_ENV says.
  // No package's own script is run (decision 0011): those that have one bring their program for each platform too.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const args = ['ci', '--include=dev', '--include=optional', '--ignore-scripts', ...quiet]
  const ended = cli?.endsWith('.js')
    ? spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (ended.status !== 0) {
    console.error(
      'error        npm ci failed (see above). Check the network or the registry in .npmrc, then run the command again',
    )
    process.exit(1)
  }
  writeFileSync(
    join(root, 'node_modules', '.longlist-lock-sha256'),
    createHash('sha256')
      .update(readFileSync(join(root, 'package-lock.json')))
      .digest('hex'),
  )
  console.log('packages     installed')
}

/** By its words a run that was killed is known to have left it: any other file there is the machine's. */
const ourPolicy =
  '#!/bin/sh\n# Of Longlist, while it installs packages: remove it when Longlist does not run.\nexit 101\n'
const endingSignals = ['SIGINT', 'SIGTERM']

/**
 * Installs Debian packages without letting their own services start: what runs is what we start. A signal that would
 * end this process does so once the command that runs has ended.
 * @param run runs one command to its end or throws
 */
export async function aptInstall(packages, run, policy = '/usr/sbin/policy-rc.d') {
  const isOurs = !existsSync(policy) || readFileSync(policy, 'utf8') === ourPolicy
  const removePolicy = () => isOurs && rmSync(policy, { force: true })
  let heard = null
  const hear = signal => {
    heard = signal
  }
  const runUnlessEnding = async args => {
    if (heard) throw new Error(`told to end (${heard})`)
    await run('apt-get', args)
  }
  for (const signal of endingSignals) process.on(signal, hear)
  process.once('exit', removePolicy)
  try {
    if (isOurs) writeFileSync(policy, ourPolicy, { mode: 0o755 })
    // A machine that has just been started updates itself: its own apt is waited for.
    const patient = ['-q', '-o', 'DPkg::Lock::Timeout=600', '-o', 'Acquire::Retries=3']
    try {
      await runUnlessEnding(['update', ...patient])
    } catch {
      // One list that could not be fetched is no fault where the packages are in the others: the installation tells.
    }
    await runUnlessEnding(['install', '-y', ...patient, '--no-install-recommends', ...packages])
  } finally {
    removePolicy()
    process.off('exit', removePolicy)
    for (const signal of endingSignals) process.off(signal, hear)
    if (heard && process.listenerCount(heard) === 0) process.kill(process.pid, heard)
  }
}

/** True where this process may install Debian packages. */
export function mayInstall() {
  return process.getuid?.() === 0 && findProgram('apt-get') !== null
}

/** The path of a program on PATH; null when it is not there. */
export function findProgram(name, path = process.env.PATH ?? '') {
  return (
    path
      .split(delimiter)
      .map(folder => join(folder, name))
      .find(isProgram) ?? null
  )
}

/**
 * The browser of the tests: CHROMIUM_BIN, else the first that is installed. The headless shell is Chromium without what
 * it shows on a screen, and takes half the time.
 */
export function findBrowser() {
  const programs = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  return process.env.CHROMIUM_BIN ?? programs.map(name => findProgram(name)).find(path => path !== null) ?? null
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
