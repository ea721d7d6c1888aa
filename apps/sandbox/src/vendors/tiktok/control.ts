import { z } from 'zod'
import { BadInput, plainText } from '../../control/read-input.ts'
import { action, type VendorDefinition } from '../../frame/define-vendor.ts'
import { revokeTokens } from '../../frame/tokens.ts'
import { productId, productNumber } from './ids.ts'
import { changedFields, changeProduct, reviewDue } from './products.ts'
import { findShop, makeShops, Region } from './shops.ts'
import type { ProductRow, Shop, TikTokTables, TikTokWorld } from './tables.ts'
import { announce, announceContent } from './webhooks.ts'

const DEMO = '7494049642642441621'
const shopField = { name: 'shop', label: 'Shop (number)', type: 'text', value: DEMO } as const
const productField = {
  name: 'product',
  label: 'Product (number, or the app’s own id)',
  type: 'text',
  value: '',
} as const
const Qps = z.coerce.number().int().min(1).max(10_000)
const OfShop = z.strictObject({ shop: plainText })
const OfProduct = OfShop.extend({ product: plainText })

async function shopOf(world: TikTokWorld, id: string): Promise<Shop> {
  const shop = await findShop(world, id)
  if (!shop) throw new BadInput(`There is no shop ${id}`, 404)
  return shop
}

async function productOf(world: TikTokWorld, shop: Shop, product: string): Promise<ProductRow> {
  const row = await world.db
    .selectFrom('products')
    .selectAll()
    .where('shop', '=', shop.id)
    .where('status', '<>', 'DELETED')
    .where((eb) => eb.or([eb('id', '=', productNumber(product)), eb('key', '=', product)]))
    .executeTakeFirst()
  if (!row) throw new BadInput(`${shop.name} has no product ${product}`, 404)
  return row
}

const Edit = OfProduct.extend({
  title: plainText.min(1).optional(),
  status: z.enum(['ACTIVATE', 'SELLER_DEACTIVATED', 'PLATFORM_DEACTIVATED', 'FREEZE']).optional(),
  /** Of every SKU. */
  price: z.coerce.number().min(0.01).max(1e6).optional(),
  quantity: z.coerce.number().int().min(0).max(99_999).optional(),
})

async function edit(world: TikTokWorld, { shop: id, product, ...fields }: z.output<typeof Edit>) {
  const shop = await shopOf(world, id)
  const row = await productOf(world, shop, product)
  const { title, status, price, quantity } = fields
  const names = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const change = (body: ProductRow['body']) => ({
    ...body,
    ...(title !== undefined && { title }),
    skus: body.skus.map((sku) => ({
      ...sku,
      ...(price !== undefined && { price: price.toFixed(2) }),
      ...(quantity !== undefined && {
        inventory: sku.inventory.map((one, at) => ({ ...one, quantity: at === 0 ? quantity : one.quantity })),
      }),
    })),
  })
  await changeProduct(world, row, 'merchant', names, ({ body, review }) => ({
    body: change(body),
    ...(review && { review: change(review) }),
    ...(status && { status }),
  }))
  await announceContent(world, shop, row.id, changedFields(names), 'SELLER_CENTER')
  return { product_id: productId(row.id), changed: names }
}

const Switches = OfShop.extend({
  review_s: z.coerce.number().int().min(0).max(86_400).optional(),
  daily_limit: z.coerce.number().int().min(0).max(100_000).optional(),
  failing_reviews: z.coerce.number().int().min(0).max(1000).optional(),
  qps: Qps.optional(),
  lost_webhooks: z.coerce.number().int().min(0).max(100).optional(),
  active: z.coerce.boolean().optional(),
  warns: z.coerce.boolean().optional(),
  not_ready: z.coerce.boolean().optional(),
})

export const control: NonNullable<VendorDefinition<TikTokTables>['control']> = {
  make_shop: action({
    label: 'Open a shop',
    fields: [
      { name: 'id', label: 'Number', type: 'text', value: '7495000000000000001' },
      { name: 'name', label: 'Name', type: 'text', value: 'My shop' },
      { name: 'region', label: 'Region (US, GB, DE, ID)', type: 'text', value: 'US' },
      { name: 'review_s', label: 'Seconds a review takes', type: 'number', value: 0 },
    ],
    input: z.strictObject({
      id: z.string().regex(/^\d{19}$/, 'must have 19 digits'),
      name: plainText.min(1),
      seller: plainText.min(1).optional(),
      region: Region.default('US'),
      review_s: z.coerce.number().int().min(0).max(86_400).default(0),
      daily_limit: z.coerce.number().int().min(0).max(100_000).default(10_000),
      qps: Qps.default(50),
    }),
    async run(world: TikTokWorld, { seller, ...shop }) {
      await makeShops(world, [{ ...shop, seller: seller ?? shop.name, seller_type: seller ? 'CROSS_BORDER' : 'LOCAL' }])
      return { id: shop.id }
    },
  }),
  set_shop: action({
    label: 'Switch how a shop behaves',
    fields: [shopField, { name: 'review_s', label: 'Seconds a review takes', type: 'number', value: 60 }],
    input: Switches,
    async run(world: TikTokWorld, { shop: id, ...switches }) {
      await shopOf(world, id)
      const set = Object.fromEntries(Object.entries(switches).filter(([, value]) => value !== undefined))
      if (Object.keys(set).length > 0) await world.db.updateTable('shops').set(set).where('id', '=', id).execute()
      return { shop: id, ...set }
    },
  }),
  edit_product: action({
    label: 'Edit a product, as the merchant',
    fields: [
      shopField,
      productField,
      { name: 'title', label: 'New title', type: 'text', value: 'Changed in the Seller Center' },
    ],
    input: Edit,
    run: (world: TikTokWorld, input) => edit(world, input),
  }),
  delete_product: action({
    label: 'Delete a product, as the merchant',
    fields: [shopField, productField],
    input: OfProduct,
    async run(world: TikTokWorld, input) {
      const shop = await shopOf(world, input.shop)
      const row = await productOf(world, shop, input.product)
      // No message tells of it: the vendor's pages name none.
      await changeProduct(world, row, 'merchant', ['deleted'], () => ({
        status: 'DELETED',
        review: null,
        review_at: null,
      }))
      return { product_id: productId(row.id) }
    },
  }),
  finish_reviews: action({
    label: 'Finish all reviews of a shop now',
    fields: [shopField],
    input: OfShop,
    async run(world: TikTokWorld, { shop: id }) {
      await shopOf(world, id)
      await world.db
        .updateTable('products')
        .set({ review_at: world.now() })
        .where('shop', '=', id)
        .where('review_at', 'is not', null)
        .execute()
      await reviewDue(world)
      return { shop: id }
    },
  }),
  deauthorize: action({
    label: 'Take the authorisation back, as the seller',
    fields: [shopField],
    input: OfShop,
    async run(world: TikTokWorld, { shop: id }) {
      const shop = await shopOf(world, id)
      await revokeTokens(world, shop.seller)
      await announce(world, shop, 'SELLER_DEAUTHORIZATION', {
        message: `Shop_id ${shop.id} is deauthorized from your APP by merchant.`,
      })
      await world.db.deleteFrom('webhooks').where('shop', '=', shop.id).execute()
      return { shop: id }
    },
  }),
}
