import { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeProduct } from '../catalog/ingest/store-product.ts'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { type Person, testServer } from '../../testing/test-server.ts'
import { desiredDocument } from '../listings/desired.ts'
import { loadProducts } from '../product-center/load-products.ts'

const server = await testServer()
await fillCatalogue(server.behind, { products: 90, variants: 4 })
const { ask } = server
const MINUTE = 60_000
const HOUR = 60 * MINUTE

async function imported(maya: Person, n: number): Promise<string> {
  return (
    (await ask(importListCalls.importProduct, { source: 'cj', supplier_product_id: `p${n}` }, maya)).body.data
      ?.product_package_id ?? ''
  )
}
/** The supplier is asked now, and says this. */
async function atSupplier(n: number, change: string) {
  await server.behind.query(
    `update catalog_variants v set ${change} from catalog_products c
      where c.id = v.product_id and c.source_product_id = $1`,
    [`p${n}`],
  )
  await looked(n)
}
const looked = (n: number) =>
  server.behind.query('update catalog_products set detail_at = $2, seen_at = $2 where source_product_id = $1', [
    `p${n}`,
    server.clock.now,
  ])
/** Delivers what is waiting, then lets time pass. Every job runs twice. */
async function later(ms = 16 * MINUTE) {
  await server.runJobs()
  server.clock.now = new Date(server.clock.now.getTime() + ms)
  await server.runJobs(2)
}
const told = async (maya: Person) =>
  (await ask(notificationCalls.listNotification, {}, maya)).body.data?.items
    .map(({ title }) => title)
    .filter((title) => /upplier|rule|Auto-update|watched|offered/.test(title)) ?? []
const variantsOf = async (maya: Person, id: string) =>
  (await ask(editorCalls.getProduct, { id }, maya)).body.data?.product.variants ?? []
const pricesOf = async (maya: Person, id: string) => (await variantsOf(maya, id)).map(({ price }) => price)
const follows = (maya: Person, change: object) =>
  ask(productSettingsCalls.updateMonitoring, { on_price_change: 'apply_rule', ...change }, maya)
const overview = async (maya: Person) => (await ask(autoUpdateCalls.getAutoUpdate, {}, maya)).body.data
const watchedProducts = async (maya: Person, state?: 'paused' | 'pinned' | 'waiting') =>
  (await ask(autoUpdateCalls.listWatched, state ? { state } : {}, maya)).body.data?.items ?? []

async function setPrice(maya: Person, id: string, variant_id: string, price: number) {
  const base_revision = (await ask(editorCalls.getProduct, { id }, maya)).body.data?.product.revision ?? 0
  const changes = { [`variants/${variant_id}/price`]: price }
  const saved = await ask(
    editorCalls.saveProduct,
    { id, save_id: crypto.randomUUID(), client_id: 'test', base_revision, changes },
    maya,
  )
  expect(saved.body.success, JSON.stringify(saved.body)).toBe(true)
}

// The watches of earlier people go on for ever, and would be run with every step.
beforeEach(() => server.behind.query(`delete from jobs where key like 'products.watch:%'`).then(() => {}))

describe('what follows the supplier', () => {
  test("cost and stock follow, the seller is told once, and the seller's own price stays", async () => {
    const maya = await server.person()
    const id = await imported(maya, 1)
    const before = await variantsOf(maya, id)
    await later()
    expect(await told(maya)).toEqual([])
    await atSupplier(1, 'price = price * 2, quantity = case when position = 0 then 0 else quantity end')
    await later()
    const after = await variantsOf(maya, id)
    expect(after.map(({ cost }) => cost)).toEqual(before.map(({ cost }) => (cost ?? 0) * 2))
    expect(after.map(({ price }) => price)).toEqual(before.map(({ price }) => price))
    expect(after[0]).toMatchObject({ quantity: 0, enabled: true })
    expect((await told(maya)).sort()).toEqual(['Sold out at the supplier', 'Supplier price changed'])
    await later()
    expect(await told(maya)).toHaveLength(2)
    const row = (await ask(importListCalls.listImportList, {}, maya)).body.data?.items[0]
    expect(row?.cost_min).toBe((before[0]?.cost ?? 0) * 2)
    const [watched] = await watchedProducts(maya)
    expect(watched).toMatchObject({ sold_out: 1, pinned: 0, paused: false })
    expect(watched?.read_at).not.toBeNull()
  })

  test('by a rule: prices follow the cost, sold-out variants go and come back; the journal names the rule', async () => {
    const maya = await server.person()
    await follows(maya, { on_out_of_stock: 'disable', price_change_percent: 5 })
    const id = await imported(maya, 2)
    const before = await pricesOf(maya, id)
    await later()
    await atSupplier(2, 'price = price * 2, quantity = case when position = 1 then 0 else quantity end')
    await later()
    // So large a change waits for a second look at the supplier.
    expect(await pricesOf(maya, id)).toEqual(before)
    await looked(2)
    await later()
    const after = await variantsOf(maya, id)
    expect(after.every(({ price, cost }, at) => price > (before[at] ?? 0) && price > (cost ?? 0))).toBe(true)
    expect(after.map(({ enabled }) => enabled)).toEqual([true, false, true, true])
    const history = await ask(editorCalls.listProductHistory, { id }, maya)
    expect(history.body.data?.items.map(({ kind, by, mine }) => [kind, by, mine])).toEqual([
      ['rule', 'Rule: prices applied again', false],
      ['rule', 'Rule: sold out', false],
      ['import', 'Ada Test', true],
    ])
    const { rows } = await server.behind.query(`select distinct user_id from product_changes where kind = 'rule'`)
    expect(rows).toEqual([{ user_id: null }])
    expect(await told(maya)).toContain('Price changed by your rule')
    // Two pieces are not enough, and enough pieces are waited for.
    for (const [quantity, enabled] of [
      [2, false],
      [9, false],
      [9, true],
    ] as const) {
      await atSupplier(2, `quantity = ${quantity}`)
      await later(40 * MINUTE)
      expect((await variantsOf(maya, id))[1]?.enabled).toBe(enabled)
    }
  })

  test('a falling cost waits six hours, and one that rises again meanwhile changes nothing', async () => {
    const maya = await server.person()
    await follows(maya, {})
    const id = await imported(maya, 5)
    const before = await pricesOf(maya, id)
    await later()
    await atSupplier(5, 'price = price * 4 / 5')
    await later()
    expect(await pricesOf(maya, id)).toEqual(before)
    expect(await watchedProducts(maya, 'waiting')).toMatchObject([{ product_id: id, waiting: 4 }])
    await atSupplier(5, 'price = price * 5 / 4')
    await later(7 * HOUR)
    expect(await pricesOf(maya, id)).toEqual(before)
    expect(await watchedProducts(maya, 'waiting')).toEqual([])
    await atSupplier(5, 'price = price * 4 / 5')
    await later()
    await looked(5)
    await later(7 * HOUR)
    const after = await pricesOf(maya, id)
    expect(after.every((price, at) => price < (before[at] ?? 0))).toBe(true)
  })

  test('creeping counts: steps below the threshold are measured from the price that was made', async () => {
    const maya = await server.person()
    await follows(maya, { price_change_percent: 10 })
    const id = await imported(maya, 6)
    const before = await pricesOf(maya, id)
    await later()
    for (let step = 0; step < 4; step++) {
      await atSupplier(6, 'price = ceil(price * 1.04)')
      await later()
    }
    const after = await pricesOf(maya, id)
    expect(after.every((price, at) => price > (before[at] ?? 0))).toBe(true)
  })

  test('a product its supplier no longer sells is sold out at once, and asked about when two looks agree', async () => {
    const maya = await server.person()
    await ask(productSettingsCalls.updateMonitoring, { on_gone: 'draft' }, maya)
    const id = await imported(maya, 3)
    await later()
    const gone = () =>
      server.behind.query(
        `update catalog_products set gone_at = coalesce(gone_at, $1), seen_at = $1 where source_product_id = 'p3'`,
        [server.clock.now],
      )
    await gone()
    await later()
    expect(await told(maya)).toEqual(['Sold out at the supplier'])
    expect(await watchedProducts(maya)).toMatchObject([{ off_shelf: false, sold_out: 4 }])
    await later(7 * HOUR)
    expect(await told(maya)).toHaveLength(1)
    await gone()
    await later()
    expect(await told(maya)).toContain('Supplier stopped selling')
    expect(await watchedProducts(maya)).toMatchObject([{ product_id: id, off_shelf: true }])
  })

  test('shown as sold out where the rule says so; a product of which nothing is left is kept as a draft', async () => {
    const maya = await server.person()
    const ofStore = async (id: string) => {
      const { workplace_id } = maya
      const [loaded] = await server.runtime
        .db({ workplace_id })
        .read((tx) => loadProducts(tx, workplace_id, [id], false))
      const settings = { is_publish: true, allow_sell_out_of_stock: true }
      const target = { currency: 'USD', rates: {}, public_url: 'http://omni.test', settings }
      const document = loaded && desiredDocument(loaded, target)
      return [document?.status, document?.variants.map((one) => [one.quantity, one.sell_out_of_stock])]
    }
    await ask(productSettingsCalls.updateMonitoring, { on_out_of_stock: 'set_zero' }, maya)
    const [zero, draft] = [await imported(maya, 12), await imported(maya, 13)]
    await later()
    await atSupplier(12, 'quantity = case when position = 0 then 0 else 7 end')
    await later()
    expect(await ofStore(zero)).toEqual([
      'active',
      [
        [0, false],
        [7, true],
        [7, true],
        [7, true],
      ],
    ])
    // A few pieces more do not open it yet.
    await atSupplier(12, 'quantity = 2')
    await later(HOUR)
    expect((await ofStore(zero))[1]?.[0]).toEqual([0, false])
    await ask(productSettingsCalls.updateMonitoring, { on_out_of_stock: 'disable' }, maya)
    await atSupplier(13, 'quantity = 0')
    await later()
    expect((await ofStore(draft))[0]).toBe('draft')
    expect((await variantsOf(maya, draft)).map(({ enabled }) => enabled)).toEqual([true, true, true, true])
    for (const hours of [1, 2]) {
      await atSupplier(13, 'quantity = 9')
      await later(hours * HOUR)
    }
    expect(await ofStore(draft)).toEqual(['active', Array.from({ length: 4 }, () => [9, true])])
  })

  test('one that is not watched is left alone', async () => {
    const noor = await server.person()
    await ask(productSettingsCalls.updateMonitoring, { track_new_products: false }, noor)
    const id = await imported(noor, 4)
    await atSupplier(4, 'price = price * 2')
    await later()
    expect(await told(noor)).toEqual([])
    expect((await ask(editorCalls.getProduct, { id }, noor)).body.data?.product.supplier_changes).toMatchObject([
      { kind: 'price' },
    ])
  })
})

describe('a price of the seller', () => {
  test('is pinned: rules leave it alone and ask; applying the rules again unpins it', async () => {
    const maya = await server.person()
    await follows(maya, {})
    const id = await imported(maya, 7)
    const [first] = await variantsOf(maya, id)
    await later()
    await setPrice(maya, id, first?.variant_id ?? '', 123_45)
    expect(await watchedProducts(maya, 'pinned')).toMatchObject([{ product_id: id, pinned: 1 }])
    await atSupplier(7, 'price = price * 3')
    await later()
    const after = await variantsOf(maya, id)
    expect(after[0]?.price).toBe(123_45)
    expect(after[1]?.price).toBeGreaterThan(first?.price ?? 0)
    expect(await told(maya)).toEqual(expect.arrayContaining(['Supplier price changed', 'Price changed by your rule']))
    expect(await overview(maya)).toMatchObject({ pinned: 1 })
    await ask(bulkEditCalls.setupSellingPrice, { selection: { ids: [id] } }, maya)
    await server.runJobs()
    expect(await watchedProducts(maya, 'pinned')).toEqual([])
    const [again] = await pricesOf(maya, id)
    expect(again).not.toBe(123_45)
    // And from here on it follows.
    await atSupplier(7, 'price = price * 3')
    await later()
    expect((await pricesOf(maya, id))[0]).toBeGreaterThan(again ?? 0)
  })

  test('a bulk edit pins, and taking it back unpins', async () => {
    const maya = await server.person()
    const id = await imported(maya, 8)
    await later()
    const edits = [{ field: 'price' as const, how: 'percent' as const, value: 10 }]
    const run = await ask(bulkEditCalls.bulkUpdate, { selection: { ids: [id] }, edits }, maya)
    expect(run.body.success, JSON.stringify(run.body)).toBe(true)
    await server.runJobs()
    expect(await watchedProducts(maya, 'pinned')).toMatchObject([{ pinned: 4 }])
    await ask(jobTrackerCalls.undoRun, { run_id: run.body.data?.run_id ?? '' }, maya)
    await server.runJobs()
    expect(await watchedProducts(maya, 'pinned')).toEqual([])
  })
})

describe('the breaker', () => {
  test('ten times the cost stops the supplier before anything is written; confirming lets exactly the list through', async () => {
    const maya = await server.person()
    await follows(maya, {})
    const [id, other] = [await imported(maya, 9), await imported(maya, 10)]
    const before = await variantsOf(maya, id)
    const others = await variantsOf(maya, other)
    await later()
    await atSupplier(9, 'price = case when position = 0 then price * 10 else price end')
    await atSupplier(10, 'price = price * 2')
    await later()
    expect(await variantsOf(maya, id)).toEqual(before)
    expect(await variantsOf(maya, other)).toEqual(others)
    expect(await told(maya)).toEqual(['Auto-update stopped and asks you'])
    const [question] = (await overview(maya))?.questions ?? []
    expect(question).toMatchObject({ source: 'cj', reason: 'factor' })
    expect(question?.items).toHaveLength(5)
    expect(question?.items[0]).toMatchObject({
      product_id: id,
      before: before[0]?.cost,
      after: (before[0]?.cost ?? 0) * 10,
    })
    // Asked once, however long it takes. What changes meanwhile was not shown, and is not let through.
    await atSupplier(10, 'price = case when position = 3 then price * 20 else price end')
    await later()
    expect((await overview(maya))?.questions).toHaveLength(1)
    const answer = { question_id: question?.question_id ?? '', answer: 'confirm' as const }
    expect((await ask(autoUpdateCalls.answerQuestion, answer, maya)).body.success).toBe(true)
    expect((await ask(autoUpdateCalls.answerQuestion, answer, maya)).http).toBe(404)
    await later(MINUTE)
    const after = await variantsOf(maya, id)
    expect(after[0]?.cost).toBe((before[0]?.cost ?? 0) * 10)
    expect(after[0]?.price).toBeGreaterThan((before[0]?.price ?? 0) * 5)
    const followed = await variantsOf(maya, other)
    expect(followed.map(({ cost }, at) => (cost ?? 0) / (others[at]?.cost ?? 1))).toEqual([2, 2, 2, 1])
    expect((await overview(maya))?.questions).toMatchObject([{ items: [{ product_id: other }] }])
  })

  test('prices in another currency stop the supplier, whatever they are; one answer is enough', async () => {
    const maya = await server.person()
    await follows(maya, {})
    const id = await imported(maya, 80)
    const before = await variantsOf(maya, id)
    await later()
    // The next look finds the same figures to within a per cent, said in another currency.
    const { rows } = await server.behind.query<{ name: string; price: number; sku_id: string }>(
      `select c.name, v.price, v.sku_id from catalog_products c join catalog_variants v on v.product_id = c.id
       where c.source_product_id = 'p80'`,
    )
    const look = (currency: string, price: (cents: number) => number) =>
      server.runtime
        .db({})
        .tx((tx) =>
          storeProduct(
            tx,
            'cj',
            {
              source_product_id: 'p80',
              name: rows[0]?.name ?? '',
              description: '',
              images: [],
              product_link: 'https://cj.test/p80',
              category: null,
              currency,
              price_range: [0, 0],
              options: [],
              variants: rows.map((row) => ({
                sku_id: row.sku_id,
                values: [{ property_id: '1', name: 'Kind', value_id: row.sku_id, value: row.sku_id }],
                sku_attr: '',
                price: price(row.price),
                quantity: 100,
              })),
              seller: null,
              orders: 0,
              rating: null,
              reviews_count: 0,
              listings: null,
              ship_from: ['CN'],
              ship_to: null,
              weight_g: null,
              specifications: [],
            },
            { EUR: 0.5 },
            server.clock.now,
          ),
        )
    expect((await look('USD', (price) => price)).ok).toBe(true)
    await later()
    expect((await overview(maya))?.questions).toEqual([])
    expect((await look('EUR', (price) => Math.round(price / 2) + 2)).ok).toBe(true)
    await later()
    const [question] = (await overview(maya))?.questions ?? []
    expect(question).toMatchObject({ source: 'cj', reason: 'currency' })
    expect((await variantsOf(maya, id)).map(({ cost }) => cost)).toEqual(before.map(({ cost }) => cost))
    await ask(autoUpdateCalls.answerQuestion, { question_id: question?.question_id ?? '', answer: 'confirm' }, maya)
    await later(MINUTE)
    expect((await variantsOf(maya, id)).map(({ cost }) => cost)).not.toEqual(before.map(({ cost }) => cost))
    await look('EUR', (price) => Math.round(price / 2) + 3)
    await later()
    expect((await overview(maya))?.questions).toEqual([])
  })

  test('saying no keeps what was known, until the supplier says something else', async () => {
    const maya = await server.person()
    await follows(maya, {})
    const id = await imported(maya, 11)
    const before = await variantsOf(maya, id)
    await later()
    await atSupplier(11, 'price = price * 10')
    await later()
    const [question] = (await overview(maya))?.questions ?? []
    await ask(autoUpdateCalls.answerQuestion, { question_id: question?.question_id ?? '', answer: 'dismiss' }, maya)
    await later()
    await later()
    expect(await variantsOf(maya, id)).toEqual(before)
    expect((await overview(maya))?.questions).toEqual([])
    await atSupplier(11, 'price = price / 5')
    await later()
    expect((await variantsOf(maya, id)).map(({ cost }) => cost)).toEqual(before.map(({ cost }) => (cost ?? 0) * 2))
  })
})

test('AUTO_UPDATE_STOCK_PRODUCT: beyond the plan products are paused, and it is said', async () => {
  const maya = await server.person()
  const import_data = Array.from({ length: 28 }, (_, n) => ({ source: 'cj' as const, product_id: `p${n + 20}` }))
  await ask(importListCalls.importAll, { import_data }, maya)
  await later()
  expect(await overview(maya)).toMatchObject({ watched: 25, paused: 3, limit: 25 })
  expect(await watchedProducts(maya, 'paused')).toHaveLength(3)
  expect(await told(maya)).toEqual(['Some products are not watched'])
  const [paused] = await watchedProducts(maya, 'paused')
  const before = await variantsOf(maya, paused?.product_id ?? '')
  await server.behind.query(`update catalog_variants set price = price + 100`)
  await later()
  expect(await variantsOf(maya, paused?.product_id ?? '')).toEqual(before)
})
