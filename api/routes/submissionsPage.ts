import type { FastifyInstance } from 'fastify'
import type { ApiParts } from '../app.ts'
import type { SubmissionStore } from '../submissions/submission.ts'

/** `/admin/submissions` and `/admin/mailbox`, inside the admin's login. */
export async function submissionsPages(_app: FastifyInstance, _parts: ApiParts & { store: SubmissionStore | null }): Promise<void> {}
