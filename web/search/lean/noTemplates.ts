/** Stands for InstantSearch's template functions in the browser's build (vite.config.ts): React makes the markup. */
export default function templateHelpers(): object {
  return {}
}
