/**
 * Stands for the client of Meilisearch in the browser's build (vite.config.ts): the one call that instant-meilisearch
 * makes of it.
 */
export class Meilisearch {
  readonly #send: (url: string, init: RequestInit) => Promise<unknown>

  constructor({ httpClient }: { httpClient: (url: string, init: RequestInit) => Promise<unknown> }) {
    this.#send = httpClient
  }

  multiSearch(body: unknown): Promise<unknown> {
    return this.#send('multi-search', { method: 'POST', body: JSON.stringify(body) })
  }
}
