/** What a merchant, another application and a tester do at a site. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { BadInput, read } from '../../control/read-input.ts'
import { action } from '../../frame/define-vendor.ts'
import type { Site, WooWorld } from './auth.ts'
import { makeKey } from './consent.ts'
import { announce } from './hooks.ts'
import { orderControl } from './order-control.ts'
import { stockShop } from './own-goods.ts'
import { resellGoods } from './resold-goods.ts'
import { changePost, findPost, insertPost, setVariations, touchParent, trashPost } from './products.ts'
import { childrenOf, type Post, showProducts, showVariations } from './show.ts'
import { findSite, NewSite, putSite } from './sites.ts'
import type { WooTables } from './tables.ts'
import { asRead, kses } from './wp.ts'

const Place = { site: z.string().default('demo'), id: z.coerce.number().int().min(1) }
const FIELDS = [
  { name: 'site', label: 'Site', type: 'text' as const, value: 'demo' },
  { name: 'id', label: 'Product or variation', type: 'number' as const, value: 11 },
]
const field = (name: string, label: string, value: string) => ({ name, label, type: 'text' as const, value })

async function placeOf(world: WooWorld, where: { site: string; id: number }): Promise<{ site: Site; post: Post }> {
  const site = await siteOf(world, where.site)
  const post = await findPost(world, site, where.id)
  if (!post) throw new BadInput(`${where.site} has no product ${where.id}`, 404)
  return { site, post }
}

async function siteOf(world: WooWorld, name: string): Promise<Site> {
  const site = await findSite(world, name)
  if (!site) throw new BadInput(`There is no site "${name}"`, 404)
  return site
}

async function edit(
  world: WooWorld,
  where: { site: string; id: number },
  by: 'merchant' | 'other app',
  change: object,
) {
  const { site, post } = await placeOf(world, where)
  const fields = Object.keys(change)
  const { sku, name, description } = change as { sku?: string; name?: string; description?: string } // texts where they are
  const texts = present({ name: name && kses(name), description: description && kses(description) })
  await changePost(world, site, post, { sku, doc: { ...post.doc, ...change, ...texts }, fields }, by)
  if (post.parent_id > 0) await touchParent(world, site, post.parent_id)
}

const KeyInput = z.strictObject({
  site: z.string().default('demo'),
  permissions: z.enum(['read', 'write', 'read_write']),
  role: z.enum(['administrator', 'author']).default('administrator'),
})
const PlaceInput = z.strictObject(Place)
const EditInput = z.strictObject({
  ...Place,
  name: z.string().min(1).max(500).optional(),
  description: z.string().max(5000).optional(),
  regular_price: z.string().max(20).optional(),
  stock_quantity: z.coerce.number().int().optional(),
})
const AttributeInput = z.strictObject({ ...Place, name: z.string().min(1).max(100), value: z.string().min(1).max(100) })
const StockInput = z.strictObject({ site: z.string().default('demo'), count: z.coerce.number().int().min(1).max(500) })
const SkuInput = z.strictObject({ ...Place, sku: z.string().min(1).max(100) })
const PriceInput = z.strictObject({ ...Place, regular_price: z.string().min(1).max(20) })

export const control = {
  ...orderControl,
  make_site: action<WooTables, typeof NewSite>({
    label: 'Make a site, or set its switches',
    fields: [field('site', 'Site', 'second'), field('notices', 'Notices before JSON', 'false')],
    input: NewSite,
    run: async (world, input) => ({ ...(await putSite(world, input)) }),
  }),
  make_key: action<WooTables, typeof KeyInput>({
    label: 'Make a key without consent',
    fields: [field('site', 'Site', 'demo'), field('permissions', 'read, write or read_write', 'read')],
    input: KeyInput,
    async run(world, { site, permissions, role }) {
      const { consumer_key, secret } = await makeKey(world, await siteOf(world, site), permissions, role)
      return { consumer_key, consumer_secret: secret }
    },
  }),
  stock_shop: action<WooTables, typeof StockInput>({
    label: 'The merchant sells products of their own',
    fields: [field('site', 'Site', 'demo'), { name: 'count', label: 'How many', type: 'number', value: 20 }],
    input: StockInput,
    run: async (world, { site, count }) => ({ ids: await stockShop(world, await siteOf(world, site), count) }),
  }),
  resell_goods: action<WooTables, typeof StockInput>({
    label: 'The merchant sold goods of suppliers before',
    fields: [field('site', 'Site', 'demo'), { name: 'count', label: 'How many', type: 'number', value: 20 }],
    input: StockInput,
    run: async (world, { site, count }) => ({ resold: await resellGoods(world, await siteOf(world, site), count) }),
  }),
  edit_product: action<WooTables, typeof EditInput>({
    label: 'The merchant edits a product',
    fields: [...FIELDS, field('name', 'New title', 'Edited by the merchant')],
    input: EditInput,
    run: async (world, { site, id, ...change }) => edit(world, { site, id }, 'merchant', present(change)),
  }),
  add_attribute: action<WooTables, typeof AttributeInput>({
    label: 'The merchant tells something about a product',
    fields: [...FIELDS, field('name', 'Name', 'Material'), field('value', 'Value', 'Oak')],
    input: AttributeInput,
    async run(world, { site, id, name, value }) {
      const { post } = await placeOf(world, { site, id })
      const { attributes } = post.doc
      const attribute = { id: 0, name, position: attributes.length, visible: true, variation: false, options: [value] }
      await edit(world, { site, id }, 'merchant', { attributes: [...attributes, attribute] })
    },
  }),
  change_sku: action<WooTables, typeof SkuInput>({
    label: 'The merchant changes a SKU',
    fields: [...FIELDS, field('sku', 'New SKU', 'MINE-1')],
    input: SkuInput,
    run: async (world, { site, id, sku }) => edit(world, { site, id }, 'merchant', { sku }),
  }),
  write_price_back: action<WooTables, typeof PriceInput>({
    label: 'Another application sets a price',
    fields: [...FIELDS, field('regular_price', 'Price', '9.99')],
    input: PriceInput,
    run: async (world, { site, id, regular_price }) => edit(world, { site, id }, 'other app', { regular_price }),
  }),
  trash_product: action<WooTables, typeof PlaceInput>({
    label: 'The merchant moves a product to the bin',
    fields: FIELDS,
    input: PlaceInput,
    async run(world, where) {
      const { site, post } = await placeOf(world, where)
      await trashPost(world, site, post)
    },
  }),
  restore_product: action<WooTables, typeof PlaceInput>({
    label: 'The merchant takes a product out of the bin',
    fields: FIELDS,
    input: PlaceInput,
    async run(world, where) {
      const { site, post } = await placeOf(world, where)
      await changePost(world, site, post, { status: 'draft', doc: post.doc, fields: ['status'] }, 'merchant')
      await setVariations(world, post, 'publish')
      await announce(world, site, { ...post, status: 'draft' }, 'restored')
    },
  }),
  duplicate_product: action<WooTables, typeof PlaceInput>({
    label: 'The merchant duplicates a product',
    fields: FIELDS,
    input: PlaceInput,
    async run(world, where) {
      const { site, post } = await placeOf(world, where)
      return { id: (await duplicate(world, site, post)).id }
    },
  }),
}

const present = (change: object) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

/** As the admin does it: a draft with another SKU and everything else, our own field included. */
async function duplicate(world: WooWorld, site: Site, post: Post): Promise<Post> {
  const doc = { ...post.doc, name: `${post.doc.name} (Copy)` }
  const sku = post.sku === '' ? '' : `${post.sku}-1`
  const copy = await insertPost(world, site, { kind: 'product', status: 'draft', sku, doc }, 'merchant')
  for (const child of await childrenOf(world, [post.id])) {
    const own = { kind: 'variation' as const, parent_id: copy.id, status: child.status, doc: child.doc }
    await insertPost(world, site, { ...own, sku: child.sku === '' ? '' : `${child.sku}-1` }, 'merchant')
  }
  return copy
}

/** By these books tests judge: what there is, as a buyer reads it, and what was ever made, downloaded and written. */
export function booksRoute(app: FastifyInstance, world: WooWorld) {
  app.get('/woocommerce/books', async (request) => {
    const { site: name } = read(z.object({ site: z.string().default('demo') }), request.query)
    const site = await siteOf(world, name)
    const posts = await world.db.selectFrom('posts').selectAll().where('site', '=', name).orderBy('id').execute()
    const media = await world.db.selectFrom('media').select(['id', 'hash']).where('site', '=', name).execute()
    const hashes = new Map(media.map(({ id, hash }) => [id, hash]))
    const journal = await world.db.selectFrom('journal').selectAll().where('site', '=', name).orderBy('id').execute()
    const products = posts.filter(({ kind }) => kind === 'product')
    const shown = await showProducts(world, site, products)
    const variations = Map.groupBy(
      await showVariations(
        world,
        site,
        posts.filter(({ kind }) => kind === 'variation'),
      ),
      ({ parent_id }) => parent_id,
    )
    const of = (what: string) => journal.filter((entry) => entry.what === what)
    const orders = await world.db
      .selectFrom('orders')
      .select(['id', 'status', 'doc'])
      .where('site', '=', name)
      .orderBy('id')
      .execute()
    const webhooks = await world.db
      .selectFrom('webhooks')
      .select(['topic', 'status'])
      .where('site', '=', name)
      .execute()
    return {
      webhooks,
      orders: orders.map(({ id, status, doc: { meta = [], notes = [], refunds } }) => ({
        id,
        status,
        meta,
        notes,
        refunds,
      })),
      products: shown.map((one, i) => ({
        id: one.id,
        key: one.meta_data.find(({ key }) => key === '_omni')?.value ?? null,
        title: asRead(one.name),
        status: one.status,
        categories: one.categories.map(({ id }) => id),
        brands: one.brands.map(({ id }) => id),
        sku: one.sku,
        price: one.price,
        stock: one.stock_quantity,
        attributes: products[i]?.doc.attributes.map((attribute) => attribute.name) ?? [],
        images: products[i]?.doc.image_ids.map((id) => hashes.get(id) ?? '') ?? [],
        variants: (variations.get(one.id) ?? []).map((variant) => ({
          id: variant.id,
          options: variant.attributes.map(({ option }) => asRead(option)),
          sku: variant.sku,
          price: variant.price,
          stock: variant.stock_quantity,
        })),
      })),
      created: of('created').map(({ product_id, name: key, by }) => ({ product_id, key, by })),
      downloads: [...Map.groupBy(of('download'), (entry) => entry.name)].map(([hash, all]) => ({
        hash,
        times: all.length,
        sources: [...new Set(all.map(({ by }) => by))],
      })),
      writes: of('write').map(({ product_id, name: field_name, by }) => ({ product_id, field: field_name, by })),
    }
  })
}
