import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod'
import type { ApiConfig } from './config.ts'

/** How long the document may be kept: it changes with a version of the site. */
const keptSeconds = 3_600

/**
 * Lets routes have the schemas of schemas.ts and answers `GET /docs/openapi.json` with an OpenAPI 3.1 document of those
 * that do. Registered before the routes.
 */
export async function describeRoutes(app: FastifyInstance, { publicUrl, site }: ApiConfig): Promise<void> {
  // A body is read by its route, whose messages say more (schemas.ts); a header by what checks the signature.
  app.setValidatorCompiler(route =>
    route.httpPart === 'body' || route.httpPart === 'headers' ? () => true : validatorCompiler(route as never),
  )
  // Answers are typed, and tests hold them against the document. They are not parsed once more for each request: that
  // would cost time, and make an answer that differs from its schema none at all.
  app.setSerializerCompiler(() => answer => JSON.stringify(answer))
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${site.name}: public API`, version: '1' },
      ...(publicUrl && { servers: [{ url: publicUrl }] }),
      components: {
        securitySchemes: {
          administrator: { type: 'http', scheme: 'basic' },
          metricsToken: { type: 'http', scheme: 'bearer' },
          postPassword: { type: 'http', scheme: 'basic', description: 'Any user name' },
          postToken: { type: 'http', scheme: 'bearer' },
          postKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        },
      },
    },
    transform: jsonSchemaTransform,
    // Only routes with a schema of schemas.ts have tags.
    hideUntagged: true,
  })
  let text = ''
  app.addHook('onReady', async () => {
    text = JSON.stringify(app.swagger())
  })
  app.get('/docs/openapi.json', { config: { rateLimit: { max: 120, timeWindow: 60_000 } } }, (_request, reply) => {
    reply.type('application/json; charset=utf-8').header('cache-control', `public, max-age=${keptSeconds}`).send(text)
  })
}
