import { readdir, unlink, writeFile } from 'node:fs/promises'
import { fileOf, pictures } from './art.ts'

/* Writes the drawings to infra/content/assets: `node --import tsx infra/content/art/writeArt.ts`. A drawing that is no
   more is taken away. */

const folder = new URL('../assets/', import.meta.url)
const files = new Map(pictures.map(picture => [fileOf(picture), picture.svg]))
for (const [name, svg] of files) await writeFile(new URL(name, folder), svg)
const drawn = /^(?:post|event|specialism|office|portrait|page)-[\w-]+\.svg$/
for (const name of await readdir(folder)) if (drawn.test(name) && !files.has(name)) await unlink(new URL(name, folder))
const bytes = [...files.values()].map(svg => Buffer.byteLength(svg))
console.log(`${files.size} drawings, the largest ${Math.max(...bytes)} bytes`)
