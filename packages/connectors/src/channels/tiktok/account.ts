import type { z } from 'zod'
import type { StoreInfo } from '../channel.ts'
import { VendorError } from '../../vendor-error.ts'
import type { Connected, Consent, ConsentGiven, VendorCall } from '../../vendor.ts'
import { type App, type Credentials, currencyOf } from './app.ts'
import { ask, askForToken, type Caller, type TikTokCall } from './client.ts'
import { readWarehouses } from './requirements.ts'
import { Shops, Token } from './schemas.ts'

/** Where the person comes back to is a setting of the application at TikTok, not part of this address. */
export const authorizeUrl = (app: App, { state }: Consent): string =>
  `${app.consent_url}?${new URLSearchParams({ service_id: app.service_id, state })}`

const refuse = (code: string, message: string) => new VendorError('tiktok', 'invalid', message, undefined, code)

const readShops = async (call: Caller) =>
  (await ask(call, { path: '/authorization/202309/shops', no_shop: true }, Shops)).shops

type TokenReply = z.output<typeof Token>
type Kept = Pick<Credentials, 'shop_id' | 'cipher' | 'region' | 'currency' | 'warehouse_id'>

/** The two times are moments, not durations. */
function connected(reply: TokenReply, kept: Kept, account_name: string): Connected<Credentials> {
  const { access_token, refresh_token, seller_name, granted_scopes } = reply
  return {
    credentials: { ...kept, access_token, refresh_token, seller_name, scopes: granted_scopes },
    account_id: kept.shop_id,
    account_name,
    expires_at: new Date(reply.access_token_expire_in * 1000),
    refresh_expires_at: new Date(reply.refresh_token_expire_in * 1000),
  }
}

/**
 * One authorisation may hold several shops of a seller; its tokens are one pair, so one of them is connected: the one
 * that was named, else the first.
 */
export async function connect(
  { app, limits, now }: VendorCall<App, null>,
  { code, shop }: ConsentGiven,
): Promise<Connected<Credentials>> {
  const query = { auth_code: code, grant_type: 'authorized_code' }
  const reply = await askForToken({ app, limits }, '/api/v2/token/get', query, Token)
  const credentials = { access_token: reply.access_token }
  const shops = await readShops({ app, limits, now, credentials })
  const chosen = shop ? shops.find(({ id }) => id === shop) : shops[0]
  if (!chosen) throw refuse('no_shop', 'this shop was not part of what the seller allowed')
  const { id: shop_id, cipher, region, name } = chosen
  const currency = currencyOf(region)
  if (currency === null) throw refuse('region', `shops of the region "${region}" are not known`)
  const warehouses = await readWarehouses({ app, limits, now, credentials: { ...credentials, cipher } })
  const warehouse = warehouses.find(({ is_default }) => is_default) ?? warehouses[0]
  if (!warehouse) throw refuse('no_warehouse', 'the shop has no warehouse to send from')
  return connected(reply, { shop_id, cipher, region, currency, warehouse_id: warehouse.id }, name || shop_id)
}

export async function refresh({ app, limits, credentials }: TikTokCall): Promise<Connected<Credentials>> {
  const { shop_id, cipher, region, currency, warehouse_id, refresh_token } = credentials
  const query = { refresh_token, grant_type: 'refresh_token' }
  const reply = await askForToken({ app, limits }, '/api/v2/token/refresh', query, Token)
  return connected(reply, { shop_id, cipher, region, currency, warehouse_id }, shop_id)
}

export async function readStore(call: TikTokCall): Promise<StoreInfo> {
  const { shop_id, currency, region, seller_name, scopes } = call.credentials
  const shop = (await readShops(call)).find(({ id }) => id === shop_id)
  if (!shop) throw new VendorError('tiktok', 'auth_expired', 'the seller no longer allows us into this shop')
  return {
    platform_domain: shop_id,
    // A shop has no address of its own; this is what its seller sees in the Seller Center.
    domain: shop.code || shop_id,
    name: shop.name || shop_id,
    currency,
    country: region,
    owner_name: seller_name,
    owner_email: '',
    plan_name: shop.seller_type,
    scopes,
  }
}
