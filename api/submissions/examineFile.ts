import { type FileHandle, open } from 'node:fs/promises'
import { examineDoc, examineRtf } from './examineDoc.ts'
import { examinePdf } from './examinePdf.ts'
import { isText } from './examineText.ts'
import { examineZip } from './examineZip.ts'
import { Refused, reasons } from './refused.ts'

/** Kinds that a CV may have, and what is sent on as. */
const kinds = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  rtf: 'application/rtf',
  txt: 'text/plain',
}
type Kind = keyof typeof kinds

/** What is known by its first bytes, in hex, and never taken. */
const others: [RegExp, string][] = [
  [
    /^(?:ffd8ff|89504e47|47494638|424d.{8}0000|49492a00|4d4d002a|.{8}66747970(?:68656963|68656966|6d696631|61766966))/,
    'This is a picture',
  ],
  [/^(?:4d5a[0189][0-9a-f]|7f454c46|cafebabe|c[ef]faedfe)/, 'This is a program'],
  [/^(?:52617221|377abcaf|1f8b|425a68)/, 'This is an archive'],
]

/**
 * What a file is by its bytes, whatever it calls itself, and whether there is in it what could harm who opens it:
 * macros, programs, other files, parts fetched from elsewhere, more than one kind of file in one, an archive that
 * unpacks without end. Reads in pieces; unpacks a bounded amount (see the `examine` files beside).
 * @param extensions kinds that are taken here: `pdf`, `docx`
 * @returns its kind, which is its ending too, with the content type; or for the person why it is not taken
 * @throws only what the disk throws
 */
export async function examineFile(
  path: string,
  extensions: readonly string[],
): Promise<{ kind: Kind; contentType: string } | { reason: string }> {
  const wanted = `Please send one of these kinds: ${extensions.map(kind => kind.toUpperCase()).join(', ')}.`
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const kind = size === 0 ? null : await kindOf(file, path, size, extensions)
    if (kind !== null && extensions.includes(kind)) return { kind, contentType: kinds[kind] }
    return { reason: `This file is not of a kind that we can read. ${wanted}` }
  } catch (error) {
    if (error instanceof Foreign) return { reason: `${error.message}, not a document. ${wanted}` }
    if (error instanceof Refused) return { reason: error.message }
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error
    // The archive, its packing or its XML is not as it should be.
    return { reason: reasons.damaged }
  } finally {
    await file.close()
  }
}

class Foreign extends Error {}

/** Looks into a file only where its kind is one that is taken. */
async function kindOf(
  file: FileHandle,
  path: string,
  bytes: number,
  extensions: readonly string[],
): Promise<Kind | null> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
  const start = buffer.toString('latin1', 0, bytesRead)
  const examine = async (kind: Kind, look: (file: FileHandle, bytes: number) => Promise<void>): Promise<Kind> => {
    if (extensions.includes(kind)) await look(file, bytes)
    return kind
  }
  // Some programs put a line end or a byte order mark before it.
  if (/^(?:\xef\xbb\xbf)?\s{0,16}%PDF-\d/.test(start)) return examine('pdf', examinePdf)
  if (/^\{\\rtf\d?\\?/.test(start)) return examine('rtf', examineRtf)
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return examine('doc', examineDoc)
  if (start.startsWith('PK\x03\x04')) return examineZip(file, path, bytes)
  const hex = buffer.toString('hex', 0, bytesRead)
  for (const [beginning, what] of others) if (beginning.test(hex)) throw new Foreign(what)
  return (await isText(file)) ? 'txt' : null
}
