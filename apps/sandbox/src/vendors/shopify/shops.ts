import { z } from 'zod'
import type { Shop, ShopifyWorld } from './tables.ts'

/** The application that Omni is at this platform. */
export const API_KEY = 'sandbox-shopify-key'
export const API_SECRET = 'sandbox-shopify-secret'
export const API_VERSION = '2026-10'

/** Points a second by plan; a bucket holds ten times as many. */
export const PLANS = { 100: 'Basic', 200: 'Advanced', 1000: 'Shopify Plus', 2000: 'Enterprise' } as const
export const BUCKET_S = 10

export const ONLINE_STORE = { id: 'gid://shopify/Publication/1', handle: 'online_store', name: 'Online Store' }
export const PUBLICATIONS = [
  ONLINE_STORE,
  { id: 'gid://shopify/Publication/2', handle: 'shop', name: 'Shop' },
  { id: 'gid://shopify/Publication/3', handle: 'pinterest', name: 'Pinterest' },
] as const
/** Of the app's fulfilment service. */
export const SERVICE_ID = 'gid://shopify/FulfillmentService/61'
export const SERVICE_LOCATION = { id: 'gid://shopify/Location/72', name: 'Fulfillment service' }
export const LOCATION = { id: 'gid://shopify/Location/71', name: 'Shop location' }

type NewShop = Pick<Shop, 'domain' | 'name' | 'currency' | 'country' | 'owner_name' | 'email' | 'points_per_second'>

const DEMO_SHOPS: readonly NewShop[] = [
  {
    domain: 'northwind-goods.myshopify.com',
    name: 'Northwind Goods',
    currency: 'USD',
    country: 'US',
    owner_name: 'Maya Larsen',
    email: 'maya@northwind.test',
    points_per_second: 100,
  },
  {
    domain: 'fjord-living.myshopify.com',
    name: 'Fjord Living',
    currency: 'EUR',
    country: 'DE',
    owner_name: 'Jonas Weber',
    email: 'jonas@fjordgoods.test',
    points_per_second: 1000,
  },
]

export const ShopName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'must be small letters, digits and hyphens')
export const PlanPoints = z.coerce
  .number()
  .pipe(z.union([z.literal(100), z.literal(200), z.literal(1000), z.literal(2000)]))

export async function makeShops(world: ShopifyWorld, shops: readonly NewShop[] = DEMO_SHOPS): Promise<void> {
  const rows = shops.map((shop) => ({
    ...shop,
    plan: PLANS[shop.points_per_second as keyof typeof PLANS], // checked by PlanPoints, or written above
    active: true,
    scopes: null,
    definition: null,
    service_name: null,
    service_url: null,
  }))
  await world.db
    .insertInto('shops')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute()
}

export const findShop = (world: ShopifyWorld, domain: string): Promise<Shop | undefined> =>
  domain.includes('\0')
    ? Promise.resolve(undefined)
    : world.db.selectFrom('shops').selectAll().where('domain', '=', domain).executeTakeFirst()

export const scopesOf = ({ scopes }: Shop): string[] => scopes?.split(',').filter(Boolean) ?? []

export const shopUrl = (world: ShopifyWorld, { domain }: Pick<Shop, 'domain'>) =>
  `${world.config.public_url}/shopify/${domain}`
