import { readFileSync, readdirSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { median, ms, oneByOne, post } from './report.ts'
import { visitor } from './pages.ts'
const rig = JSON.parse(readFileSync('/tmp/rig.json', 'utf8'))
const { meiliUrl, masterKey } = rig
const port = new URL(meiliUrl).port
const pid = readdirSync('/proc').filter(p => /^\d+$/.test(p)).find(p => { try { const c = readFileSync(`/proc/${p}/cmdline`, 'utf8'); return c.includes('meilisearch') && c.includes(`:${port}`) } catch { return false } })
const child = spawn(process.execPath, [...(process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof12'] : []), '--import', 'tsx', 'tests/bench/site.ts', JSON.stringify(rig)], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } })
const origin: string = await new Promise(r => createInterface(child.stdout!).once('line', l => r(JSON.parse(l).origin)))
const cpu = (p: any) => { const s = readFileSync(`/proc/${p}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(s[11]) + Number(s[12])) * 10 }
const j = JSON.parse(await post(`${meiliUrl}/indexes/jobs/documents/fetch`, { fields: ['url_slug'], limit: 4000 }, masterKey)).results
const paths = j.filter((_: any, i: number) => i % 5 === 0).map((x: any) => `/jobs/${x.url_slug}`)
const get = visitor(origin)
await oneByOne(i => get(paths[700 - i]), 80)
for (let k = 0; k < 3; k++) {
  const c = cpu(child.pid), e = cpu(pid)
  const t = await oneByOne(i => get(paths[k * 200 + i]), 200)
  console.log('job page p50', ms(median(t)), 'site cpu', ((cpu(child.pid) - c) / 200).toFixed(2), 'engine cpu', ((cpu(pid) - e) / 200).toFixed(2))
}
const h = (await get(paths[0])).text; console.log(h.length); (await import('node:fs')).writeFileSync('/tmp/h/job.html', h)
child.kill('SIGTERM')
await new Promise(r => child.once('exit', r))
