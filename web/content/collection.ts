import { defaultLocale } from '#indexer/content'

/** One page of a list. */
export interface Collection<Item> {
  totalItems: number
  totalPages: number
  /** 1-based; of an empty list 1. */
  current: number
  /** Page numbers; null where there is none. */
  next: number | null
  previous: number | null
  pageSize: number
  items: Item[]
}

/** Where none is asked for. */
export const defaultPageSize = 5

/**
 * One page of a list of the CMS: an array, or a localized content collection (`{name, id, schema, category_values}`,
 * whose values are an array or `{items}`). An item's fields are plain, or objects keyed by locale, of which the asked
 * one is taken, else the default one's. Throws `Type is not supported` for anything else.
 * @param options.page 1-based; one that is too high or too low is the last or first
 */
export function toCollection<Item = Record<string, unknown>>(
  input: unknown,
  {
    locale = defaultLocale,
    page = 1,
    pageSize = defaultPageSize,
  }: { locale?: string; page?: number; pageSize?: number } = {},
): Collection<Item> {
  const all = itemsOf(input)
  const size = Number.isFinite(pageSize) && pageSize >= 1 ? Math.floor(pageSize) : defaultPageSize
  const totalPages = Math.ceil(all.length / size)
  const wanted = Number.isNaN(page) ? 1 : Math.floor(page)
  const current = Math.max(1, Math.min(totalPages, wanted))
  return {
    totalItems: all.length,
    totalPages,
    current,
    next: current < totalPages ? current + 1 : null,
    previous: current > 1 ? current - 1 : null,
    pageSize: size,
    items: all.slice((current - 1) * size, current * size).map(item => inLocale(item, locale) as Item),
  }
}

function itemsOf(input: unknown): unknown[] {
  if (Array.isArray(input)) return input
  const values = isObject(input) ? input.category_values : undefined
  if (Array.isArray(values)) return values
  if (isObject(values) && Array.isArray(values.items)) return values.items
  throw new Error('Type is not supported')
}

function inLocale(item: unknown, locale: string): unknown {
  if (!isObject(item)) return item
  return Object.fromEntries(
    Object.entries(item).map(([field, value]) => [
      field,
      isLocalized(value) ? (value[locale] ?? value[defaultLocale]) : value,
    ]),
  )
}

/**
 * An object whose every key is a language (`en`, `de-DE`, `zh-Hant`), and not one that just happens to have an `id`.
 */
function isLocalized(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  const keys = Object.keys(value)
  return (
    keys.length > 0 &&
    keys.every(key => /^[a-z]{2}(?:-(?:[A-Z]{2}|[A-Z][a-z]{3}|\d{3}))*$/.test(key)) &&
    (keys.length > 1 || keys[0] !== 'id')
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
