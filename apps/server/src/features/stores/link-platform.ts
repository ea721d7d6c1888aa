import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import { EMBEDDING_CHANNEL_ID } from '@omni/domain/vendors/manifest.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { mustNotOwe } from './must-not-owe.ts'
import { writeTicket } from './store-ticket.ts'

export const CALLBACK_PAGE = '/callback'
export const KEYS_HOOK = '/stores/keys'

type Calls = typeof storeCalls

/** Foundation spec §7: where a store's owner allows us in. */
export const linkPlatform = (ctx: Ctx, { platform, shop }: In<Calls['linkPlatform']>) => consentUrl(ctx, platform, shop)

/** Foundation spec §7. Which shop it is, is known when the seller comes back. */
export const getConsentUrl = (ctx: Ctx, { platform }: In<Calls['getConsentUrl']>) => consentUrl(ctx, platform)

/** Foundation spec §7. The call is of the one platform whose admin shows our app. */
export const getShopInstallUrl = (ctx: Ctx, { shop }: In<Calls['getShopInstallUrl']>) =>
  consentUrl(ctx, EMBEDDING_CHANNEL_ID, shop)

/** Foundation spec §8, codes 111, 510 and 512: an address alone moves nothing; the store itself is asked. */
export const migrateStore = (ctx: Ctx, { platform, shop }: In<Calls['migrateStore']>) =>
  consentUrl(ctx, platform, shop, { migrates: true })

/**
 * The person who comes back is known by a single-use ticket, which also says which store it was about. Outlets of one
 * account are picked afterwards (outlet-calls.ts). `migrates`: the store may be another account's, and is moved.
 */
async function consentUrl(
  ctx: Ctx,
  platform: Channel,
  typed?: string,
  { migrates = false }: { migrates?: boolean } = {},
): Promise<{ url: string }> {
  const { channels } = ctx.services
  const definition = channels.definition(platform)
  const authorizeUrl = definition?.account?.authorizeUrl
  if (!definition || !authorizeUrl || definition.outlets || !channels.connectable().includes(platform))
    refuse('stores.not_offered')
  const app = channels.app(platform)
  if (definition.keys_by_hook && !isSecure(ctx.config.PUBLIC_URL)) refuse('stores.needs_https')
  // Some platforms ask the person themselves which store it is.
  const shop = typed === undefined && definition.store_unasked ? '' : definition.storeAddress(typed ?? '', app)
  if (shop === null) refuse('stores.bad_address', {}, { field: 'shop' })
  const ticket = await ctx.db.tx(async (tx) => {
    await mustNotOwe(tx, ctx)
    if (shop !== '' && !migrates) await mustBeFree(tx, ctx, platform, withoutPassword(shop))
    return writeTicket(tx, ctx, { platform, shop, migrates })
  })
  const back = new URL(CALLBACK_PAGE, ctx.config.PUBLIC_URL)
  if (!definition.keys_by_hook) return { url: authorizeUrl(app, { state: ticket, callback_url: back.href, shop }) }
  // The store hands its keys to us, and the person comes back to a page.
  back.searchParams.set('platform', platform)
  back.searchParams.set('state', ticket)
  const callback_url = new URL(`/hooks${KEYS_HOOK}`, ctx.config.PUBLIC_URL).href
  return { url: authorizeUrl(app, { state: ticket, callback_url, return_url: back.href, shop }) }
}

/** A store hands its keys over to https alone, and would tell nobody but the person who waits at its page. */
export const isSecure = (public_url: string): boolean => public_url.startsWith('https://')

/** What a store is known by. The password of a site is kept with its keys and nowhere else. */
export function withoutPassword(shop: string): string {
  const url = URL.parse(shop)
  if (!url || url.username === '') return shop
  return shop.replace(`${url.username}:${url.password}@`, '')
}

/** A store that is connected here, or in somebody else's workplace, is not connected again. */
export async function mustBeFree(
  tx: Tx,
  ctx: Pick<Ctx, 'workplace_id'>,
  platform: Channel,
  shop: string,
): Promise<void> {
  const own = await tx
    .selectFrom('stores')
    .select('store_id')
    .where('workplace_id', '=', ctx.workplace_id)
    .where('platform', '=', platform)
    .where('platform_domain', '=', shop)
    .where('status', '=', 'active')
    .executeTakeFirst()
  const isOver = own && (await isAccessOver(tx, ctx.workplace_id, own.store_id))
  if (own && !isOver) refuse('stores.already_connected', {}, { field: 'shop' })
  const { rows } = await sql<{ taken: boolean }>`
    select is_store_elsewhere(${platform}, ${shop}, ${ctx.workplace_id}) as taken`.execute(tx)
  if (rows[0]?.taken) refuse('store_has_other_owner')
}

/** Connected, but its owner has to allow us in again. */
async function isAccessOver(tx: Tx, workplace_id: string, store_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('store_connections')
    .select('health')
    .where('workplace_id', '=', workplace_id)
    .where('store_id', '=', store_id)
    .executeTakeFirst()
  return row?.health === 'expired'
}
