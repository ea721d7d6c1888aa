import { setImmediate } from 'node:timers/promises'

/**
 * Callers of one process that want the same rows share a run: while `at_once` are under way, the others gather for the
 * next. A hundred at once would otherwise queue for a lock one by one, each with a connection in hand. `run` answers in
 * the order of its inputs. Where it fails, it fails for all who shared it.
 */
export function together<I, O>(run: (inputs: I[]) => Promise<O[]>, at_once = 1): (input: I) => Promise<O> {
  let waiting: { input: I; done: (output: O) => void; failed: (error: unknown) => void }[] = []
  let running = 0
  const work = async () => {
    running++
    while (waiting.length > 0) {
      // Whoever comes in the same moment is taken along.
      await setImmediate()
      const batch = waiting
      if (batch.length === 0) break
      waiting = []
      try {
        const outputs = await run(batch.map(({ input }) => input))
        if (outputs.length !== batch.length) throw new Error('a shared run answered for others than it was asked for')
        outputs.forEach((output, at) => batch[at]?.done(output))
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    running--
  }
  return (input) =>
    new Promise((done, failed) => {
      waiting.push({ input, done, failed })
      if (running < at_once) void work()
    })
}
