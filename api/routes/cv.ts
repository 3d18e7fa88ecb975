import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { megabytes } from '#api/formErrors'
import { type CvFacts, cvPath } from '#api/forms'
import { httpError } from '../errors.ts'
import { type ApiParts } from '../parts.ts'
import { isOurs } from '../requests.ts'
import { schemas } from '../schemas.ts'
import { examineFile } from '../submissions/examineFile.ts'
import { sendersFault } from '../submissions/filledForm.ts'
import { readCv } from '../submissions/readCv.ts'
import { StoreUnavailable, type SubmissionStore, TooLarge } from '../submissions/submission.ts'

const extensions = ['pdf', 'doc', 'docx', 'odt', 'rtf', 'txt']

/**
 * `POST /_sf/api/v1/cv`: one file, answered by what it says of its owner (`CvFacts`). Nothing of it is kept, whatever
 * happens, and nothing of it is logged. 400 no file or several, 403 from another site, 413 too large, 415 not a kind of
 * file we take, 429 too often, 503 no room for it.
 */
export async function cvRoutes(
  app: FastifyInstance,
  { config, originOf, store }: ApiParts & { store: SubmissionStore },
): Promise<void> {
  const { maxFileBytes } = config

  await app.register(async scope => {
    await scope.register(multipart, {
      limits: { fieldNameSize: 100, fieldSize: 1_000, fields: 10, files: 2, parts: 12, headerPairs: 50 },
    })
    scope.post(
      cvPath,
      { schema: schemas.cv, config: { rateLimit: { max: config.formRateLimit, timeWindow: 60_000 } } },
      async (request, reply) => {
        if (!isOurs(request, originOf(request))) throw httpError(403, 'This file was sent from another site.')
        if (!request.isMultipart()) throw httpError(400, 'Please send the CV as a file of a form.')
        try {
          const facts = await factsOf(request)
          return reply.header('cache-control', 'no-store').send(facts)
        } catch (error) {
          if (error instanceof TooLarge)
            throw httpError(413, `This file is too large; it may have ${megabytes(maxFileBytes)} MB.`)
          throw error instanceof StoreUnavailable ? httpError(503, error.message) : sendersFault(error)
        }
      },
    )
  })

  /** Everything that was written is gone when it returns. */
  async function factsOf(request: FastifyRequest): Promise<CvFacts> {
    const incoming = await store.begin()
    try {
      let path: string | null = null
      for await (const part of request.parts({ limits: { fileSize: Number.POSITIVE_INFINITY } })) {
        if (part.type === 'field') continue
        if (path !== null) {
          part.file.resume()
          throw httpError(400, 'Please send one file.')
        }
        const taken = await incoming.take(part.file as Readable, maxFileBytes)
        if (taken.bytes === 0) throw httpError(400, 'This file is empty. Please choose another.')
        path = taken.path
      }
      if (path === null) throw httpError(400, 'Please choose a file.')
      const kind = await examineFile(path, extensions)
      if ('reason' in kind) throw httpError(415, kind.reason)
      return await readCv(path, kind.contentType, config.patience?.cv)
    } finally {
      await incoming.discard()
    }
  }
}
