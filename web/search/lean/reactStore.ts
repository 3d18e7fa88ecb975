/** Stands for the shim of a hook that React has had since 18, and Preact has (vite.config.ts). */
export { useSyncExternalStore } from 'react'
