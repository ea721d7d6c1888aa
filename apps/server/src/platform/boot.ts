/** Says one sentence and ends the process: for what a person has to put right before a start. */
export function giveUp(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

/** Closes once on Ctrl-C, on a polite kill, or when the process that started this one is gone. */
export function onStop(close: () => Promise<void>): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    // A browser that never lets go must not keep the process alive.
    setTimeout(() => process.exit(0), 5000).unref()
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
}

/** A fault nobody caught is written down; the process goes on serving everybody else. */
export function surviveFaults(log: { error: (context: object, message: string) => void }): void {
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  process.on('uncaughtException', (error) => log.error({ err: error }, 'uncaught exception'))
}
