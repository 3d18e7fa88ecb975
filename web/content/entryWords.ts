import type { AnyParsed } from './parse.ts'

export function titleOf(entry: AnyParsed | null): string {
  if (!entry) return ''
  const fields = entry.fields as { title?: string; heading?: string; name?: string; label?: string }
  return fields.title ?? fields.name ?? fields.label ?? fields.heading ?? ''
}

export function summaryOf(entry: AnyParsed): string {
  const fields = entry.fields as { summary?: string; lead?: string; intro?: string }
  return fields.summary ?? fields.lead ?? fields.intro ?? ''
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function byOrder(
  a: { id: string; fields: { order: number } },
  b: { id: string; fields: { order: number } },
): number {
  return a.fields.order - b.fields.order || compare(a.id, b.id)
}

export function slugsOf(entries: readonly { fields: { urlSlug: string } }[]): string[] {
  return entries.map(({ fields }) => fields.urlSlug)
}

/** Epoch seconds of an ISO time; one without an offset is UTC, wherever the server stands. */
export function seconds(time: string): number {
  const zoned = /T/.test(time) && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(time) ? `${time}Z` : time
  return Math.floor(Date.parse(zoned) / 1_000) || 0
}

const countries = new Intl.DisplayNames(['en'], { type: 'region' })
export function countryNameOf(code: string): string {
  try {
    return countries.of(code) ?? code
  } catch {
    return code
  }
}

/**
 * The lines of an address, with the line of town and code as the country writes it where they do not say it themselves.
 */
export function addressLines(address: string, city: string, code: string, country: string): string[] {
  const lines = address.split(/\r?\n/).map(line => line.trim())
  const stated = (text: string) => text === '' || lines.some(line => line.includes(text))
  const town = [stated(city) ? '' : city, stated(code) ? '' : code].filter(Boolean)
  return [...lines, (country === 'DE' ? town.reverse() : town).join(' ')].filter(Boolean)
}
