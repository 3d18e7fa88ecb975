import type { FastifyInstance } from 'fastify'
import type { ApiParts } from '../app.ts'
import type { SubmissionStore } from '../submissions/submission.ts'

/** `POST /_sf/api/v1/cv`: one file, answered by what it says of its owner (`CvFacts`). Nothing of it is kept. */
export async function cvRoutes(_app: FastifyInstance, _parts: ApiParts & { store: SubmissionStore }): Promise<void> {}
