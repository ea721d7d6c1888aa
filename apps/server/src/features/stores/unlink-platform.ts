import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { unsubscribeAll } from './check-health.job.ts'
import { endConnection } from './end-connection.ts'
import { UNLINKED } from './store-row.ts'

/** Foundation spec §7 auth/platform/unlink: off the list. Its rows stay, and connecting it again brings them back. */
export async function unlinkPlatform(ctx: Ctx, { store_id }: In<typeof storeCalls.unlinkPlatform>): Promise<null> {
  const { workplace_id } = ctx
  await unsubscribeAll(ctx, { workplace_id, store_id })
  return ctx.db.tx(async (tx) => {
    const store = await tx
      .selectFrom('stores')
      .select(['platform', 'platform_domain'])
      .where('workplace_id', '=', workplace_id)
      .where('store_id', '=', store_id)
      .where('status', '<>', UNLINKED)
      .forNoKeyUpdate() // rows that refer to it are written meanwhile, by whoever holds what is wanted here next
      .executeTakeFirst()
    if (!store) refuse('not_found')
    await endConnection(tx, { workplace_id, store_id }, ctx.now)
    await tx
      .updateTable('stores')
      .set({ status: UNLINKED, is_default: false })
      .where('workplace_id', '=', workplace_id)
      .where('store_id', '=', store_id)
      .execute()
    await audit(tx, {
      chain_id: workplace_id,
      user_id: ctx.user_id,
      action: 'store.unlinked',
      subject: store_id,
      before: { platform: store.platform, shop: store.platform_domain },
    })
    await publishToWorkplace(tx, workplace_id, 'stores.changed', {})
    return null
  })
}
