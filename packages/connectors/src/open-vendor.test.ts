import { expect, test } from 'vitest'
import { z } from 'zod'
import { memoryTokenStore } from './conformance/vendor-subject.ts'
import { openVendor } from './open-vendor.ts'
import { rows } from './rows.ts'
import { keepTokens } from './tokens.ts'
import { VendorError } from './vendor-error.ts'
import { type Connected, defineVendor, type VendorCall, type Write } from './vendor.ts'
import type { WriteOutcome } from './write-outcome.ts'

type Credentials = { token: string }
type App = Record<string, never>
const NOW = new Date('2026-01-05T12:00:00Z')

const connected = (token: string, minutes: number | null): Connected<Credentials> => ({
  credentials: { token },
  account_id: 'a',
  account_name: 'A',
  refresh_expires_at: null,
  expires_at: minutes === null ? null : new Date(NOW.getTime() + minutes * 60_000),
})

/** A vendor that takes one token and counts. */
function world(good: string, saved: Connected<Credentials> | null, { refreshable = true, limitsDue = false } = {}) {
  const seen = { reads: [] as string[], writes: [] as string[], refreshes: 0, limits: 0, log: [] as string[] }
  const refused = (): WriteOutcome<string> => ({ outcome: 'refused', kind: 'auth_expired', code: '1', message: 'old' })
  const definition = defineVendor({
    id: 'test',
    name: 'Test',
    proved: {},
    app: z.object({}),
    credentials: z.object({ token: z.string() }),
    limits: { per_second: 1 },
    setup: () => ({ app: {} }),
    account: {
      connect: async () => connected(good, 60),
      ...(refreshable && {
        refresh: async () => {
          seen.refreshes++
          return connected(good, 60)
        },
      }),
      limits: async () => {
        seen.limits++
        return { per_second: 4 }
      },
    },
  })
  const orders = {
    async find({ credentials }: VendorCall<App, Credentials>, text: string) {
      seen.reads.push(credentials.token)
      if (credentials.token !== good) throw new VendorError('test', 'auth_expired', 'old token')
      if (text === 'broken') throw new VendorError('test', 'invalid', 'no')
      return text.length
    },
    place: {
      cost: { units: 3 },
      async send({ credentials, send_by }, input) {
        seen.writes.push(`${credentials.token} ${input} ${send_by}`)
        seen.log.push('sent')
        return credentials.token === good ? { outcome: 'done', reply: `no ${input}` } : refused()
      },
    } satisfies Write<App, Credentials, number, string>,
  }
  const store = memoryTokenStore(saved)
  const refresh = definition.account?.refresh && (async () => (seen.refreshes++, connected(good, 60)))
  const vendor = openVendor(definition, {
    app: {},
    tokens: keepTokens<Credentials>({ vendor: 'test', store, ...(refresh && { refresh }) }),
    limits: {
      take: async (cost) => void seen.log.push(`taken ${JSON.stringify(cost)}`),
      report: async (said) => void seen.log.push(`reported ${JSON.stringify(said)}`),
    },
    limitsDue: async () => limitsDue,
    now: () => NOW,
  })
  return { vendor, orders: vendor.bind(orders), seen, store }
}

test('a read whose token is refused is made again with a new one, once', async () => {
  const { orders, seen, store } = world('new', connected('old', 60))
  expect(await orders.find('abc')).toBe(3)
  expect([seen.reads, seen.refreshes]).toEqual([['old', 'new'], 1])
  expect((await store.read())?.connected?.credentials.token).toBe('new')
})

test('a token about to end is renewed before it is used; ten calls that find it so renew it once', async () => {
  const { orders, seen } = world('new', connected('old', 0.5))
  await Promise.all(Array.from({ length: 10 }, () => orders.find('x')))
  expect([new Set(seen.reads), seen.refreshes]).toEqual([new Set(['new']), 1])
})

test('other refusals renew nothing; without renewal, or without an account, a person must connect', async () => {
  const fine = world('good', connected('good', null))
  await expect(fine.orders.find('broken')).rejects.toMatchObject({ kind: 'invalid' })
  expect(fine.seen.refreshes).toBe(0)
  const noRenewal = world('new', connected('old', 60), { refreshable: false })
  await expect(noRenewal.orders.find('x')).rejects.toMatchObject({ kind: 'auth_expired' })
  await expect(world('new', null).orders.find('x')).rejects.toMatchObject({ kind: 'auth_expired' })
})

test('a write takes its token and its cost when it is prepared, and is sent with its deadline', async () => {
  const { orders, seen } = world('good', connected('old', 0.5))
  const send = await orders.place.prepare(7)
  expect([seen.refreshes, seen.log]).toEqual([1, ['taken {"units":3}']])
  expect(await send(1234)).toEqual({ outcome: 'done', reply: 'no 7' })
  expect(seen.writes).toEqual(['good 7 1234'])
})

test('a write that is refused for its token is not repeated; the next one has a new token', async () => {
  const { orders, seen } = world('new', connected('old', 60))
  const send = await orders.place.prepare(7)
  expect(await send(1)).toMatchObject({ outcome: 'refused', kind: 'auth_expired' })
  expect([seen.writes, seen.refreshes]).toEqual([['old 7 1'], 1])
  expect(await (await orders.place.prepare(8))(2)).toMatchObject({ outcome: 'done' })
  expect(seen.writes).toEqual(['old 7 1', 'new 8 2'])
})

test('what was prepared is sent once', async () => {
  const { orders, seen } = world('good', connected('good', null))
  const send = await orders.place.prepare(7)
  await send(1)
  await expect(send(1)).rejects.toThrow(/sent once/)
  expect(seen.writes).toHaveLength(1)
})

test('limits that are due are asked for before the call; the health check always asks', async () => {
  const due = world('good', connected('good', null), { limitsDue: true })
  await due.orders.find('x')
  expect([due.seen.limits, due.seen.log]).toEqual([1, ['reported {"per_second":4}']])
  const notDue = world('good', connected('good', null))
  await notDue.orders.find('x')
  expect(notDue.seen.limits).toBe(0)
  await notDue.vendor.keepAlive(0)
  expect(notDue.seen.limits).toBe(1)
})

test('the health check renews what ends within its time', async () => {
  const { vendor, seen } = world('new', connected('old', 60))
  await vendor.keepAlive(10 * 60_000)
  expect(seen.refreshes).toBe(0)
  await vendor.keepAlive(90 * 60_000)
  expect(seen.refreshes).toBe(1)
})

test('limits of zero or less do not define a vendor', () => {
  const broken = {
    id: 'test',
    name: 'Test',
    proved: {},
    app: z.object({}),
    credentials: z.null(),
    limits: { per_second: 0 },
    setup: () => ({ app: {} }),
  }
  expect(() => defineVendor(broken)).toThrow(/above zero/)
})

test('a page goes without the rows that cannot be read, and somebody hears of them; what is looked up does not', async () => {
  const Rows = rows(z.object({ id: z.string() }))
  const reported: unknown[] = []
  const vendor = openVendor(
    defineVendor({
      id: 'test',
      name: 'Test',
      proved: {},
      app: z.object({}),
      credentials: z.null(),
      limits: { per_second: 1 },
      setup: () => ({ app: {} }),
    }),
    {
      app: {},
      tokens: keepTokens<null>({
        vendor: 'test',
        store: memoryTokenStore({ ...connected('', null), credentials: null }),
      }),
      limits: { take: async () => undefined, report: async () => undefined },
      now: () => NOW,
      unread: async (report) => void reported.push(report),
    },
  )
  const { list, find } = vendor.bind({
    list: async (_call: VendorCall<App, null>, all: unknown[]) => ({ items: Rows.parse(all), next: null }),
    find: async (_call: VendorCall<App, null>, all: unknown[]) => Rows.parse(all),
  })
  expect(await list([{ id: '1' }, { id: 2 }])).toEqual({ items: [{ id: '1' }], next: null })
  await expect(find([{ id: '1' }, { id: 2 }])).rejects.toMatchObject({ kind: 'unreadable' })
  const report = { rows: 1, example: 'id: invalid_type' }
  expect(reported).toEqual([
    { ...report, capability: 'list' },
    { ...report, capability: 'find' },
  ])
})
