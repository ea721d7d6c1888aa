/**
 * Foundation spec §7: one consent opens several outlets, and a person picks one. Every such platform goes the same way;
 * the specification has calls of its own for each.
 */
import type { Outlet } from '@omni/connectors/channels/channel.ts'
import type { Connected } from '@omni/connectors/vendor.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Channel } from '@omni/domain/channels/document.ts'
import { DEFAULT_CURRENCY } from '@omni/domain/currencies.ts'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { connectStore } from './connect-store.ts'
import { explainFailure } from './explain-failure.ts'
import { CALLBACK_PAGE, mustBeFree } from './link-platform.ts'
import type { StoreRow } from './store-row.ts'
import { takeTicket, writeTicket } from './store-ticket.ts'
import { uninstallPlatform } from './uninstall-platform.ts'

const callbackUrl = (ctx: Ctx) => new URL(CALLBACK_PAGE, ctx.config.PUBLIC_URL).href

/** Whatever is missing, the platform cannot be connected here. */
function partsOf(ctx: Ctx, platform: Channel) {
  const { channels } = ctx.services
  const definition = channels.definition(platform)
  const { account, outlets } = definition ?? {}
  const authorizeUrl = account?.authorizeUrl
  if (!definition || !account || !authorizeUrl || !outlets || !channels.connectable().includes(platform))
    refuse('stores.not_offered')
  return { definition, account, authorizeUrl, outlets }
}

/** The state names the platform, because all of them come back to one page. */
const start = (platform: Channel) => async (ctx: Ctx) => {
  const { authorizeUrl } = partsOf(ctx, platform)
  const ticket = await ctx.db.tx((tx) => writeTicket(tx, ctx, { platform, shop: '' }))
  const input = { state: `${platform}.${ticket}`, callback_url: callbackUrl(ctx) }
  return { url: authorizeUrl(ctx.services.channels.app(platform), input) }
}

/** The code is changed for access at once: it is good for minutes, and a person may think longer. */
const comeBack =
  (platform: Channel) =>
  async (ctx: Ctx, { query }: In<typeof storeCalls.callbackFacebook>) => {
    const { account, outlets } = partsOf(ctx, platform)
    if (query['error']) refuse('stores.consent_refused')
    const state = query['state'] ?? ''
    const prefix = `${platform}.`
    if (!state.startsWith(prefix)) refuse('stores.return_forged')
    const ticket = await ctx.db.tx((tx) => takeTicket(tx, ctx, platform, state.slice(prefix.length)))
    if (!ticket) refuse('stores.way_expired')
    const code = query['code'] ?? ''
    if (code === '') refuse('stores.keys_missing')
    const { channels } = ctx.services
    let connected: Connected<unknown>
    let found: Outlet[]
    try {
      connected = await account.connect(channels.call(platform, null), { code, callback_url: callbackUrl(ctx) })
      found = await outlets.list(channels.call(platform, connected.credentials), null)
    } catch (error) {
      throw explainFailure(error)
    }
    if (found.length === 0) refuse('stores.no_outlets')
    const keys = JSON.stringify(connected.credentials)
    return { ticket: await ctx.db.tx((tx) => writeTicket(tx, ctx, { platform, shop: '', keys })), outlets: found }
  }

const Country = z.string().regex(/^[A-Z]{2}$/)

const pick =
  (platform: Channel) =>
  async (ctx: Ctx, { ticket, id: picked }: In<typeof storeCalls.linkFacebook>): Promise<StoreRow> => {
    const { definition, outlets } = partsOf(ctx, platform)
    // It becomes a part of addresses.
    const id = definition.storeAddress(picked, ctx.services.channels.app(platform))
    if (id === null) refuse('stores.bad_address', {}, { field: 'id' })
    const { taken, own } = await ctx.db.tx(async (tx) => {
      // Before the ticket is taken: somebody who picked the wrong one picks another.
      await mustBeFree(tx, ctx, platform, id)
      const stores = await tx
        .selectFrom('stores as s')
        .innerJoin('store_connections as c', (join) =>
          join.onRef('c.workplace_id', '=', 's.workplace_id').onRef('c.store_id', '=', 's.store_id'),
        )
        .select(['s.currency', 'c.country'])
        .where('s.workplace_id', '=', ctx.workplace_id)
        .where('s.is_default', '=', true)
        .executeTakeFirst()
      return { taken: await takeTicket(tx, ctx, platform, ticket), own: stores }
    })
    if (!taken?.keys) refuse('stores.way_expired')
    const credentials: unknown = JSON.parse(ctx.secrets.open(taken.keys))
    const currency = own?.currency || DEFAULT_CURRENCY
    const country = Country.safeParse(own?.country).data ?? 'US'
    let connected: Connected<unknown>
    try {
      const call = ctx.services.channels.call(platform, credentials)
      connected = await outlets.pick(call, { id, currency, country })
    } catch (error) {
      throw explainFailure(error)
    }
    return connectStore(ctx, platform, connected)
  }

const disconnect =
  (platform: Channel) =>
  async (ctx: Ctx, { shop }: In<typeof storeCalls.disconnectFacebook>) => {
    await uninstallPlatform(ctx, { platform, shop })
    return null
  }

export const getFacebookAuth = start('facebook')

export const callbackFacebook = comeBack('facebook')

export const linkFacebook = pick('facebook')

export const disconnectFacebook = disconnect('facebook')

export const getGoogleMerchantAuth = start('google')

export const callbackGoogleMerchant = comeBack('google')

export const linkGoogleMerchant = pick('google')

export const disconnectGoogleMerchant = disconnect('google')
