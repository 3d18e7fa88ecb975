import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openScanner, type Scanner, ScannerUnavailable, scanFile } from '../../api/submissions/scan.ts'
import { freePort } from '../../infra/start/ports.ts'
import { type Clamd, type ClamdMood, malware, malwareName, startClamd } from '../builders/clamd.ts'
import { noise } from '../builders/documents.ts'

/** More than a machine stands still. */
const patience = { connect: 60_000, scan: 60_000, rest: 0 }
const little = { connect: 300, scan: 300, rest: 0 }
let folder: string
let clean: string
let bad: string
let clamd: Clamd
let scanner: Scanner

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'longlist-scan-'))
  clean = join(folder, 'clean')
  bad = join(folder, 'bad')
  writeFileSync(clean, noise('clean', 3_000_000))
  // At the border of two pieces.
  writeFileSync(bad, Buffer.concat([noise('bad', 65_520), Buffer.from(malware), noise('bad', 1_000_000)]))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(async () => {
  // One that nothing else is given while this one is away.
  clamd = await startClamd(await freePort())
  scanner = openScanner({ host: '127.0.0.1', port: clamd.port }, patience)!
})
afterEach(() => clamd.stop())

describe('a scanner', () => {
  it('is none where none is set up', async () => {
    expect(openScanner(null)).toBeNull()
    expect(await scanFile(null, clean)).toEqual({ scan: 'none' })
  })

  it('says of files and of streams what it knows, and gets every byte', async () => {
    expect(await scanner.ping()).toBe(true)
    expect(await scanner.scan(clean)).toBeNull()
    expect(await scanner.scan(bad)).toBe(malwareName)
    expect(
      await scanner.scanStream(
        Readable.from([Buffer.from(malware.slice(0, 9)), Buffer.alloc(0), Buffer.from(malware.slice(9))]),
      ),
    ).toBe(malwareName)
    expect(await scanner.scanStream(Readable.from([]))).toBeNull()
    expect(clamd.scanned).toEqual([3_000_000, 1_065_520 + malware.length, malware.length, 0])
    expect(await scanFile(scanner, clean)).toEqual({ scan: 'clean' })
    expect(await scanFile(scanner, bad)).toEqual({ found: malwareName })
    await expect.poll(() => clamd.open).toBe(0)
  })

  it('answers many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => scanner.scan(at % 2 ? bad : clean)))
    expect(answers).toEqual(Array.from({ length: 20 }, (_, at) => (at % 2 ? malwareName : null)))
  })

  it('is reached by a socket of its machine', async () => {
    const socket = join(folder, 'clamd.ctl')
    const local = await startClamd(socket)
    try {
      const through = openScanner({ socket }, patience)!
      expect([await through.ping(), await through.scan(bad), await through.scan(clean)]).toEqual([
        true,
        malwareName,
        null,
      ])
    } finally {
      await local.stop()
    }
  })

  it.each<ClamdMood>(['hang', 'deaf', 'garbage', 'endless', 'cut'])(
    'that would not speak (%s) keeps nobody waiting, and is asked again',
    async mood => {
      clamd.mood = mood
      const hasty = openScanner({ host: '127.0.0.1', port: clamd.port }, little)!
      await expect(hasty.scan(clean)).rejects.toThrow(ScannerUnavailable)
      expect(await scanFile(hasty, bad)).toEqual({ scan: 'pending' })
      if (mood !== 'cut') expect(await hasty.ping()).toBe(false)
      if (mood !== 'deaf') await expect.poll(() => clamd.open).toBe(0)
      clamd.mood = 'answer'
      expect(await scanner.scan(bad)).toBe(malwareName)
    },
  )

  it('that has a fault has said nothing of the file', async () => {
    clamd.mood = 'error'
    await expect(scanner.scan(bad)).rejects.toThrow('Can not allocate memory')
    expect(await scanFile(scanner, bad)).toEqual({ scan: 'pending' })
  })

  it('that takes no file so large has said nothing of it, and the operator is told what to set', async () => {
    clamd.maxBytes = 100
    await expect(scanner.scanStream(Readable.from([Buffer.alloc(60), Buffer.alloc(60)]))).rejects.toThrow(
      /StreamMaxLength/,
    )
    expect(await scanFile(scanner, clean)).toEqual({ scan: 'pending' })
  })

  it('is away, and comes back', async () => {
    const { port } = clamd
    await clamd.stop()
    expect(await scanner.ping()).toBe(false)
    await expect(scanner.scan(clean)).rejects.toThrow(ScannerUnavailable)
    await expect(scanner.scanStream(Readable.from([Buffer.alloc(9)]))).rejects.toThrow(ScannerUnavailable)
    clamd = await startClamd(port)
    expect(await scanner.scan(bad)).toBe(malwareName)
  })

  it('is let rest once it has not answered, until it does', async () => {
    const its = { ...little, rest: 3_600_000 }
    const patient = openScanner({ host: '127.0.0.1', port: clamd.port }, its)!
    clamd.mood = 'hang'
    await expect(patient.scan(clean)).rejects.toThrow('300 ms')
    clamd.mood = 'answer'
    await expect(patient.scan(bad)).rejects.toThrow('asked again later')
    expect(clamd.scanned).toEqual([])
    // For an answer that comes, however slowly.
    Object.assign(its, { connect: patience.connect, scan: patience.scan })
    expect(await patient.ping()).toBe(true)
    expect(await patient.scan(bad)).toBe(malwareName)
  })

  it('is not blamed for a file that cannot be read', async () => {
    await expect(scanner.scan(join(folder, 'none'))).rejects.toThrow('ENOENT')
    await expect(scanFile(scanner, join(folder, 'none'))).rejects.toThrow('ENOENT')
    const broken = new Readable({ read: () => {} })
    broken.push(Buffer.alloc(9))
    const asked = scanner.scanStream(broken)
    await expect.poll(() => clamd.open).toBe(1)
    broken.destroy(new Error('the bucket is gone'))
    await expect(asked).rejects.toThrow('the bucket is gone')
    await expect.poll(() => clamd.open).toBe(0)
  })

  it('does not wait for a stream that gives nothing', async () => {
    const silent = new Readable({ read: () => {} })
    await expect(openScanner({ host: '127.0.0.1', port: clamd.port }, little)!.scanStream(silent)).rejects.toThrow(
      ScannerUnavailable,
    )
    expect(silent.destroyed).toBe(true)
  })
})
