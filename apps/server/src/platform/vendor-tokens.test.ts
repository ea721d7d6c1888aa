/** The renewal of a token on a real database: many callers, two processes' pools, and a renewer that dies. */
import { keepTokens, type RenewalTimes } from '@omni/connectors/tokens.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Connected } from '@omni/connectors/vendor.ts'
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { createPool, scopedDb } from './db.ts'
import { operatorTokenStore } from './vendor-tokens.ts'

const server = await testServer()
const other = createPool(server.url, 8)
afterAll(() => other.end())
const { secrets } = server.runtime
const TIMES: RenewalTimes = { lease_ms: 600, keep_ms: 150, look_ms: 20, patience_ms: 20_000 }
const VENDOR_MS = 300
const WAIT = { timeout: 30_000 * inject('patience') }

const pair = (n: number): Connected<unknown> => ({
  credentials: { token: n },
  account_id: 'a',
  account_name: 'A',
  expires_at: new Date('2027-01-01T00:00:00Z'),
  refresh_expires_at: null,
})

/** A vendor that counts what it gave out. Each answer takes its time, or comes when the test lets it go. */
function countingVendor(answer = () => new Promise<unknown>((done) => setTimeout(done, VENDOR_MS))) {
  const books = { given: 0 }
  const give = async () => {
    books.given++
    const mine = books.given
    await answer()
    return pair(mine)
  }
  return { books, give }
}

/** As one process would open the vendor: a pool of 8 and tokens of its own. */
const processOn = (
  db: ReturnType<typeof scopedDb>,
  vendor: string,
  give: () => Promise<Connected<unknown>>,
  times = TIMES,
) => keepTokens({ vendor, store: operatorTokenStore(db, secrets, vendor), first: give, refresh: give, times })

test('100 callers in one process, pool of 8, no token: one renewal that answers all', async () => {
  const { books, give } = countingVendor()
  const tokens = processOn(server.runtime.db({}), `v ${randomUUID()}`, give)
  const answers = await Promise.all(Array.from({ length: 100 }, () => tokens.read()))
  expect(books.given).toBe(1)
  expect(new Set(answers.map(({ connected }) => JSON.stringify(connected)))).toEqual(new Set([JSON.stringify(pair(1))]))
  // They all find it old: one renewal again.
  const [old] = answers
  if (!old) return expect.fail('it was answered')
  const renewed = await Promise.all(Array.from({ length: 100 }, () => tokens.renew(old)))
  expect([books.given, new Set(renewed.map(({ version }) => version))]).toEqual([2, new Set([2])])
})

test('100 callers in two processes: one renewal by the vendor’s books; no connection is held meanwhile', async () => {
  const held = Promise.withResolvers<void>()
  onTestFinished(() => held.resolve())
  const { books, give } = countingVendor(() => held.promise)
  const vendor = `v ${randomUUID()}`
  const both = [processOn(server.runtime.db({}), vendor, give), processOn(scopedDb(other, {}), vendor, give)]
  const all = Promise.all(Array.from({ length: 100 }, (_, n) => both[n % 2]?.read()))
  await expect.poll(() => books.given, WAIT).toBe(1)
  // Who looks at the row does so in short transactions: there are moments without one. A connection held for as long
  // as the vendor is silent would be busy at every moment.
  const busy = async () => {
    const { rows } = await server.behind.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and application_name = 'omni' and state <> 'idle'`,
    )
    return rows[0]?.n
  }
  await expect.poll(busy, { interval: 10 }).toBe(0)
  held.resolve()
  expect(new Set((await all).map((one) => one?.version))).toEqual(new Set([1]))
  expect(books.given).toBe(1)
})

test('what is kept is sealed', async () => {
  const { give } = countingVendor()
  const vendor = `v ${randomUUID()}`
  await processOn(server.runtime.db({}), vendor, give).read()
  const { rows } = await server.behind.query<{ connected: string }>(
    'select connected from supplier_tokens where source = $1',
    [vendor],
  )
  expect(rows[0]?.connected).not.toContain('token')
})

test('the renewer is killed in the middle: its lease ends and the next one renews', async () => {
  // Long beside `keep_ms`: a machine under load may be late with several of its turns.
  const times: RenewalTimes = { ...TIMES, lease_ms: 2000 }
  const vendor = `v ${randomUUID()}`
  let asked = 0
  const slow = createServer(() => asked++) // never answers
  await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done))
  const child = fork(fileURLToPath(new URL('../testing/renewer.process.ts', import.meta.url)), {
    env: {
      ...process.env,
      DATABASE_URL: server.url,
      SECRETS_KEYS: server.runtime.config.SECRETS_KEYS,
      VENDOR: vendor,
      VENDOR_URL: `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`, // a TCP listener has a port
      TIMES: JSON.stringify(times),
    },
  })
  await expect.poll(() => asked, WAIT).toBe(1)
  const { books, give } = countingVendor()
  const waiting = processOn(server.runtime.db({}), vendor, give, times).read()
  // While the renewer lives it keeps its lease, also past the end that it had at first.
  const { rows } = await server.behind.query<{ ends: string }>(
    'select renewing_until::text as ends from supplier_tokens where source = $1',
    [vendor],
  )
  const isPast = 'select clock_timestamp() > $1::timestamptz as past'
  await expect.poll(async () => (await server.behind.query(isPast, [rows[0]?.ends])).rows[0].past, WAIT).toBe(true)
  expect(books.given).toBe(0)
  child.kill('SIGKILL')
  expect((await waiting).version).toBe(1)
  expect(books.given).toBe(1)
  slow.closeAllConnections()
  slow.close()
})

test('a renewer that was paused past its lease leaves a newer token alone', async () => {
  const vendor = `v ${randomUUID()}`
  const [a, b] = [server.runtime.db({}), scopedDb(other, {})].map((db) => operatorTokenStore(db, secrets, vendor))
  if (!a || !b) return expect.fail('two stores')
  await a.read()
  expect(await a.lease(0, 'paused', 1)).toBe(true)
  await new Promise((done) => setTimeout(done, 20))
  expect(await b.lease(0, 'next', 60_000)).toBe(true)
  expect(await a.lease(0, 'third', 60_000)).toBe(false)
  expect(await b.write(0, 'next', pair(2))).toBe(true)
  expect(await a.write(0, 'paused', pair(1))).toBe(false)
  await a.extend('paused', 60_000)
  expect(await a.read()).toEqual({ connected: pair(2), version: 1, renewing: false, over: false })
  expect(await a.lease(0, 'late', 60_000)).toBe(false)
})

test('a refused renewal starts from the operator’s settings again; without them it says so each time', async () => {
  const { books, give } = countingVendor()
  const refuse = async () => {
    throw new VendorError('test', 'auth_expired', 'void')
  }
  const vendor = `v ${randomUUID()}`
  const store = operatorTokenStore(server.runtime.db({}), secrets, vendor)
  const tokens = keepTokens({ vendor, store, first: give, refresh: refuse, times: TIMES })
  const renewed = await tokens.renew(await tokens.read())
  expect([books.given, renewed.version]).toEqual([2, 2])
  const without = keepTokens({ vendor, store, refresh: refuse, times: TIMES })
  await expect(without.renew(renewed)).rejects.toMatchObject({ kind: 'auth_expired' })
  expect(await store.read()).toMatchObject({ version: 2, renewing: false })
})
