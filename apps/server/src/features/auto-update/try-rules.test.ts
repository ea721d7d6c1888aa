import { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import { expect, test } from 'vitest'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { testServer } from '../../testing/test-server.ts'
import { recordVariantHistory } from '../catalog/ingest/variant-history.ts'

const server = await testServer()
await fillCatalogue(server.behind, { products: 3, variants: 2 })
const { ask } = server
const HOUR = 3_600_000
const RULES = { on_price_change: 'keep_margin', price_change_percent: 10, price_fall_percent: 10 } as const

/** The supplier is read, as the ingest does it: what changed is noted, then written. */
async function read(product: string, factor: number) {
  const { rows } = await server.behind.query<{ id: number; sku_id: string; price: number; quantity: number }>(
    `select c.id::int as id, v.sku_id, v.price, v.quantity from catalog_variants v
      join catalog_products c on c.id = v.product_id where c.source_product_id = $1`,
    [product],
  )
  const id = rows[0]?.id ?? 0
  const variants = rows.map((row) => ({ ...row, price: Math.round(row.price * factor) }))
  const now = server.clock.now
  if (factor !== 1)
    await server.runtime.db({}).tx((tx) => recordVariantHistory(tx, id, { was_gone: false, variants, now }))
  for (const { sku_id, price } of variants)
    await server.behind.query('update catalog_variants set price = $3 where product_id = $1 and sku_id = $2', [
      id,
      sku_id,
      price,
    ])
  await server.behind.query('update catalog_products set detail_at = $2, seen_at = $2 where id = $1', [id, now])
}

/** Hour by hour: by what the cost is multiplied. */
const STEPS = [1.12, 1, 0.7, 1, 1, 1, 1, 1, 1, 1.5, 1, 1, 0.8, 1.25, 1, 1.05, 1.05, 1.05, 1, 1]

test('trying rules on what happened says what they did, and changes nothing', async () => {
  const maya = await server.person()
  await ask(productSettingsCalls.updateMonitoring, RULES, maya)
  const imported = await ask(importListCalls.importProduct, { source: 'cj', supplier_product_id: 'p1' }, maya)
  const id = imported.body.data?.product_package_id ?? ''
  await read('p1', 1)
  await server.runJobs()
  for (const factor of STEPS) {
    await read('p1', factor)
    server.clock.now = new Date(server.clock.now.getTime() + 20 * 60_000)
    await server.runJobs()
    // Looked at again within the hour, as hot products are.
    await read('p1', 1)
    server.clock.now = new Date(server.clock.now.getTime() + HOUR - 20 * 60_000)
    await server.runJobs()
  }
  const { rows } = await server.behind.query<{ n: number }>(
    `select coalesce(sum((select count(*) from json_object_keys(c.fields) f where f like '%/price')), 0)::int as n
      from product_changes c where c.product_id = $1 and c.kind = 'rule'`,
    [id],
  )
  const before = (await ask(editorCalls.getProduct, { id }, maya)).body.data?.product
  const tried = (await ask(autoUpdateCalls.tryRules, RULES, maya)).body.data
  expect(tried).toMatchObject({ days: 30, products: 1, price_changes: rows[0]?.n, stopped: 0, is_capped: false })
  expect(rows[0]?.n).toBeGreaterThan(3)
  expect(tried?.flaps).toBeGreaterThan(0)
  expect(tried?.largest[0]).toMatchObject({ product_id: id, currency: 'USD' })
  expect((await ask(editorCalls.getProduct, { id }, maya)).body.data?.product).toEqual(before)

  // Rules that only ask change no price; a price of the seller's own is asked about, never changed.
  const asking = (await ask(autoUpdateCalls.tryRules, { ...RULES, on_price_change: 'ask' }, maya)).body.data
  expect(asking).toMatchObject({ price_changes: 0, largest: [] })
  expect(asking?.asked).toBeGreaterThan(0)
  const changes = Object.fromEntries(
    (before?.variants ?? []).map(({ variant_id }) => [`variants/${variant_id}/price`, 99_99]),
  )
  const base_revision = before?.revision ?? 0
  await ask(editorCalls.saveProduct, { id, save_id: crypto.randomUUID(), client_id: 't', base_revision, changes }, maya)
  expect((await ask(autoUpdateCalls.tryRules, RULES, maya)).body.data).toMatchObject({ price_changes: 0 })
})

test('figures that nobody would believe are counted, not followed', async () => {
  const maya = await server.person()
  await ask(importListCalls.importProduct, { source: 'cj', supplier_product_id: 'p2' }, maya)
  await read('p2', 10)
  const tried = (await ask(autoUpdateCalls.tryRules, RULES, maya)).body.data
  expect(tried).toMatchObject({ price_changes: 0, stopped: 2 })
})
