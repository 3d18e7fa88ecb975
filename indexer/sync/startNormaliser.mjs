// Plain JavaScript: a thread does not take over its process's reader of TypeScript.
import { register } from 'tsx/esm/api'

register()
await import('./normaliserThread.ts')
