/** Stands for InstantSearch's template functions in the browser's build (vite.config.ts): no template is ours. */
export default function templateHelpers(): object {
  return {}
}
