import { z } from 'zod'
import { OldSecrets } from '../../old-secrets.ts'

/** The three hosts are settings: the vendor has none for tests. `product_url` holds `{id}`: where buyers see a product. */
export const App = z.object({
  app_key: z.string(),
  app_secret: z.string(),
  old_secrets: OldSecrets.optional(),
  service_id: z.string(),
  api_url: z.string(),
  auth_url: z.string(),
  consent_url: z.string(),
  product_url: z.string(),
})
export type App = z.output<typeof App>

export const Credentials = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  seller_name: z.string(),
  scopes: z.array(z.string()),
  shop_id: z.string(),
  /** Names the shop in every call: one authorisation may hold several shops. */
  cipher: z.string(),
  region: z.string(),
  currency: z.string(),
  /** Where we count stock, unless a listing names another one. */
  warehouse_id: z.string(),
})
export type Credentials = z.output<typeof Credentials>

const EURO_REGIONS = ['DE', 'ES', 'FR', 'IE', 'IT']
const CURRENCIES: Record<string, string> = {
  BR: 'BRL',
  GB: 'GBP',
  ID: 'IDR',
  JP: 'JPY',
  MX: 'MXN',
  MY: 'MYR',
  PH: 'PHP',
  SG: 'SGD',
  TH: 'THB',
  US: 'USD',
  VN: 'VND',
  ...Object.fromEntries(EURO_REGIONS.map((region) => [region, 'EUR'])),
}

/** A shop sells in its region's currency; no call tells it. Null: a region that we do not know. */
export const currencyOf = (region: string): string | null => CURRENCIES[region] ?? null

/** The tree of categories: another version is refused. */
export const categoryVersion = (region: string): 'v1' | 'v2' => (region === 'US' ? 'v2' : 'v1')

/** Only there may a product say what it cost before. */
export const hasListPrice = (region: string): boolean => region === 'US'

const SHOP_ID = /^\d{6,25}$/

/** A shop is known by its number. */
export function storeAddress(typed: string): string | null {
  const text = typed.trim().replace(/\/+$/, '')
  return SHOP_ID.test(text) ? text : null
}
