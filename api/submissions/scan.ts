import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import type { ScannerAddress } from '../config.ts'
import type { ScanState } from './submission.ts'

/** A malware scanner that speaks ClamAV's protocol. */
export interface Scanner {
  /**
   * @param path of a file on this machine
   * @returns null for a clean file, else the name of what was found
   * @throws ScannerUnavailable when it does not answer
   */
  scan(path: string): Promise<string | null>
  /** The same of bytes that come from elsewhere (a bucket). */
  scanStream(stream: NodeJS.ReadableStream): Promise<string | null>
  /** Whether it answers. */
  ping(): Promise<boolean>
}

export class ScannerUnavailable extends Error {
  override name = 'ScannerUnavailable'
}

/** It takes what it is sent and says nothing. */
class Silent extends ScannerUnavailable {}

/** Milliseconds. */
export interface ScannerPatience {
  /** Until it is connected. */
  connect: number
  /** For the whole of one scan: a person waits for it. */
  scan: number
  /** After one that got no answer, no client waits for another. */
  rest: number
}

/**
 * Speaks clamd's protocol itself, one connection a scan: the common library holds a file in memory that the scanner
 * takes slowly, and waits without end for one that takes it and never answers.
 *
 * A file that is larger than clamd takes (`StreamMaxLength`) counts as not scanned, neither as clean nor as bad: that
 * setting is the operator's mistake and not the person's, and the error says what to raise.
 * @returns null where none is set up: files are then marked so, and mails say so
 */
export function openScanner(
  address: ScannerAddress | null,
  patience: ScannerPatience = { connect: 3_000, scan: 30_000, rest: 30_000 },
): Scanner | null {
  if (address === null) return null
  let restsUntil = 0
  const scanStream = async (stream: Readable) => {
    const broken = new Promise<never>((_, reject) => stream.once('error', reject))
    // Known at once, also while it is not read.
    broken.catch(() => {})
    try {
      if (Date.now() < restsUntil)
        throw new ScannerUnavailable('The scanner did not answer a moment ago; it is asked again later.')
      return verdictOf(await Promise.race([ask(address, 'INSTREAM', stream, patience), broken]))
    } catch (error) {
      if (error instanceof Silent) restsUntil = Date.now() + patience.rest
      throw error
    } finally {
      stream.destroy()
    }
  }
  return {
    scan: path => scanStream(createReadStream(path)),
    scanStream: stream => scanStream(stream as Readable),
    async ping() {
      try {
        const answers = (await ask(address, 'PING', null, patience)) === 'PONG'
        if (answers) restsUntil = 0
        return answers
      } catch (error) {
        if (error instanceof ScannerUnavailable) return false
        throw error
      }
    },
  }
}

function verdictOf(answer: string): string | null {
  if (answer === 'stream: OK') return null
  const found = /^stream: (.+) FOUND$/.exec(answer)
  if (found) return found[1]!
  if (answer.includes('size limit exceeded'))
    throw new ScannerUnavailable(
      'The file is larger than the scanner takes: set StreamMaxLength in clamd.conf to at least MAX_UPLOAD_MB.',
    )
  throw new ScannerUnavailable(
    `The scanner answered what is no verdict: ${answer.replace(/[^ -~]/g, '?').slice(0, 100)}`,
  )
}

const maxAnswer = 4_096

/**
 * @param body is sent in pieces, as the scanner takes them
 * @returns what it answers, without its end mark
 * @throws ScannerUnavailable; what the body throws
 */
async function ask(
  address: ScannerAddress,
  command: string,
  body: Readable | null,
  patience: ScannerPatience,
): Promise<string> {
  const socket =
    'socket' in address ? connect(address.socket) : connect(address.port, address.host.replace(/^\[|\]$/g, ''))
  const giveUp = (why: string) => void socket.destroy(new Silent(`The scanner ${why}.`))
  let timer = setTimeout(giveUp, patience.connect, `could not be reached in ${patience.connect} ms`)
  socket.once('connect', () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, patience.scan, `did not answer in ${patience.scan} ms`)
  })
  const answer = new Promise<string>((resolve, reject) => {
    let text = ''
    socket.on('data', piece => {
      text += piece.toString('latin1')
      const end = text.indexOf('\0')
      if (end >= 0) resolve(text.slice(0, end))
      else if (text.length > maxAnswer) reject(new ScannerUnavailable('The scanner answered what is no verdict.'))
    })
    socket.on('error', error => reject(unavailable(error)))
    socket.on('close', () => reject(new ScannerUnavailable('The scanner closed the connection without an answer.')))
  })
  const send = (bytes: Uint8Array | string) =>
    new Promise<void>((resolve, reject) =>
      socket.write(bytes, error => (error ? reject(unavailable(error)) : resolve())),
    )
  const sendAll = async () => {
    await send(`z${command}\0`)
    if (!body) return
    for await (const piece of body as AsyncIterable<Buffer>) {
      // An empty piece means that nothing follows.
      if (piece.length > 0) await send(Buffer.concat([lengthOf(piece.length), piece]))
    }
    await send(lengthOf(0))
  }
  try {
    // A scanner that has seen enough answers before all of it is sent.
    return await Promise.race([answer, sendAll().then(() => answer)])
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

function unavailable(error: NodeJS.ErrnoException): ScannerUnavailable {
  if (error instanceof ScannerUnavailable) return error
  // It closes on who sends too much, and its answer may get lost then.
  const hint =
    error.code === 'EPIPE' || error.code === 'ECONNRESET'
      ? '. If it goes on so for large files, they are larger than its StreamMaxLength'
      : ''
  return new ScannerUnavailable(`The scanner does not answer: ${error.message}${hint}.`, { cause: error })
}

/**
 * What is known of a file that has just come in. A scanner that is away does not keep a candidate from applying: the
 * file is looked at again before it is delivered.
 */
export async function scanFile(
  scanner: Scanner | null,
  path: string,
): Promise<{ scan: ScanState } | { found: string }> {
  if (!scanner) return { scan: 'none' }
  try {
    const found = await scanner.scan(path)
    return found === null ? { scan: 'clean' } : { found }
  } catch (error) {
    if (error instanceof ScannerUnavailable) return { scan: 'pending' }
    throw error
  }
}
