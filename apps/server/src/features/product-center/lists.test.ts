import { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { productCenterCalls as center } from '@omni/contracts/product-center.calls.ts'
import { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { expect, test } from 'vitest'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
await fillCatalogue(server.behind, { products: 20, variants: 2 })
const { ask } = server
const maya = await server.person()
const import_data = Array.from({ length: 9 }, (_, n) => ({ source: 'cj' as const, product_id: `p${n + 1}` }))
await ask(importListCalls.importAll, { import_data }, maya)
const items = (await ask(center.listProducts, {}, maya)).body.data?.items ?? []
const ids = items.map(({ product_id }) => product_id)

test('pages follow each other without a gap in every order, and a filter narrows list and count alike', async () => {
  expect(ids).toHaveLength(9)
  for (const sort of ['newest', 'updated', 'title', 'price_desc', 'margin'] as const) {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await ask(center.listProducts, { sort, page_size: 4, ...(cursor && { cursor }) }, maya)
      seen.push(...(page.body.data?.items.map(({ product_id }) => product_id) ?? []))
      cursor = page.body.data?.next_cursor ?? undefined
    } while (cursor)
    expect(seen.toSorted(), sort).toEqual(ids.toSorted())
  }
  expect((await ask(center.listProducts, { cursor: 'nonsense' }, maya)).body.errors).toHaveProperty('cursor')
  const found = await ask(center.listProducts, { text: 'number 7' }, maya)
  expect(found.body.data?.items.map(({ title }) => title)).toEqual(['Product number 7'])
  expect((await ask(center.countProducts, { text: 'number 7' }, maya)).body.data).toEqual({
    total: 1,
    total_is_capped: false,
  })
  expect((await ask(center.countProducts, {}, maya)).body.data?.total).toBe(9)
})

test('without a price for sending a profit is what is earned at most, and the last in both orders', async () => {
  const unknown = ids.slice(2, 6)
  await server.behind.query('update products set shipping_cost = null where product_id = any($1)', [unknown])
  const edits = [{ field: 'price' as const, how: 'set' as const, value: 2_500 }]
  await ask(bulkEditCalls.bulkUpdate, { selection: { ids }, edits }, maya)
  await server.runJobs()
  for (const sort of ['profit', 'profit_desc', 'margin', 'margin_desc'] as const) {
    const seen: NonNullable<typeof items>[number][] = []
    let cursor: string | undefined
    do {
      const page = await ask(center.listProducts, { sort, page_size: 2, ...(cursor && { cursor }) }, maya)
      seen.push(...(page.body.data?.items ?? []))
      cursor = page.body.data?.next_cursor ?? undefined
    } while (cursor)
    expect(seen.map(({ product_id }) => product_id).toSorted(), sort).toEqual(ids.toSorted())
    expect(seen.slice(-4).map(({ profit }) => [profit?.state, profit?.margin])).toEqual(
      Array.from({ length: 4 }, () => ['unknown', null]),
    )
    const known = seen
      .slice(0, 5)
      .map(({ profit }) => (sort.startsWith('margin') ? profit?.margin : profit?.amount) ?? 0)
    const up = known.toSorted((a, b) => a - b)
    expect(known, sort).toEqual(sort.endsWith('desc') ? up.toReversed() : up)
  }
  const [row] = (await ask(center.listProducts, { sort: 'profit_desc', page_size: 1 }, maya)).body.data?.items ?? []
  // 25.00 less the goods, 1.99 for sending, and a payment fee of 2.9 % and 30 cents.
  expect(row?.profit).toMatchObject({ state: 'estimated', amount: 2_500 - (row?.cost_max ?? 0) - 199 - 103 })
  expect((await ask(center.countProducts, { min_margin: 0 }, maya)).body.data?.total).toBe(5)
  await server.behind.query('update products set shipping_cost = 199 where product_id = any($1)', [unknown])
})

test('tags and collections are counted as they are used', async () => {
  const edits = [
    { field: 'tags' as const, how: 'tags_add' as const, value: ['Summer sale'] },
    { field: 'collections' as const, how: 'tags_add' as const, value: ['Beach'] },
  ]
  await ask(bulkEditCalls.bulkUpdate, { selection: { ids: ids.slice(0, 2) }, edits }, maya)
  await server.runJobs()
  expect((await ask(center.listTags, { text: 'summer' }, maya)).body.data?.tags).toEqual([
    { name: 'Summer sale', products: 2 },
  ])
  expect((await ask(center.listTags, { text: 'winter' }, maya)).body.data?.tags).toEqual([])
  expect((await ask(center.listCollectionNames, {}, maya)).body.data?.collections).toEqual([
    { name: 'Beach', products: 2 },
  ])
})

test('the feed goes on from a point and names what was deleted', async () => {
  const start = await ask(center.listProductFeed, { page_size: 100 }, maya)
  expect(start.body.data?.items).toHaveLength(9)
  const cursor = start.body.data?.next_cursor ?? ''
  expect((await ask(center.listProductFeed, { cursor }, maya)).body.data?.items).toEqual([])
  server.clock.now = new Date(server.clock.now.getTime() + 1000)
  await ask(center.deleteProducts, { selection: { ids: ids.slice(8) } }, maya)
  const next = await ask(center.listProductFeed, { cursor }, maya)
  expect(next.body.data?.items).toMatchObject([{ product_id: ids[8], deleted: true }])
})

test('the suppliers behind the products, most products first, with what is watched', async () => {
  await ask(supplierCalls.followSupplier, { action: 'follow', source: 'cj', seller_id: 's2' }, maya)
  await ask(center.setTracking, { selection: { ids }, tracking: false }, maya)
  const first = await ask(center.listProductSuppliers, { page_size: 3 }, maya)
  const next_cursor = first.body.data?.next_cursor ?? ''
  const rest = await ask(center.listProductSuppliers, { page_size: 10, cursor: next_cursor }, maya)
  const all = [...(first.body.data?.items ?? []), ...(rest.body.data?.items ?? [])]
  expect(new Set(all.map(({ seller_id }) => seller_id)).size).toBe(all.length)
  expect(all.reduce((sum, { products }) => sum + products, 0)).toBe(8)
  expect(all.map(({ products }) => products)).toEqual(all.map(({ products }) => products).toSorted((a, b) => b - a))
  expect(all.every(({ tracking, not_tracking, products }) => tracking === 0 && not_tracking === products)).toBe(true)
  expect(all.find(({ seller_id }) => seller_id === 's2')?.followed).toBe(true)
  expect((await ask(center.listProductSuppliers, { text: 'seller 2' }, maya)).body.data?.items).toHaveLength(1)
})

test("a view of the order list is one person's, under names that others may use, too", async () => {
  const noor = await server.person()
  await server.behind.query('insert into workplace_members (workplace_id, user_id) values ($1, $2)', [
    maya.workplace_id,
    noor.user_id,
  ])
  const there = { ...noor, workplace_id: maya.workplace_id }
  const save = (who: typeof maya, sub: string) =>
    ask(center.saveView, { screen: 'orders', name: 'Morning', query: { sub } }, who)
  const views = async (who: typeof maya) =>
    (await ask(center.listViews, { screen: 'orders' }, who)).body.data?.views.map(({ query }) => query['sub'])
  const own = (await save(maya, 'needs_attention')).body.data?.view_id ?? ''
  await save(there, 'all')
  expect([await views(maya), await views(there)]).toEqual([['needs_attention'], ['all']])
  expect((await ask(center.deleteView, { view_id: own }, there)).http).toBe(404)
  expect(await views(maya)).toEqual(['needs_attention'])
})

test('a view is saved, replaced under the same name, listed on its own screen and forgotten', async () => {
  const save = (query: Record<string, string>) => ask(center.saveView, { screen: 'center', name: 'Cheap', query }, maya)
  await save({ max_price: '500' })
  const view = (await save({ max_price: '300' })).body.data
  expect((await ask(center.listViews, { screen: 'center' }, maya)).body.data?.views).toEqual([view])
  expect(view?.query).toEqual({ max_price: '300' })
  expect((await ask(center.listViews, { screen: 'import' }, maya)).body.data?.views).toEqual([])
  await ask(center.deleteView, { view_id: view?.view_id ?? '' }, maya)
  expect((await ask(center.listViews, { screen: 'center' }, maya)).body.data?.views).toEqual([])
  expect((await ask(center.deleteView, { view_id: view?.view_id ?? '' }, maya)).http).toBe(404)
})
