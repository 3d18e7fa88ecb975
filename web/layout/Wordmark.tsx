import { dot, strokes } from './wordmarkPaths.ts'

/** The name as a drawing; its colour is the text's. */
export function Wordmark({ height = 30 }: { height?: number }) {
  return (
    <svg
      viewBox="0 0 150 48"
      height={height}
      width={(height * 150) / 48}
      fill="none"
      stroke="currentColor"
      strokeWidth={4.2}
      aria-hidden="true"
    >
      {strokes.map(d => (
        <path key={d} d={d} />
      ))}
      <circle {...dot} fill="var(--wordmark-dot, var(--color-support))" stroke="none" />
    </svg>
  )
}
