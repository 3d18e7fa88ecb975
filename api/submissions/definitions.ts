import { z } from 'zod'
import { type FormAction, type FormDefinition, fieldTypes } from '#api/forms'
import type { ContentReader } from '#indexer/content'
import { contentTypes } from '#indexer/contentTypes'
import type { SiteOffice } from './submission.ts'

const field = z
  .object({
    name: z.string().regex(/^[a-z]\w{0,40}$/i),
    type: z.enum(fieldTypes),
    label: z.string().trim().min(1),
    hint: z.string().optional(),
    autocomplete: z.string().optional(),
    required: z.boolean().optional(),
    minLength: z.number().int().min(0).optional(),
    maxLength: z.number().int().min(1).optional(),
    pattern: z.string().refine(isPattern, 'is no regular expression').optional(),
    patternMessage: z.string().optional(),
    options: z.array(z.object({ value: z.string().min(1), label: z.string().min(1) })).optional(),
    file: z
      .object({ extensions: z.array(z.string().regex(/^[a-z0-9]+$/)).min(1), maxBytes: z.number().int().positive() })
      .optional(),
    half: z.boolean().optional(),
  })
  .refine(({ type, options }) => (type !== 'select' && type !== 'radio') || (options?.length ?? 0) > 0, {
    path: ['options'],
    error: 'are missing',
  })
  .refine(({ type, file }) => type !== 'file' || file !== undefined, {
    path: ['file'],
    error: 'is missing: name the extensions and maxBytes',
  })

const action = z.discriminatedUnion('type', [
  z.object({ type: z.literal('alert'), message: z.string().min(1) }),
  z.object({ type: z.literal('showMessage'), message: z.string().min(1) }),
  z.object({ type: z.literal('digitalDownload'), file: z.string().min(1), filename: z.string().min(1) }),
  z.object({ type: z.literal('redirect'), url: z.string().min(1) }),
])

const fields = z
  .array(field)
  .min(1)
  .refine(all => new Set(all.map(({ name }) => name)).size === all.length, 'hold a name twice')

const groups = z.array(z.object({ fields: z.array(z.string()).min(2), message: z.string().trim().min(1) }))

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
  /** Entries that make no form, with why. */
  faults(): { entry: string; reason: string }[]
}

/**
 * Made anew when the content changes.
 * @param maxFileBytes no field asks for more than the site takes
 */
export function createForms(reader: ContentReader, site: string, maxFileBytes = Number.POSITIVE_INFINITY): Forms {
  let version: string | null = null
  let byId = new Map<string, Form>()
  let faults: { entry: string; reason: string }[] = []
  let office: SiteOffice | null = null

  const refresh = () => {
    if (version === reader.version) return
    version = reader.version
    byId = new Map()
    faults = []
    office = null
    for (const entry of reader.entries('formDefinition')) {
      const parsed = parseForm(entry.fields)
      if ('reason' in parsed) faults.push({ entry: entry.id, reason: parsed.reason })
      else if (!byId.has(parsed.definition.formId)) byId.set(parsed.definition.formId, withCap(parsed, maxFileBytes))
    }
    for (const entry of reader.entries('siteSettings')) {
      const settings = contentTypes.siteSettings.safeParse(entry.fields)
      if (!settings.success || settings.data.site !== site || office !== null) continue
      office = { email: settings.data.email, hours: settings.data.hours }
      for (const [use, id] of Object.entries(settings.data.forms)) {
        const form = byId.get(id)
        if (form && !byId.has(use)) byId.set(use, form)
      }
    }
  }

  return {
    find(formId) {
      refresh()
      // The spec names a form that is identified per language without one: it is then the site's own.
      return byId.get(formId) ?? byId.get(`${formId}.en`) ?? null
    },
    office() {
      refresh()
      return office
    },
    faults() {
      refresh()
      return faults
    },
  }
}

function parseForm(entryFields: unknown): Form | { reason: string } {
  const entry = contentTypes.formDefinition.safeParse(entryFields)
  if (!entry.success) return { reason: reasonOf(entry.error) }
  const {
    formId,
    name,
    title,
    intro = '',
    submitLabel,
    consentText = '',
    fields: rawFields,
    anyOf: rawGroups,
    done: rawDone,
  } = entry.data
  const parsed = fields.safeParse(rawFields)
  if (!parsed.success) return { reason: `fields ${reasonOf(parsed.error)}` }
  const anyOf = groups.safeParse(rawGroups)
  if (!anyOf.success) return { reason: `anyOf ${reasonOf(anyOf.error)}` }
  const optional = new Set(parsed.data.filter(({ required }) => !required).map(({ name }) => name))
  const wrong = anyOf.data.flatMap(group => group.fields).find(name => !optional.has(name))
  if (wrong !== undefined) return { reason: `anyOf names "${wrong}", which is no field that may be left out` }
  const done = z.array(action).safeParse(rawDone)
  if (!done.success) return { reason: `done ${reasonOf(done.error)}` }
  const message = done.data.find(({ type }) => type === 'showMessage')
  const downloads = done.data.flatMap(action =>
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
      fields: parsed.data as FormDefinition['fields'],
      ...(anyOf.data.length > 0 && { anyOf: anyOf.data }),
      doneMessage: message?.type === 'showMessage' ? message.message : 'Thank you. We have what you sent.',
      ...(downloads.length > 0 && { downloads }),
    },
    done: done.data,
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

function isPattern(source: string): boolean {
  try {
    new RegExp(`^(?:${source})$`, 'u')
    return true
  } catch {
    return false
  }
}
