import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AlertShelf } from './alerts/shelf.ts'
import { addressKey } from './delivery/address.ts'

/**
 * What links of mails are signed with, in place of an account: the path holds what the link is for, and our signature.
 * The key is one text of the store (`secret`), made once: the same for all processes, and for as long as the store
 * lives.
 */
export class SignedLinks {
  readonly #shelf: Pick<AlertShelf, 'read' | 'writeNew'>
  #secret: Promise<Buffer> | null = null

  constructor(shelf: Pick<AlertShelf, 'read' | 'writeNew'>) {
    this.#shelf = shelf
  }

  async secret(): Promise<Buffer> {
    this.#secret ??= this.#readSecret()
    this.#secret.catch(() => {
      this.#secret = null
    })
    return this.#secret
  }

  async #readSecret(): Promise<Buffer> {
    for (;;) {
      const text = await this.#shelf.read('secret')
      if (text !== null) return Buffer.from(text, 'hex')
      await this.#shelf.writeNew('secret', randomBytes(32).toString('hex'))
    }
  }

  /** Tells one address from another where the address itself may not stand. Null for what is none. */
  async personIdOf(email: string): Promise<string | null> {
    const key = addressKey(email)
    if (key === null) return null
    return createHmac('sha256', await this.secret())
      .update(`person ${key}`)
      .digest('hex')
      .slice(0, 32)
  }

  /** @param body begins with a letter that no other kind of link begins with; letters and digits */
  async token(body: string): Promise<string> {
    return `${body}.${await this.#sign(body)}`
  }

  /** The body of a token; null for what we have not signed. */
  async bodyOf(token: string): Promise<string | null> {
    const [, body = '', signature = ''] = /^([\da-z]+)\.([\w-]{22})$/.exec(token) ?? []
    if (body === '') return null
    return timingSafeEqual(Buffer.from(signature), Buffer.from(await this.#sign(body))) ? body : null
  }

  async #sign(body: string): Promise<string> {
    return createHmac('sha256', await this.secret())
      .update(`link ${body}`)
      .digest('base64url')
      .slice(0, 22)
  }
}
