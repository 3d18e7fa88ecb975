/*
 * The job that was applied for last in this tab, for the page that thanks for it. In the tab's own memory; a form that
 * was sent without the script has it in the address that its answer leads to.
 */

/** What the page that thanks says of a job. */
export interface AppliedFor {
  /** Last part of its address. */
  slug: string
  title: string
  specialisms: string[]
}

const key = 'longlist.applied'

export function rememberApplication({ slug, title, specialisms }: AppliedFor): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ slug, title, specialisms }))
  } catch {
    // A browser that keeps nothing: the page thanks without a name.
  }
}

/** As stored, for `parseApplication`; null where it is not known. */
export function lastApplication(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function parseApplication(stored: string | null): AppliedFor | null {
  try {
    const value = JSON.parse(stored ?? 'null') as Partial<AppliedFor> | null
    if (typeof value?.slug !== 'string' || typeof value.title !== 'string') return null
    const specialisms = Array.isArray(value.specialisms) ? value.specialisms : []
    return { slug: value.slug, title: value.title, specialisms: specialisms.filter(name => typeof name === 'string') }
  } catch {
    // Of an older page.
    return null
  }
}
