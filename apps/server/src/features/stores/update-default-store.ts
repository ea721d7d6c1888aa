import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import { audit } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { publish } from '../../platform/realtime.ts'

/** Foundation spec §7 core/stores/update-default-store. */
export async function updateDefaultStore(
  ctx: Ctx,
  { store_id }: In<typeof storeCalls.updateDefaultStore>,
): Promise<null> {
  return ctx.db.tx(async (tx) => {
    const stores = await tx
      .selectFrom('stores')
      .select(['store_id', 'is_default'])
      .where('workplace_id', '=', ctx.workplace_id)
      .forNoKeyUpdate()
      .execute()
    if (!stores.some((store) => store.store_id === store_id)) refuse('not_found')
    const before = stores.find((store) => store.is_default)?.store_id ?? null
    // Off first: only one default may exist at any moment.
    await tx
      .updateTable('stores')
      .set({ is_default: false })
      .where('workplace_id', '=', ctx.workplace_id)
      .where('is_default', '=', true)
      .execute()
    await tx
      .updateTable('stores')
      .set({ is_default: true })
      .where('workplace_id', '=', ctx.workplace_id)
      .where('store_id', '=', store_id)
      .execute()
    await audit(tx, {
      chain_id: ctx.workplace_id,
      user_id: ctx.user_id,
      action: 'store.default_changed',
      subject: store_id,
      before: { store_id: before },
      after: { store_id },
    })
    await publish(tx, ctx.user_id, 'account.changed', {})
    return null
  })
}
