import { expect, test } from 'vitest'
import type { VendorDefinition } from '../vendor.ts'
import { CASE_MS, kindOf, type Outside } from './vendor-subject.ts'

const RETRY_AFTER_S = 2
const SLOW_MS = 1500
const CLOCK_MS = 50 // the books are written a moment after a call came

/** A vendor opened on the subject's account, and one read of it that finds something. */
export interface Probe {
  outside: Outside | undefined
  read: () => Promise<{ found: number }>
  /** Counts the tokens that were written. */
  store: { writes: number }
}

/** What goes wrong outside. Judged by the vendor's own books, not by what we think we did. */
export function faultCases(definition: VendorDefinition, opened: () => Promise<Probe>): void {
  const fault = (title: string, run: (outside: Outside, ready: Probe) => Promise<void>) =>
    test(
      title,
      async ({ skip }) => {
        const ready = await opened()
        if (!ready.outside) return skip('the other side cannot be steered')
        try {
          await run(ready.outside, ready)
        } finally {
          await ready.outside.setFaults([])
        }
      },
      CASE_MS,
    )

  fault('throttled: waits as long as it was told, then gets its answer', async (outside, { read }) => {
    await outside.setFaults([{ kind: 'rate_limit', retry_after_s: RETRY_AFTER_S, times: 1 }])
    const { result, calls } = await outside.watch(read)
    expect(result.found).toBeGreaterThan(0)
    const [refused, served] = calls
    expect([calls.length, refused?.fault]).toEqual([2, 'rate_limit'])
    expect((served?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(RETRY_AFTER_S * 1000 - CLOCK_MS)
  })

  fault('throttled for an hour: hands the wait to whoever plans, without asking again', async (outside, { read }) => {
    await outside.setFaults([{ kind: 'rate_limit', retry_after_s: 3600 }])
    const { result, calls } = await outside.watch(() =>
      read().then(
        () => null,
        (error: unknown) => error,
      ),
    )
    expect(result).toMatchObject({ kind: 'rate_limited', retry_after_s: 3600 })
    expect(calls).toHaveLength(1)
    // The account stays away for as long as it was told: the next call does not even leave.
    const next = await outside.watch(() => kindOf(read()))
    expect([next.result, next.calls]).toEqual(['rate_limited', []])
  })

  fault('broken once: asked again', async (outside, { read }) => {
    await outside.setFaults([{ kind: 'server_error', status: 503, times: 1 }])
    const { result, calls } = await outside.watch(read)
    expect([result.found > 0, calls.map(({ fault }) => fault)]).toEqual([true, ['server_error', undefined]])
  })

  fault('broken for good: three attempts, then unavailable', async (outside, { read }) => {
    await outside.setFaults([{ kind: 'server_error', status: 500 }])
    const { result, calls } = await outside.watch(() => kindOf(read()))
    expect([result, calls.length]).toEqual(['unavailable', 3])
  })

  fault('an answer that breaks off, and one that never comes: asked again', async (outside, { read }) => {
    for (const kind of ['malformed_json', 'drop_reply']) {
      await outside.setFaults([{ kind, times: 1 }])
      const { result, calls } = await outside.watch(read)
      expect([kind, result.found > 0, calls.length]).toEqual([kind, true, 2])
    }
  })

  fault('slow is not broken', async (outside, { read }) => {
    await outside.setFaults([{ kind: 'latency', min_ms: SLOW_MS, max_ms: SLOW_MS, times: 1 }])
    const from = Date.now()
    const { result, calls } = await outside.watch(read)
    expect([result.found > 0, calls.length]).toEqual([true, 1])
    expect(Date.now() - from).toBeGreaterThanOrEqual(SLOW_MS)
  })

  fault(
    definition.account?.refresh
      ? 'a token that ended: renewed once, and the call made again'
      : 'a key that is no longer good: told at once',
    async (outside, { read, store }) => {
      await outside.setFaults([{ kind: 'expired_token', times: 1 }])
      if (!definition.account?.refresh) {
        const { result, calls } = await outside.watch(() => kindOf(read()))
        return expect([result, calls.length]).toEqual(['auth_expired', 1])
      }
      const { result, calls } = await outside.watch(read)
      expect(result.found).toBeGreaterThan(0)
      expect(calls.map(({ fault }) => fault)).toEqual(['expired_token', undefined, undefined])
      expect(store.writes).toBe(1)
    },
  )
}
