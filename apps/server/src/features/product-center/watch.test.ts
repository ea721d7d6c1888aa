import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { notificationCalls } from '@omni/contracts/notifications.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { expect, test } from 'vitest'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

const server = await testServer()
await fillCatalogue(server.behind, { products: 10, variants: 4 })
const { ask } = server

async function imported(maya: Person, n: number): Promise<string> {
  return (
    (await ask(importListCalls.importProduct, { source: 'cj', supplier_product_id: `p${n}` }, maya)).body.data
      ?.product_package_id ?? ''
  )
}
const atSupplier = (n: number, change: string) =>
  server.behind.query(
    `update catalog_variants v set ${change} from catalog_products c
      where c.id = v.product_id and c.source_product_id = $1`,
    [`p${n}`],
  )
/** Delivers what is waiting, then lets the quarter of an hour pass. */
async function later() {
  await server.runJobs()
  server.clock.now = new Date(server.clock.now.getTime() + 16 * 60_000)
  await server.runJobs(2)
}
const told = async (maya: Person) =>
  (await ask(notificationCalls.listNotification, {}, maya)).body.data?.items
    .map(({ title }) => title)
    .filter((title) => title.includes('upplier')) ?? []

test("cost and stock follow the supplier, the seller is told once, and the seller's own price stays", async () => {
  const maya = await server.person()
  const id = await imported(maya, 1)
  const before = (await ask(editorCalls.getProduct, { id }, maya)).body.data?.product
  await later()
  expect(await told(maya)).toEqual([])
  await atSupplier(1, 'price = price * 2, quantity = case when position = 0 then 0 else quantity end')
  await later()
  const after = (await ask(editorCalls.getProduct, { id }, maya)).body.data?.product
  expect(after?.variants.map(({ cost }) => cost)).toEqual(before?.variants.map(({ cost }) => (cost ?? 0) * 2))
  expect(after?.variants.map(({ price }) => price)).toEqual(before?.variants.map(({ price }) => price))
  expect(after?.variants[0]).toMatchObject({ quantity: 0, enabled: true })
  expect(await told(maya)).toEqual(expect.arrayContaining(['Supplier price changed', 'Sold out at the supplier']))
  await later()
  expect(await told(maya)).toHaveLength(2)
  const row = (await ask(importListCalls.listImportList, {}, maya)).body.data?.items[0]
  expect(row?.cost_min).toBe((before?.variants[0]?.cost ?? 0) * 2)
  expect(row?.profit).toBeLessThan(before?.variants[0]?.price ?? 0)
})

test('where the settings say so, prices follow the rule and sold-out variants are switched off; both are in the history', async () => {
  const maya = await server.person()
  await ask(
    productSettingsCalls.updateMonitoring,
    { on_price_change: 'apply_rule', on_out_of_stock: 'disable', price_change_percent: 5 },
    maya,
  )
  const id = await imported(maya, 2)
  const before = (await ask(editorCalls.getProduct, { id }, maya)).body.data?.product
  await atSupplier(2, 'price = price * 3, quantity = case when position = 1 then 0 else quantity end')
  await later()
  const after = (await ask(editorCalls.getProduct, { id }, maya)).body.data?.product
  expect(
    after?.variants.every(({ price, cost }, at) => price > (before?.variants[at]?.price ?? 0) && price > (cost ?? 0)),
  ).toBe(true)
  expect(after?.variants.map(({ enabled }) => enabled)).toEqual([true, false, true, true])
  const history = await ask(editorCalls.listProductHistory, { id }, maya)
  expect(history.body.data?.items).toMatchObject([
    { kind: 'supplier', by: 'The supplier', mine: false },
    { kind: 'import', by: 'Ada Test', mine: true },
  ])
  const { rows } = await server.behind.query(`select user_id from product_changes where kind = 'supplier'`)
  expect(rows).toEqual([{ user_id: null }])
})

test('a product its supplier no longer sells; one that is not watched', async () => {
  const maya = await server.person()
  await imported(maya, 3)
  await server.behind.query(`update catalog_products set gone_at = now() where source_product_id = 'p3'`)
  await later()
  expect(await told(maya)).toEqual(['Supplier stopped selling'])
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
