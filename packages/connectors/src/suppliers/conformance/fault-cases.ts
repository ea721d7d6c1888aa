import { expect, test } from 'vitest'
import { CASE_MS, kindOf, open, type Outside, type Subject } from './subject.ts'
import type { SupplierDefinition } from '../supplier.ts'

const RETRY_AFTER_S = 2
const SLOW_MS = 1500
const CLOCK_MS = 50 // the books are written a moment after a call came

/** What goes wrong outside. Judged by the vendor's own books, not by what we think we did. */
export function faultCases(definition: SupplierDefinition, subject: () => Promise<Subject>): void {
  const opened = async () => {
    const ready = await subject()
    const supplier = open(definition, ready)
    return {
      outside: ready.outside,
      supplier,
      search: () =>
        supplier.catalog?.search({ text: ready.known.text, page_size: 2, ship_to: 'US' }) ??
        expect.fail('no catalogue'),
    }
  }
  const fault = (title: string, run: (outside: Outside, ready: Awaited<ReturnType<typeof opened>>) => Promise<void>) =>
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

  fault('throttled: waits as long as it was told, then gets its answer', async (outside, { search }) => {
    await outside.setFaults([{ kind: 'rate_limit', retry_after_s: RETRY_AFTER_S, times: 1 }])
    const { result, calls } = await outside.watch(search)
    expect(result.items.length).toBeGreaterThan(0)
    const [refused, served] = calls
    expect([calls.length, refused?.fault]).toEqual([2, 'rate_limit'])
    expect((served?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(RETRY_AFTER_S * 1000 - CLOCK_MS)
  })

  fault('throttled for an hour: hands the wait to whoever plans, without asking again', async (outside, { search }) => {
    await outside.setFaults([{ kind: 'rate_limit', retry_after_s: 3600 }])
    const { result, calls } = await outside.watch(() =>
      search().then(
        () => null,
        (error: unknown) => error,
      ),
    )
    expect(result).toMatchObject({ kind: 'rate_limited', retry_after_s: 3600 })
    expect(calls).toHaveLength(1)
  })

  fault('broken once: asked again', async (outside, { search }) => {
    await outside.setFaults([{ kind: 'server_error', status: 503, times: 1 }])
    const { result, calls } = await outside.watch(search)
    expect([result.items.length > 0, calls.map(({ fault }) => fault)]).toEqual([true, ['server_error', undefined]])
  })

  fault('broken for good: three attempts, then unavailable', async (outside, { search }) => {
    await outside.setFaults([{ kind: 'server_error', status: 500 }])
    const { result, calls } = await outside.watch(() => kindOf(search()))
    expect([result, calls.length]).toEqual(['unavailable', 3])
  })

  fault('an answer that breaks off, and one that never comes: asked again', async (outside, { search }) => {
    for (const kind of ['malformed_json', 'drop_reply']) {
      await outside.setFaults([{ kind, times: 1 }])
      const { result, calls } = await outside.watch(search)
      expect([kind, result.items.length > 0, calls.length]).toEqual([kind, true, 2])
    }
  })

  fault('slow is not broken', async (outside, { search }) => {
    await outside.setFaults([{ kind: 'latency', min_ms: SLOW_MS, max_ms: SLOW_MS, times: 1 }])
    const from = Date.now()
    const { result, calls } = await outside.watch(search)
    expect([result.items.length > 0, calls.length]).toEqual([true, 1])
    expect(Date.now() - from).toBeGreaterThanOrEqual(SLOW_MS)
  })

  fault(
    definition.account?.refresh
      ? 'a token that ended: renewed once, and the call made again'
      : 'a key that is no longer good: told at once',
    async (outside, { search, supplier }) => {
      await outside.setFaults([{ kind: 'expired_token', times: 1 }])
      if (!definition.account?.refresh) {
        const { result, calls } = await outside.watch(() => kindOf(search()))
        return expect([result, calls.length]).toEqual(['auth_expired', 1])
      }
      const { result, calls } = await outside.watch(search)
      expect(result.items.length).toBeGreaterThan(0)
      expect(calls.map(({ fault }) => fault)).toEqual(['expired_token', undefined, undefined])
      expect(supplier.tokens.writes).toBe(1)
    },
  )
}
