import type { FormDefinition } from '#api/forms'
import type { RichText, RichTextTarget, Section } from '../content/content.ts'
import { type FoundJobs, findJobs, mostSearches } from './findJobs.ts'
import { formOf, type PageAnswer, type SiteContext } from './root.tsx'

/** What the sections of a page show beside their own content. */
export interface Parts {
  /** Jobs of the `jobs` sections by the section's id; null while the search is down. */
  jobs: Record<string, FoundJobs> | null
  /** Definitions of the `form` sections' forms by their ids. */
  forms: Record<string, FormDefinition | null>
}

/** The parts of a page's sections, and of those inside its text. */
export async function findParts(
  context: SiteContext,
  { sections, body }: { sections: readonly Section[]; body: RichText | null },
  now: number,
): Promise<Parts> {
  const all = [...sections, ...sectionsIn(body?.content ?? [])]
  const ids = all.flatMap(({ kind, formId }) => (kind === 'form' && formId ? [formId] : []))
  const asking = all.filter(({ kind, criteria }) => kind === 'jobs' && criteria !== undefined).slice(0, mostSearches)
  const [found, forms] = await Promise.all([
    findJobs(
      asking.map(({ criteria, count }) => ({ criteria: criteria!, count: Math.min(count ?? 5, 20) })),
      { ...context, now },
    ),
    Promise.all(ids.map(async id => [id, await formOf(id, context)] as const)),
  ])
  return {
    jobs: found && Object.fromEntries(asking.map(({ id }, i) => [id, found[i]!])),
    forms: Object.fromEntries(forms),
  }
}

/** A page that lacks its jobs is still a page, and not one to keep. */
export function outage(found: unknown): PageAnswer {
  return found === null ? { httpStatus: 503 } : {}
}

function sectionsIn(nodes: RichText['content']): Section[] {
  return nodes.flatMap(({ data, content = [] }) => {
    const target = data.target as RichTextTarget | undefined
    return target?.kind === 'section' ? [target.section] : sectionsIn(content)
  })
}
