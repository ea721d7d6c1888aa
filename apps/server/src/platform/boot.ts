import { flushCompileCache } from 'node:module'

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

/**
 * A fault nobody caught is written down and ends the process: what it was doing is in an unknown state. Whoever
 * supervises the process starts it again, and every job and call is safe to be cut off anywhere.
 */
export function endOnFault(log: { fatal: (context: object, message: string) => void }): void {
  const end = (kind: string) => (error: unknown) => {
    log.fatal({ err: error }, kind)
    process.exitCode = 1
    // The logger writes in the background; one turn is enough for a line, and nothing may hold the end up.
    setTimeout(() => process.exit(1), 100)
  }
  process.on('unhandledRejection', end('unhandled rejection'))
  process.on('uncaughtException', end('uncaught exception'))
}

/** Whoever started the process is told. What Node compiled is kept now: a process that is killed later keeps nothing. */
export function reportReady(about: { worker_id?: string } = {}): void {
  process.send?.({ ready: true, ...about })
  flushCompileCache()
}
