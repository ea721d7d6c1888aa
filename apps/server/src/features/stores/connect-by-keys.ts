import type { Connected } from '@omni/connectors/vendor.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { connectStore } from './connect-store.ts'
import { explainFailure } from './explain-failure.ts'
import { mustBeFree, withoutPassword } from './link-platform.ts'
import { migrateOrConnect } from './move-store.ts'
import { mustNotOwe } from './must-not-owe.ts'
import type { StoreRow } from './store-row.ts'

/** For a store whose own page cannot hand its keys over to us: whoever has a key of the shop may let us in. */
export async function connectByKeys(ctx: Ctx, input: In<typeof storeCalls.connectByKeys>): Promise<StoreRow> {
  const { platform, key, secret, moves } = input
  const { channels } = ctx.services
  const definition = channels.definition(platform)
  if (!definition?.account || !definition.keys_by_hand || !channels.connectable().includes(platform))
    refuse('stores.not_offered')
  const shop = definition.storeAddress(input.shop, channels.app(platform))
  if (shop === null) refuse('stores.bad_address', {}, { field: 'shop' })
  await ctx.db.tx(async (tx) => {
    await mustNotOwe(tx, ctx)
    if (!moves) await mustBeFree(tx, ctx, platform, withoutPassword(shop))
  })
  let connected: Connected<unknown>
  try {
    const code = JSON.stringify({ key, secret })
    connected = await definition.account.connect(channels.call(platform, null), { code, shop })
  } catch (error) {
    throw explainFailure(error)
  }
  return moves ? migrateOrConnect(ctx, platform, connected) : connectStore(ctx, platform, connected)
}
