import type { Limits } from '@omni/connectors/pace.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { steppedTime } from '../testing/stepped-time.ts'
import { testServer } from '../testing/test-server.ts'
import { createPool, scopedDb } from './db.ts'
import { accountKey, createPace } from './vendor-pace.ts'

const server = await testServer()
const other = createPool(server.url, 8)
afterAll(() => other.end())
const time = steppedTime()
/** Two processes, as far as the limits are concerned. */
const both = [createPace(server.runtime.db({}), time), createPace(scopedDb(other, {}), time)]

function account(limits: Limits, key = randomUUID()) {
  const vendor = `v ${key}`
  const [a, b] = both.map((paceOf) => paceOf(vendor, key, limits))
  if (!a || !b) throw new Error('two processes')
  return { vendor, a, b }
}

const waitOf = async (work: Promise<unknown>) => {
  const from = time.now()
  await work
  return time.now() - from
}

test('no call of an account leaves before its moment, over all processes; another account is not held up', async () => {
  const { a, b } = account({ per_second: 10 })
  const elsewhere = account({ per_second: 10 })
  const starts: number[] = []
  const from = time.now()
  const calls = [...Array(12).keys()].map(async (n) => {
    await (n % 2 ? a : b).limits.take()
    starts.push(time.now())
  })
  await elsewhere.a.limits.take()
  expect(starts.length).toBeLessThan(12)
  await Promise.all(calls)
  // 125 ms apart. A busy machine makes them later, never earlier; two clocks differ by a little.
  for (const [n, start] of starts.entries()) expect(start - from).toBeGreaterThan(n * 125 - 20)
})

test('a vendor that counts by application has one row for all accounts', async () => {
  const limits: Limits = { per_second: 2, of: 'app' }
  const vendor = `v ${randomUUID()}`
  const [paceOf] = both
  await paceOf?.(vendor, 'x', limits).limits.take()
  expect(await waitOf(paceOf?.(vendor, 'y', limits).limits.take() ?? Promise.resolve())).toBeGreaterThan(400)
})

test('a moment that the other process took since is not taken again', async () => {
  const { a, b } = account({ per_second: 2 })
  const from = time.now()
  for (const process of [a, a, b, a]) await process.limits.take()
  expect(time.now() - from).toBeGreaterThan(1400)
})

test('what one process hears from the vendor, the other keeps to', async () => {
  const { a, b, vendor } = account({ per_second: 1, per_day: 100 })
  await a.limits.report({ per_second: 50, per_day: 500, spent_today: 490 })
  await b.limits.take({ day: 10 })
  await expect(b.limits.take({ day: 1 })).rejects.toMatchObject({ kind: 'rate_limited' })
  // At one a second these would take twelve seconds, at fifty a quarter of one.
  const ten = async () => {
    for (let n = 0; n < 10; n++) await b.limits.take({ day: 0 })
  }
  expect(await waitOf(ten())).toBeLessThan(9000)
  const { rows } = await server.behind.query('select per_second, per_day, spent from vendor_pace where vendor = $1', [
    vendor,
  ])
  expect(rows).toEqual([{ per_second: 50, per_day: '500', spent: '500' }])
})

test('Retry-After closes the account for all; those who wait already wait on; an hour is handed back', async () => {
  const { a, b } = account({ per_second: 1 })
  await a.limits.take()
  const waiting = waitOf(a.limits.take()) // in 1250 ms, it thinks
  await a.limits.report({ closed_for_s: 2 })
  expect(await waitOf(b.limits.take())).toBeGreaterThan(1800)
  expect(await waiting).toBeGreaterThan(1800)
  await b.limits.report({ closed_for_s: 3600 })
  await expect(a.limits.take()).rejects.toMatchObject({ kind: 'rate_limited', retry_after_s: 3600 })
})

test('those who wake up late together do not leave together', async () => {
  const { a } = account({ per_second: 5 })
  await a.limits.take()
  const left: number[] = []
  const late = [1, 2, 3].map(() => a.limits.take().then(() => left.push(time.now())))
  await time.stand(3, 1200) // they have their moments: in 250, 500 and 750 ms
  await Promise.all(late)
  expect((left[1] ?? 0) - (left[0] ?? 0)).toBeGreaterThan(100)
  expect((left[2] ?? 0) - (left[1] ?? 0)).toBeGreaterThan(100)
})

test('limits are due once an hour, for one of all processes; sooner while they are not known', async () => {
  const { a, b, vendor } = account({ per_second: 5 })
  expect([await a.limitsDue(), await b.limitsDue(), await a.limitsDue()]).toEqual([true, false, false])
  const dueAfter = async (minutes: number) => {
    const asked = `update vendor_pace set limits_asked_at = now() - make_interval(mins => $2) where vendor = $1`
    await server.behind.query(asked, [vendor, minutes])
    return createPace(server.runtime.db({}))(vendor, vendor.slice(2), { per_second: 5 }).limitsDue()
  }
  expect(await dueAfter(2)).toBe(true) // whoever asked was killed before it knew
  await a.limits.report({ per_second: 7 })
  expect([await dueAfter(2), await dueAfter(61)]).toEqual([false, true])
})

test('the operator’s own budget holds, whatever the vendor says', async () => {
  const { a } = account({ per_second: 50, per_day: 100, own_per_day: 20 })
  await a.limits.report({ per_day: 1000 })
  await a.limits.take({ day: 20 })
  await expect(a.limits.take({ day: 1 })).rejects.toMatchObject({ kind: 'rate_limited' })
})

test('an account’s key tells nothing of the account', () => {
  expect(accountKey('cj', 'CJ1000001')).not.toContain('1000001')
  expect(accountKey('cj', 'CJ1000001')).not.toBe(accountKey('zopi', 'CJ1000001'))
})
