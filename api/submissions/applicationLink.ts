import type { SignedLinks } from '../signedLinks.ts'
import { checked } from './shelf.ts'

const dayMs = 86_400_000

/** The link of an acknowledgement. */
export interface ApplicationLink {
  id: string
  /** Epoch seconds: it opens nothing from then on. */
  until: number
}

/** It ends when what it leads to is erased by its age. */
export function linkEndsAt(receivedAt: string, retentionDays: number): number {
  return Math.floor((Date.parse(receivedAt) + retentionDays * dayMs) / 1_000)
}

/** `w`, the number of the submission, the end in eight hexadecimal digits. */
export function applicationToken(links: SignedLinks, { id, until }: ApplicationLink): Promise<string> {
  return links.token(`w${checked(id).replaceAll('-', '')}${until.toString(16).padStart(8, '0')}`)
}

/** Null for what we have not signed. */
export async function readApplicationToken(links: SignedLinks, token: string): Promise<ApplicationLink | null> {
  const body = (await links.bodyOf(token)) ?? ''
  const [, number = '', until = ''] = /^w([0-9a-f]{32})([0-9a-f]{8})$/.exec(body) ?? []
  if (number === '') return null
  const id = number.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { id, until: Number.parseInt(until, 16) }
}
