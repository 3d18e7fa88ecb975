import { Webhook } from 'standardwebhooks'

/** For a webhook with its answer. */
const webhookMs = 60_000

/** The receiver understood and does not want it: the address, the secret or the receiver is to be mended. */
export class WebhookRefused extends Error {
  override name = 'WebhookRefused'
}

/**
 * Posts to an applicant tracking system, signed by Standard Webhooks.
 * @param id its `webhook-id`: the same for every try
 * @param handOver asked when all is ready and nothing has left yet: if it throws, nothing is sent
 * @returns what was answered, for the receipt
 */
export async function postToAts(
  { url, secret }: { url: string; secret: string },
  id: string,
  payload: object,
  handOver: () => Promise<void>,
): Promise<string> {
  const body = JSON.stringify(payload)
  await handOver()
  // By the real clock: the receiver compares it with its own.
  const at = new Date()
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
    body,
    // What was sent to us goes to the address that an operator wrote down, and to no other.
    redirect: 'manual',
    signal: AbortSignal.timeout(webhookMs),
  })
  await answer.body?.cancel()
  const said = `the webhook answered ${answer.status}`
  if (answer.ok) return said
  if (answer.status >= 300 && answer.status < 400)
    throw new WebhookRefused(`${said}: redirects are not followed, write down where it leads`)
  if (answer.status >= 400 && answer.status < 500 && ![408, 409, 425, 429].includes(answer.status))
    throw new WebhookRefused(said)
  throw new Error(said)
}
