// Loaded into the worker and the site by `npm start`. When that is killed hard, its channel closes: end in good order
// instead of staying behind.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone must not keep a process alive that has finished its work.
process.channel?.unref()
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', error => {
    if (error.code !== 'EPIPE') throw error
  })
}
