import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../../frame/refusal.ts'
import type { Site, WooWorld } from './auth.ts'
import { readBody, variationDoc } from './product-input.ts'
import { batch, fieldsOf } from './batch.ts'
import { changePost, checkSku, deletePost, EMPTY, findPost, insertPost, touchParent, withSku } from './products.ts'
import { contextOf, type Post, showVariations } from './show.ts'
import { type Answer, type Incoming, pageOf, type Route } from './rest.ts'
import { wpError } from './wp.ts'

const invalidId = () => wpError(404, 'woocommerce_rest_product_variation_invalid_id', 'Invalid ID.')

async function parentOf(world: WooWorld, site: Site, id: number): Promise<Post> {
  const parent = await findPost(world, site, id, 'product')
  if (parent) return parent
  throw wpError(
    404,
    'woocommerce_rest_product_variation_invalid_parent',
    'Cannot set attributes due to invalid parent product.',
  )
}

async function list({ world, site, ids: [product = 0], query }: Incoming): Promise<Answer> {
  const { page, per_page } = pageOf(query)
  if (!(await findPost(world, site, product, 'product')))
    throw wpError(404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.')
  const all = world.db.selectFrom('posts').where('parent_id', '=', product)
  const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await all
    .selectAll()
    .orderBy('id', query['order'] === 'asc' ? 'asc' : 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { body: await showVariations(world, site, rows, contextOf(query)), total: Number(total), per_page }
}

async function make(world: WooWorld, site: Site, product: number, given: unknown) {
  const body = readBody(given)
  const parent = await parentOf(world, site, product)
  const sku = body.sku ?? ''
  const post = await withSku(site, sku, async () => {
    await checkSku(world, site, sku)
    const doc = await variationDoc(world, site, { ...EMPTY, name: parent.doc.name }, body, parent.doc)
    const status = body.status ?? 'publish'
    return insertPost(world, site, { kind: 'variation', parent_id: product, status, sku, doc }, 'api')
  })
  return (await showVariations(world, site, [post], 'edit'))[0]
}

async function edit(world: WooWorld, site: Site, product: number, id: number, given: unknown) {
  const body = readBody(given)
  const old = await findPost(world, site, id, 'variation')
  if (!old || old.parent_id !== product) throw invalidId()
  const parent = await parentOf(world, site, product)
  if (body.sku !== undefined) await checkSku(world, site, body.sku, id)
  const doc = await variationDoc(world, site, old.doc, body, parent.doc)
  const change = { status: body.status, sku: body.sku, doc, fields: fieldsOf(given) }
  return (await showVariations(world, site, [await changePost(world, site, old, change, 'api')], 'edit'))[0]
}

async function drop(world: WooWorld, site: Site, product: number, id: number) {
  const old = await findPost(world, site, id, 'variation')
  if (!old || old.parent_id !== product) throw invalidId()
  const [shown] = await showVariations(world, site, [old], 'edit')
  await deletePost(world, site, old)
  return shown
}

/** Whatever happens to variations happens to their product as well, once a request. */
async function touching(incoming: Incoming, work: (product: number) => Promise<Answer>): Promise<Answer> {
  const [product = 0] = incoming.ids
  const answer = await work(product)
  await touchParent(incoming.world, incoming.site, product)
  return answer
}

const batchVariations = (incoming: Incoming) =>
  touching(incoming, async (product) => {
    const { world, site, body } = incoming
    let saved = 0
    /** Whether the host still works for this request. */
    const lives = async () => {
      await sleep(site.ms_per_item)
      return site.dies_after === 0 || saved++ < site.dies_after
    }
    const answer = await batch(body, {
      create: async (item) => ((await lives()) ? make(world, site, product, item) : half(world, site, product, item)),
      update: async (id, item) => ((await lives()) ? edit(world, site, product, id, item) : null),
      remove: async (id) => ((await lives()) ? drop(world, site, product, id) : null),
    })
    if (site.dies_after === 0 || saved <= site.dies_after) return answer
    throw new Refusal({ status: 504, headers: { 'content-type': 'text/html' }, body: '<h1>Gateway Time-out</h1>' })
  })

/** Killed between the post with its SKU and everything else. What would have come after it is never begun. */
async function half(world: WooWorld, site: Site, product: number, given: unknown) {
  const { sku = '' } = readBody(given)
  const rows = await world.db
    .updateTable('sites')
    .set({ dies_after: 0 })
    .where('site', '=', site.site)
    .where('dies_after', '>', 0)
    .returning('site')
    .execute()
  if (rows.length === 0) return null
  const parent = await parentOf(world, site, product)
  const doc = { ...EMPTY, name: parent.doc.name }
  return insertPost(world, site, { kind: 'variation', parent_id: product, status: 'publish', sku, doc }, 'api')
}

const BASE = '/wc/v3/products/#/variations'

export const variationRoutes: Route[] = [
  { method: 'GET', path: BASE, endpoint: 'variations.list', run: list },
  {
    method: 'POST',
    path: BASE,
    endpoint: 'variations.create',
    run: (incoming) =>
      touching(incoming, async (product) => ({
        status: 201,
        body: await make(incoming.world, incoming.site, product, incoming.body),
      })),
  },
  { method: 'POST', path: `${BASE}/batch`, endpoint: 'variations.batch', run: batchVariations },
  {
    method: 'PUT',
    path: `${BASE}/#`,
    endpoint: 'variations.update',
    run: (incoming) =>
      touching(incoming, async (product) => ({
        body: await edit(incoming.world, incoming.site, product, incoming.ids[1] ?? 0, incoming.body),
      })),
  },
  {
    method: 'DELETE',
    path: `${BASE}/#`,
    endpoint: 'variations.delete',
    run: (incoming) =>
      touching(incoming, async (product) => ({
        body: await drop(incoming.world, incoming.site, product, incoming.ids[1] ?? 0),
      })),
  },
]
