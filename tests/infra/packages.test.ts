import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildWeb } from '../../infra/start/build.ts'
import { requireChecksum } from '../../infra/start/meilisearch.ts'
import { aptInstall, packagesAreCurrent } from '../../infra/start/packages.mjs'
import type { Command } from '../../infra/start/supervisor.ts'

const packages = new URL('../../infra/start/packages.mjs', import.meta.url).href
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longlist-packages-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the installed packages', () => {
  const at = (name: string, seconds: number) => utimesSync(join(folder, name), seconds, seconds)

  it('are missing, current by hand, current by stamp, and old when the lock has changed', () => {
    writeFileSync(join(folder, 'package-lock.json'), '{}')
    at('package-lock.json', 1_000)
    expect(packagesAreCurrent(folder)).toBe(false)

    mkdirSync(join(folder, 'node_modules'))
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), '{}')
    at('node_modules/.package-lock.json', 999) // an install that was broken off leaves an older one
    expect(packagesAreCurrent(folder)).toBe(false)
    at('node_modules/.package-lock.json', 1_001)
    expect(packagesAreCurrent(folder)).toBe(true)

    at('package-lock.json', 2_000) // a checkout touches the file: what is in it counts
    expect(packagesAreCurrent(folder)).toBe(true)
    writeFileSync(join(folder, 'package-lock.json'), '{ "changed": true }')
    expect(packagesAreCurrent(folder)).toBe(false)
  })
})

describe('the installation of Debian packages', () => {
  const policy = () => join(folder, 'policy-rc.d')
  const seen: string[] = []
  const look = async (_file: string, [what]: string[]) => {
    seen.push(`${what} ${readFileSync(policy(), 'utf8').includes('exit 101')}`)
  }
  beforeEach(() => void seen.splice(0))

  it('lets no service start meanwhile, and takes its own policy away, also one that was left', async () => {
    await aptInstall(['redis-server'], look, policy())
    expect(existsSync(policy())).toBe(false)
    let ours = ''
    const broken = async () => {
      ours = readFileSync(policy(), 'utf8')
      throw new Error('no network')
    }
    await expect(aptInstall(['redis-server'], broken, policy())).rejects.toThrow('no network')
    expect(existsSync(policy())).toBe(false)
    writeFileSync(policy(), ours)
    await aptInstall(['redis-server'], look, policy())
    expect(existsSync(policy())).toBe(false)
    expect(seen).toEqual(['update true', 'install true', 'update true', 'install true'])
  })

  it('leaves the policy of the machine', async () => {
    writeFileSync(policy(), '#!/bin/sh\nexit 101\n')
    await aptInstall(['redis-server'], look, policy())
    expect(readFileSync(policy(), 'utf8')).toBe('#!/bin/sh\nexit 101\n')
  })

  it('is told to end: the command that runs does so first, no other is begun, and the policy goes', async () => {
    const script = `import { aptInstall } from ${JSON.stringify(packages)}
      process.once('SIGTERM', () => console.log('told'))
      const update = async (file, [what]) => {
        console.log(what)
        await new Promise(resolve => process.stdin.once('end', resolve).resume())
      }
      await aptInstall(['redis-server'], update, ${JSON.stringify(policy())})`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    const said = [String(await once(child.stdout!, 'data'))]
    child.kill('SIGTERM')
    said.push(String(await once(child.stdout!, 'data')))
    expect([said, existsSync(policy())]).toEqual([['update\n', 'told\n'], true])
    child.stdin!.end()
    expect([(await ended)[1], existsSync(policy())]).toEqual(['SIGTERM', false])
  })
})

describe('the checksum of the search engine', () => {
  it('is read once, again when the file has changed, and refused when it is wrong', async () => {
    const program = join(folder, 'meilisearch')
    const memory = join(folder, 'verified.json')
    writeFileSync(program, 'proven')
    await requireChecksum(program, sha256('proven'), memory)
    const { mtimeMs } = statSync(memory)
    await requireChecksum(program, sha256('proven'), memory)
    expect(statSync(memory).mtimeMs).toBe(mtimeMs)

    writeFileSync(program, 'Proven') // the same size
    utimesSync(program, 5, 5)
    await expect(requireChecksum(program, sha256('proven'), memory)).rejects.toThrow(
      /wrong checksum of .*; it is not run/,
    )
    // What was proven for one checksum is not taken for another.
    await requireChecksum(program, sha256('Proven'), memory)
    await expect(requireChecksum(program, sha256('proven'), memory)).rejects.toThrow(/wrong checksum/)
  })
})

describe('the build of the web', () => {
  it('is done when an input has changed or the last one was broken off, and not otherwise', async () => {
    const ran: string[][] = []
    const run = async ({ args }: Command) => {
      ran.push(args.slice(1) as string[])
    }
    mkdirSync(join(folder, 'dist'))
    mkdirSync(join(folder, 'web', 'jobs'), { recursive: true })
    writeFileSync(join(folder, 'web', 'jobs', 'page.tsx'), 'one')
    writeFileSync(join(folder, 'vite.config.ts'), '')
    expect(await buildWeb(folder, run, {})).toBe(true)
    expect(ran.map(args => args.join(' '))).toEqual([
      'build --logLevel warn --outDir dist/client',
      'build --logLevel warn --ssr web/entry-server.tsx --outDir dist/server',
    ])
    expect(await buildWeb(folder, run, {})).toBe(false)

    writeFileSync(join(folder, 'web', 'jobs', 'page.tsx'), 'two')
    await expect(buildWeb(folder, () => Promise.reject(new Error('no such module')), {})).rejects.toThrow(
      'no such module',
    )
    expect(await buildWeb(folder, run, {})).toBe(true)
    expect(await buildWeb(folder, run, {})).toBe(false)
    writeFileSync(join(folder, 'web', 'moved.tsx'), 'two')
    rmSync(join(folder, 'web', 'jobs', 'page.tsx'))
    expect(await buildWeb(folder, run, {})).toBe(true)
  })
})
