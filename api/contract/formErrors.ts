import { type FormDefinition, type FormField, submissionFields } from './forms.ts'
import { normalised, numberOfPhone } from './typedValues.ts'

/*
 * What is wrong with a filled form, in the browser and on the server. Apart from the definitions: every page knows
 * where forms are sent to, and only one with a form checks it.
 */

const longest = {
  text: 300,
  email: 254,
  tel: 60,
  url: 2_000,
  textarea: 5_000,
  select: 200,
  radio: 200,
  checkbox: 20,
  date: 10,
  hidden: 500,
  file: 0,
} as const

/**
 * Characters that a field may hold, as `normalised` writes it. A telephone number's limit is never below what a number
 * with an extension needs.
 */
export function maxLengthOf({ type, maxLength }: FormField): number {
  return type === 'tel' ? Math.max(maxLength ?? 0, longest.tel) : Math.min(maxLength ?? longest[type], 20_000)
}

/** Characters that may be typed or pasted: where marks and words are taken out of a value, more than it may hold. */
export function typedLengthOf(field: FormField): number {
  return maxLengthOf(field) + (['tel', 'email', 'url'].includes(field.type) ? 100 : 0)
}

/**
 * Deliberately loose: what it lets pass may still not exist, what it refuses cannot. A browser writes a domain like
 * münchen.example as `xn--…`.
 */
const emailShape = /^[^\s@<>()[\],;:"]+@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z\d-]+)$/u

/**
 * What is wrong with one value, for the person who typed it; null when nothing is. Files are checked by `fileError`.
 * @param value as typed: it is `normalised` first
 */
export function fieldError(field: FormField, value: string): string | null {
  const text = normalised(field, value)
  const name = field.label.replace(/(?<![?*:])[?*:]+\s*$/, '')
  if (text === '') {
    if (!field.required) return null
    if (field.type === 'checkbox') return `Please tick “${name}”.`
    if (field.type === 'select' || field.type === 'radio') return `Please choose: ${name}.`
    return `Please fill in: ${name}.`
  }
  const length = [...text].length
  const most = maxLengthOf(field)
  if (length > most) return `${name} may have ${most} characters; this has ${length}.`
  if (field.minLength !== undefined && length < field.minLength)
    return `${name} needs at least ${field.minLength} characters.`
  if (field.type !== 'textarea' && /\p{Cc}/u.test(text)) return `${name} must be one line.`
  switch (field.type) {
    case 'email':
      if (!emailShape.test(text)) return 'Please give a complete e-mail address, such as name@example.com.'
      break
    case 'tel':
      if (!numberOfPhone(text))
        return 'Please give a telephone number in digits, with the country code if it is not from here: +44 20 7946 0000.'
      break
    case 'url':
      if (!/^https?:\/\/\S[^\s.]*\.\S+$/i.test(text) || !URL.canParse(text))
        return 'Please give a whole web address, such as www.example.com/name.'
      break
    case 'date':
      if (!isDate(text)) return 'Please give a date, such as 2027-01-31.'
      break
    case 'select':
    case 'radio':
      if (!field.options?.some(option => option.value === text))
        return `Please choose one of the answers offered: ${name}.`
      break
    case 'checkbox':
      if (!['on', 'true', 'yes', '1'].includes(text)) return `Please tick “${name}” or leave it.`
      break
  }
  const tested = field.type === 'tel' ? (numberOfPhone(text) ?? text) : text
  if (field.pattern !== undefined && !new RegExp(`^(?:${field.pattern})$`, 'u').test(tested))
    return field.patternMessage ?? `${name} is not in the form it should have.`
  return null
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** What is wrong with a chosen file by its name and size; what it holds, the server says. */
export function fileError(
  field: FormField,
  file: { name: string; size: number } | null,
  maxBytes: number,
): string | null {
  const name = field.label.replace(/(?<![?*:])[?*:]+\s*$/, '')
  if (!file || file.name === '') return field.required ? `Please choose a file: ${name}.` : null
  if (file.size === 0) return 'This file is empty. Please choose another.'
  const most = Math.min(field.file?.maxBytes ?? maxBytes, maxBytes)
  if (file.size > most) return `This file has ${megabytes(file.size)} MB; it may have ${megabytes(most)} MB.`
  const extension = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const allowed = field.file?.extensions ?? []
  if (!allowed.includes(extension))
    return `Please choose a file of one of these kinds: ${allowed.map(kind => kind.toUpperCase()).join(', ')}.`
  return null
}

export function megabytes(bytes: number): string {
  return (bytes / 1_048_576).toFixed(bytes % 1_048_576 === 0 ? 0 : 1)
}

type Values = Readonly<Record<string, string>>
type Files = Readonly<Record<string, { name: string; size: number } | null>>

/** What is to be said of groups of which no field is filled, by the first field of each. */
export function groupErrors(
  { fields, anyOf = [] }: Pick<FormDefinition, 'fields' | 'anyOf'>,
  values: Values,
  files: Files,
): Record<string, string> {
  const filled = new Set(
    fields
      .filter(field =>
        field.type === 'file' ? files[field.name]?.name : normalised(field, values[field.name] ?? '') !== '',
      )
      .map(({ name }) => name),
  )
  return Object.fromEntries(
    anyOf.filter(group => !group.fields.some(name => filled.has(name))).map(group => [group.fields[0]!, group.message]),
  )
}

/**
 * Everything that is wrong with a filled form, by field, in the form's order; empty when it may be sent.
 * @param files by field name; left out where a form has none
 */
export function formErrors(
  definition: Pick<FormDefinition, 'fields' | 'consentText' | 'anyOf'>,
  values: Values,
  files: Files,
  maxBytes: number,
): Record<string, string> {
  const errors: Record<string, string> = {}
  const missing = groupErrors(definition, values, files)
  for (const field of definition.fields) {
    const error =
      field.type === 'file'
        ? fileError(field, files[field.name] ?? null, maxBytes)
        : fieldError(field, values[field.name] ?? '')
    const said = error ?? missing[field.name]
    if (said) errors[field.name] = said
  }
  if (definition.consentText !== '' && !values[submissionFields.consent])
    errors[submissionFields.consent] = 'Please tick the box, so that we may use what you send us.'
  return errors
}
