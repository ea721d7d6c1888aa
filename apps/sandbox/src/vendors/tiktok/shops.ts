import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Shop, TikTokWorld } from './tables.ts'

type NewShop = Pick<Shop, 'id' | 'seller' | 'name' | 'region' | 'seller_type' | 'review_s' | 'daily_limit'> & {
  qps?: number
}

const REGIONS = { US: 'USD', GB: 'GBP', DE: 'EUR', ID: 'IDR' } as const
export const Region = z.enum(['US', 'GB', 'DE', 'ID'])

/** The vendor's page on limits: per app, shop and endpoint. */
const QPS = 50

/** One seller with one shop, and one who sells across borders: one authorisation, two shops. */
const DEMO_SHOPS: readonly NewShop[] = [
  {
    id: '7494049642642441621',
    seller: 'Northwind Live',
    name: 'Northwind Live',
    region: 'US',
    seller_type: 'LOCAL',
    review_s: 3,
    daily_limit: 100,
  },
  {
    id: '7494049642642450001',
    seller: 'Fjord Global',
    name: 'Fjord UK',
    region: 'GB',
    seller_type: 'CROSS_BORDER',
    review_s: 60,
    daily_limit: 1000,
  },
  {
    id: '7494049642642450002',
    seller: 'Fjord Global',
    name: 'Fjord Deutschland',
    region: 'DE',
    seller_type: 'CROSS_BORDER',
    review_s: 60,
    daily_limit: 1000,
  },
]

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

export async function makeShops(world: TikTokWorld, shops: readonly NewShop[] = DEMO_SHOPS): Promise<void> {
  const rows = shops.map((shop) => ({
    qps: QPS,
    ...shop,
    code: `${shop.region}LC${digest(shop.id)
      .replace(/[^A-Z0-9]/gi, '')
      .slice(0, 8)
      .toUpperCase()}`,
    cipher: `${shop.seller_type === 'LOCAL' ? 'TTP' : 'GCP'}_${digest(`cipher ${shop.id}`).slice(0, 24)}`,
    currency: REGIONS[shop.region as keyof typeof REGIONS], // checked by Region, or written above
  }))
  await world.db
    .insertInto('shops')
    .values(rows)
    .onConflict((c) => c.doNothing())
    .execute()
}

export const findShop = (world: TikTokWorld, id: string): Promise<Shop | undefined> =>
  world.db.selectFrom('shops').selectAll().where('id', '=', id.replaceAll('\0', '')).executeTakeFirst()

export const shopsOf = (world: TikTokWorld, seller: string): Promise<Shop[]> =>
  world.db.selectFrom('shops').selectAll().where('seller', '=', seller).orderBy('id').execute()

export interface ShopWarehouse {
  id: string
  name: string
  type: 'SALES_WAREHOUSE' | 'RETURN_WAREHOUSE'
  is_default: boolean
}

/** Every shop sends from two places and takes back at a third. */
export const warehousesOf = ({ id, name }: Pick<Shop, 'id' | 'name'>): ShopWarehouse[] => {
  const tail = id.slice(-6)
  return [
    { id: `7000714532876${tail}`, name: `${name} main`, type: 'SALES_WAREHOUSE', is_default: true },
    { id: `7000714532877${tail}`, name: `${name} overflow`, type: 'SALES_WAREHOUSE', is_default: false },
    { id: `7000714532878${tail}`, name: `${name} returns`, type: 'RETURN_WAREHOUSE', is_default: false },
  ]
}
