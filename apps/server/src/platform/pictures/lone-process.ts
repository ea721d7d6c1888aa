import { type ChildProcess, fork } from 'node:child_process'

/** Asks a process of its own one thing after the other; started when first asked, ended when nobody asks any more. */
export interface LoneProcess<Q, A> {
  ask(request: Q): Promise<A>
  /** Starts the process ahead of the first question. */
  warm(): void
  close(): void
  /** Of the process as it runs now. */
  pid(): number | undefined
}

/** More than `max_waiting` are answered with this: the last would wait longer than anybody does. */
export class ProcessBusy extends Error {}
/** It broke over this question or took too long; whoever waits behind is asked in a fresh process. */
export class ProcessEnded extends Error {}

export interface LoneProcessOptions {
  file: string
  args: string[]
  /** Of its own heap, where Node's default is too much. */
  memory_mb?: number
  /** From when the process is asked to its answer. */
  limit_ms: number
  max_waiting: number
  /** Then its memory is given back. */
  idle_ms: number
}

interface Waiting<Q, A> {
  request: Q
  done: (answer: A) => void
  fail: (error: Error) => void
}
/** `worn`: it holds on to memory that the next question needs, and should be replaced. */
type Reply<A> = ({ answer: A } | { error: string }) & { worn: boolean }

export function createLoneProcess<Q, A>({
  file,
  args,
  memory_mb,
  limit_ms,
  max_waiting,
  idle_ms,
}: LoneProcessOptions): LoneProcess<Q, A> {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let current: Waiting<Q, A> | undefined
  const waiting: Waiting<Q, A>[] = []

  function stop(): void {
    const old = child
    child = undefined
    old?.kill('SIGKILL')
  }

  function finish(settle: (one: Waiting<Q, A>) => void): void {
    clearTimeout(timer)
    const one = current
    current = undefined
    if (one) settle(one)
    next()
  }

  function next(): void {
    if (current) return
    current = waiting.shift()
    if (!current) return rest()
    clearTimeout(timer)
    timer = setTimeout(() => {
      broke('took too long')
    }, limit_ms)
    const process = start()
    process.ref()
    process.channel?.ref()
    process.send({ request: current.request }, (error) => {
      if (error && child === process) broke(error.message)
    })
  }

  function broke(why: string): void {
    stop() // whatever it was doing; the next question gets a fresh one
    finish((one) => one.fail(new ProcessEnded(why)))
  }

  /** Nothing under way: the process must not keep ours alive. */
  function rest(): void {
    child?.unref()
    child?.channel?.unref()
    clearTimeout(timer)
    timer = setTimeout(stop, idle_ms).unref()
  }

  function start(): ChildProcess {
    if (child) return child
    const made = fork(file, args, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Nothing inherited: under --watch its messages would mix with ours.
      execArgv: memory_mb === undefined ? [] : [`--max-old-space-size=${memory_mb}`],
    })
    made.on('message', (reply: Reply<A>) => {
      if (child !== made) return
      if (reply.worn) {
        stop()
        start() // ready before the next question comes
      }
      finish((one) => ('answer' in reply ? one.done(reply.answer) : one.fail(new Error(reply.error))))
    })
    made.on('error', () => {}) // the exit below says it
    made.on('exit', () => {
      if (child === made) broke('the process ended')
    })
    child = made
    return made
  }

  return {
    ask: (request) =>
      new Promise((done, fail) => {
        if (waiting.length >= max_waiting) return fail(new ProcessBusy('too many at once'))
        waiting.push({ request, done, fail })
        next()
      }),
    warm: () => {
      start()
      if (!current) rest()
    },
    close: () => {
      stop()
      for (const one of waiting.splice(0)) one.fail(new ProcessEnded('closed'))
      finish((one) => one.fail(new ProcessEnded('closed')))
      clearTimeout(timer)
    },
    pid: () => child?.pid,
  }
}

/** The other end: what a process made for one purpose does with its messages. */
export function answerQuestions<Q, A>(answer: (request: Q) => Promise<A>, isWorn: () => boolean = () => false): void {
  process.on('message', ({ request }: { request: Q }) => {
    void answer(request)
      .then(
        (made) => ({ answer: made }),
        (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
      )
      // Whoever asked may be gone before the answer is: then nobody waits for it.
      .then((reply) => process.send?.({ ...reply, worn: isWorn() } satisfies Reply<A>, () => {}))
  })
  process.on('disconnect', () => process.exit(0))
  // Ctrl-C reaches the whole group; the process that asks ends this one when it is done.
  process.on('SIGINT', () => {})
}
