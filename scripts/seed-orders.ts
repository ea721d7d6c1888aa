/**
 * The demo shop's orders: customers buy in the sandbox's stores, over the last days and from now on, and the seller does
 * to some of them what sellers do. Everything goes through the stores' own checkout and the product's own calls.
 */
import { HOUSE_SOURCE_ID } from '@omni/domain/vendors/manifest.ts'
import { type Act, type Call, DEMO_SHOP, DEMO_SITE } from './demo-shops.ts'
import { seedParcels } from './seed-parcels.ts'
import { acceptTerms, topUp, topUpByAccount, topUpInThePast } from './top-up.ts'

/** Sales by what becomes of them. Some two hundred. */
const SALES = [
  { ...DEMO_SHOP, count: 110, over_days: 12 },
  { ...DEMO_SITE, count: 60, over_days: 12 },
] as const
const HALF_ADDRESSES = 8
/** Sold before, so that each period has one to be compared with. They come first: a shop's numbers grow with time. */
const EARLIER = { count: 40, over_days: 28 }
const CANCELLED = 9
const REFUNDED = 6
const ARCHIVED = 12
const MARKED = 10
const BY_HAND = 6
const BOUGHT = 20
const SHIPPED = 9
const CANCELLED_THERE = 2
/** How many are enough for a start that was cut off to leave them. */
const ENOUGH = 150
/** Minutes between two sales of a shop that goes on by itself. */
const SHOP_SELLS_EVERY_MIN = 6
const SITE_SELLS_EVERY_MIN = 11
const LISTED = 30
const TRIES = 240
const FEW_TRIES = 20
const PAUSE_MS = 1500

interface List<T> {
  items: T[]
  total: number
}
interface Row {
  order_id: string
}
interface Product {
  product_id: string
}
interface Variants {
  variants: { variant_id: string; price: number; components: Part[] }[]
}
interface Part {
  units: number
  alternatives: { source: string; source_product_id: string; sku_id: string; countries: string[] }[]
}

const pause = () =>
  new Promise<void>((done) => {
    setTimeout(done, PAUSE_MS)
  })

/** Waits for something to become true; in the end it goes on without. */
async function until(isTrue: () => Promise<boolean>, most = TRIES): Promise<void> {
  for (let tries = 0; tries < most && !(await isTrue()); tries++) await pause()
}

const list = async <T>(call: Call, path: string) => (await call('GET', path)) as List<T> // the contract's shape
const orders = (call: Call, query: string) => list<Row>(call, `/orders/v5/list?page_size=50&${query}`)

/** A start that was cut off in one of these does that one again, and then the rest. */
export const ORDER_STEPS: Record<string, (call: Call, act: Act) => Promise<void>> = {
  // What is pushed is for sale.
  listed: (call) =>
    until(
      async () =>
        (await list(call, '/center/products/listings/mapped?page_size=1&state=idle')).total >= LISTED ||
        (await list(call, '/center/products/listings/mapped?page_size=1')).total === 0,
    ),
  limited: (call) => sellOnlyTo(call, 'US'),
  async sold(call, act) {
    const known = async () => (await orders(call, 'order_status=placement&sub_status=all')).total
    if ((await known()) < ENOUGH) await sell(act)
    await until(async () => (await known()) >= ENOUGH)
  },
  worked_on: workOn,
  made_by_hand: makeByHand,
  parcels: seedParcels,
  wallet: fillWallet,
  sold_out: sellOut,
  bought: buy,
  rule: makeRule,
  refunds: askRefunds,
  async habits(_call, act) {
    await act(DEMO_SHOP.platform, 'let_customers_buy', { ...DEMO_SHOP.where, every_min: SHOP_SELLS_EVERY_MIN })
    await act(DEMO_SITE.platform, 'let_customers_buy', { ...DEMO_SITE.where, every_min: SITE_SELLS_EVERY_MIN })
  },
}

async function sell(act: Act): Promise<void> {
  for (const { platform: vendor, where, count, over_days } of SALES) {
    await act(vendor, 'place_orders', { ...where, ...EARLIER })
    await act(vendor, 'place_orders', { ...where, count, over_days })
    await act(vendor, 'place_orders', { ...where, count: HALF_ADDRESSES, over_days: 3, half_address: true })
  }
  await act(DEMO_SHOP.platform, 'place_orders', { ...DEMO_SHOP.where, count: 4, unpaid: true, over_days: 1 })
}

/** One product's supplier sends to one country alone: sales to others cannot be shipped. */
async function sellOnlyTo(call: Call, country: string): Promise<void> {
  const [product] = (await list<Product>(call, '/center/products/listings/mapped?page_size=1&state=idle')).items
  if (!product) return
  const path = `/center/products/${product.product_id}`
  const { variants } = (await call('GET', `${path}/mapping`)) as Variants // the contract's shape
  const limited = variants
    .filter(({ components }) => components.length > 0)
    .map(({ variant_id, components }) => ({
      variant_id,
      components: components.map(({ units, alternatives }) => ({
        units,
        alternatives: alternatives.map(({ source, source_product_id, sku_id }) => ({
          source,
          source_product_id,
          sku_id,
          countries: [country],
        })),
      })),
    }))
  if (limited.length > 0) await call('POST', `${path}/map-variant`, { variants: limited })
}

/** The house supplier has nothing left of one product: its sales cannot be bought. */
async function sellOut(call: Call, act: Act): Promise<void> {
  const { items } = await list<Product>(call, '/center/products/listings/mapped?page_size=50&state=idle')
  for (const { product_id } of items.toReversed()) {
    const { variants } = (await call('GET', `/center/products/${product_id}/mapping`)) as Variants // the contract's shape
    const sold = variants.flatMap(({ components }) => components.flatMap(({ alternatives }) => alternatives))
    if (sold.length === 0 || sold.some(({ source }) => source !== HOUSE_SOURCE_ID)) continue
    for (const sku_id of new Set(sold.map((one) => one.sku_id))) await act(HOUSE_SOURCE_ID, 'sell_out', { sku_id })
    return
  }
}

/** Some are cancelled in the store, some put away or marked here. */
async function workOn(call: Call, act: Act): Promise<void> {
  for (let n = 0; n < CANCELLED; n++)
    await act(DEMO_SHOP.platform, 'cancel_order', { ...DEMO_SHOP.where, order: 1004 + n * 11 })
  for (let n = 0; n < REFUNDED; n++)
    await act(DEMO_SHOP.platform, 'refund_line', { ...DEMO_SHOP.where, order: 1006 + n * 13 })
  const ready = (await orders(call, 'order_status=placement&sub_status=ready')).items.map(({ order_id }) => order_id)
  await call('PUT', '/orders/v5/mark-archive', { orders: ready.slice(-ARCHIVED) })
  for (const marker of [1, 2, 3])
    await call('PUT', '/orders/v5/mark-order', {
      orders: ready.slice(marker * MARKED - MARKED, marker * MARKED).filter((_, at) => at % 3 === 0),
      marker,
    })
}

/** A month of top-ups, a card that was declined once, and one that is kept. */
const TOPPED_UP = [
  { amount: 30_000, days_ago: 29 },
  { amount: 20_000, days_ago: 22 },
  { amount: 50_000, days_ago: 15 },
  { amount: 15_000, days_ago: 9 },
  { amount: 25_000, days_ago: 4 },
]

async function fillWallet(call: Call, act: Act): Promise<void> {
  await acceptTerms(call)
  for (const { amount, days_ago } of TOPPED_UP) await topUpInThePast(call, act, amount, days_ago)
  await topUp(call, 40_000, { declined_first: true, save_method: true })
  await topUpByAccount(call, 7500)
}

interface Preview {
  summary: { plan_id: string; quoting: number }
  items: { order_id: string; state: string; baskets: { source: string }[] }[]
}
interface Placing {
  items: { supplier_order_id: string; source: string; order_no: string | null; status: string }[]
  processing: number
}

/** Some are bought from the house supplier, as a seller would do it in the morning; it sends most and cancels a few. */
async function buy(call: Call, act: Act): Promise<void> {
  const ready = (await orders(call, 'order_status=placement&sub_status=ready')).items.map(({ order_id }) => order_id)
  const { plan_id } = (await call('POST', '/orders/v4/preview', { orders: ready })) as Preview['summary'] // the contract's shape
  const preview = async () => (await call('GET', `/orders/v4/preview/${plan_id}?page_size=100`)) as Preview // the same
  await until(async () => (await preview()).summary.quoting === 0)
  const { items } = await preview()
  const mine = items.filter(
    ({ state, baskets }) => state === 'ready' && baskets.every(({ source }) => source === HOUSE_SOURCE_ID),
  )
  const bought = new Set(mine.slice(0, BOUGHT).map(({ order_id }) => order_id))
  const exclude = ready.filter((order_id) => !bought.has(order_id))
  await call('POST', '/orders/v5/request', { plan_id, exclude })
  const placing = async () => (await call('GET', '/orders/v2/bulk-place-orders')) as Placing // the same
  // One whose reply was lost is looked for longer than anybody waits here.
  await until(async () => (await placing()).processing === 0, FEW_TRIES)
  const numbers = (await placing()).items.flatMap(({ order_no }) => order_no?.match(/^ZO-(\d+)$/)?.[1] ?? [])
  for (const no of numbers.slice(0, SHIPPED)) await act(HOUSE_SOURCE_ID, 'ship_order', { no: Number(no) })
  for (const no of numbers.slice(SHIPPED, SHIPPED + CANCELLED_THERE))
    await act(HOUSE_SOURCE_ID, 'cancel_order', { no: Number(no) })
  await call('POST', '/orders/v4/sync-status', {})
}

/** A rule that waits to be tried and switched on. */
async function makeRule(call: Call): Promise<void> {
  const path = '/orders/v5/automation/settings'
  const { version } = (await call('GET', path)) as { version: number } // the contract's shape
  const rule = {
    name: 'Small orders with a good margin',
    status: 'off',
    condition: {
      names: [],
      query: [
        { type: 'order_value', operator: 'lower', value: 12_000 },
        { type: 'order_profit_margin', operator: 'higher', value: 25 },
      ],
    },
    then: { action: 'create_and_pay', payment_preference: { use: 'auto', method: 'credit_card' } },
    time_schedule: { schedule: 'after', time: '2', time_zone: 'America/Los_Angeles' },
    daily_limit: 20_000,
  }
  await call('PUT', path, { version, rules: [rule] })
}

interface Offers {
  items: { supplier_order_id: string; type: string | null; refunds: { refund_no: string | null }[] }[]
}

/** Money is asked back for some parcels: one is paid back, one refused, one waits. */
async function askRefunds(call: Call, act: Act): Promise<void> {
  const answers = ['accepted', 'rejected', null] as const
  const offersOf = async (order_id: string) =>
    (await call('POST', '/orders/v4/refund/request-type', { order_id })) as Offers // the contract's shape
  const asked: { order_id: string; answer: (typeof answers)[number] }[] = []
  // The house supplier's parcels are seen one after another.
  await until(async () => {
    for (const { order_id } of (await orders(call, `order_status=shipment&sub_status=all&source=${HOUSE_SOURCE_ID}`))
      .items) {
      const answer = answers[asked.length]
      if (answer === undefined) break
      const offer = (await offersOf(order_id)).items.find(({ type }) => type === 'refund')
      if (!offer) continue
      const request = { supplier_order_id: offer.supplier_order_id, reason: 'damaged_item', text: 'The lid is broken.' }
      await call('POST', '/orders/v4/refund/request', request)
      asked.push({ order_id, answer })
      if (answer === null) await writeToSupplier(call, act, offer.supplier_order_id)
    }
    return asked.length === answers.length
  })
  for (const { order_id, answer } of asked) {
    const numberOf = async () =>
      Number((await offersOf(order_id)).items.flatMap(({ refunds }) => refunds)[0]?.refund_no?.slice(3) ?? 0)
    await until(async () => (await numberOf()) > 0)
    const no = await numberOf()
    if (answer === null || no === 0) continue
    const note = answer === 'accepted' ? 'Sorry for that.' : 'The picture shows another product.'
    await act(HOUSE_SOURCE_ID, 'answer_refund', { no, state: answer, percent: 100, note })
    if (answer === 'accepted') await act(HOUSE_SOURCE_ID, 'pay_refund', { no })
  }
  await call('POST', '/orders/v4/sync-status', {})
}

/** The first conversation of a fresh sandbox. */
const FIRST_CONVERSATION = 9001

/** A question about a parcel, and the supplier's answer. */
async function writeToSupplier(call: Call, act: Act, supplier_order_id: string): Promise<void> {
  const text = 'The lid is broken. Can you send a new one?'
  await call('POST', '/orders/v5/feedbacks', { supplier_order_id, kind: 'damaged', text })
  const open = async () => (await call('GET', '/orders/v5/feedbacks')) as { items: { state: string }[] } // the contract's shape
  await until(async () => (await open()).items.some(({ state }) => state === 'open'))
  await act(HOUSE_SOURCE_ID, 'answer_feedback', { no: FIRST_CONVERSATION, text: 'Sorry! Which colour is it?' })
}

const ADDRESS = {
  name: 'Ingrid Solberg',
  address1: '410 Terry Ave N',
  city: 'Seattle',
  province: 'Washington',
  province_code: 'WA',
  zip: '98109',
  country_code: 'US',
  phone: '+12065550170',
}

async function makeByHand(call: Call): Promise<void> {
  const { items } = await list<Product>(call, `/center/products/elastic-products?page_size=${BY_HAND}`)
  for (const { product_id } of items) {
    const { variants } = (await call('GET', `/center/products/${product_id}/mapping`)) as Variants // the same
    const [variant] = variants
    if (!variant) continue
    await call('POST', '/orders/v5/create', {
      customer: { name: ADDRESS.name },
      address: ADDRESS,
      lines: [{ variant_id: variant.variant_id, quantity: 1, unit_price: variant.price }],
      currency: 'USD',
      note: 'Ordered by phone',
    })
  }
}
