import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contentTypes, sectionKinds } from '#indexer/contentTypes'
import { type FieldType, type ModelField, model, type Validation } from '../../infra/seed/model.ts'

/* Contentful's model against the schemas that the rooms parse with: what an editor may publish, the site can show. */

const schemas = contentTypes as unknown as Record<string, z.ZodObject<Record<string, z.ZodType>>>
const fields = model.flatMap(({ id, fields }) =>
  fields.map(field => ({ type: id, field, name: `${id}.${field.id}`, schema: schemas[id]!.shape[field.id]! })),
)

interface Shape {
  type?: string
  enum?: string[]
  const?: unknown
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  default?: unknown
}
const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape

/** The field types that a schema's shape can stand for. */
function typesOf(shape: Shape): FieldType[] {
  if (shape.anyOf) return [...new Set(shape.anyOf.flatMap(typesOf))]
  if (shape.type === 'string') return ['Symbol', 'Text', 'Date']
  if (shape.type === 'integer') return ['Integer']
  if (shape.type === 'number') return ['Integer', 'Number']
  if (shape.type === 'boolean') return ['Boolean']
  if (shape.type === 'array') return isLink(shape.items!) || shape.items!.type === 'string' ? ['Array'] : ['Object']
  if (isLink(shape)) return ['Link']
  if (shape.properties?.nodeType?.const === 'document') return ['RichText']
  if (shape.properties?.lat && shape.properties.lon) return ['Location']
  return ['Object']
}
const isLink = (shape: Shape) => shape.properties?.sys?.properties?.linkType !== undefined
const linkTypeOf = (shape: Shape) => shape.properties!.sys!.properties!.linkType!.const

/** Texts that one rule or another refuses. */
const samples = [
  '',
  ' ',
  'Words',
  'two-words',
  'Two-Words',
  'two--words',
  '-words',
  'jobs.noResults.text',
  'jobs',
  '.jobs',
  '/jobs',
  '//elsewhere.example',
  'https://longlist.example/',
  'http://longlist.example/',
  'javascript:alert(1)',
  'mailto:hello@longlist.example',
  'tel:+442079460100',
  '#part',
  '/about-us/',
  '/about-us',
  '/',
  '/about us/',
  '/about-us/?a=b',
  'hello@longlist.example',
  'hello longlist.example',
  'first.last+tag@mail.longlist.example',
  'hello@büro.example',
  'hello@longlist',
  'hello@longlist.e',
  'two..dots@longlist.example',
  '.dot@longlist.example',
  'https://',
  'https://video.example/embed/1?start=3#here',
  'https://not a host/',
  'GB',
  'gb',
  'GBR',
  'Europe/London',
  'ab',
  'a form',
  ...sectionKinds,
]

function allows(validations: readonly Validation[], text: string): boolean {
  return validations.every(validation => {
    const {
      regexp,
      size,
      in: values,
    } = validation as {
      regexp?: { pattern: string; flags: string }
      size?: { min?: number; max?: number }
      in?: string[]
    }
    if (regexp) return new RegExp(regexp.pattern, regexp.flags).test(text)
    if (size) return text.length >= (size.min ?? 0) && text.length <= (size.max ?? Number.POSITIVE_INFINITY)
    return values ? values.includes(text) : true
  })
}

describe('the model and the schemas', () => {
  test('have the same types, with the same fields', () => {
    const names = (types: Record<string, string[]>) =>
      Object.fromEntries(Object.entries(types).sort(([a], [b]) => (a < b ? -1 : 1)))
    const inModel = names(Object.fromEntries(model.map(({ id, fields }) => [id, fields.map(field => field.id).sort()])))
    const inSchemas = names(
      Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, Object.keys(schema.shape).sort()])),
    )
    expect(inModel).toEqual(inSchemas)
  })

  test('ask for the same fields', () => {
    for (const { name, field, schema } of fields)
      expect(field.required, name).toBe(!schema.safeParse(undefined).success)
  })

  test('keep values of the same kind', () => {
    for (const { name, field, schema } of fields) {
      const shape = shapeOf(schema)
      expect(typesOf(shape), name).toContain(field.type)
      if (field.type === 'Link') expect(linkTypeOf(shape), name).toBe(field.linkType)
      if (field.type === 'Array') {
        expect(isLink(shape.items!) ? 'Link' : 'Symbol', name).toBe(field.items!.type)
        if (field.items!.linkType) expect(linkTypeOf(shape.items!), name).toBe(field.items!.linkType)
      }
    }
  })

  test('offer the same choices and begin with the same values', () => {
    let choices = 0
    for (const { name, field, schema } of fields) {
      const shape = shapeOf(schema)
      const offered = field.validations.find(({ in: values }) => values)?.in as string[] | undefined
      if (shape.enum) {
        expect(offered, name).toEqual(shape.enum)
        choices++
      }
      if (field.defaultValue) expect(field.defaultValue, name).toEqual({ en: shape.default })
    }
    expect(choices).toBeGreaterThanOrEqual(6)
  })

  test('agree on texts: none that an editor may publish is refused by the site', () => {
    const texts = fields.filter(({ field }) => field.type === 'Symbol' || field.type === 'Text')
    const refused = new Set<string>()
    for (const { name, field, schema } of texts)
      for (const sample of samples) {
        // Nobody can publish a required field that is empty; an empty optional one is unset.
        const published = sample.trim() !== '' && allows(field.validations, sample)
        if (published) expect(schema.safeParse(sample).success, `${name}: "${sample}"`).toBe(true)
        else if (sample.trim() !== '') refused.add(name)
      }
    expect(refused.size).toBeGreaterThan(20)
    for (const { name, field } of fields.filter(({ field }) => field.items?.type === 'Symbol'))
      for (const sample of samples.filter(sample => allows(field.items!.validations, sample)))
        expect(
          fields.find(other => other.name === name)!.schema.safeParse([sample]).success,
          `${name}: "${sample}"`,
        ).toBe(true)
  })

  test('agree on numbers', () => {
    for (const { name, field, schema } of fields.filter(({ field }) => field.type === 'Integer')) {
      const { min = -5, max = 9_999 } = (field.validations.find(({ range }) => range)?.range ?? {}) as {
        min?: number
        max?: number
      }
      for (const sample of [min, max]) expect(schema.safeParse(sample).success, `${name}: ${sample}`).toBe(true)
    }
  })
})

/** Editors of Contentful's own, by the field types that they take. */
const widgets: Record<string, FieldType[]> = {
  singleLine: ['Symbol', 'Text'],
  multipleLine: ['Text'],
  slugEditor: ['Symbol'],
  dropdown: ['Symbol'],
  radio: ['Symbol'],
  numberEditor: ['Integer', 'Number'],
  boolean: ['Boolean'],
  datePicker: ['Date'],
  objectEditor: ['Object'],
  locationEditor: ['Location'],
  richTextEditor: ['RichText'],
  entryLinkEditor: ['Link'],
  assetLinkEditor: ['Link'],
  entryLinksEditor: ['Array'],
  entryCardsEditor: ['Array'],
  tagEditor: ['Array'],
}
const rules: Record<string, FieldType[]> = {
  unique: ['Symbol', 'Integer', 'Number'],
  regexp: ['Symbol', 'Text'],
  size: ['Symbol', 'Text', 'Array', 'Object'],
  in: ['Symbol', 'Text', 'Integer', 'Number'],
  range: ['Integer', 'Number'],
  linkContentType: ['Link'],
  linkMimetypeGroup: ['Link'],
  enabledMarks: ['RichText'],
  enabledNodeTypes: ['RichText'],
  nodes: ['RichText'],
}

describe('Contentful takes the model', () => {
  test('within its limits', () => {
    for (const { id, name, description, displayField, fields } of model) {
      expect(id).toMatch(/^[\w.-]{1,64}$/)
      expect(name.length, id).toBeGreaterThan(0)
      expect(description.length, id).toBeLessThanOrEqual(500)
      expect(fields.length, id).toBeLessThanOrEqual(50)
      expect(new Set(fields.map(field => field.id)).size, id).toBe(fields.length)
      expect(new Set(fields.map(field => field.name)).size, `${id}: two fields of one name`).toBe(fields.length)
      expect(fields.find(field => field.id === displayField)?.type, `${id}.${displayField}`).toBe('Symbol')
      for (const field of fields) {
        expect(field.id, id).toMatch(/^[a-zA-Z][\w]{0,63}$/)
        expect(field.disabled || field.omitted, field.id).toBe(false)
      }
    }
  })

  test('with validations that a field of its type can have', () => {
    const check = (name: string, type: string, validations: readonly Validation[]) => {
      for (const { message: _, ...validation } of validations)
        for (const rule of Object.keys(validation)) {
          expect(rules[rule], `${name}: ${rule}`).toContain(type)
          const { regexp } = validation as { regexp?: { pattern: string; flags: string } }
          if (regexp) expect(() => new RegExp(regexp.pattern, regexp.flags), name).not.toThrow()
        }
    }
    const named = new Set(model.map(({ id }) => id))
    const targets = (value: unknown): string[] =>
      typeof value !== 'object' || value === null
        ? []
        : Object.entries(value).flatMap(([key, inner]) =>
            key === 'linkContentType' ? (inner as string[]) : targets(inner),
          )
    for (const { name, field } of fields) {
      check(name, field.type, field.validations)
      if (field.items) check(name, field.items.type, field.items.validations)
      expect(
        targets(field).filter(type => !named.has(type)),
        name,
      ).toEqual([])
      expect(field.linkType !== undefined, name).toBe(field.type === 'Link')
      expect(field.items !== undefined, name).toBe(field.type === 'Array')
      if (field.defaultValue)
        expect(['Symbol', 'Text', 'Integer', 'Number', 'Boolean', 'Date', 'Array'], name).toContain(field.type)
    }
  })

  test('with an editor for each field', () => {
    for (const { id, fields, controls } of model) {
      expect(
        controls.map(({ fieldId }) => fieldId),
        id,
      ).toEqual(fields.map(field => field.id))
      for (const { fieldId, widgetId } of controls) {
        const field = fields.find(({ id }) => id === fieldId) as ModelField
        expect(widgets[widgetId], `${id}.${fieldId}: ${widgetId}`).toContain(field.type)
      }
    }
  })
})
