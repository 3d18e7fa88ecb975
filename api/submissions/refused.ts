import type { FileHandle } from 'node:fs/promises'

/** Why a file is not taken, in words for the person who chose it. */
export class Refused extends Error {
  override name = 'Refused'
}

export const reasons = {
  damaged:
    'This file seems to be damaged or cut short, so it could not be opened. Please save it again and choose the new copy.',
  password:
    'This file is locked with a password or with restrictions, so it could not be read here. Please save a copy without them and choose that.',
  macros:
    'This document holds macros, which are small programs. Please save it as PDF, or as a document without macros, and choose that.',
  active:
    'This PDF holds a program, an attached file or a form that sends what is typed. Please print or export it as a plain PDF and choose that.',
  inside:
    'This document holds another file inside it. Please take that out, or save the document as PDF, and choose the new copy.',
  remote:
    'This document fetches parts of itself from another computer when it is opened. Please save it as PDF and choose that.',
  tooMuch:
    'This document unpacks to far more than it seems to hold. Please save it as PDF, or with smaller pictures, and choose that.',
  beside:
    'This file holds something beside the document. Please open it, save it again as PDF and choose the new copy.',
  unreadable:
    'This PDF is packed in a way that we cannot check. Please open it, print or export it as a plain PDF and choose that.',
  otherProgram: 'This file is of another program than a word processor. Please send your CV as a text document or PDF.',
  markup: 'This is a web page or a program, not a plain text. Please save your text as PDF or TXT and choose that.',
} as const

/** @throws Refused where the file is shorter than that */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new Refused(reasons.damaged)
  return buffer
}

/** The file in pieces of at most 64 KB; the event loop runs between them. */
export async function* pieces(file: FileHandle): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(65_536)
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(piece, 0, piece.length, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield piece.subarray(0, bytesRead)
  }
}

/**
 * Whether an archive ends here, as programs for archives look for it: they read a file from its end, whatever it begins
 * with.
 * @param exactly nothing may stand behind the archive: where a document may hold one within
 */
export async function endsAsArchive(file: FileHandle, bytes: number, exactly = false): Promise<boolean> {
  const length = Math.min(bytes, 65_535 + 22)
  const tail = await readAt(file, bytes - length, length)
  for (let at = tail.lastIndexOf('PK\x05\x06'); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf('PK\x05\x06', at - 1)) {
    if (at + 22 > tail.length || (exactly && at + 22 + tail.readUInt16LE(at + 20) !== tail.length)) continue
    const [disk, listedOn, entries, listed] = [4, 6, 8, 10].map(offset => tail.readUInt16LE(at + offset))
    if (disk === 0 && listedOn === 0 && entries === listed && entries! > 0) return true
  }
  return false
}

/**
 * Whether opening this address asks another computer: any scheme but `file:`, or a share on the network. A drive
 * (`C:\`) or a home folder is the person's own.
 */
export function isElsewhere(address: string): boolean {
  const plain = decoded(address.trim()).replace(/\\/g, '/')
  const local = /^file:(\/*)(.*)/is.exec(plain)
  if (!local) return /^[a-z][a-z0-9+.-]+:/i.test(plain) || plain.startsWith('//')
  const [, slashes = '', rest = ''] = local
  return slashes.length > 3 || (slashes.length === 2 && !/^(?:[a-z][:|]|localhost\/)/i.test(rest))
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return address
  }
}
