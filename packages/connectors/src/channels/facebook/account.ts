import { z } from 'zod'
import type { Outlet, StoreInfo } from '../channel.ts'
import { parts } from '../../rows.ts'
import { read } from '../../http.ts'
import { VendorError } from '../../vendor-error.ts'
import type { Connected, Consent, ConsentGiven, VendorCall } from '../../vendor.ts'
import { type App, ask, type Call, type Credentials, VERSION } from './client.ts'
import { explainGraph } from './errors.ts'

const SCOPES = ['catalog_management', 'business_management'] as const
const PAGE = '100'

export const authorizeUrl = (app: App, { state, callback_url }: Consent): string =>
  `${app.dialog_url}/${VERSION}/dialog/oauth?${new URLSearchParams({
    client_id: app.app_id,
    redirect_uri: callback_url,
    state,
    response_type: 'code',
    scope: SCOPES.join(','),
  })}`

const Token = z.object({ access_token: z.string(), expires_in: z.number().optional() })

const token = ({ app, limits }: VendorCall<App, unknown>, query: Record<string, string>) =>
  read(
    {
      vendor: 'facebook',
      url: `${app.graph_url}/${VERSION}/oauth/access_token`,
      method: 'POST',
      body: new URLSearchParams({ client_id: app.app_id, client_secret: app.app_secret, ...query }),
      // A code is good once.
      once: true,
      limits,
      explain: explainGraph,
    },
    Token,
  )

/** A token of an hour becomes one of 60 days; one of 60 days becomes a fresh one, as long as it still holds. */
const longer = (call: VendorCall<App, unknown>, access_token: string) =>
  token(call, { grant_type: 'fb_exchange_token', fb_exchange_token: access_token })

const Me = z.object({ id: z.string(), name: z.string().catch('') })

const NO_CATALOG = { catalog_id: '', catalog_name: '', owner: '', currency: '', country: '' }

export async function connect(
  call: VendorCall<App, null>,
  { code, callback_url }: ConsentGiven,
): Promise<Connected<Credentials>> {
  const short = await token(call, { code, redirect_uri: callback_url ?? '' })
  const long = await longer(call, short.access_token)
  const credentials = { ...NO_CATALOG, access_token: long.access_token }
  const me = await ask({ ...call, credentials }, 'me', { fields: 'id,name' }, Me)
  return connected(call, credentials, long.expires_in, { account_id: me.id, account_name: me.name })
}

export async function refresh(call: Call): Promise<Connected<Credentials>> {
  const { credentials } = call
  const long = await longer(call, credentials.access_token)
  const name = { account_id: credentials.catalog_id, account_name: credentials.catalog_name }
  return connected(call, { ...credentials, access_token: long.access_token }, long.expires_in, name)
}

/** A token of a system user never ends, and is told without an end. */
const connected = (
  { now }: Pick<Call, 'now'>,
  credentials: Credentials,
  expires_in: number | undefined,
  name: { account_id: string; account_name: string },
): Connected<Credentials> => {
  const expires_at = expires_in ? new Date(now().getTime() + expires_in * 1000) : null
  // There is no other token: what ends with it is the right to renew it as well.
  return { credentials, ...name, expires_at, refresh_expires_at: expires_at }
}

const Catalogs = z.object({
  data: parts(z.object({ id: z.string(), name: z.string().catch(''), vertical: z.string().catch('commerce') })),
})
const Businesses = z.object({ data: parts(z.object({ id: z.string(), name: z.string().catch('') })) })

/** Catalogs of goods, owned by a business of this person or shared with it. */
export async function listCatalogs(call: Call): Promise<Outlet[]> {
  const found = new Map<string, Outlet>()
  const { data: businesses } = await ask(call, 'me/businesses', { fields: 'id,name', limit: PAGE }, Businesses)
  for (const { id: business, name: owner } of businesses)
    for (const edge of ['owned_product_catalogs', 'client_product_catalogs']) {
      const query = { fields: 'id,name,vertical', limit: PAGE }
      const { data } = await ask(call, `${business}/${edge}`, query, Catalogs)
      for (const { id, name, vertical } of data)
        if (vertical === 'commerce' && !found.has(id)) found.set(id, { id, name: name || id, owner })
    }
  return [...found.values()]
}

const FirstItem = z.object({ data: z.array(z.object({ currency: z.string().catch('') })) })

/** A catalog names no currency: its items do, and an empty one takes the seller's. */
export async function pickCatalog(
  call: Call,
  { id, currency, country }: { id: string; currency: string; country: string },
): Promise<Connected<Credentials>> {
  const catalog = (await listCatalogs(call)).find((one) => one.id === id)
  if (!catalog) throw new VendorError('facebook', 'not_found', 'there is no such catalog')
  const { data } = await ask(call, `${id}/products`, { fields: 'currency', limit: '1' }, FirstItem)
  const credentials = {
    ...call.credentials,
    catalog_id: id,
    catalog_name: catalog.name,
    owner: catalog.owner,
    currency: data[0]?.currency || currency,
    country,
  }
  const long = await longer(call, credentials.access_token)
  const name = { account_id: id, account_name: catalog.name }
  return connected(call, { ...credentials, access_token: long.access_token }, long.expires_in, name)
}

const Catalog = z.object({ id: z.string(), name: z.string().catch('') })

export async function readStore(call: Call): Promise<StoreInfo> {
  const { catalog_id, currency, country, owner } = call.credentials
  const { id, name } = await ask(call, catalog_id, { fields: 'id,name' }, Catalog)
  return {
    platform_domain: id,
    domain: `business.facebook.com/commerce/catalogs/${id}`,
    name: name || id,
    currency,
    country,
    owner_name: owner,
    owner_email: '',
    plan_name: '',
    scopes: [...SCOPES],
  }
}
