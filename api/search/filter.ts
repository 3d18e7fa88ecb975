import { SearchRequestError } from '#api/search'
import { type FacetAttribute, forFacets } from '#indexer/facets'
import { defaultRadius } from '#indexer/site'

/**
 * A visitor's filter as a tree. Everything that reaches the engine is written from such a tree (`formatFilter`), never
 * from a visitor's text, so that what is not understood here cannot be asked there.
 */
export type FilterNode =
  | { kind: 'and' | 'or'; nodes: FilterNode[] }
  | { kind: 'not'; node: FilterNode }
  | { kind: 'compare'; attribute: string; operator: Operator; value: string }
  | { kind: 'in'; attribute: string; values: string[] }
  | { kind: 'between'; attribute: string; from: string; to: string }
  | { kind: 'exists'; attribute: string }
  | Near
  /** Grid cells as inclusive ranges, sorted (geo.ts). Only made here, never typed by a visitor. */
  | { kind: 'cells'; ranges: readonly (readonly [number, number])[] }

export interface Near {
  kind: 'near'
  placeId: string
  radius: number
  unit: 'mi' | 'km'
}

const operators = ['=', '!=', '>=', '<=', '>', '<'] as const
type Operator = (typeof operators)[number]

/** How far a filter may go. A page's own filters stay well under a tenth of each. */
export const filterLimits = { length: 8_000, depth: 12, values: 200, nodes: 200, places: 5 } as const
const radiusLimits = { least: 1, most: 100 } as const

export type ValueKind = 'text' | 'number' | 'boolean' | 'near'
/**
 * What kind of value a visitor may compare an attribute with; undefined when the attribute may not be filtered on at
 * all.
 */
export type KindOf = (attribute: string) => ValueKind | undefined

const jobKinds: Record<
  FacetAttribute | 'consultant_email' | 'remoteCountries' | 'areas' | 'published_at' | 'featured' | 'near' | 'plain',
  ValueKind
> = {
  ...forFacets(() => 'text' as const),
  publishedDay: 'number',
  locations: 'text',
  consultant_email: 'text',
  remoteCountries: 'text',
  areas: 'text',
  published_at: 'number',
  featured: 'boolean',
  near: 'near',
  plain: 'text',
}

/** Of the jobs. */
export const jobKindOf: KindOf = attribute => {
  if (Object.hasOwn(jobKinds, attribute)) return jobKinds[attribute as keyof typeof jobKinds]
  return /^salary(Year|Day)\.[A-Z]{3}$/.test(attribute) ? 'number' : undefined
}

/**
 * Reads a filter in Meilisearch's language: a string, or an array whose elements are ANDed and whose inner arrays are
 * ORed.
 * @param unit of a `near` that states none: the site's
 * @param kindOf of the index's attributes: the jobs' by default
 * @returns null where there is no filter
 * @throws SearchRequestError naming what is wrong
 */
export function parseFilter(filter: unknown, unit: 'mi' | 'km', kindOf: KindOf = jobKindOf): FilterNode | null {
  const budget: Budget = { length: 0, values: 0, nodes: 0, places: 0 }
  const parseText = (text: unknown): FilterNode | null => {
    if (typeof text !== 'string') throw refuse('must be a string or an array of strings and arrays of strings')
    budget.length += text.length
    if (budget.length > filterLimits.length) throw refuse(`is longer than ${filterLimits.length} characters`)
    return text.trim() === '' ? null : new Parser(text.toWellFormed(), unit, kindOf, budget).whole()
  }
  if (filter === undefined || filter === null) return null
  if (!Array.isArray(filter)) return parseText(filter)
  const parseAlternatives = (element: unknown): FilterNode | null => {
    if (!Array.isArray(element)) return parseText(element)
    spend(budget, 'nodes', element.length)
    return join('or', element.map(parseText))
  }
  spend(budget, 'nodes', filter.length)
  return join('and', filter.map(parseAlternatives))
}

interface Budget {
  length: number
  values: number
  nodes: number
  /** Each becomes a hundred ranges and more. */
  places: number
}

function spend(budget: Budget, what: 'values' | 'nodes' | 'places', amount = 1): void {
  budget[what] += amount
  if (budget[what] > filterLimits[what])
    throw refuse(`has more than ${filterLimits[what]} ${what === 'nodes' ? 'conditions' : what}`)
}

function refuse(message: string): SearchRequestError {
  return new SearchRequestError('filter', `The filter ${message}.`)
}

/** One node of several, nulls (empty parts) left out. */
function join(kind: 'and' | 'or', parts: (FilterNode | null)[]): FilterNode | null {
  const nodes = parts.filter(part => part !== null)
  return nodes.length > 1 ? { kind, nodes } : (nodes[0] ?? null)
}

type Token = { kind: 'word' | 'quoted' | 'sign' | 'end'; text: string; at: number }

class Parser {
  readonly #text: string
  readonly #unit: 'mi' | 'km'
  readonly #kindOf: KindOf
  readonly #budget: Budget
  #at = 0
  #token: Token
  #depth = 0

  constructor(text: string, unit: 'mi' | 'km', kindOf: KindOf, budget: Budget) {
    this.#text = text
    this.#unit = unit
    this.#kindOf = kindOf
    this.#budget = budget
    this.#token = this.#scan()
  }

  whole(): FilterNode {
    const node = this.#or()
    if (this.#token.kind !== 'end') throw this.#unexpected('AND, OR or the end')
    return node
  }

  #or(): FilterNode {
    if (++this.#depth > filterLimits.depth) throw refuse(`is nested deeper than ${filterLimits.depth}`)
    const nodes = [this.#and()]
    while (this.#word('OR')) nodes.push(this.#and())
    this.#depth--
    return join('or', nodes)!
  }

  #and(): FilterNode {
    const nodes = [this.#not()]
    while (this.#word('AND')) nodes.push(this.#not())
    return join('and', nodes)!
  }

  #not(): FilterNode {
    let negated = false
    while (this.#word('NOT')) {
      spend(this.#budget, 'nodes')
      negated = !negated
    }
    const node = this.#primary()
    return negated ? { kind: 'not', node } : node
  }

  #primary(): FilterNode {
    if (this.#sign('(')) {
      const node = this.#or()
      if (!this.#sign(')')) throw this.#unexpected('a closing parenthesis')
      return node
    }
    return this.#condition()
  }

  #condition(): FilterNode {
    spend(this.#budget, 'nodes')
    if (this.#token.kind !== 'word' && this.#token.kind !== 'quoted') throw this.#unexpected('an attribute')
    const attribute = this.#token.text
    const kind = this.#kindOf(attribute)
    if (!kind) throw refuse(`names "${attribute.slice(0, 60)}", which is not an attribute to filter on`)
    this.#next()

    const operator = operators.find(sign => this.#token.kind === 'sign' && this.#token.text === sign)
    if (operator) {
      this.#next()
      const value = this.#value(attribute, kind)
      if (kind === 'near') {
        if (operator !== '=') throw refuse(`compares near with ${operator}; only = makes sense`)
        return this.#near(value)
      }
      if (kind !== 'number' && operator !== '=' && operator !== '!=')
        throw refuse(`compares ${attribute} with ${operator}; only = and != make sense`)
      return { kind: 'compare', attribute, operator, value }
    }
    const negated = this.#word('NOT')
    if (this.#word('EXISTS')) {
      if (kind === 'near') throw refuse('asks whether near exists')
      return negate(negated, { kind: 'exists', attribute })
    }
    if (this.#word('IN')) {
      const values = this.#list(attribute, kind)
      if (kind === 'near') {
        if (values.length === 0) throw refuse('names no place in near IN')
        return negate(
          negated,
          join(
            'or',
            values.map(value => this.#near(value)),
          )!,
        )
      }
      return negate(negated, { kind: 'in', attribute, values })
    }
    if (!negated && kind === 'number' && (this.#token.kind === 'word' || this.#token.kind === 'quoted')) {
      const from = this.#value(attribute, kind)
      if (!this.#word('TO')) throw this.#unexpected('TO')
      return { kind: 'between', attribute, from, to: this.#value(attribute, kind) }
    }
    throw this.#unexpected(`an operator after ${attribute}`)
  }

  #list(attribute: string, kind: ValueKind): string[] {
    if (!this.#sign('[')) throw this.#unexpected('[')
    const values: string[] = []
    while (!this.#sign(']')) {
      values.push(this.#value(attribute, kind))
      if (this.#sign(',')) continue
      if (!this.#sign(']')) throw this.#unexpected(', or ]')
      break
    }
    return values
  }

  #value(attribute: string, kind: ValueKind): string {
    spend(this.#budget, 'values')
    const { kind: token, text } = this.#token
    if (token !== 'word' && token !== 'quoted') throw this.#unexpected('a value')
    if (kind === 'number' && !/^-?\d{1,15}(\.\d{1,6})?$/.test(text))
      throw refuse(`compares ${attribute} with "${text.slice(0, 60)}", which is not a number`)
    if (kind === 'boolean' && text !== 'true' && text !== 'false')
      throw refuse(`compares ${attribute} with "${text.slice(0, 60)}"; only true and false make sense`)
    this.#next()
    return text
  }

  /**
   * `<placeId>@<radius><unit>`. A radius that is missing or odd (`all`, `NaN`, negative) is the default one: never "no
   * filter".
   */
  #near(value: string): Near {
    spend(this.#budget, 'places')
    const [, placeId, rest = ''] = /^([\w-]{1,100})(?:@(.*))?$/s.exec(value) ?? []
    if (placeId === undefined) throw refuse(`has near "${value.slice(0, 60)}"; it is <place id>@<radius><mi or km>`)
    const [, digits = '', unit] = /^\s*(\d+(?:\.\d+)?)\s*(?:(mi|km)\s*)?$/.exec(rest) ?? []
    const radius =
      Number(digits) > 0 ? Math.min(radiusLimits.most, Math.max(radiusLimits.least, Number(digits))) : defaultRadius
    return { kind: 'near', placeId, radius, unit: unit === 'mi' || unit === 'km' ? unit : this.#unit }
  }

  #sign(text: string): boolean {
    const found = this.#token.kind === 'sign' && this.#token.text === text
    if (found) this.#next()
    return found
  }

  #word(text: string): boolean {
    const found = this.#token.kind === 'word' && this.#token.text === text
    if (found) this.#next()
    return found
  }

  #next(): void {
    this.#token = this.#scan()
  }

  #unexpected(wanted: string): SearchRequestError {
    const { kind, text, at } = this.#token
    return refuse(
      `is not understood at character ${at + 1}: ${kind === 'end' ? 'it ends' : `"${text.slice(0, 40)}" stands`} where ${wanted} should be`,
    )
  }

  #scan(): Token {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++
    const at = this.#at
    const first = this.#text[at]
    if (first === undefined) return { kind: 'end', text: '', at }
    if (first === '"' || first === "'") return this.#quoted(first, at)
    const sign = ['!=', '>=', '<=', '=', '>', '<', '(', ')', '[', ']', ','].find(candidate =>
      this.#text.startsWith(candidate, at),
    )
    if (sign) {
      this.#at += sign.length
      return { kind: 'sign', text: sign, at }
    }
    wordPattern.lastIndex = at
    const word = wordPattern.exec(this.#text)?.[0]
    if (!word) throw refuse(`is not understood at character ${at + 1}: "${first}" must stand inside quotes`)
    this.#at += word.length
    return { kind: 'word', text: word, at }
  }

  /** Inside quotes a backslash keeps the closing quote or the backslash after it; before anything else it is itself. */
  #quoted(quote: string, at: number): Token {
    let text = ''
    for (this.#at++; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at]!
      if (character === quote) {
        this.#at++
        return { kind: 'quoted', text, at }
      }
      const next = this.#text[this.#at + 1]
      if (character === '\\' && (next === '\\' || next === quote)) {
        text += next
        this.#at++
      } else text += character
    }
    throw refuse(`has a quote at character ${at + 1} that is not closed`)
  }
}

const wordPattern = /[\p{L}\p{N}_\-/.]+/uy

function negate(negated: boolean, node: FilterNode): FilterNode {
  return negated ? { kind: 'not', node } : node
}

/** A tree in the engine's language. Every value is quoted: what it holds stays a value. */
export function formatFilter(node: FilterNode): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return `(${node.nodes.map(formatFilter).join(node.kind === 'and' ? ' AND ' : ' OR ')})`
    case 'not':
      return `NOT (${formatFilter(node.node)})`
    case 'compare':
      return `${node.attribute} ${node.operator} ${quoted(node.value)}`
    case 'in':
      return `${node.attribute} IN [${node.values.map(quoted).join(', ')}]`
    case 'between':
      return `${node.attribute} ${quoted(node.from)} TO ${quoted(node.to)}`
    case 'exists':
      return `${node.attribute} EXISTS`
    case 'cells':
      return formatCells(node.ranges)
    case 'near':
      throw new Error('near is not the engine’s: resolve it first')
  }
}

/** Single cells as one list: a list's element costs the engine a tenth of a range. */
function formatCells(ranges: readonly (readonly [number, number])[]): string {
  const single = ranges.filter(([first, last]) => first === last).map(([cell]) => cell)
  const conditions = ranges
    .filter(([first, last]) => first !== last)
    .map(([first, last]) => `cells ${first} TO ${last}`)
  if (single.length > 0) conditions.push(`cells IN [${single.join(', ')}]`)
  // No range at all is no cell at all.
  return conditions.length === 0 ? 'cells < 0' : `(${conditions.join(' OR ')})`
}

function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`
}

/** Every `near` of a tree with whether it says where to be (`true`) or, under a NOT, where not to be. */
export function nearsOf(node: FilterNode | null, positive = true): { near: Near; positive: boolean }[] {
  if (!node) return []
  if (node.kind === 'near') return [{ near: node, positive }]
  if (node.kind === 'not') return nearsOf(node.node, !positive)
  return node.kind === 'and' || node.kind === 'or' ? node.nodes.flatMap(part => nearsOf(part, positive)) : []
}

/** The tree with every `near` replaced. */
export function replaceNear(node: FilterNode, replacement: (near: Near) => FilterNode): FilterNode {
  if (node.kind === 'near') return replacement(node)
  if (node.kind === 'not') return { kind: 'not', node: replaceNear(node.node, replacement) }
  if (node.kind === 'and' || node.kind === 'or')
    return { kind: node.kind, nodes: node.nodes.map(part => replaceNear(part, replacement)) }
  return node
}

/**
 * What is left of a tree where one of its `near` is known to hold or to fail: a smaller tree, or whether the whole
 * holds.
 */
export function settle(node: FilterNode, near: Near, holds: boolean): FilterNode | boolean {
  if (node === near) return holds
  if (node.kind === 'not') {
    const inner = settle(node.node, near, holds)
    return typeof inner === 'boolean' ? !inner : { kind: 'not', node: inner }
  }
  if (node.kind !== 'and' && node.kind !== 'or') return node
  const decisive = node.kind === 'or'
  const rest: FilterNode[] = []
  for (const part of node.nodes) {
    const left = settle(part, near, holds)
    if (left === decisive) return decisive
    if (typeof left !== 'boolean') rest.push(left)
  }
  return rest.length > 1 ? { kind: node.kind, nodes: rest } : (rest[0] ?? !decisive)
}

/** The parts of a filter that are ANDed. */
export function conditionsOf(filter: FilterNode | null): FilterNode[] {
  return filter === null ? [] : filter.kind === 'and' ? filter.nodes.flatMap(conditionsOf) : [filter]
}

/** One filter of several conditions that all have to hold. */
export function allOf(conditions: readonly FilterNode[]): FilterNode | null {
  return conditions.length > 1 ? { kind: 'and', nodes: [...conditions] } : (conditions[0] ?? null)
}

/** Every attribute that a filter compares. */
export function attributesOf(filter: FilterNode | null): string[] {
  if (!filter) return []
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.nodes.flatMap(attributesOf)
    case 'not':
      return attributesOf(filter.node)
    case 'near':
    case 'cells':
      return [filter.kind]
    default:
      return [filter.attribute]
  }
}
