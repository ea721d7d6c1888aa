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

/**
 * All in one; where that fails, each by itself: what cannot be done for one keeps no other from it. `run` ends each turn
 * itself, by its commit; what it did not commit is as if it was never begun, so the other turn may begin. Answers in the
 * order of the inputs. `isEverybodys`: an error that each alone would meet as well.
 */
export async function allOrEach<I, O>(
  inputs: readonly I[],
  run: (inputs: I[]) => Promise<readonly O[]>,
  isEverybodys: (error: unknown) => boolean = () => false,
): Promise<PromiseSettledResult<O>[]> {
  if (inputs.length === 0) return []
  const [all] = await Promise.allSettled([run([...inputs])])
  if (all.status === 'fulfilled') return all.value.map((value) => ({ status: 'fulfilled', value }))
  if (inputs.length === 1 || isEverybodys(all.reason)) return inputs.map(() => all)
  const each: PromiseSettledResult<O>[] = []
  for (const input of inputs) each.push(...(await allOrEach([input], run)))
  return each
}

/** What failed first, where something did. */
export function throwFirst(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** `together`, where each is run by itself when a shared run fails. */
export function togetherOrAlone<I, O>(
  run: (inputs: I[]) => Promise<readonly O[]>,
  sharing: Sharing = {},
  isEverybodys?: (error: unknown) => boolean,
): (input: I) => Promise<O> {
  const shared = together<I, PromiseSettledResult<O>>((inputs) => allOrEach(inputs, run, isEverybodys), sharing)
  return async (input) => {
    const outcome = await shared(input)
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }
}
