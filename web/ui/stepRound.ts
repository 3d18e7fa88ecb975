/**
 * The option that an arrow key leads to: round and round, by way of the field itself (-1).
 * @param from index, -1 for the field
 */
export function stepRound(from: number, step: 1 | -1, count: number): number {
  return ((from + 1 + step + count + 1) % (count + 1)) - 1
}
