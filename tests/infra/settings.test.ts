import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const configs = ['api/config.ts', 'indexer/config.ts', 'infra/start/config.ts']

describe('docs/settings.md', () => {
  it('has every variable that a schema of a room reads, and no other', () => {
    const declared = configs.flatMap(path =>
      [...read(path).matchAll(/^ +([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name),
    )
    const written = [...read('docs/settings.md').matchAll(/^\| (.*?) +\|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
    )
    // Named in the column of defaults, beside S3_BUCKET.
    const beside = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
    expect([...new Set([...written, ...beside])].sort()).toEqual([...new Set(declared)].sort())
  })
})
