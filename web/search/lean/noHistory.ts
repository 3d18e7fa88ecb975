/** Stands for InstantSearch's browser router in the browser's build (vite.config.ts): the bridge is the only router. */
export default function historyRouter(): never {
  throw new Error('InstantSearch must be given its router.')
}
