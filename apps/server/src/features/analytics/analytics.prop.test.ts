/**
 * Over random histories of orders every figure equals the sum of the orders behind it, to the cent, and is what a plain
 * reckoning says; and every place that shows an order's profit shows the same. Rates are whole multiples, so that the reckoning below needs no rounding of its own.
 */
import { analyticsCalls as calls } from '@omni/contracts/analytics.calls.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import type { RemoteOrder } from '@omni/domain/orders/document.ts'
import { addDays, dayOf } from '@omni/domain/analytics/periods.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addStore,
  handle,
  remoteLine,
  remoteOrder,
  setBought,
  setFailed,
  setSupplierStatus,
  type SoldStore,
  startBuying,
} from '../../testing/sold-orders.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

const server = await testServer()
const { ask } = server
/** How many US cents a minor unit is worth. */
const CENTS = { USD: 1, EUR: 2, GBP: 4 } as const
type Currency = keyof typeof CENTS
await server.behind.query(
  `insert into currency_rate_days (day, currency, rate) values ('2020-01-01', 'EUR', 0.5), ('2020-01-01', 'GBP', 0.25)`,
)

interface Bought {
  id: string
  vendor: string
  currency: Currency
  state: 'queued' | 'placed' | 'failed'
  amount: number
  status: '' | 'cancelled' | 'refunded'
}
interface Order {
  remote: RemoteOrder
  currency: Currency
  days_ago: number
  store: SoldStore
  order_id: string
  bought: Bought[]
}
interface World {
  me: Person
  stores: SoldStore[]
  orders: Order[]
  currency: 'USD'
}

type Command = (world: World) => Promise<void>
const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

let next = 0
const sell = (currency: Currency, prices: number[], tax: number, days_ago: number, store: number): Command => {
  return async (world) => {
    const at = pick(world.stores, store)
    if (!at) return
    const total = prices.reduce((sum, price) => sum + price, 0) + tax + 500
    const remote = remoteOrder(String(++next), {
      currency,
      total,
      taxes: tax,
      shipping: 500,
      created_at: `${addDays(dayOf(server.clock.now), -days_ago)}T00:30:00.000Z`,
      lines: prices.map((price, n) => remoteLine(String(n), price)),
    })
    const order_id = await handle(server, at, remote)
    world.orders.push({ remote, currency, days_ago, store: at, order_id, bought: [] })
  }
}

/** What a store says about a sale from now on. */
const edit = (n: number, change: (remote: RemoteOrder) => Partial<RemoteOrder>): Command => {
  return async (world) => {
    const order = pick(world.orders, n)
    if (!order) return
    order.remote = { ...order.remote, ...change(order.remote) }
    await handle(server, order.store, order.remote)
  }
}

const buy = (n: number, vendor: string, currency: Currency, approved: number): Command => {
  return async (world) => {
    const order = pick(world.orders, n)
    if (!order || order.bought.some(({ state }) => state !== 'failed')) return
    const id = await startBuying(server, world.me, order.order_id, { vendor, approved, currency })
    order.bought.push({ id, vendor, currency, state: 'queued', amount: approved, status: '' })
  }
}

const supplier = (n: number, what: 'placed' | 'failed' | 'cancelled' | 'refunded', total: number): Command => {
  return async (world) => {
    const bought = pick(
      world.orders.flatMap((order) => order.bought),
      n,
    )
    if (!bought) return
    if (what === 'placed' && bought.state !== 'failed') {
      // A second time: the price was corrected.
      await setBought(server, bought.id, total)
      Object.assign(bought, { state: 'placed', amount: total })
    } else if (what === 'failed' && bought.state === 'queued') {
      await setFailed(server, bought.id)
      bought.state = 'failed'
    } else if ((what === 'cancelled' || what === 'refunded') && bought.state === 'placed') {
      await setSupplierStatus(server, bought.id, what)
      bought.status = what
    }
  }
}

/** What is being bought for an order that the store took back or changed is stopped by the jobs themselves. */
const count =
  (times: number): Command =>
  async ({ orders }) => {
    server.clock.now = new Date(Date.now() + 10_000)
    await server.runJobs(times)
    const { rows } = await server.behind.query<{ id: string }>(
      `select supplier_order_id as id from supplier_orders where state = 'cancelled'`,
    )
    const stopped = new Set(rows.map(({ id }) => id))
    for (const bought of orders.flatMap((order) => order.bought)) if (stopped.has(bought.id)) bought.state = 'failed'
  }

/** There and back: everything is counted anew, twice. */
const convert: Command = async (world) => {
  const { me } = world
  await ask(settingsCalls.updateWorkplaceSettings, { settings: { display_currency: 'GBP' } }, me)
  await count(1)(world)
  await ask(settingsCalls.updateWorkplaceSettings, { settings: { display_currency: 'USD' } }, me)
}

const [currency, n] = [fc.constantFrom<Currency>('USD', 'EUR', 'GBP'), fc.nat(100)]
const later = { version: '2030-01-01T00:00:00.000Z' }
const refund = (part: number, line: number) => (remote: RemoteOrder) => ({
  ...later,
  financial: 'partially_refunded' as const,
  refunds: [
    ...remote.refunds,
    {
      remote_refund_id: String(remote.refunds.length),
      created_at: remote.created_at,
      amount: Math.floor((remote.total * part) / 8),
      note: '',
      lines: line < 2 ? [{ remote_line_id: String(line), quantity: 1 }] : [],
    },
  ],
})
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        currency,
        fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 3 }),
        fc.nat(900),
        fc.constantFrom(0, 0, 1, 3, 8, 40, 120),
        n,
      )
      .map((input) => sell(...input)),
  },
  { weight: 2, arbitrary: fc.tuple(n, fc.nat(4), fc.nat(2)).map(([at, part, line]) => edit(at, refund(part, line))) },
  {
    weight: 1,
    arbitrary: n.map((at) =>
      edit(at, ({ created_at }) => ({ ...later, cancelled_at: created_at, cancel_reason: 'x' })),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(n, fc.nat(3_000))
      .map(([at, more]) => edit(at, ({ total }) => ({ ...later, total: total + more }))),
  },
  { weight: 1, arbitrary: n.map((at) => edit(at, () => ({ ...later, financial: 'pending' as const }))) },
  { weight: 4, arbitrary: fc.tuple(n, fc.constantFrom('cj', 'zopi'), currency, fc.nat(5_000)).map((i) => buy(...i)) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        n,
        fc.constantFrom(
          'placed' as const,
          'placed' as const,
          'failed' as const,
          'cancelled' as const,
          'refunded' as const,
        ),
        fc.nat(5_000),
      )
      .map((i) => supplier(...i)),
  },
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }).map(count) },
  { weight: 1, arbitrary: fc.constant(convert) },
)

/** A plain reckoning in US cents. Orders here have no planned cost: no product of ours is behind them. */
function reckon({ remote, currency: own, bought }: Order) {
  const isSold = ['paid', 'partially_refunded', 'refunded'].includes(remote.financial)
  const paid = isSold ? remote.total : 0
  const handled = remote.refunds.filter(({ amount }) => amount > 0).reduce((sum, { amount }) => sum + amount, 0)
  const back = !isSold || (handled === 0 && remote.cancelled_at === null) ? 0 : handled || paid
  const live = bought.filter(({ state }) => state !== 'failed')
  return {
    paid: paid * CENTS[own],
    revenue: (paid - (isSold ? remote.taxes : 0)) * CENTS[own],
    back: back * CENTS[own],
    taxes: (isSold ? remote.taxes : 0) * CENTS[own],
    cost: live.reduce((sum, one) => sum + one.amount * CENTS[one.currency], 0),
    recovered: live.reduce((sum, one) => sum + (one.status ? one.amount * CENTS[one.currency] : 0), 0),
    fees: isSold ? Math.round((paid * CENTS[own] * 2.9) / 100) + 30 : 0,
  }
}

const sumOf = <K extends string>(rows: readonly Record<K, number>[], figure: K) =>
  rows.reduce((sum, row) => sum + row[figure], 0)

const FIGURES = ['revenue', 'tax', 'cost', 'fees', 'refunds', 'recovered', 'profit', 'estimated', 'pieces'] as const

async function expectTrue({ me, orders }: World) {
  for (const days of ['7', '90'] as const) {
    const read = async (by: 'day' | 'product' | 'store' | 'supplier' | 'country') =>
      (await ask(calls.getAnalyses, { days, by }, me)).body.data
    const all = await read('day')
    if (!all) throw new Error('no figures')
    expect(all).toMatchObject({ currency: 'USD', pending: 0, unconverted: [] })
    const reckoned = orders.filter(({ days_ago }) => days_ago < Number(days)).map(reckon)
    for (const figure of ['revenue', 'cost', 'recovered', 'fees'] as const)
      expect([figure, all.figures[figure]]).toEqual([figure, sumOf(reckoned, figure)])
    // What went back is refund, or tax that is no longer owed.
    expect(all.figures.refunds + sumOf(reckoned, 'taxes') - all.figures.tax).toBe(sumOf(reckoned, 'back'))
    for (const figure of FIGURES) expect(sumOf(all.days, figure)).toBe(all.figures[figure])
    for (const by of ['store', 'supplier', 'country', 'product'] as const) {
      const { rows = [] } = (await read(by)) ?? {}
      for (const figure of FIGURES) expect([by, figure, sumOf(rows, figure)]).toEqual([by, figure, all.figures[figure]])
      for (const row of rows) await expectBehind(me, days, by, row.key, row)
    }
    await expectBehind(me, days, 'all', '', all.figures)
    const [today] = all.days.slice(-1)
    if (today) await expectBehind(me, days, 'day', today.day, today)
  }
}

type Shown = Record<(typeof FIGURES)[number] | 'orders', number>

async function expectBehind(
  me: Person,
  days: '7' | '90',
  by: 'all' | 'day' | 'product' | 'store' | 'supplier' | 'country',
  key: string,
  figure: Shown,
) {
  const items: Omit<Shown, 'orders'>[] = []
  for (let page = 1; ; page++) {
    const { data } = (await ask(calls.getAnalysesPreview, { days, by, key, page, page_size: 4 }, me)).body
    items.push(...(data?.items ?? []))
    expect(data?.total).toBe(figure.orders)
    if (!data || data.items.length < 4) break
  }
  expect(items.length).toBe(figure.orders)
  for (const name of FIGURES) expect([by, key, name, sumOf(items, name)]).toEqual([by, key, name, figure[name]])
}

type Profit = { state: string; amount: number } | null | undefined
const short = (profit: Profit) => profit && [profit.state, profit.amount]

/** The list, the order's own page and analytics say the same of an order, and its stated parts sum to it. */
async function expectOneProfit({ me, orders }: World) {
  const listed = new Map<string, Profit>()
  const behind = new Map<string, Profit>()
  for (let cursor: string | null | undefined, page = 1; cursor !== null; page++) {
    const input = { order_status: 'all', sub_status: 'all', page_size: 20, ...(cursor && { cursor }) } as const
    const { data } = (await ask(orderCalls.listOrders, input, me)).body
    for (const { order_id, profit } of data?.items ?? []) listed.set(order_id, profit)
    cursor = data?.next_cursor ?? null
    const shown = await ask(calls.getAnalysesPreview, { days: '90', page, page_size: 100 }, me)
    // What an order earns at most is no profit, and stands apart.
    for (const { order_id, state, profit, unknown_profit } of shown.body.data?.items ?? [])
      behind.set(order_id, { state, amount: profit + unknown_profit })
  }
  for (const { order_id, days_ago } of orders) {
    const { data } = (await ask(calls.getOrderProfit, { order_id }, me)).body
    expect([order_id, short(listed.get(order_id))]).toEqual([order_id, short(data?.profit)])
    const stated = (data?.parts ?? []).filter(({ part }) => part !== 'tax')
    expect([order_id, sumOf(stated, 'amount')]).toEqual([order_id, data?.profit?.amount])
    if (days_ago >= 90) continue
    // An order that was never paid is in no figure.
    if (behind.has(order_id)) expect([order_id, short(behind.get(order_id))]).toEqual([order_id, short(data?.profit)])
    else expect([order_id, data?.profit?.revenue]).toEqual([order_id, 0])
  }
}

test('every figure is the sum of the orders behind it, whatever happened to them and however often it was counted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 25, maxLength: 60, size: 'max' }), async (history) => {
      const me = await server.person()
      const stores = [await addStore(server, me, 'shopify'), await addStore(server, me, 'woocommerce')]
      const world: World = { me, stores, orders: [], currency: 'USD' }
      for (const step of history) await step(world)
      await count(1)(world)
      await count(2)(world)
      await expectTrue(world)
      await expectOneProfit(world)
    }),
    { numRuns: 10, endOnFailure: true },
  )
})
