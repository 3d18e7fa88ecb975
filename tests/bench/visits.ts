/**
 * One visitor in a process of its own, who opens one page after another: the time of each in milliseconds, as JSON. One
 * argument, JSON: the site's address and the paths.
 */
import { oneByOne } from './report.ts'
import { visitor } from './visitor.ts'

const { origin, paths } = JSON.parse(process.argv[2] ?? '{}') as { origin: string; paths: string[] }
const get = visitor(origin)
const times = await oneByOne(async i => {
  const { status } = await get(paths[i]!)
  if (status !== 200) throw new Error(`${paths[i]} answered ${status}`)
}, paths.length)
console.log(JSON.stringify(times))
process.exit(0)
