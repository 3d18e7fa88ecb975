import type { z } from 'zod'
import { type FormAction, type FormDefinition, formUses } from '#api/forms'
import type { ContentReader } from '#indexer/content'
import { contentTypes } from '#indexer/contentTypes'
import type { SiteOffice } from './submission.ts'

export interface Form {
  definition: FormDefinition
  /** What the answer asks the browser to do. */
  done: FormAction[]
}

/** The forms of the CMS. */
export interface Forms {
  /**
   * @param formId its own id, or a use from the site settings (`register`, `contactUs.en`, also without its language)
   */
  find(formId: string): Form | null
  /**
   * Of the site: where what is sent by a form goes when it is about no job, and who answers; null while the CMS names
   * none.
   */
  office(): SiteOffice | null
  /** When the event at a path of the site ends, epoch seconds; never where there is none. */
  eventEnd(path: string): number
}

/** What the site itself asks for by a use, also without its language. */
const uses = new Set<string>(Object.values(formUses).flatMap(use => [use, use.replace(/\.en$/, '')]))

interface FormsOptions {
  /** No field asks for more than the site takes. */
  maxFileBytes?: number
  /** Told of each entry that makes no form, once a version of the content: for the log. */
  onFault?: (fault: { entry: string; reason: string }) => void
}

/** Made anew when the content changes. */
export function createForms(
  reader: ContentReader,
  site: string,
  { maxFileBytes = Number.POSITIVE_INFINITY, onFault = () => {} }: FormsOptions = {},
): Forms {
  let version: string | null = null
  let byId = new Map<string, Form>()
  let byUse = new Map<string, Form>()
  let office: SiteOffice | null = null

  const refresh = () => {
    if (version === reader.version) return
    version = reader.version
    byId = new Map()
    byUse = new Map()
    office = null
    for (const entry of reader.entries('formDefinition')) {
      const parsed = parseForm(entry.fields)
      if ('reason' in parsed) onFault({ entry: entry.id, reason: parsed.reason })
      else if (!byId.has(parsed.definition.formId)) byId.set(parsed.definition.formId, withCap(parsed, maxFileBytes))
    }
    for (const entry of reader.entries('siteSettings')) {
      const settings = contentTypes.siteSettings.safeParse(entry.fields)
      if (!settings.success || settings.data.site !== site || office !== null) continue
      office = { email: settings.data.email, hours: settings.data.hours }
      for (const [use, id] of Object.entries(settings.data.forms)) {
        const form = byId.get(id)
        if (form) byUse.set(use, form)
      }
    }
  }

  return {
    find(formId) {
      refresh()
      // What the site's settings say of a use goes before a form that happens to have it for its id; any other name is
      // an id first, as pages name their forms by. The spec names a form that is identified per language without one:
      // it is then the site's own.
      for (const name of [formId, `${formId}.en`]) {
        const form = (uses.has(name) ? byUse.get(name) : undefined) ?? byId.get(name) ?? byUse.get(name)
        if (form) return form
      }
      return null
    },
    office() {
      refresh()
      return office
    },
    eventEnd(path) {
      const [, slug] = /^\/events\/([\w-]+)/.exec(path) ?? []
      const event = slug && reader.entries('event').find(({ fields }) => fields.urlSlug === slug)
      return event ? Date.parse(String(event.fields.endsAt)) / 1_000 : Number.POSITIVE_INFINITY
    },
  }
}

function parseForm(entryFields: unknown): Form | { reason: string } {
  const entry = contentTypes.formDefinition.safeParse(entryFields)
  if (!entry.success) return { reason: `formDefinition ${reasonOf(entry.error)}` }
  const { formId, name, title, intro = '', submitLabel, consentText = '', fields, anyOf } = entry.data
  // Of an action that is not known here no more is known than its type.
  const done = entry.data.done as unknown as FormAction[]
  const message = done.find(({ type }) => type === 'showMessage')
  const downloads = done.flatMap(action =>
    action.type === 'digitalDownload' ? [{ file: action.file, filename: action.filename }] : [],
  )
  return {
    definition: {
      formId,
      name,
      title,
      intro,
      submitLabel,
      consentText,
      fields: fields as FormDefinition['fields'],
      ...(anyOf.length > 0 && { anyOf }),
      doneMessage: message?.type === 'showMessage' ? message.message : 'Thank you. We have what you sent.',
      ...(downloads.length > 0 && { downloads }),
    },
    done,
  }
}

function withCap({ definition, done }: Form, maxFileBytes: number): Form {
  const fields = definition.fields.map(field =>
    field.file ? { ...field, file: { ...field.file, maxBytes: Math.min(field.file.maxBytes, maxFileBytes) } } : field,
  )
  return { definition: { ...definition, fields }, done }
}

function reasonOf(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ')
}
