import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'

/** Extensions that a CV may have, and what is sent on as. */
const kinds: Record<string, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
  rtf: 'application/rtf',
  txt: 'text/plain',
}

/**
 * What a file is by its bytes, whatever it calls itself.
 * @returns the content type, or for the person why it is not taken
 */
export async function examineFile(path: string, extensions: readonly string[]): Promise<{ contentType: string } | { reason: string }> {
  const found = await kindByBytes(path)
  if (found !== null && extensions.includes(found) && kinds[found]) return { contentType: kinds[found] }
  return { reason: `This file is not what we can read. Please send one of these kinds: ${extensions.map(kind => kind.toUpperCase()).join(', ')}.` }
}

async function kindByBytes(path: string): Promise<string | null> {
  const head = await firstBytes(path, 4_096)
  if (/^\{\\rtf1/.test(head.toString('latin1', 0, 8))) return 'rtf'
  const type = await fileTypeFromFile(path)
  if (type?.ext === 'cfb') return 'doc'
  if (type) return type.ext
  return isText(head) ? 'txt' : null
}

/** UTF-8 or Latin text: no control characters but those of a text. */
function isText(head: Buffer): boolean {
  return head.length > 0 && !head.some(byte => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
