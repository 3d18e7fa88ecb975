/**
 * Property tests try the same made-up values each time, so that only a change of the code can make them fail.
 * `PROPERTY_SEED=n` has others, and `PROPERTY_TRIES=n` n times as many of them: `PROPERTY_SEED=$RANDOM
 * PROPERTY_TRIES=20 npx vitest run tests/indexer` looks for what was not thought of.
 */
import fc from 'fast-check'

const times = Number(process.env.PROPERTY_TRIES ?? 1)
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_128), numRuns: 100 * times })

/** So many tries as a property needs, or as many times more as are asked for. */
export const tries = (count: number): { numRuns: number } => ({ numRuns: count * times })

/**
 * Whether load and kill tests run at the size that a release is tried with: `CHAOS=full`. By default as much as shows
 * the fault that each is for.
 */
export const fullSize = process.env.CHAOS === 'full'
