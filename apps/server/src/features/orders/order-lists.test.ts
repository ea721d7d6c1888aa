/** Rows, counts and sums are the same set for every filter, in every group: generated over all of them. */
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { orderCalls as calls } from '@omni/contracts/orders.calls.ts'
import type { CallInput, Out } from '@omni/contracts/kernel.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { dateIn, midnightOf, nextDay } from '@omni/domain/automation/schedule.ts'
import type { RemoteOrder } from '@omni/domain/orders/document.ts'
import { ORDER_STATUSES, SUB_STATUSES } from '@omni/domain/orders/groups.ts'
import { OWN_ACCOUNTS } from '@omni/domain/vendors/manifest.ts'
import { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import {
  addStore,
  handle,
  remoteLine,
  remoteOrder,
  setBought,
  setFailed,
  setSupplierStatus,
  startBuying,
} from '../../testing/sold-orders.ts'
import { testServer } from '../../testing/test-server.ts'
import { regroupOrders } from './regroup.ts'

const server = await testServer()
const { ask } = server
const me = await server.person()
const ZONE = 'Pacific/Auckland'
const HOUR_MS = 3_600_000
const BUYER = { remote_id: null, name: 'Lena Vogt', email: 'lena@example.test', phone: '+47 412 22 104' }

type Input = CallInput<typeof calls.listOrders>
type Row = Out<typeof calls.listOrders>['items'][number]

/** Every six hours one, so that days of the workplace and of the world differ. */
const START = Date.parse('2026-03-02T00:30:00Z')
let made = 0
const at = () => new Date(START + made * 6 * HOUR_MS).toISOString()

async function page(input: Input, cursor?: string) {
  const { body } = await ask(calls.listOrders, { ...input, ...(cursor && { cursor }) }, me)
  if (!body.data) throw new Error(body.message)
  return body.data
}

async function rowsOf(input: Input): Promise<{ rows: Row[]; total: number }> {
  const rows: Row[] = []
  let total = 0
  let cursor: string | undefined
  do {
    const read = await page({ page_size: 20, ...input }, cursor)
    rows.push(...read.items)
    total = read.total
    cursor = read.next_cursor ?? undefined
  } while (cursor)
  return { rows, total }
}

const regroup = (order_id: string) =>
  server.runtime
    .db({ workplace_id: me.workplace_id })
    .tx((tx) => regroupOrders(tx, me.workplace_id, [order_id], { replan: false }))

beforeAll(async () => {
  await ask(settingsCalls.updateSettings, { settings: { timezone: ZONE } }, me)
  const stores = [await addStore(server, me, 'shopify'), await addStore(server, me, 'woocommerce')] as const
  const sell = async (more: Partial<RemoteOrder> = {}) => {
    const store = stores[made % 2 === 0 ? 0 : 1]
    const remote_id = String(10_400 + made)
    const lines = [remoteLine('1', 1000 + made * 10), remoteLine('2', 500)]
    const order = remoteOrder(remote_id, {
      created_at: at(),
      currency: made % 3 === 0 ? 'EUR' : 'USD',
      lines,
      total: 1500 + made * 10,
      ...(made % 4 === 0 && { customer: BUYER }),
      ...more,
    })
    made++
    return handle(server, store, order)
  }
  const buy = async (settle: (id: string) => Promise<unknown>, vendor = 'cj') => {
    const order_id = await sell()
    const id = await startBuying(server, me, order_id, { vendor, approved: 700 + made })
    await settle(id)
    await regroup(order_id)
    return { order_id, id }
  }
  const bought = (id: string) => setBought(server, id, 900 + made)
  const inState = (status: string) => async (id: string) => {
    await bought(id)
    await setSupplierStatus(server, id, status)
  }
  const askBack = async (id: string, order_id: string, state: string, days: number) => {
    await server.behind.query(
      `insert into refund_requests (workplace_id, supplier_order_id, order_id, type, asked, currency, state, requested_by,
         requested_at, updated_at) values ($1, $2, $3, 'refund', 100, 'USD', $4, $5, now() - $6 * interval '1 day', now())`,
      [me.workplace_id, id, order_id, state, me.user_id, days],
    )
    await regroup(order_id)
  }
  const gone = remoteLine('1', 100)
  for (let round = 0; round < 3; round++) {
    await sell()
    await sell({ financial: 'pending' })
    await sell({ financial: 'pending', cash_on_delivery: true })
    await sell({ fulfilment: 'fulfilled' })
    await sell({ cancelled_at: at() })
    await sell({ promised_at: new Date(START + (10 - round) * 24 * HOUR_MS).toISOString() })
    await sell({ lines: [{ ...gone, current_quantity: 0, unfulfilled_quantity: 0 }] })
    await buy(async () => undefined)
    await buy((id) => setFailed(server, id))
    await buy(bought)
    await buy(inState('shipped'), 'zopi')
    await buy(inState('cancelled'))
    for (const [n, state] of ['pending', 'accepted', 'rejected', 'completed'].entries()) {
      const { id, order_id } = await buy(bought)
      await askBack(id, order_id, state, n === 0 ? round : 0)
    }
    const putAway = await sell()
    await ask(calls.markArchive, { orders: [putAway] }, me)
    const split = await sell()
    const { rows } = await server.behind.query('select line_id from order_lines where order_id = $1 limit 1', [split])
    const half = await startBuying(server, me, split, { approved: 300 })
    await server.behind.query('delete from supplier_order_lines where supplier_order_id = $1 and line_id <> $2', [
      half,
      rows[0].line_id,
    ])
    await bought(half)
    await regroup(split)
    await ask(calls.markOrder, { orders: [split, putAway], marker: 2 }, me)
  }
  const { rows: shipped } = await rowsOf({ order_status: 'shipment', sort: 'asc' })
  for (const [n, { order_id, ordered_at }] of shipped.entries())
    await server.behind.query(
      `insert into parcels (workplace_id, order_id, supplier_order_id, number, not_before, created_at, status)
       select $1, $2, supplier_order_id, $3, now(), $4, $5 from supplier_orders where order_id = $2`,
      [me.workplace_id, order_id, `9400111822104${n}`, ordered_at, n === 0 ? 'delivered' : 'in_transit'],
    )
  await ask(calls.markOrder, { orders: [shipped[0]?.order_id ?? ''], marker: 1 }, me)
})

const day = (text: string) => ({ from: midnightOf(text, ZONE), before: nextDay(midnightOf(text, ZONE), ZONE) })
const within = ({ ordered_at }: Row, from: Date, before: Date) =>
  new Date(ordered_at) >= from && new Date(ordered_at) < before

/** Each filter, and which of all rows it leaves, told in another way. */
function filtersOf(all: readonly Row[]): [name: string, input: Input, leaves: (row: Row) => boolean][] {
  const [{ order_id: first } = { order_id: '' }] = all
  const purchase = all.find(({ source_orders }) => source_orders.some(({ order_no }) => order_no))?.source_orders[0]
  const number = (purchase?.order_no ?? '').slice(4, 17)
  const holds = ({ source_orders }: Row) => source_orders.some(({ order_no }) => order_no?.includes(number) === true)
  // An order is found with all of its rows.
  const found = new Set(all.filter(holds).map(({ order_id }) => order_id))
  const vendors = ({ source_orders }: Row) => source_orders.map(({ source }) => source)
  return [
    ['nothing', {}, () => true],
    ['channel', { channel: 'shopify' }, ({ channel }) => channel === 'shopify'],
    ['source', { source: 'zopi' }, (row) => vendors(row).includes('zopi')],
    ['marked', { mark_order: '1' }, ({ marker }) => marker > 0],
    [
      'unmarked',
      { mark_order: '0', channel: 'woocommerce' },
      ({ marker, channel }) => marker === 0 && channel !== 'shopify',
    ],
    ['from', { from_date: '2026-03-06' }, ({ ordered_at }) => new Date(ordered_at) >= day('2026-03-06').from],
    ['to', { to_date: '2026-03-06' }, ({ ordered_at }) => new Date(ordered_at) < day('2026-03-06').before],
    [
      'a day',
      { from_date: '2026-03-05', to_date: '2026-03-05' },
      (row) => within(row, day('2026-03-05').from, day('2026-03-05').before),
    ],
    ['reason', { reason: 'not_mapped' }, ({ reasons }) => reasons.includes('not_mapped')],
    ['named', { orders: first }, ({ order_id }) => order_id === first],
    ['a number', { keyword: '# 10 405' }, (row) => row.number === '#10405'],
    ['a name', { keyword: 'lena v' }, ({ customer_name }) => customer_name === BUYER.name],
    ['an address', { keyword: 'LENA@example' }, ({ customer_name }) => customer_name === BUYER.name],
    ['a phone', { keyword: '412-22104' }, ({ customer_name }) => customer_name === BUYER.name],
    ['a product', { keyword: 'thing 2' }, ({ status }) => status !== 'closed'],
    ['a part of a supplier number', { keyword: number }, ({ order_id }) => found.has(order_id)],
    [
      'name and day',
      { keyword: 'lena', from_date: '2026-03-05', channel: 'shopify', mark_order: '0' },
      (row) =>
        row.customer_name === BUYER.name &&
        row.marker === 0 &&
        row.channel === 'shopify' &&
        new Date(row.ordered_at) >= day('2026-03-05').from,
    ],
  ]
}

const PLACES = [
  ['all', 'all'] as const,
  ...ORDER_STATUSES.flatMap((status) => SUB_STATUSES[status].map((sub) => [status, sub] as const)),
]
const SORTS = ['created_at', 'urgency', 'total', 'cost', 'shipping', 'days'] as const

function sumsOf(rows: readonly Row[]) {
  const orders = [...new Map(rows.map((row) => [row.order_id, row])).values()]
  const sold = Map.groupBy(orders, ({ currency }) => currency)
  const sum = (name: 'cost' | 'shipping') => rows.reduce((total, row) => total + (row[name] ?? 0), 0)
  const unknown = (name: 'cost' | 'shipping') => rows.filter((row) => row[name] === null).length
  return {
    rows: rows.length,
    orders: orders.length,
    cost: sum('cost'),
    cost_unknown: unknown('cost'),
    shipping: sum('shipping'),
    shipping_unknown: unknown('shipping'),
    sold: [...sold.keys()]
      .toSorted()
      .map((currency) => ({ currency, amount: (sold.get(currency) ?? []).reduce((all, { total }) => all + total, 0) })),
  }
}

const keyOf = ({ order_id, status, sub_status }: Row) => `${order_id} ${status} ${sub_status}`

test('for every group and every filter: counted, listed and summed is the same', async () => {
  const { rows: all } = await rowsOf({ order_status: 'all' })
  for (const status of ORDER_STATUSES)
    expect(
      all.map((row) => row.status),
      status,
    ).toContain(status)
  let turn = 0
  for (const [name, input, leaves] of filtersOf(all)) {
    const counts = (await ask(calls.countOrderStatus, input, me)).body.data
    for (const [order_status, sub_status] of PLACES) {
      const where = `${name}: ${order_status} ${sub_status}`
      const order_by = SORTS[turn++ % SORTS.length] ?? 'created_at'
      const { rows, total } = await rowsOf({
        ...input,
        order_status,
        sub_status,
        order_by,
        sort: turn % 2 ? 'asc' : 'desc',
      })
      const isHere = (row: Row) =>
        order_status === 'all' ||
        (row.status === order_status &&
          (sub_status === 'all' ? row.sub_status !== 'archived' : row.sub_status === sub_status))
      expect(rows.map(keyOf).toSorted(), where).toEqual(
        all
          .filter((row) => isHere(row) && leaves(row))
          .map(keyOf)
          .toSorted(),
      )
      expect(total, where).toBe(rows.length)
      const counted = order_status === 'all' ? counts?.all : (counts?.groups[order_status][sub_status] ?? 0)
      expect(counted, where).toBe(rows.length)
      const summary = (await ask(calls.getSectionSummary, { ...input, type: order_status, sub_status }, me)).body.data
      expect(summary, where).toEqual(sumsOf(rows))
    }
  }
})

test('what waits too long for an answer is counted as it is listed', async () => {
  const input = { order_status: 'refund', sub_status: 'all', overdue: true } as const
  const { rows } = await rowsOf(input)
  expect(rows.length).toBeGreaterThan(0)
  expect((await ask(calls.countOrderStatus, {}, me)).body.data?.groups.refund['overdue']).toBe(rows.length)
})

test('a list by any figure is in its order, with what is not known last, and pages leave nothing out', async () => {
  for (const order_by of SORTS)
    for (const sort of ['asc', 'desc'] as const) {
      const { rows } = await rowsOf({ order_status: 'all', order_by, sort, page_size: 7 })
      const small = await rowsOf({ order_status: 'all', order_by, sort, page_size: 100 })
      expect(rows.map(keyOf)).toEqual(small.rows.map(keyOf))
      const valueOf = (row: Row): number | null => {
        if (order_by === 'created_at') return Date.parse(row.ordered_at)
        if (order_by === 'urgency') return row.promised_at === null ? null : Date.parse(row.promised_at)
        if (order_by === 'total') return row.currency === 'USD' ? row.total : null
        return order_by === 'days' ? row.max_days : row[order_by]
      }
      // Euros are compared by their rate, which is none of this test's business.
      const values = rows.filter(({ currency }) => order_by !== 'total' || currency === 'USD').map(valueOf)
      const known = values.filter((value) => value !== null)
      expect(known).toEqual(known.toSorted((a, b) => (sort === 'asc' ? a - b : b - a)))
      if (!(order_by === 'urgency' && sort === 'desc')) expect(values.slice(0, known.length)).toEqual(known)
    }
})

test('most urgent first: what is promised soonest, then the oldest', async () => {
  const { rows } = await rowsOf({ order_status: 'placement', sub_status: 'all', order_by: 'urgency', sort: 'asc' })
  const promised = rows.filter(({ promised_at }) => promised_at !== null)
  expect(promised.length).toBe(3)
  expect(rows.slice(0, 3)).toEqual(promised)
  const rest = rows.slice(3).map(({ ordered_at }) => ordered_at)
  expect(rest).toEqual(rest.toSorted())
})

test('a row says what it was found by, in every group', async () => {
  const found = async (keyword: string) => (await rowsOf({ order_status: 'all', keyword })).rows
  expect((await found('9400 1118 2210 40')).map(({ status, found_in }) => [status, found_in?.field])).toEqual([
    ['shipment', 'tracking_number'],
  ])
  expect((await found('10405'))[0]?.found_in).toEqual({ field: 'number', text: '#10405' })
  expect(new Set((await found('lena@')).map(({ found_in }) => found_in?.field))).toEqual(new Set(['email']))
  expect(await found('% _')).toEqual([])
})

test('what is paid at the door is bought where the seller allows it, and goes back where that is taken away', async () => {
  const places = async () => {
    const { groups } = (await ask(calls.countOrderStatus, {}, me)).body.data ?? {}
    return [groups?.waiting['cash_on_delivery'] ?? 0, groups?.placement['needs_attention'] ?? 0]
  }
  const [waiting = 0, attention = 0] = await places()
  expect(waiting).toBe(3)
  const set = async (places_cod: boolean) => {
    await ask(orderSettingsCalls.updateAllOrderSettings, { places_cod }, me)
    await server.runJobs(3)
    return (await ask(orderSettingsCalls.getAllOrderSettings, {}, me)).body.data
  }
  expect(await set(true)).toMatchObject({ places_cod: true })
  expect(await places()).toEqual([0, attention + 3])
  expect(await set(false)).toMatchObject({ places_cod: false })
  expect(await places()).toEqual([3, attention])
})

test('a row that can be placed says what its goods and their shipping were last quoted at', async () => {
  // Whoever delivers it, there is an account to buy with.
  await server.behind.query(
    `insert into source_accounts (workplace_id, source, account_id, account_name, credentials)
     select $1, source, 'acc', 'Mine', '' from unnest($2::text[]) as s (source)`,
    [me.workplace_id, Object.keys(OWN_ACCOUNTS)],
  )
  await fillCatalogue(server.behind, { products: 2, variants: 1 })
  const methods = [
    { service_name: 'Fast', amount: 900, min_days: 3, max_days: 5, ship_from: 'CN', tracked: true },
    { service_name: 'Slow', amount: 210, min_days: 8, max_days: 14, ship_from: 'CN', tracked: false },
  ]
  await server.behind.query(
    `insert into catalog_quotes (product_id, country_code, ship_from, sku_id, quantity, ways, quoted_at)
     select id, 'US', 'CN', '', 1, $1, now() from catalog_products where source_product_id = 'p1'`,
    [JSON.stringify(methods)],
  )
  const import_data = ['p1', 'p2'].map((product_id) => ({ source: 'cj' as const, product_id }))
  await ask(importListCalls.importAll, { import_data }, me)
  await server.runJobs(3)
  const { items = [] } = (await ask(productCenterCalls.listProducts, {}, me)).body.data ?? {}
  const variantOf = async (title: string) => {
    const product_id = items.find((item) => item.title === title)?.product_id ?? ''
    const { variants = [] } = (await ask(mappingCalls.getMapping, { id: product_id }, me)).body.data ?? {}
    return variants[0]?.variant_id ?? ''
  }
  const variants = [await variantOf('Product number 1'), await variantOf('Product number 2')]
  const address = { name: 'Bo', address1: '1 Main St', city: 'Reno', province: 'NV', zip: '89501', country_code: 'US' }
  const create = async (some: readonly string[]) => {
    const lines = some.map((variant_id) => ({ variant_id, quantity: 1, unit_price: 2000 }))
    const customer = { name: 'Bo Diaz' }
    const input = { customer, address: { ...address, phone: '775 555 0100' }, lines, currency: 'USD' }
    const { body } = await ask(calls.createOrder, input, me)
    const { rows } = await rowsOf({ order_status: 'placement', orders: body.data?.order_id ?? '' })
    return rows[0]
  }
  const one = await create(variants.slice(0, 1))
  expect(one).toMatchObject({ cost: 301, shipping: 210, min_days: 8, max_days: 14 })
  // A store that told no picture, or one that is gone: the product has its own.
  await server.behind.query('update order_lines set image = null where order_id = $1', [one?.order_id])
  const { rows } = await rowsOf({ order_status: 'placement', orders: one?.order_id ?? '' })
  expect(rows[0]?.lines[0]?.image).toBe('https://pictures.test/1.webp')
  expect(await create(variants)).toMatchObject({ cost: 603, shipping: null, max_days: null })
})

test('parcels are narrowed as their orders are, and counted as they are listed', async () => {
  const { rows: shipped } = await rowsOf({ order_status: 'shipment' })
  const [first] = shipped.filter(({ marker }) => marker > 0)
  const edge = day(dateIn(new Date(first?.ordered_at ?? 0), ZONE))
  const on = dateIn(edge.from, ZONE)
  const filters: [input: CallInput<typeof trackingCalls.countParcels>, leaves: (row: Row) => boolean][] = [
    [{}, () => true],
    [{ channel: 'shopify' }, ({ channel }) => channel === 'shopify'],
    [{ source: 'zopi' }, () => true],
    [{ source: 'cj' }, () => false],
    [{ mark_order: '1' }, ({ marker }) => marker > 0],
    [{ from_date: on, to_date: on }, (row) => within(row, edge.from, edge.before)],
    [{ keyword: '9400-1118-2210-40' }, ({ order_id }) => order_id === first?.order_id],
    [{ keyword: first?.number ?? '' }, ({ order_id }) => order_id === first?.order_id],
  ]
  for (const [input, leaves] of filters) {
    const wanted = shipped.filter(leaves)
    const counts = (await ask(trackingCalls.countParcels, input, me)).body.data
    const listed = (await ask(trackingCalls.listParcels, input, me)).body.data
    const ids = (rows: readonly { order_id: string }[] = []) => rows.map(({ order_id }) => order_id).toSorted()
    expect(ids(listed?.items), JSON.stringify(input)).toEqual(ids(wanted))
    expect([listed?.total, counts?.all], JSON.stringify(input)).toEqual([wanted.length, wanted.length])
    const delivered = (await ask(trackingCalls.listParcels, { ...input, status: 'delivered' }, me)).body.data?.total
    expect(counts?.statuses['delivered'] ?? 0).toBe(delivered)
  }
})
