import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from './screen.ts'

/** The API of the cluster that a pod runs in, as its service account may use it. */
export interface Cluster {
  url: string
  token: string
  namespace: string
}

const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount'

/** @throws Fault outside of a pod with a service account */
export function thisCluster({
  KUBERNETES_SERVICE_HOST: host,
  KUBERNETES_SERVICE_PORT: port = '443',
}: Record<string, string | undefined>): Cluster {
  if (!host) throw new Fault('KEYS_SECRET is set, and this is no pod of Kubernetes: leave it unset')
  const read = (name: string) => readFileSync(join(accountFolder, name), 'utf8').trim()
  const address = host.includes(':') ? `[${host}]` : host
  return { url: `https://${address}:${port}`, token: read('token'), namespace: read('namespace') }
}

/**
 * Puts values into a Secret that is there; others of it stay.
 * @throws Fault with what the cluster says when it refuses; without the values
 */
export async function fillSecret(
  { url, token, namespace }: Cluster,
  name: string,
  values: Record<string, string>,
): Promise<void> {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets/${encodeURIComponent(name)}`
  const answer = await fetch(`${url}${path}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ stringData: values }),
    signal: AbortSignal.timeout(30_000),
  })
  if (answer.ok) return
  const { message = '' } = (await answer.json().catch(() => ({}))) as { message?: string }
  throw new Fault(
    `the cluster did not change the Secret ${name}: ${answer.status} ${message.slice(0, 300)}. Is it there, and may the service account patch it?`,
  )
}
