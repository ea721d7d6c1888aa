import { importListCalls as imports } from '@omni/contracts/import-list.calls.ts'
import { expect, test } from 'vitest'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
await fillCatalogue(server.behind, { products: 12, variants: 2 })
const { ask } = server

test('the older path imports the same, once, and both lists of what is imported say so', async () => {
  const maya = await server.person()
  const first = await ask(imports.importFromPlatform, { platform: 'cj', supplier_product_id: 'p1' }, maya)
  expect(first.body.data?.status).toBe('ready')
  const again = await ask(imports.importFromPlatform, { platform: 'cj', supplier_product_id: 'p1' }, maya)
  expect(again.http).toBe(400)
  await ask(imports.importProduct, { source: 'cj', supplier_product_id: 'p2' }, maya)
  const one = await ask(imports.listImported, { page_size: 1 }, maya)
  const two = await ask(imports.listImported, { page_size: 1, cursor: one.body.data?.next_cursor ?? '' }, maya)
  const listed = [...(one.body.data?.items ?? []), ...(two.body.data?.items ?? [])]
  expect(listed).toMatchObject([
    { source: 'cj', source_product_id: 'p1', product_package_id: first.body.data?.product_package_id },
    { source: 'cj', source_product_id: 'p2' },
  ])
  expect(two.body.data?.next_cursor).toBeNull()
  expect((await ask(imports.listImportedCenter, {}, maya)).body.data?.items).toEqual(listed)
})

test('a supplier product as an import would copy it', async () => {
  const maya = await server.person()
  const reply = await ask(imports.getSourceDetail, { platform: 'cj', id: 'p3' }, maya)
  expect(reply.body.data?.product).toMatchObject({ source_product_id: 'p3', name: 'Product number 3' })
  expect(reply.body.data?.product.variants).toHaveLength(2)
  expect((await ask(imports.getSourceDetail, { platform: 'cj', id: 'nothing' }, maya)).http).toBe(404)
})

test('for a first order: in stock, best profit first', async () => {
  const maya = await server.person()
  const import_data = [4, 5, 6].map((n) => ({ source: 'cj' as const, product_id: `p${n}` }))
  await ask(imports.importAll, { import_data }, maya)
  const all = (await ask(imports.listImportList, { sort: 'profit_desc' }, maya)).body.data?.items ?? []
  const [best, ...others] = all
  await server.behind.query('update products set stock = 0 where product_id = $1', [best?.product_id])
  const suggested = (await ask(imports.suggestForOrder, { limit: 2 }, maya)).body.data?.items ?? []
  expect(suggested.map(({ product_id }) => product_id).toSorted()).toEqual(
    others.map(({ product_id }) => product_id).toSorted(),
  )
  expect(suggested[0]?.profit?.amount).toBeGreaterThanOrEqual(suggested[1]?.profit?.amount ?? 0)
})
