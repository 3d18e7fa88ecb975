import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { alarmKinds } from '#indexer/tasks'
import { mappingSchema } from '../../indexer/sources/source.ts'

const project = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, project), 'utf8')
const configs = ['api/config.ts', 'indexer/config.ts', 'infra/start/config.ts']
const started = readdirSync(new URL('infra/start', project)).map(name => `infra/start/${name}`)
/** Of Node, npm, the shell, the cluster, and OpenTelemetry, which has a sentence of its own. */
const foreign = /^(?:NODE_ENV|INIT_CWD|PATH|KUBERNETES_\w+|OTEL_\w+)$/

const declaredIn = (source: string) => [...source.matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name!)
/** What is taken out of the environment, with a schema or without. */
function takenIn(source: string): string[] {
  const lists = [...source.matchAll(/\{([^{}]*)\}(?:: Environment| = (?:process\.env|environment)\b)/g)]
  const one = [...source.matchAll(/\benv(?:ironment)?\.([A-Z][A-Z0-9_]+)/g)]
  const several = lists.flatMap(([, list]) => [...list!.matchAll(/(?:^|,)\s*([A-Z][A-Z0-9_]+)/g)])
  return [...one, ...several].map(([, name]) => name!).filter(name => !foreign.test(name))
}

describe('docs/settings.md', () => {
  it('has every variable that is read, and no other', () => {
    const known = [
      ...configs.flatMap(path => declaredIn(read(path))),
      ...[...configs, ...started].flatMap(path => takenIn(read(path))),
    ]
    const written = [...read('docs/settings.md').matchAll(/^\| (.*?) +\|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
    )
    // Named in the column of defaults, beside S3_BUCKET.
    const beside = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
    expect([...new Set([...written, ...beside])].sort()).toEqual([...new Set(known)].sort())
  })
})

it('docs/operate.md says what to do at each kind of alarm', () => {
  const rows = [...read('docs/operate.md').matchAll(/^ {2}\| (`.*?`) +\|/gm)]
  const named = rows.flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)`/g)].map(([, kind]) => kind))
  expect(named.sort()).toEqual([...alarmKinds].sort())
})

it('docs/sources.md has every name of a mapping', () => {
  const said = /^A mapping has these names[\s\S]*?\. Those/m.exec(read('docs/sources.md'))![0]
  const named = [...said.matchAll(/`(\w+)`/g)].map(([, name]) => name)
  expect(named.sort()).toEqual(Object.keys(mappingSchema.shape).sort())
})
