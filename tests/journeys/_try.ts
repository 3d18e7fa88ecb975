import { startSite } from '../builders/site.ts'
const site = await startSite()
console.log(site.origin)
process.on('SIGTERM', () => void site.stop().then(() => process.exit(0)))
