import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { unsubscribeAll } from './check-health.job.ts'
import { endConnection } from './end-connection.ts'

/** Foundation spec §7: disconnects a store. What is in the store stays there. */
export async function uninstallPlatform(
  ctx: Ctx,
  { platform, shop }: In<typeof storeCalls.uninstallPlatform>,
): Promise<{ unsubscribed: boolean }> {
  const { store_id } = await ctx.db.read(async (tx) => {
    const store = await tx
      .selectFrom('stores')
      .select('store_id')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('platform', '=', platform)
      .where((eb) => eb.or([eb('platform_domain', '=', shop), eb('domain', '=', shop)]))
      .where('status', '=', 'active')
      .executeTakeFirst()
    return store ?? refuse('not_found')
  })
  const id = { workplace_id: ctx.workplace_id, store_id }
  // While there is still a key.
  const unsubscribed = await unsubscribeAll(ctx, id)
  return ctx.db.tx(async (tx) => {
    if (!(await endConnection(tx, id, ctx.now))) refuse('not_found')
    await audit(tx, {
      chain_id: ctx.workplace_id,
      user_id: ctx.user_id,
      action: 'store.disconnected',
      subject: store_id,
      before: { platform, shop },
    })
    return { unsubscribed }
  })
}
