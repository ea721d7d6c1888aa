import { openExchangeRates } from '@omni/connectors/rates/open-exchange-rates/index.ts'
import { expect, test } from 'vitest'
import { omniUrl, sandboxUrl, setFaults } from './browser.ts'

const source = (key = 'sandbox-rates-key') => openExchangeRates(`${sandboxUrl()}/rates/api`, key)
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { kind: string }) => error.kind,
  )

interface Entry {
  id: number
  name: string
  status: number
  wall_at: string
}
/** The vendor's own books, from an entry on. */
const books = async (after: number) =>
  (
    (await (await fetch(`${sandboxUrl()}/control/events?vendor=rates&kind=call&after=${after}&limit=50`)).json()) as {
      events: Entry[]
    }
  ).events // the sandbox's own list
const lastEntry = async () =>
  ((await (await fetch(`${sandboxUrl()}/control/events?limit=1`)).json()) as { last_id: number }).last_id // the sandbox's own list

test("rates arrive; a wrong key is the account's problem and is not tried again", async () => {
  const { rates } = await source().latest()
  expect(rates['EUR']).toBeGreaterThan(0)
  const from = await lastEntry()
  expect(await failure(source('wrong').latest())).toBe('auth_expired')
  expect(await books(from)).toHaveLength(1)
})

test("throttled: waits as long as it was told, as the vendor's books show", async () => {
  const from = await lastEntry()
  await setFaults('rates', [{ kind: 'rate_limit', retry_after_s: 1, times: 1 }])
  expect((await source().latest()).rates['USD']).toBe(1)
  const [refused, served] = await books(from)
  expect([refused?.status, served?.status]).toEqual([429, 200])
  expect(Date.parse(served?.wall_at ?? '') - Date.parse(refused?.wall_at ?? '')).toBeGreaterThanOrEqual(950)
})

test('broken for good: three tries, then unavailable; a lost reply is read again', async () => {
  let from = await lastEntry()
  await setFaults('rates', [{ kind: 'server_error', percent: 100, status: 502 }])
  expect(await failure(source().latest())).toBe('unavailable')
  expect(await books(from)).toHaveLength(3)
  from = await lastEntry()
  await setFaults('rates', [{ kind: 'drop_reply', times: 1 }])
  expect((await source().latest()).rates['USD']).toBe(1)
  expect(await books(from)).toHaveLength(2)
  await setFaults('rates', [])
})

test('a fresh installation has rates without waiting for the hour', async () => {
  const reply = await fetch(`${omniUrl()}/api/core/currency-rates`, { headers: { app: 'AO' } })
  expect(await reply.json()).toMatchObject({ data: { base: 'USD', rates: { EUR: expect.any(Number) } } })
})
