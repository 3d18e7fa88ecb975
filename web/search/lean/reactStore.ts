/** Stands for the shim of a hook that React has had since 18, in the browser's build (vite.config.ts). */
export { useSyncExternalStore } from 'react'
