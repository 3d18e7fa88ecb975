import type { FastifyInstance } from 'fastify'
import type { ApiParts } from '../app.ts'

/** `GET /_sf/api/v1/jobs/{jobId}/apply`: leads to where the advertiser takes applications, and counts the click. */
export async function clickRoutes(_app: FastifyInstance, _parts: ApiParts): Promise<void> {}
