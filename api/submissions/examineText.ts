import type { FileHandle } from 'node:fs/promises'
import { pieces, Refused, reasons } from './refused.ts'

/** How far a program looks that decides by a file's beginning what it is. */
const looked = 4_096
/** A web page, as browsers and Word know one by its first tag. */
const page =
  /^<(?:!doctype|!--|\?|%|(?:html|head|body|script|style|svg|iframe|h1|div|font|table|a|b|br|p|img|meta|link|title|base|form|object|embed)[\s/>])|<(?:html|script|svg)[\s/>]|<\?(?:xml|php)/i
/**
 * Programs, and documents that other programs open: a mail with parts (which Word opens as a document), PostScript, a
 * picture that is a script too.
 */
const program =
  /^(?:#!|@echo off|%!PS|GIF8[79]a|\{\\rt|ID;P)|%PDF-\d|^MIME-Version:|\b(?:WScript\.|CreateObject\(|ActiveXObject\(|powershell(?:\.exe)?\s+-)/im

/** But tab, line and page ends; and what 8-bit texts have for letters between 80 and 9F. */
const control = /(?![\t-\r\x80-\x9f])\p{Cc}|[\ufffe\uffff]/u

/**
 * A text: UTF-8, UTF-16 with its mark, or of one byte a sign (Windows-1252), without control signs.
 * @returns false where it is none
 * @throws Refused where it is one that a program would run, or show as a page
 */
export async function isText(file: FileHandle): Promise<boolean> {
  let decode: ((piece?: Buffer) => string) | null = null
  let start = ''
  let ended = false
  try {
    for await (const piece of pieces(file)) {
      decode ??= decoderOf(piece)
      const text = decode(piece)
      // DOS closed its texts with a control sign.
      const body = text.endsWith('\x1a') ? text.slice(0, -1) : text
      if (ended || control.test(body)) return false
      ended = body.length < text.length
      if (start.length < looked) start = (start + body).trimStart().slice(0, looked)
    }
    decode?.()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false
    throw error
  }
  if (page.test(start) || program.test(start)) throw new Refused(reasons.markup)
  return true
}

/**
 * Only control signs matter here, so that it is all the same which letters those of a text of 8-bit signs are. Called
 * without a piece at the end.
 */
function decoderOf(first: Buffer): (piece?: Buffer) => string {
  const mark = first.toString('hex', 0, 2)
  if (mark === 'fffe' || mark === 'feff') {
    const decoder = new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be', { fatal: true })
    return piece => decoder.decode(piece, { stream: piece !== undefined })
  }
  let marked = first.toString('hex', 0, 3) === 'efbbbf'
  return piece => {
    const text = piece?.toString('latin1', marked ? 3 : 0) ?? ''
    marked = false
    return text
  }
}
