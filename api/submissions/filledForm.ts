import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { megabytes } from '#api/formErrors'
import { type FormField, submissionFields } from '#api/forms'
import { normalised } from '#api/typedValues'
import type { Site } from '#indexer/site'
import { httpError } from '../errors.ts'
import type { Form } from './definitions.ts'
import { examineFile } from './examineFile.ts'
import { internationalPhone } from './phone.ts'
import { type Scanner, scanFile } from './scan.ts'
import { type Incoming, type StoredFile, StoreUnavailable, TooLarge } from './submission.ts'

/** A form as it came. */
export interface Filled {
  /** Texts by name, as they are stored: `normalised`, a telephone number in its international form. */
  values: Record<string, string>
  /** Those that the person gave, as typed: what is shown again. */
  shown: Record<string, string>
  files: Record<string, { name: string; size: number } | null>
  /** Files that may be stored. */
  kept: StoredFile[]
  /** Of files, by field. */
  errors: Record<string, string>
  /** What a refusal is answered with: 413, 415 or 422. */
  status: number
  /** The store could not take a file; the texts are whole all the same. */
  failure: StoreUnavailable | null
}

interface ReadOptions {
  maxFileBytes: number
  scanner: Scanner | null
  country: Site['country']
}

/**
 * Where nothing can be kept, or is to be: the texts of a form are read all the same, so that they can be shown again.
 */
export const takesNothing: Incoming = {
  take: async () => {
    throw new StoreUnavailable('nothing is taken')
  },
  keep() {},
  commit: async () => {
    throw new StoreUnavailable('nothing is taken')
  },
  discard: async () => {},
}

/**
 * A body that is cut short (also with its connection) or is no form: 400. The parser only says what it met, and not
 * whose fault that is.
 */
export function sendersFault(error: unknown): unknown {
  const isParsers =
    error instanceof Error && !('statusCode' in error) && /multipart|\bneedle\b|^aborted$/i.test(error.message)
  return isParsers ? httpError(400, 'The form did not come in whole. Please send it again.') : error
}

/** Reads a form to its end, whatever is wrong with it. */
export async function readFilled(
  request: FastifyRequest,
  { definition }: Form,
  incoming: Incoming,
  options: ReadOptions,
): Promise<Filled> {
  const filled: Filled = { values: {}, shown: {}, files: {}, kept: [], errors: {}, status: 422, failure: null }
  const own = new Map(definition.fields.map(field => [field.name, field]))
  const known = new Set<string>([...own.keys(), ...Object.values(submissionFields)])
  const put = (name: string, value: unknown) => {
    if (
      !known.has(name) ||
      own.get(name)?.type === 'file' ||
      (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    )
      return
    const text = String(value).toWellFormed().replace(/\r\n?/g, '\n').trim()
    const field = own.get(name)
    const usual = field ? normalised(field, text) : text
    filled.values[name] = field?.type === 'tel' ? internationalPhone(usual, options.country) : usual
    if (own.has(name) || name === submissionFields.consent) filled.shown[name] = text
  }

  if (!request.isMultipart()) {
    const body = typeof request.body === 'string' ? Object.fromEntries(new URLSearchParams(request.body)) : request.body
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw httpError(400, 'The form must be sent as an object of fields.')
    for (const [name, value] of Object.entries(body)) put(name, value)
    return filled
  }
  let unasked = 0
  for await (const part of request.parts({ limits: { fileSize: Number.POSITIVE_INFINITY } })) {
    if (part.type === 'field') {
      put(part.fieldname, part.value)
      continue
    }
    const field = own.get(part.fieldname)
    const name = cleanFileName(part.filename)
    if (field?.file && name !== '' && !filled.files[field.name]) {
      await takeFile(part, { ...field, file: field.file }, name, filled, incoming, options)
      continue
    }
    // Not asked for: passed over, as long as that is no more than a file may have.
    for await (const chunk of part.file) {
      unasked += (chunk as Buffer).length
      if (unasked > options.maxFileBytes) throw httpError(413, 'The form holds a file that it does not ask for.')
    }
  }
  return filled
}

/** Takes, examines and scans one file, and notes what came of it. */
async function takeFile(
  part: MultipartFile,
  field: FormField & { file: NonNullable<FormField['file']> },
  name: string,
  filled: Filled,
  incoming: Incoming,
  { maxFileBytes, scanner }: ReadOptions,
): Promise<void> {
  const maxBytes = Math.min(field.file.maxBytes, maxFileBytes)
  try {
    const { part: place, path, bytes, sha256 } = await incoming.take(part.file as Readable, maxBytes)
    filled.files[field.name] = { name, size: bytes }
    if (bytes === 0) return
    const kind = await examineFile(path, field.file.extensions)
    const scanned = 'reason' in kind ? kind : await scanFile(scanner, path)
    if ('contentType' in kind && 'scan' in scanned)
      filled.kept.push({
        field: field.name,
        part: place,
        name: withEnding(name, kind.kind),
        contentType: kind.contentType,
        bytes,
        sha256,
        scan: scanned.scan,
      })
    else {
      filled.errors[field.name] =
        'reason' in kind ? kind.reason : 'A scanner found malware in this file. Please choose another.'
      if (filled.status === 422) filled.status = 415
    }
  } catch (error) {
    if (error instanceof StoreUnavailable) {
      part.file.resume()
      filled.failure ??= error
      return
    }
    if (!(error instanceof TooLarge)) throw error
    filled.files[field.name] = { name, size: maxBytes + 1 }
    filled.errors[field.name] = `This file is too large; it may have ${megabytes(maxBytes)} MB.`
    filled.status = 413
  }
}

/** What opens it goes by the ending: it is that of what the file was found to be. */
function withEnding(name: string, kind: string): string {
  return name.toLowerCase().endsWith(`.${kind}`) ? name : `${name.slice(-110)}.${kind}`.toWellFormed()
}

/** A name to show: no folders, no control or direction marks, not long. */
function cleanFileName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  return last
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .trim()
    .slice(-120)
    .toWellFormed()
}
