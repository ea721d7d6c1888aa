import { sql } from 'kysely'
import type { Site, WooWorld } from './auth.ts'
import { batch, fieldsOf } from './batch.ts'
import { productDoc, readBody } from './product-input.ts'
import { changePost, checkSku, deletePost, EMPTY, findPost, insertPost, trashPost, withSku } from './products.ts'
import { contextOf, type Post, showProducts } from './show.ts'
import { type Answer, type Incoming, pageOf, type Route } from './rest.ts'
import { columnTime, invalidParam, wpError } from './wp.ts'

const invalidId = (status: number) => wpError(status, 'woocommerce_rest_product_invalid_id', 'Invalid ID.')
const useVariations = () =>
  wpError(
    404,
    'woocommerce_rest_invalid_product_id',
    'To manipulate product variations you should use the /products/&lt;product_id&gt;/variations/&lt;id&gt; endpoint.',
  )

async function list({ world, site, query }: Incoming): Promise<Answer> {
  const { page, per_page } = pageOf(query)
  let posts = world.db.selectFrom('posts').where('site', '=', site.site)
  const skus = query['sku']?.split(',') ?? []
  // By a SKU, variations are found as well.
  posts = skus.length > 0 ? posts.where('sku', 'in', skus) : posts.where('kind', '=', 'product')
  const status = query['status'] ?? 'any'
  posts = status === 'any' ? posts.where('status', '!=', 'trash') : posts.where('status', '=', status)
  const ids = (query['include'] ?? '').split(',').map(Number).filter(Number.isSafeInteger)
  if (query['include']) posts = posts.where('id', 'in', ids.length > 0 ? ids : [0])
  const after = query['modified_after']
  if (after !== undefined) {
    const text = columnTime(after, site.utc_offset_h)
    if (text === null) throw invalidParam({ modified_after: 'Invalid date.' })
    const hours = query['dates_are_gmt'] === 'true' ? 0 : site.utc_offset_h
    const column = sql<Date>`modified_at + make_interval(hours => ${hours})`
    posts = posts.where(column, '>', new Date(`${text}Z`))
  }
  const { total } = await posts.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const order = query['order'] === 'asc' ? 'asc' : 'desc'
  const columns = { date: 'created_at', modified: 'modified_at', id: 'id', title: 'slug', slug: 'slug', include: 'id' }
  const orderby = query['orderby'] ?? 'date'
  if (!(orderby in columns))
    throw invalidParam({ orderby: `orderby is not one of ${Object.keys(columns).join(', ')}.` })
  const column = columns[orderby as keyof typeof columns] as 'created_at' // one of the names above
  const rows = await posts
    .selectAll()
    .orderBy(column, order)
    .orderBy('id', order)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { body: await showProducts(world, site, rows, contextOf(query)), total: Number(total), per_page }
}

async function read({ world, site, ids: [id = 0], query }: Incoming): Promise<Answer> {
  const post = await findPost(world, site, id)
  if (!post) throw invalidId(404)
  return { body: (await showProducts(world, site, [post], contextOf(query)))[0] }
}

async function makeProduct(world: WooWorld, site: Site, given: unknown): Promise<Post> {
  const body = readBody(given)
  const sku = body.sku ?? ''
  return withSku(site, sku, async () => {
    await checkSku(world, site, sku)
    const doc = await productDoc(world, site, EMPTY, body)
    return insertPost(world, site, { kind: 'product', status: body.status ?? 'publish', sku, doc }, 'api')
  })
}

async function editProduct(world: WooWorld, site: Site, id: number, given: unknown): Promise<Post> {
  const body = readBody(given)
  const old = await findPost(world, site, id)
  // Its own check comes late, so the answer is 400; products in the bin are found.
  if (!old) throw invalidId(400)
  if (old.kind === 'variation') throw useVariations()
  if (body.sku !== undefined) await checkSku(world, site, body.sku, id)
  const doc = await productDoc(world, site, old.doc, body)
  return changePost(world, site, old, { status: body.status, sku: body.sku, doc, fields: fieldsOf(given) }, 'api')
}

async function create({ world, site, body }: Incoming): Promise<Answer> {
  const post = await makeProduct(world, site, body)
  return { status: 201, body: (await showProducts(world, site, [post], 'edit'))[0] }
}

async function update({ world, site, ids: [id = 0], body }: Incoming): Promise<Answer> {
  const post = await editProduct(world, site, id, body)
  return { body: (await showProducts(world, site, [post], 'edit'))[0] }
}

async function remove({ world, site, ids: [id = 0], query }: Incoming): Promise<Answer> {
  const post = await findPost(world, site, id)
  if (!post) throw invalidId(404)
  if (post.kind === 'variation') throw useVariations()
  const [shown] = await showProducts(world, site, [post], 'edit')
  if (query['force'] === 'true') await deletePost(world, site, post)
  else if (post.status === 'trash')
    throw wpError(410, 'woocommerce_rest_already_trashed', 'The product has already been deleted.')
  else await trashPost(world, site, post)
  return { body: shown }
}

const batchProducts = ({ world, site, body }: Incoming): Promise<Answer> =>
  batch(body, {
    create: async (item) => (await showProducts(world, site, [await makeProduct(world, site, item)], 'edit'))[0],
    update: async (id, item) =>
      (await showProducts(world, site, [await editProduct(world, site, id, item)], 'edit'))[0],
    // A batch removes for good.
    remove: async (id) => {
      const post = await findPost(world, site, id, 'product')
      if (!post) throw invalidId(404)
      const [shown] = await showProducts(world, site, [post], 'edit')
      await deletePost(world, site, post)
      return shown
    },
  })

export const productRoutes: Route[] = [
  { method: 'GET', path: '/wc/v3/products', endpoint: 'products.list', run: list },
  { method: 'POST', path: '/wc/v3/products', endpoint: 'products.create', run: create },
  { method: 'POST', path: '/wc/v3/products/batch', endpoint: 'products.batch', run: batchProducts },
  { method: 'GET', path: '/wc/v3/products/#', endpoint: 'products.read', run: read },
  { method: 'PUT', path: '/wc/v3/products/#', endpoint: 'products.update', run: update },
  { method: 'DELETE', path: '/wc/v3/products/#', endpoint: 'products.delete', run: remove },
]
