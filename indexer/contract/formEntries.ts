import { z } from 'zod'

/*
 * What a form's entry holds beside its words: api/contract/forms.ts's `FormField[]`, `FieldGroup[]` and `FormAction[]`.
 * Here because each room that parses content has to find what is wrong with a form. Not for the browser: it holds zod.
 */

export const fieldTypes = [
  'text',
  'email',
  'tel',
  'url',
  'textarea',
  'select',
  'radio',
  'checkbox',
  'date',
  'file',
  'hidden',
] as const
export type FieldType = (typeof fieldTypes)[number]

const text = z.string().trim().min(1)

const field = z
  .object({
    name: z.string().regex(/^[a-z]\w{0,40}$/i),
    type: z.enum(fieldTypes),
    label: text,
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

export const formFields = z
  .array(field)
  .min(1)
  .refine(all => new Set(all.map(({ name }) => name)).size === all.length, 'hold a name twice')

export const fieldGroups = z.array(z.object({ fields: z.array(z.string()).min(2), message: text }))

/** A field that a group names and that may not be left out, or that there is not; undefined for none. */
export function wrongInGroup(form: {
  fields: z.infer<typeof formFields>
  anyOf: z.infer<typeof fieldGroups>
}): string | undefined {
  const optional = new Set(form.fields.filter(({ required }) => !required).map(({ name }) => name))
  return form.anyOf.flatMap(group => group.fields).find(name => !optional.has(name))
}

/** What an action needs beside its type. One of another type is handed on as it is: the browser logs it. */
const needs = new Map([
  ['alert', ['message']],
  ['showMessage', ['message']],
  ['digitalDownload', ['file', 'filename']],
  ['redirect', ['url']],
])

export const formActions = z.array(
  z.looseObject({ type: text }).superRefine((action, { addIssue }) => {
    for (const name of needs.get(action.type) ?? [])
      if (!text.safeParse(action[name]).success)
        addIssue({ code: 'custom', path: [name], message: `"${action.type}" needs it` })
  }),
)

function isPattern(source: string): boolean {
  try {
    new RegExp(`^(?:${source})$`, 'u')
    return true
  } catch {
    return false
  }
}
