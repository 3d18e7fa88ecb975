// Loaded into a worker under test: a job of one of these titles ends it, as a fault in our own code would, whichever
// way the job comes.
const ends = {
  'Poison that exits': () => process.exit(1),
  'Poison that aborts': () => process.abort(),
  'Poison that is stuck': () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
}
const { stringify } = JSON
JSON.stringify = (value, ...rest) => {
  ends[value?.title]?.()
  return stringify(value, ...rest)
}
