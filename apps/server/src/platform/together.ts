import { setImmediate, setTimeout } from 'node:timers/promises'

interface Sharing {
  /** How many runs may be under way. */
  at_once?: number
  /** How long the first waits for others before it runs. Left out: no longer than for those of the same moment. */
  gather_ms?: number
}

/**
 * Callers of one process that want the same rows share a run: while `at_once` are under way, the others gather for the
 * next. A hundred at once would otherwise queue for a lock one by one, each with a connection in hand. `run` answers in
 * the order of its inputs. Where it fails, it fails for all who shared it.
 */
export function together<I, O>(
  run: (inputs: I[]) => Promise<O[]>,
  { at_once = 1, gather_ms = 0 }: Sharing = {},
): (input: I) => Promise<O> {
  let waiting: { input: I; done: (output: O) => void; failed: (error: unknown) => void }[] = []
  let running = 0
  const work = async () => {
    running++
    while (waiting.length > 0) {
      // Whoever comes in the same moment is taken along.
      await (gather_ms > 0 ? setTimeout(gather_ms) : setImmediate())
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

/** The same, but where a shared run fails, each is run by itself: what cannot be done for one keeps no other from it. */
export function togetherOrAlone<I, O>(
  run: (inputs: I[]) => Promise<O[]>,
  sharing: Sharing = {},
): (input: I) => Promise<O> {
  const shared = together<I, PromiseSettledResult<O>>(async (inputs) => {
    const outputs = await Promise.allSettled([run(inputs)])
    const [all] = outputs
    if (all.status === 'fulfilled') return all.value.map((value) => ({ status: 'fulfilled', value }))
    if (inputs.length === 1) return [all]
    const each: PromiseSettledResult<O>[] = []
    for (const input of inputs) {
      const [alone] = await Promise.allSettled([run([input])])
      each.push(alone.status === 'rejected' ? alone : { status: 'fulfilled', value: alone.value[0] as O }) // one in, one out
    }
    return each
  }, sharing)
  return async (input) => {
    const outcome = await shared(input)
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }
}
