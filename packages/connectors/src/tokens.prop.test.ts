import fc from 'fast-check'
import { expect, test } from 'vitest'
import { memoryTokenStore } from './conformance/vendor-subject.ts'
import { keepTokens, type TokenStore } from './tokens.ts'
import { VendorError } from './vendor-error.ts'
import type { Connected } from './vendor.ts'

type Credentials = { token: number; refresh: number }
/** The lease is long beside its turns: a busy machine may be late with several of them. */
const TIMES = { lease_ms: 400, keep_ms: 20, look_ms: 2, patience_ms: 20_000 }
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** A vendor that keeps books: every renewal gives a new pair and makes the old refresh token void. */
function rotatingVendor(delay: () => number = () => 5) {
  const books = { renewals: 0, refused: 0, good: 0 }
  const pair = (n: number): Connected<Credentials> => ({
    credentials: { token: n, refresh: n },
    account_id: 'a',
    account_name: 'A',
    expires_at: null,
    refresh_expires_at: null,
  })
  async function refresh({ credentials }: Connected<Credentials>) {
    await sleep(delay() / 2)
    if (credentials.refresh !== books.good) {
      books.refused++
      throw new VendorError('test', 'auth_expired', 'used before')
    }
    books.renewals++
    const made = pair(++books.good)
    await sleep(delay() / 2)
    return made
  }
  return { books, pair, refresh }
}

const processOn = (
  store: TokenStore<Credentials>,
  refresh: (old: Connected<Credentials>) => Promise<Connected<Credentials>>,
) => keepTokens({ vendor: 'test', store, refresh, times: TIMES })

test('many callers in several processes who find the same token old: one renewal, one new token for all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 1, maxLength: 30 }),
      async (processes, arrivals) => {
        const { books, pair, refresh } = rotatingVendor()
        const store = memoryTokenStore(pair(0))
        const all = Array.from({ length: processes }, () => processOn(store, refresh))
        const answers = await Promise.all(
          arrivals.map(async (after, n) => {
            const tokens = all[n % processes]
            const old = { connected: pair(0), version: 0 }
            await sleep(after)
            return tokens?.renew(old)
          }),
        )
        expect(books).toEqual({ renewals: 1, refused: 0, good: 1 })
        expect(new Set(answers.map((answer) => answer?.connected.credentials.token))).toEqual(new Set([1]))
        expect(store.writes).toBe(1)
      },
    ),
    { numRuns: 25 },
  )
})

test('a renewer that died before it asked: its lease ends and the next one renews', async () => {
  const { books, pair, refresh } = rotatingVendor()
  const store = memoryTokenStore(pair(0))
  await store.lease(0, 'dead', TIMES.lease_ms)
  const from = performance.now()
  const renewed = await processOn(store, refresh).renew({ connected: pair(0), version: 0 })
  expect(performance.now() - from).toBeGreaterThanOrEqual(TIMES.lease_ms - 5)
  expect([renewed.version, books.renewals]).toEqual([1, 1])
})

test('a renewal that takes longer than the lease keeps it', async () => {
  const { books, pair, refresh } = rotatingVendor(() => TIMES.lease_ms * 4)
  const store = memoryTokenStore(pair(0))
  const old = { connected: pair(0), version: 0 }
  const answers = await Promise.all([1, 2, 3].map(() => processOn(store, refresh).renew(old)))
  expect(books.renewals).toBe(1)
  expect(answers.map(({ version }) => version)).toEqual([1, 1, 1])
})

test('the token was lost by a crash after a rotating renewal: refused, and only a person can help', async () => {
  const { books, pair, refresh } = rotatingVendor()
  const store = memoryTokenStore(pair(0))
  await store.lease(0, 'dead', 1)
  await refresh(pair(0)) // the dead one's; its answer went nowhere
  const tokens = processOn(store, refresh)
  await expect(tokens.renew({ connected: pair(0), version: 0 })).rejects.toMatchObject({ kind: 'auth_expired' })
  expect((await store.read())?.over).toBe(true)
  // From now on nobody asks the vendor again.
  await expect(tokens.read()).rejects.toMatchObject({ kind: 'auth_expired' })
  expect(books.refused).toBe(1)
})

test('an account that can be started from a key is started again instead', async () => {
  const { pair, refresh, books } = rotatingVendor()
  const store = memoryTokenStore(pair(7)) // void
  const first = async () => pair(++books.good)
  const tokens = keepTokens({ vendor: 'test', store, refresh, first, times: TIMES })
  expect((await tokens.renew({ connected: pair(7), version: 0 })).connected.credentials.token).toBe(1)
})

test('no token yet: made once for all, and an account without a start says so', async () => {
  const { books, pair } = rotatingVendor()
  const store = memoryTokenStore<Credentials>(null)
  const first = async () => {
    books.renewals++
    await sleep(10)
    return pair(1)
  }
  const all = [1, 2].map(() => keepTokens({ vendor: 'test', store, first, times: TIMES }))
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => all[n % 2]?.read()))
  expect(books.renewals).toBe(1)
  expect(new Set(answers.map((answer) => answer?.version))).toEqual(new Set([1]))
  const none = keepTokens({ vendor: 'test', store: memoryTokenStore<Credentials>(null), times: TIMES })
  await expect(none.read()).rejects.toMatchObject({ kind: 'auth_expired' })
})

test('a vendor that is down: all callers of the process hear it after one question, and the lease is free', async () => {
  let asked = 0
  const { pair } = rotatingVendor()
  const store = memoryTokenStore(pair(0))
  const tokens = processOn(store, async () => {
    asked++
    await sleep(5)
    throw new VendorError('test', 'unavailable', 'down')
  })
  const old = { connected: pair(0), version: 0 }
  const ended = await Promise.allSettled(Array.from({ length: 20 }, () => tokens.renew(old)))
  expect(ended.every(({ status }) => status === 'rejected')).toBe(true)
  expect([asked, (await store.read())?.renewing, (await store.read())?.over]).toEqual([1, false, false])
})

test('a renewer that was paused past its lease never overwrites a newer token', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), async (later) => {
      const { pair } = rotatingVendor()
      const store = memoryTokenStore(pair(0))
      await store.lease(0, 'paused', 1)
      await sleep(3)
      for (let n = 0; n < later; n++) {
        await store.lease(n, `next ${n}`, 1000)
        await store.write(n, `next ${n}`, pair(10 + n))
      }
      expect(await store.write(0, 'paused', pair(1))).toBe(false)
      expect((await store.read())?.connected?.credentials.token).toBe(9 + later)
    }),
    { numRuns: 10 },
  )
  // Before the next one has written, what the paused one got is better than nothing; the next one's is newer still.
  const { pair } = rotatingVendor()
  const store = memoryTokenStore(pair(0))
  await store.lease(0, 'paused', 1)
  await sleep(3)
  expect(await store.lease(0, 'next', 1000)).toBe(true)
  expect(await store.write(0, 'paused', pair(1))).toBe(true)
  expect((await store.read())?.renewing).toBe(true)
  expect(await store.write(0, 'next', pair(2))).toBe(true)
  expect(await store.read()).toMatchObject({ version: 2, renewing: false, connected: pair(2) })
})
