import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { describe, expect, test } from 'vitest'
import { fillCatalogue } from '../../testing/fill-catalogue.ts'
import { type Person, testServer } from '../../testing/test-server.ts'

const server = await testServer()
await fillCatalogue(server.behind, { products: 20, variants: 4 })
await fillCatalogue(server.behind, { products: 1, variants: 2048, from: 1000 })
const { ask } = server

async function imported(maya: Person, n: number): Promise<string> {
  const reply = await ask(importListCalls.importProduct, { source: 'cj', supplier_product_id: `p${n}` }, maya)
  return reply.body.data?.product_package_id ?? ''
}
const open = async (maya: Person, id: string) => {
  const {
    body: { data },
  } = await ask(editorCalls.getProduct, { id }, maya)
  if (!data) throw new Error('no product')
  return data.product
}
const save = (
  maya: Person,
  id: string,
  client_id: string,
  base_revision: number,
  changes: Record<string, unknown>,
  save_id = crypto.randomUUID(),
) => ask(editorCalls.saveProduct, { id, save_id, client_id, base_revision, changes: changes as never }, maya) // any JSON

describe('saving', () => {
  test('two tabs in different fields both keep theirs; in the same field the later wins and is told what it replaced', async () => {
    const maya = await server.person()
    const id = await imported(maya, 1)
    const {
      revision,
      variants: [first],
    } = await open(maya, id)
    const price = `variants/${first?.variant_id}/price`
    const a = await save(maya, id, 'a', revision, { title: 'From tab A', [price]: 5000 })
    expect(a.body.data).toMatchObject({ revision: revision + 1, merged: {}, overwrote: [] })
    const b = await save(maya, id, 'b', revision, { vendor: 'Tab B', title: 'From tab B' })
    expect(b.body.data).toMatchObject({
      revision: revision + 2,
      merged: { [price]: 5000 },
      overwrote: [{ field: 'title', theirs: 'From tab A' }],
    })
    expect(await open(maya, id)).toMatchObject({
      title: 'From tab B',
      vendor: 'Tab B',
      variants: [{ price: 5000 }, {}, {}, {}],
    })
  })

  test('the same save twice is one change', async () => {
    const maya = await server.person()
    const id = await imported(maya, 2)
    const { revision } = await open(maya, id)
    const save_id = crypto.randomUUID()
    const first = await save(maya, id, 'a', revision, { title: 'Once' }, save_id)
    const again = await save(maya, id, 'a', revision, { title: 'Once' }, save_id)
    expect(again.body.data?.revision).toBe(first.body.data?.revision)
    const parallel = await Promise.all(
      Array.from({ length: 10 }, () =>
        save(maya, id, 'a', revision + 1, { title: 'Parallel' }, '0190c2a4-3c4f-7000-8000-000000000001'),
      ),
    )
    expect(new Set(parallel.map(({ body }) => body.data?.revision))).toEqual(new Set([revision + 2]))
  })

  test('a save that comes again late does not undo what was saved after it', async () => {
    const maya = await server.person()
    const id = await imported(maya, 3)
    const { revision } = await open(maya, id)
    const save_id = crypto.randomUUID()
    const first = await save(maya, id, 'a', revision, { title: 'First' }, save_id)
    await save(maya, id, 'a', revision + 1, { title: 'Second' })
    const late = await save(maya, id, 'a', revision, { title: 'First' }, save_id)
    expect([late.http, late.body.data?.saved_at]).toEqual([200, first.body.data?.saved_at])
    expect(await open(maya, id)).toMatchObject({ title: 'Second', revision: revision + 2 })
  })

  test('a wrong field is named and nothing is lost; descriptions are cleaned', async () => {
    const maya = await server.person()
    const id = await imported(maya, 3)
    const {
      revision,
      variants: [first, second],
    } = await open(maya, id)
    const wrong = await save(maya, id, 'a', revision, {
      title: '',
      [`variants/${first?.variant_id}/price`]: -5,
      nonsense: 1,
    })
    expect(wrong.http).toBe(422)
    expect(Object.keys(wrong.body.errors ?? {})).toEqual(['title', `variants/${first?.variant_id}/price`, 'nonsense'])
    const alike = await save(maya, id, 'a', revision, {
      [`variants/${first?.variant_id}/option_values`]: second?.option_values,
    })
    expect(alike.http).toBe(422)
    const cleaned = await save(maya, id, 'a', revision, {
      description: '<p onclick="x()">Good <a href="javascript:alert(1)">link</a><script>alert(1)</script></p>',
    })
    expect(JSON.stringify(cleaned.body.data?.merged)).not.toMatch(/<script|onclick|javascript/)
    expect((await open(maya, id)).description).toBe('<p>Good <a rel="noopener nofollow">link</a></p>')
  })

  test('history tells every change and goes back to any of them, and back again', async () => {
    const maya = await server.person()
    const id = await imported(maya, 4)
    const start = await open(maya, id)
    const gone = start.variants[3]
    await save(maya, id, 'a', 1, { title: 'One' })
    server.clock.now = new Date(server.clock.now.getTime() + 120_000)
    await save(maya, id, 'a', 2, { title: 'Two', [`variants/${gone?.variant_id}`]: null })
    server.clock.now = new Date(server.clock.now.getTime() + 120_000)
    await save(maya, id, 'a', 3, { tags: ['x'] })
    const history = await ask(editorCalls.listProductHistory, { id }, maya)
    expect(history.body.data?.items.map(({ kind, revision }) => `${kind} ${revision}`)).toEqual([
      'edit 4',
      'edit 3',
      'edit 2',
      'import 1',
    ])
    const restored = await ask(
      editorCalls.restoreProduct,
      { id, revision: 2, save_id: crypto.randomUUID(), client_id: 'a' },
      maya,
    )
    expect(restored.body.data?.product).toMatchObject({ title: 'One', tags: [], revision: 5 })
    expect(restored.body.data?.product.variants).toHaveLength(4)
    expect(
      restored.body.data?.product.variants.find(({ variant_id }) => variant_id === gone?.variant_id),
    ).toMatchObject({ suppliers: 1, cost: gone?.cost })
    const again = await ask(
      editorCalls.restoreProduct,
      { id, revision: 4, save_id: crypto.randomUUID(), client_id: 'a' },
      maya,
    )
    expect(again.body.data?.product).toMatchObject({ title: 'Two', tags: ['x'] })
    expect(again.body.data?.product.variants).toHaveLength(3)
    const first = await ask(
      editorCalls.restoreProduct,
      { id, revision: 1, save_id: crypto.randomUUID(), client_id: 'a' },
      maya,
    )
    const { revision: _r, updated_at: _u, ...original } = start
    expect(first.body.data?.product).toMatchObject(original)
  })

  test('2,048 variants: a whole column in one save', async () => {
    const maya = await server.person()
    const id = await imported(maya, 1000)
    const { variants, revision } = await open(maya, id)
    expect(variants).toHaveLength(2048)
    const reply = await save(
      maya,
      id,
      'a',
      revision,
      Object.fromEntries(
        variants.flatMap(({ variant_id }, at) => [
          [`variants/${variant_id}/price`, 1000 + at],
          [`variants/${variant_id}/sku`, `SKU-${at}`],
        ]),
      ),
    )
    expect(reply.body.success).toBe(true)
    expect((await open(maya, id)).variants.map(({ price }) => price)).toEqual(variants.map((_, at) => 1000 + at))
    const found = await ask(importListCalls.listImportList, { text: 'sku-77' }, maya)
    expect(found.body.data?.total).toBe(1)
  })

  test('several suppliers per variant, in order, and more than ten of them', async () => {
    const maya = await server.person()
    const id = await imported(maya, 5)
    for (let n = 6; n < 17; n++) {
      const linked = await ask(
        importListCalls.linkSourceProduct,
        { platform: 'cj', id: `p${n}`, product_center_id: id },
        maya,
      )
      expect(linked.body.data).toMatchObject({ linked: 4, unmatched: [] })
    }
    const {
      body: { data },
    } = await ask(importListCalls.getSourceVariants, { id }, maya)
    expect(
      data?.variants.every(({ suppliers }) => suppliers.length === 12 && suppliers[0]?.source_product_id === 'p5'),
    ).toBe(true)
    const ids = data?.variants.map(({ variant_id }) => variant_id) ?? []
    await ask(
      editorCalls.setVariantSuppliers,
      {
        id,
        variant_ids: ids,
        order: [
          { source: 'cj', source_product_id: 'p9' },
          { source: 'cj', source_product_id: 'p5' },
        ],
      },
      maya,
    )
    const after = await ask(importListCalls.getSourceVariants, { id }, maya)
    expect(
      after.body.data?.variants.every(
        ({ suppliers }) => suppliers.map(({ source_product_id }) => source_product_id).join() === 'p9,p5',
      ),
    ).toBe(true)
    expect((await open(maya, id)).variants[0]?.cost).toBe(309)
    const counts = await ask(importListCalls.getProductCounts, {}, maya)
    expect(counts.body.data?.suppliers.source_products).toBe(2)
  })

  test('what an assistant wrote is taken back by itself, once; what was edited after it stays', async () => {
    const maya = await server.person()
    const id = await imported(maya, 11)
    const { title, vendor, revision } = await open(maya, id)
    const by = (save_id: string, changes: Record<string, string>, by_ai = true) =>
      ask(editorCalls.saveProduct, { id, save_id, client_id: 'a', base_revision: revision, changes, by_ai }, maya)
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    await by(first, { title: 'Written for me', vendor: 'A better name' })
    await by(crypto.randomUUID(), { vendor: 'My own name' }, false)
    await by(second, { product_type: 'Lamps' })
    const snapshots = async () =>
      (await ask(editorCalls.listProductHistory, { id }, maya)).body.data?.items.flatMap(
        ({ snapshot_id }) => snapshot_id ?? [],
      )
    expect(await snapshots()).toEqual([second, first])
    const noor = await server.person()
    expect((await ask(editorCalls.rollbackAiSnapshot, { id: first }, noor)).http).toBe(404)
    expect((await ask(editorCalls.deleteAiSnapshots, { ids: [first] }, noor)).body.data).toEqual({ deleted: 0 })
    const both = await Promise.all([1, 2].map(() => ask(editorCalls.rollbackAiSnapshot, { id: first }, maya)))
    expect(both.map(({ http }) => http).sort()).toEqual([200, 404])
    expect(both.find(({ http }) => http === 200)?.body.data).toMatchObject({ product_id: id, kept: ['vendor'] })
    expect(await open(maya, id)).toMatchObject({ title, vendor: 'My own name', product_type: 'Lamps' })
    expect(vendor).not.toBe('My own name')
    expect((await ask(editorCalls.deleteAiSnapshots, { ids: [second] }, maya)).body.data).toEqual({ deleted: 1 })
    expect((await ask(editorCalls.rollbackAiSnapshot, { id: second }, maya)).http).toBe(404)
    expect(await snapshots()).toEqual([])
  })

  test('another workplace sees nothing of it', async () => {
    const [maya, noor] = [await server.person(), await server.person()]
    const id = await imported(maya, 7)
    expect((await ask(editorCalls.getProduct, { id }, noor)).http).toBe(404)
    expect((await save(noor, id, 'a', 1, { title: 'Mine' })).http).toBe(404)
    expect((await ask(editorCalls.listProductHistory, { id }, noor)).http).toBe(404)
  })
})
