import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Connected } from '@omni/connectors/vendor.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { connectStore } from './connect-store.ts'
import { explainFailure } from './explain-failure.ts'
import type { StoreRow } from './store-row.ts'

/** Foundation spec §2 /app/auth/bind/platform: the platform's own frame has shown who is signed in at the store. */
export async function bindPlatform(
  ctx: Ctx,
  { platform, id_token }: In<typeof storeCalls.bindPlatform>,
): Promise<StoreRow> {
  const { channels } = ctx.services
  const definition = channels.definition(platform)
  if (!definition?.exchange || !channels.connectable().includes(platform)) refuse('stores.not_offered')
  let connected: Connected<unknown>
  try {
    connected = await definition.exchange(channels.call(platform, null), { id_token })
  } catch (error) {
    // Not the store said no: what the caller sent is not, or no longer, a token of its admin.
    if (error instanceof VendorError && error.kind === 'auth_expired')
      refuse('stores.frame_token', {}, { field: 'id_token' })
    throw explainFailure(error)
  }
  return connectStore(ctx, platform, connected)
}
