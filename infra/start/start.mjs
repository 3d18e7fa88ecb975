// `npm start`. Plain JavaScript: it runs before any package is installed, and hands over to TypeScript once tsx is
// there.
import { ensurePackages, requireNode, root } from './packages.mjs'

requireNode()
ensurePackages()
const { register } = await import('tsx/esm/api')
register()
const { start } = await import('./start.ts')
await start({ root, environment: process.env })
