import type { FormField } from '#api/forms'
import { keptList } from '../saved/keptList.ts'

/** A form that was begun, in this browser only. */
export interface Draft {
  /** Its use, and the job that it is for. */
  form: string
  /** Written last, epoch seconds. */
  at: number
  values: Record<string, string>
}

export const draftDays = 30
const mostLetters = 20_000
const types: readonly FormField['type'][] = ['text', 'email', 'tel', 'url', 'textarea', 'select', 'radio', 'date']

export const drafts = keptList<Draft>('longlist.drafts', 20, parseDraft)

/** Null for what is too old, too. */
export function parseDraft(value: unknown): Draft | null {
  if (typeof value !== 'object' || value === null) return null
  const { form, at, values } = value as Record<string, unknown>
  if (typeof form !== 'string' || typeof at !== 'number' || typeof values !== 'object' || values === null) return null
  if (!isYoung(at)) return null
  const texts = Object.entries(values).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return { form, at, values: Object.fromEntries(texts) }
}

function isYoung(at: number): boolean {
  return at >= Date.now() / 1_000 - draftDays * 86_400
}

/** What of a form may be kept: what was typed and chosen. Never a file, and never a box, which may be a consent. */
export function mayKeep({ type }: Pick<FormField, 'type'>): boolean {
  return types.includes(type)
}

/** @param values by field; without any there is no draft */
export function keepDraft(form: string, values: Record<string, string>): void {
  const letters = Object.values(values).join('').length
  const draft: Draft[] =
    letters > 0 && letters <= mostLetters ? [{ form, at: Math.floor(Date.now() / 1_000), values }] : []
  drafts.change(all => [...draft, ...all.filter(other => other.form !== form)])
}

/** What is too old is dropped as it is read: here from the storage, too. */
export function dropOldDrafts(): void {
  drafts.change(all => all.filter(({ at }) => isYoung(at)))
}

export function forgetDraft(form: string): void {
  if (drafts.read().some(draft => draft.form === form)) keepDraft(form, {})
}
