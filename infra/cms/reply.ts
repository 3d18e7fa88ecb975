import { answerBytes, invalid, notFound, tooBig } from './answers.ts'
import { type EntityKind, type Published, type Space, SpaceRefusal, withAddresses } from './space.ts'

/** Entries and assets as one request asked for them: filtered, ordered, in its language, with what they link to. */
export class Reply {
  readonly #space: Space
  readonly #query: URLSearchParams
  readonly #address: (url: string) => string
  readonly #locale: string

  constructor(space: Space, query: URLSearchParams, address: (url: string) => string) {
    this.#space = space
    this.#query = query
    this.#address = address
    this.#locale = query.get('locale') ?? space.defaultLocale
    if (this.#locale !== '*' && !space.locales.some(({ code }) => code === this.#locale))
      throw new SpaceRefusal(400, 'BadRequest', `Unknown locale: ${this.#locale}`)
  }

  entries() {
    return this.collection(this.filtered(this.#space.allPublished('Entry')))
  }

  one(kind: EntityKind, id: string) {
    const item = this.#space.published(kind, id)
    if (!item) throw notFound(kind, id, this.#space)
    return this.#shown(item)
  }

  /** A page of the items, and of those it shows all that they link to, `include` links deep. */
  collection(found: Published[]) {
    const page = this.page(found)
    const items = page.items.map(item => this.#shown(item))
    const { includes, errors } = this.#includes(items)
    const made = {
      ...page,
      items,
      ...(errors.length > 0 && { errors }),
      ...(Object.keys(includes).length > 0 && { includes }),
    }
    if (Buffer.byteLength(JSON.stringify(made)) > answerBytes) throw tooBig()
    return made
  }

  page<Item>(all: Item[]) {
    const number = (name: string, fallback: number, most: number) => {
      const text = this.#query.get(name)
      if (text === null) return fallback
      const value = Number(text)
      if (!Number.isInteger(value) || value < 0 || value > most)
        throw invalid(`${name} must be a whole number from 0 to ${most}`, { name: 'range', path: [name], value: text })
      return value
    }
    const skip = number('skip', 0, Number.MAX_SAFE_INTEGER)
    const limit = number('limit', 100, 1_000)
    return { sys: { type: 'Array' }, total: all.length, skip, limit, items: all.slice(skip, skip + limit) }
  }

  filtered(items: Published[]): Published[] {
    const type = this.#query.get('content_type')
    if (type !== null && this.#space.contentTypes.size > 0 && !this.#space.contentTypes.has(type))
      throw invalid('There is no such content type', { name: 'unknownContentType', value: type })
    let kept = items
    for (const [name, wanted] of this.#query) {
      if (['skip', 'limit', 'order', 'locale', 'include', 'select', 'access_token'].includes(name)) continue
      if (name === 'content_type') kept = kept.filter(({ sys }) => sys.contentType?.sys.id === wanted)
      else if (name === 'query')
        kept = kept.filter(({ fields }) =>
          JSON.stringify(Object.values(fields)).toLowerCase().includes(wanted.toLowerCase()),
        )
      else if (name === 'links_to_entry' || name === 'links_to_asset') {
        const kind = name === 'links_to_entry' ? 'Entry' : 'Asset'
        kept = kept.filter(({ fields }) => linksIn(fields).some(link => link.linkType === kind && link.id === wanted))
      } else if (/^(sys|fields|metadata)\./.test(name)) {
        if (name.startsWith('fields.') && type === null && items.some(({ sys }) => sys.type === 'Entry'))
          throw invalid('A search by fields needs a content type', { name: 'contentTypeRequired', path: [name] })
        kept = kept.filter(item => this.#matches(item, name, wanted))
      } else throw invalid(`There is no parameter "${name}"`, { name: 'unknown', path: [name] })
    }
    return this.#ordered(kept)
  }

  #ordered(items: Published[]): Published[] {
    const keys = (this.#query.get('order') ?? '').split(',').filter(Boolean)
    if (keys.length === 0) return items
    return [...items].sort((a, b) => {
      for (const key of keys) {
        const down = key.startsWith('-')
        const [x, y] = [a, b].map(item => this.#valuesAt(item, key.replace(/^-/, ''))[0]) as [unknown, unknown]
        const order = x === y ? 0 : x === undefined ? 1 : y === undefined ? -1 : (x as string) < (y as string) ? -1 : 1
        if (order !== 0) return down ? -order : order
      }
      return 0
    })
  }

  #matches(item: Published, name: string, wanted: string): boolean {
    const [, path = name, operator = 'eq'] = /^(.*?)(?:\[(\w+)\])?$/.exec(name) ?? []
    const values = this.#valuesAt(item, path).map(value =>
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    )
    const list = wanted.split(',')
    const compared = (test: (value: number | string, limit: number | string) => boolean) =>
      values.some(value => {
        const [a, b] = [Number(value), Number(wanted)]
        if (!Number.isNaN(a) && !Number.isNaN(b)) return test(a, b)
        const [x, y] = [Date.parse(value), Date.parse(wanted)]
        return !Number.isNaN(x) && !Number.isNaN(y) && test(x, y)
      })
    switch (operator) {
      case 'eq':
        return values.includes(wanted)
      case 'ne':
        return !values.includes(wanted)
      case 'in':
        return list.some(value => values.includes(value))
      case 'nin':
        return !list.some(value => values.includes(value))
      case 'all':
        return list.every(value => values.includes(value))
      case 'exists':
        return values.length > 0 === (wanted !== 'false')
      case 'match':
        return values.some(value => value.toLowerCase().includes(wanted.toLowerCase()))
      case 'lt':
        return compared((value, limit) => value < limit)
      case 'lte':
        return compared((value, limit) => value <= limit)
      case 'gt':
        return compared((value, limit) => value > limit)
      case 'gte':
        return compared((value, limit) => value >= limit)
      default:
        throw invalid(`There is no operator "${operator}"`, { name: 'unknown', path: [name] })
    }
  }

  /** Values at a dotted path; of lists each. */
  #valuesAt(item: Published, path: string): unknown[] {
    const locale = this.#locale === '*' ? this.#space.defaultLocale : this.#locale
    const shown = { sys: item.sys, metadata: item.metadata, fields: this.#inLocale(item, locale) }
    let values: unknown[] = [shown]
    for (const part of path.split('.')) {
      values = values
        .flatMap(value =>
          typeof value === 'object' && value !== null && Object.hasOwn(value, part)
            ? [(value as Record<string, unknown>)[part]]
            : [],
        )
        .flat()
        .filter(value => value !== null && value !== undefined)
    }
    return values
  }

  #shown(item: Published) {
    const addressed = item.sys.type === 'Asset' ? withAddresses(item, this.#address) : item
    const { sys, metadata } = addressed
    const all = this.#locale === '*' ? addressed.fields : this.#inLocale(addressed, this.#locale)
    const select = this.#query
      .get('select')
      ?.split(',')
      .map(part => part.trim())
    const chosen = select
      ? Object.fromEntries(
          Object.entries(all).filter(([name]) => select.includes('fields') || select.includes(`fields.${name}`)),
        )
      : all
    return {
      metadata,
      sys: this.#locale === '*' ? sys : { ...sys, locale: this.#locale },
      fields: chosen as Record<string, unknown>,
    }
  }

  /**
   * Fields in one language: as set, else by the fallbacks of the space. A field that is not localised is the same in
   * each.
   */
  #inLocale(item: Published, locale: string): Record<string, unknown> {
    const type = this.#space.contentTypes.get(item.sys.contentType?.sys.id ?? '')
    const shown: Record<string, unknown> = {}
    for (const [name, values] of Object.entries(item.fields)) {
      const definition = type?.fields?.find(field => field.id === name)
      if (definition?.omitted) continue
      const seen = new Set<string>()
      for (
        let at: string | null | undefined = definition?.localized === false ? this.#space.defaultLocale : locale;
        at && !seen.has(at);
      ) {
        seen.add(at)
        const value = values?.[at]
        if (value !== undefined && value !== null) {
          shown[name] = value
          break
        }
        const code: string = at
        at = this.#space.locales.find(known => known.code === code)?.fallbackCode
      }
    }
    return shown
  }

  #includes(items: { sys: Published['sys']; fields: Record<string, unknown> }[]) {
    const depth = Number(this.#query.get('include') ?? 1)
    if (!Number.isInteger(depth) || depth < 0 || depth > 10)
      throw invalid('include must be a whole number from 0 to 10', { name: 'range', path: ['include'] })
    const includes: Partial<Record<EntityKind, unknown[]>> = {}
    const errors: unknown[] = []
    const seen = new Set(items.map(({ sys }) => `${sys.type}:${sys.id}`))
    let level: { fields: Record<string, unknown> }[] = items
    for (let at = 0; at < depth && level.length > 0; at++) {
      const next: typeof level = []
      for (const { linkType, id } of level.flatMap(({ fields }) => linksIn(fields))) {
        const key = `${linkType}:${id}`
        if (seen.has(key)) continue
        seen.add(key)
        const target = this.#space.published(linkType, id)
        if (!target) {
          errors.push({ sys: { id: 'notResolvable', type: 'error' }, details: { type: 'Link', linkType, id } })
          continue
        }
        const shown = this.#shown(target)
        const list = includes[linkType] ?? []
        list.push(shown)
        includes[linkType] = list
        next.push(shown)
      }
      level = next
    }
    return { includes, errors }
  }
}

/** Links to entries and assets anywhere in a value, in rich texts too. */
function linksIn(
  value: unknown,
  found: { linkType: EntityKind; id: string }[] = [],
): { linkType: EntityKind; id: string }[] {
  if (typeof value !== 'object' || value === null) return found
  const sys = (value as { sys?: { type?: unknown; linkType?: unknown; id?: unknown } }).sys
  if (sys?.type === 'Link' && (sys.linkType === 'Entry' || sys.linkType === 'Asset') && typeof sys.id === 'string')
    found.push({ linkType: sys.linkType, id: sys.id })
  else for (const part of Object.values(value)) linksIn(part, found)
  return found
}
