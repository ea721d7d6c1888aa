import type { In } from '@omni/contracts/kernel.ts'
import type { productSettingsCalls } from '@omni/contracts/product-settings.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import { changeSettings, productSettings, withoutUndefined } from './settings.ts'

type Calls = typeof productSettingsCalls

export async function updateChannelSettings(ctx: Ctx, { channel, ...input }: In<Calls['updateChannelSettings']>) {
  return ctx.db.tx(async (tx) => {
    const { channels } = await productSettings(tx, ctx.workplace_id)
    const next = channels.map((one) => (one.channel === channel ? { ...one, ...withoutUndefined(input) } : one))
    const changed = await changeSettings(tx, ctx.workplace_id, { channels: next })
    // Whoever hears of it reads what was just written.
    if (input.fulfilment_requests !== undefined) await markStoresPending(tx, ctx.workplace_id, channel)
    return { channels: changed.channels }
  })
}

/** Where requests are wanted from now on, the store learns of us now and not with its next round. */
async function markStoresPending(tx: Tx, workplace_id: string, channel: string): Promise<void> {
  const stores = await tx
    .selectFrom('stores')
    .select('store_id')
    .where('workplace_id', '=', workplace_id)
    .where('platform', '=', channel)
    .where('status', '=', 'active')
    .execute()
  for (const { store_id } of stores)
    await emit(tx, 'store.requests_changed_remotely', { workplace_id, store_id, by_webhook: false })
}
