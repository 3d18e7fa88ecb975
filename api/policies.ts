import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { alertsPath } from '#api/alerts'
import { applicationsPath } from '#api/applications'
import { advertFrameHosts, articleFrameHosts } from '#indexer/frames'
import type { ApiConfig } from './config.ts'

/**
 * What no page of ours needs, and so nothing that gets into one has. What players of videos ask for is left to them.
 */
const permissionsPolicy = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'display-capture',
  'magnetometer',
]
  .map(feature => `${feature}=()`)
  .join(', ')

/** The security headers of the whole site; `reply.cspNonce` is what a page's inline scripts and styles must carry. */
export async function addPolicies(
  app: FastifyInstance,
  config: Pick<ApiConfig, 'publicUrl' | 'redirectHosts'>,
): Promise<void> {
  const overHttps = config.publicUrl?.startsWith('https:') === true
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'none'"],
        // Adverts and articles show pictures and videos of other hosts; which videos, the sanitiser says.
        imgSrc: ["'self'", 'data:', 'https:'],
        // Those that the sanitisers let pass, of articles and of adverts.
        frameSrc: [...new Set([...articleFrameHosts, ...advertFrameHosts])].map(host => `https://${host}`),
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        // Without script an answered form leads on by a redirect, which browsers hold against this too.
        formAction: ["'self'", ...config.redirectHosts.map(host => `https://${host}`)],
        frameAncestors: ["'none'"],
        ...(overHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // Only where the site is known to be served by https, and only of its own host: a browser does not forget it for a
    // year.
    strictTransportSecurity: overHttps && { maxAge: 31_536_000, includeSubDomains: false },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  // Also of routes that go without the page policies.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('permissions-policy', permissionsPolicy).header('x-content-type-options', 'nosniff')
    done()
  })
}

/** What a signed link shows is its owner's alone: kept nowhere, and told to no other site. */
export function hideSignedPages(app: FastifyInstance): void {
  const areas = ['/alerts/', '/applications/', `${alertsPath}/`, `${applicationsPath}/`]
  app.addHook('onSend', async (request, reply) => {
    if (!areas.some(area => request.url.startsWith(area))) return
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    reply.header('x-robots-tag', 'noindex')
  })
}
