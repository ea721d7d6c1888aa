import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Connected } from '@omni/connectors/vendor.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { connectStore } from './connect-store.ts'
import { explainFailure } from './explain-failure.ts'
import { migrateOrConnect } from './move-store.ts'
import type { StoreRow } from './store-row.ts'
import { takeTicket } from './store-ticket.ts'

/** Foundation spec §7: back from the platform. The query is checked as it came. */
export async function installPlatform(
  ctx: Ctx,
  { platform, query }: In<typeof storeCalls.installPlatform>,
): Promise<StoreRow> {
  const { channels } = ctx.services
  const definition = channels.definition(platform)
  if (!definition?.account || definition.outlets) refuse('stores.not_offered')
  // Platforms say no by one of the two.
  if (query['success'] === '0' || query['error']) refuse('stores.consent_refused')
  if (definition.verifyReturn && !definition.verifyReturn(channels.app(platform), new URLSearchParams(query), ctx.now))
    refuse('stores.return_forged')
  const state = query['state'] ?? query['user_id'] ?? ''
  const ticket = await ctx.db.tx((tx) => takeTicket(tx, ctx, platform, state))
  if (!ticket) refuse('stores.way_expired')
  const code = definition.keys_by_hook ? openKeys(ctx, ticket.keys) : (query['code'] ?? '')
  if (code === '') refuse('stores.keys_missing')
  const shop = ctx.secrets.open(ticket.shop)
  if (definition.verifyReturn && query['shop'] !== shop) refuse('stores.return_forged')
  let connected: Connected<unknown>
  try {
    connected = await definition.account.connect(channels.call(platform, null), { code, ...(shop !== '' && { shop }) })
  } catch (error) {
    throw explainFailure(error)
  }
  return ticket.migrates ? migrateOrConnect(ctx, platform, connected) : connectStore(ctx, platform, connected)
}

const openKeys = (ctx: Ctx, sealed: string | null) => (sealed === null ? '' : ctx.secrets.open(sealed))
