import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const project = fileURLToPath(new URL('../..', import.meta.url))

/** What the cookie policy calls it. */
const policyWords: Record<string, string> = {
  'longlist.sidebar': 'left the search column open or closed',
  'longlist.search': 'the search or list that a page leads you back to',
  'longlist.place': 'where on the list of jobs you were when you took a filter off',
  'longlist.recent': 'Your last eight job searches',
  'longlist.saved': 'Jobs and searches that you save, your notes on them',
  'longlist.searches': 'Jobs and searches that you save',
  'longlist.hidden': 'jobs that you hide',
  'longlist.seen': 'the last twenty jobs that you read',
  'longlist.applied': 'the jobs that you applied for from this browser',
  'longlist.visit': 'the time of your last visit',
  'longlist.drafts': 'A form that you begin',
}

it('the cookie policy names all that the pages keep in a browser', () => {
  const files = readdirSync(join(project, 'web'), { recursive: true, encoding: 'utf8' }).filter(name =>
    /\.tsx?$/.test(name),
  )
  const kept = files.flatMap(name => {
    const text = readFileSync(join(project, 'web', name), 'utf8')
    return [...text.matchAll(/(?:= |keptList(?:<\w+>)?\()'(longlist\.\w+)'/g)].map(([, key]) => key!)
  })
  expect([...new Set(kept)].sort()).toEqual(Object.keys(policyWords).sort())
  const policy = readFileSync(join(project, 'infra/seed/content/policies/cookie-policy.json'), 'utf8')
  for (const [key, words] of Object.entries(policyWords)) expect(policy, key).toContain(words)
})
