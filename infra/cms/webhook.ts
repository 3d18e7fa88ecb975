import { signRequest } from '@contentful/node-apps-toolkit'
import { untilOver } from '../../indexer/sources/feedRequest.ts'
import type { CdaServerOptions } from './exchange.ts'
import { type EntityKind, linkTo, type Space } from './space.ts'

/** Tells of a change, signed as Contentful signs; again where it fails. */
export async function sendWebhook(
  { url, secret }: { url: string; secret: string },
  space: Space,
  { action, kind, id }: { action: string; kind: EntityKind; id: string },
  stopped: AbortSignal,
  log: NonNullable<CdaServerOptions['log']>,
): Promise<void> {
  const value = action === 'publish' ? space.published(kind, id) : space.deletion(kind, id)
  const body = JSON.stringify(
    value ?? {
      sys: {
        type: `Deleted${kind}`,
        id,
        space: linkTo('Space', space.space),
        environment: linkTo('Environment', space.environment),
      },
    },
  )
  const headers = {
    'content-type': 'application/vnd.contentful.management.v1+json',
    'x-contentful-topic': `ContentManagement.${kind}.${action}`,
    'x-contentful-webhook-name': 'Longlist',
  }
  const { pathname } = new URL(url)
  for (const pauseMs of [0, 1_000, 5_000, 30_000]) {
    if (pauseMs > 0) await pause(pauseMs, stopped)
    if (stopped.aborted) return
    try {
      const signed = signRequest(secret, { method: 'POST', path: pathname, headers, body })
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, ...(signed as unknown as Record<string, string>) },
        body,
        signal: untilOver({ totalMs: 10_000, signal: stopped }),
      })
      await answer.arrayBuffer()
      if (answer.ok) return
      log({ event: 'webhookRefused', status: answer.status, url }, `The webhook was answered with ${answer.status}`)
      // What is refused for good is refused again.
      if (answer.status < 500 && answer.status !== 429) return
    } catch (error) {
      if (!stopped.aborted)
        log(
          { event: 'webhookFailed', url, reason: (error as Error).message },
          'The webhook could not be sent; it is sent again',
        )
    }
  }
}

function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    // Told before, it does not tell again.
    if (stopped.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      stopped.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    stopped.addEventListener('abort', end)
  })
}
