import { z } from 'zod'
import { action, type VendorDefinition } from '../../frame/define-vendor.ts'
import { revokeTokens } from '../../frame/tokens.ts'
import { plainText, BadInput } from '../../control/read-input.ts'
import { cancelAll } from './app-billing.ts'
import { billingControl } from './app-billing-control.ts'
import { gid, numberOf } from './ids.ts'
import { orderControl } from './order-control.ts'
import { changeProduct, deleteProduct, type ProductRow } from './products.ts'
import { sessionToken } from './session-token.ts'
import { findShop, makeShops, PlanPoints, PLANS, scopesOf, ShopName } from './shops.ts'
import type { Shop, ShopifyTables, ShopifyWorld } from './tables.ts'
import { announceStock } from './variant-mutations.ts'
import { announce, COMPLIANCE, deliver } from './webhooks.ts'

const DEMO = 'northwind-goods.myshopify.com'
const shopField = { name: 'shop', label: 'Shop', type: 'text', value: DEMO } as const
const productField = { name: 'product', label: 'Product (number or handle)', type: 'text', value: '' } as const
const OfShop = z.strictObject({ shop: plainText })
const OfProduct = OfShop.extend({ product: plainText })

async function shopOf(world: ShopifyWorld, domain: string): Promise<Shop> {
  const shop = await findShop(world, domain)
  if (!shop) throw new BadInput(`There is no shop ${domain}`, 404)
  return shop
}

/** By its number, its global id, its handle or the app's key. */
async function productOf(world: ShopifyWorld, shop: Shop, product: string): Promise<ProductRow> {
  const number = numberOf('Product', product) ?? (/^\d{1,15}$/.test(product) ? Number(product) : 0)
  const row = await world.db
    .selectFrom('products')
    .selectAll()
    .where('shop', '=', shop.domain)
    .where((eb) => eb.or([eb('id', '=', number), eb('handle', '=', product), eb('key', '=', product)]))
    .executeTakeFirst()
  if (!row) throw new BadInput(`${shop.domain} has no product ${product}`, 404)
  return row
}

const Edit = OfProduct.extend({
  title: plainText.min(1).optional(),
  vendor: plainText.optional(),
  tags: plainText.optional(),
  status: z.enum(['ACTIVE', 'DRAFT', 'ARCHIVED']).optional(),
  /** Of every variant. */
  price: z.coerce.number().min(0).max(1e9).optional(),
  quantity: z.coerce.number().int().min(0).max(1e9).optional(),
})

async function edit(world: ShopifyWorld, { shop: domain, product, ...fields }: z.output<typeof Edit>) {
  const shop = await shopOf(world, domain)
  const { id } = await productOf(world, shop, product)
  const names = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const { title, vendor, tags, status, price, quantity } = fields
  const stock_only = names.every((name) => name === 'quantity')
  const row = await changeProduct(world, shop, id, { who: 'merchant', stock_only }, ({ body }) => ({
    body: {
      ...body,
      ...(title !== undefined && { title }),
      ...(vendor !== undefined && { vendor }),
      ...(tags !== undefined && {
        tags: tags
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean)
          .sort(),
      }),
      variants: body.variants.map((variant) => ({
        ...variant,
        ...(price !== undefined && { price: price.toFixed(2) }),
        ...(quantity !== undefined && { quantity }),
      })),
    },
    ...(status && { status }),
    fields: names,
  }))
  if (quantity !== undefined) for (const { no } of row.body.variants) await announceStock(world, shop, id, no, quantity)
  return { product_id: gid('Product', id), changed: names }
}

export const control: NonNullable<VendorDefinition<ShopifyTables>['control']> = {
  ...orderControl,
  ...billingControl,
  make_shop: action({
    label: 'Open a shop',
    fields: [
      { name: 'name', label: 'Name in its address', type: 'text', value: 'my-shop' },
      { name: 'points_per_second', label: 'Points a second (100, 200, 1000, 2000)', type: 'number', value: 100 },
      { name: 'currency', label: 'Currency', type: 'text', value: 'USD' },
    ],
    input: z.strictObject({
      name: ShopName,
      points_per_second: PlanPoints.default(100),
      currency: z.enum(['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY', 'CHF', 'SEK']).default('USD'),
    }),
    async run(world: ShopifyWorld, { name, points_per_second, currency }) {
      const domain = `${name}.myshopify.com`
      const owner = { owner_name: 'Sam Owner', email: `owner@${name}.test`, country: 'US' }
      await makeShops(world, [{ domain, name, currency, points_per_second, ...owner }])
      return { domain, plan: PLANS[points_per_second] }
    },
  }),
  session_token: action({
    label: "A token as the admin gives it to the app's frame",
    fields: [shopField],
    input: OfShop,
    run: async (world: ShopifyWorld, { shop: domain }) => ({
      id_token: sessionToken((await shopOf(world, domain)).domain, world.now()),
    }),
  }),
  edit_product: action({
    label: 'Edit a product, as the merchant',
    fields: [
      shopField,
      productField,
      { name: 'title', label: 'New title', type: 'text', value: 'Changed in the shop' },
    ],
    input: Edit,
    run: (world: ShopifyWorld, input) => edit(world, input),
  }),
  delete_product: action({
    label: 'Delete a product, as the merchant',
    fields: [shopField, productField],
    input: OfProduct,
    async run(world: ShopifyWorld, input) {
      const shop = await shopOf(world, input.shop)
      const { id } = await productOf(world, shop, input.product)
      return { product_id: gid('Product', id), deleted: await deleteProduct(world, shop, id, 'merchant') }
    },
  }),
  uninstall_app: action({
    label: 'Uninstall the app',
    fields: [shopField],
    input: OfShop,
    async run(world: ShopifyWorld, input) {
      const shop = await shopOf(world, input.shop)
      await revokeTokens(world, shop.domain)
      await world.db.updateTable('shops').set({ scopes: null }).where('domain', '=', shop.domain).execute()
      await cancelAll(world, shop.domain)
      await announce(world, shop, 'app/uninstalled', {
        name: shop.name,
        domain: shop.domain,
        myshopify_domain: shop.domain,
      })
      await world.db.deleteFrom('subscriptions').where('shop', '=', shop.domain).execute()
      return { shop: shop.domain }
    },
  }),
  take_scope_away: action({
    label: 'Take an access scope away',
    fields: [shopField, { name: 'scope', label: 'Scope', type: 'text', value: 'write_products' }],
    input: OfShop.extend({ scope: plainText }),
    async run(world: ShopifyWorld, { shop: domain, scope }) {
      const shop = await shopOf(world, domain)
      const scopes = scopesOf(shop).filter((one) => one !== scope)
      await world.db
        .updateTable('shops')
        .set({ scopes: scopes.join(',') })
        .where('domain', '=', domain)
        .execute()
      return { scopes }
    },
  }),
  set_protected_level: action({
    label: "Approve the app for customers' data",
    fields: [shopField, { name: 'level', label: 'Level (1 or 2)', type: 'number', value: 1 }],
    input: OfShop.extend({ level: z.coerce.number().int().min(1).max(2) }),
    async run(world: ShopifyWorld, { shop: domain, level }) {
      await shopOf(world, domain)
      await world.db.updateTable('shops').set({ protected_level: level }).where('domain', '=', domain).execute()
      return { level }
    },
  }),
  set_shop_active: action({
    label: 'Deactivate a shop, or open it again',
    fields: [shopField, { name: 'active', label: 'Open (1) or closed (0)', type: 'number', value: 0 }],
    input: OfShop.extend({ active: z.coerce.boolean() }),
    async run(world: ShopifyWorld, { shop: domain, active }) {
      await shopOf(world, domain)
      await world.db.updateTable('shops').set({ active }).where('domain', '=', domain).execute()
      return { shop: domain, active }
    },
  }),
  forget_definition: action({
    label: "Delete the definition of the app's unique metafield",
    fields: [shopField],
    input: OfShop,
    async run(world: ShopifyWorld, { shop: domain }) {
      await shopOf(world, domain)
      await world.db.updateTable('shops').set({ definition: null }).where('domain', '=', domain).execute()
      return { shop: domain }
    },
  }),
  fail_media: action({
    label: 'Let the next pictures fail',
    fields: [shopField, { name: 'pictures', label: 'Pictures', type: 'number', value: 1 }],
    input: OfShop.extend({ pictures: z.coerce.number().int().min(0).max(1000).default(1) }),
    async run(world: ShopifyWorld, { shop: domain, pictures }) {
      await shopOf(world, domain)
      await world.db.updateTable('shops').set({ failing_pictures: pictures }).where('domain', '=', domain).execute()
      return { shop: domain, pictures }
    },
  }),
  lose_webhooks: action({
    label: 'Lose webhooks on the way',
    fields: [shopField, { name: 'percent', label: 'Of a hundred', type: 'number', value: 5 }],
    input: OfShop.extend({ percent: z.coerce.number().int().min(0).max(100) }),
    async run(world: ShopifyWorld, { shop: domain, percent }) {
      await shopOf(world, domain)
      await world.db.updateTable('shops').set({ lost_webhooks: percent }).where('domain', '=', domain).execute()
      return { shop: domain, percent }
    },
  }),
  fail_exports: action({
    label: 'Fail exports',
    fields: [shopField, { name: 'exports', label: 'How many', type: 'number', value: 1 }],
    input: OfShop.extend({ exports: z.coerce.number().int().min(0).max(1000).default(1) }),
    async run(world: ShopifyWorld, { shop: domain, exports }) {
      await shopOf(world, domain)
      await world.db.updateTable('shops').set({ failing_exports: exports }).where('domain', '=', domain).execute()
      return { shop: domain, exports }
    },
  }),
  send_compliance: action({
    label: 'Send a compliance message',
    fields: [
      shopField,
      { name: 'topic', label: 'Topic', type: 'text', value: 'shop/redact' },
      { name: 'url', label: "The app's address for it", type: 'text', value: '' },
    ],
    input: OfShop.extend({ topic: z.enum(COMPLIANCE), url: z.url() }),
    async run(world: ShopifyWorld, { shop: domain, topic, url }) {
      const shop = await shopOf(world, domain)
      await deliver(world, shop, topic, url, { shop_id: 1, shop_domain: shop.domain })
      return { topic, url }
    },
  }),
}
