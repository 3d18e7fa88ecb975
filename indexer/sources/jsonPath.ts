import { object, text } from './format.ts'

interface Step {
  name: string
  /** `[]`: each · a number: the one at that place, from 0 · `[name=value]`: those whose member has that text. */
  pick: 'each' | number | { name: string; value: string } | null
}

export function stepsOf(path: string): Step[] {
  const steps: Step[] = []
  for (const [, name = '', bracket] of path.matchAll(/([^.[\]]*)(?:\[([^\]]*)\])?(?:\.|$)/g)) {
    if (name === '' && bracket === undefined) continue
    const equals = bracket?.indexOf('=') ?? -1
    steps.push({
      name,
      pick:
        bracket === undefined
          ? null
          : equals > 0
            ? { name: bracket.slice(0, equals), value: bracket.slice(equals + 1) }
            : /^\d+$/.test(bracket)
              ? Number(bracket)
              : 'each',
    })
  }
  return steps
}

/** Reads a path: one value, or a list where the path goes through one, with undefined for what is missing in it. */
export function pathReader(path: string): (row: unknown) => unknown {
  const steps = stepsOf(path)
  const plainName = steps.length === 1 && steps[0]!.pick === null ? steps[0]!.name : null
  if (plainName !== null) return row => object(row)?.[plainName]
  return row => {
    const whole = object(row)
    // Some feeds write the path itself as a name.
    if (whole && path in whole) return whole[path]
    return follow(row, steps, 0, 0)
  }
}

/** Lists in lists: a hostile feed nests without end. */
const maxLists = 20

function follow(value: unknown, steps: readonly Step[], from: number, lists: number): unknown {
  let current = value
  for (let i = from; i < steps.length; i++) {
    if (Array.isArray(current)) {
      if (lists === maxLists) return undefined
      const found = current.map(one => follow(one, steps, i, lists + 1))
      return found.length === 1 ? found[0] : found.flat()
    }
    const { name, pick } = steps[i]!
    if (name !== '') current = object(current)?.[name]
    if (pick === null || !Array.isArray(current)) continue
    if (typeof pick === 'number') current = current[pick]
    else if (pick !== 'each')
      current = current.filter(one => written(object(one)?.[pick.name]).toLowerCase() === pick.value.toLowerCase())
  }
  return current
}

function written(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : (text(value) ?? '')
}
