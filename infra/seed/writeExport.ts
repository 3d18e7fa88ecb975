// Writes the seed's content as one export of a space: `node --import tsx infra/seed/writeExport.ts export.json`
import { writeFileSync } from 'node:fs'
import { faultsOf } from './checkExport.ts'
import { contentExport } from './contentExport.ts'

const [file] = process.argv.slice(2)
if (!file) throw new Error('name the file to write: node --import tsx infra/seed/writeExport.ts export.json')
const made = contentExport()
writeFileSync(file, `${JSON.stringify(made, null, 1)}\n`)
const faults = faultsOf(made)
for (const fault of faults) console.error(fault)
console.log(`${made.entries.length} entries, ${made.assets.length} assets, ${faults.length} faults: ${file}`)
if (faults.length > 0) process.exitCode = 1
