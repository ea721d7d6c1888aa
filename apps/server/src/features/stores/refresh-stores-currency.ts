import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { tellWorkplace } from '../../platform/realtime.ts'
import { openStore } from './open-store.ts'
import { readStores } from './store-row.ts'

/** Foundation spec §7 products/refresh-stores-currency. A store that does not answer keeps what is known. */
export async function refreshStoresCurrency(ctx: Ctx) {
  const stores = await ctx.db.read((tx) => readStores(tx, ctx.workplace_id))
  const items: { store_id: string; currency: string; changed: boolean }[] = []
  for (const { id: store_id, status, currency: before } of stores) {
    if (status !== 'active') continue
    const currency = (await readCurrency(ctx, store_id)) ?? before
    items.push({ store_id, currency, changed: currency !== before })
  }
  const changed = items.filter((item) => item.changed)
  if (changed.length > 0)
    await ctx.db.tx(async (tx) => {
      for (const { store_id, currency } of changed)
        await tx
          .updateTable('stores')
          .set({ currency })
          .where('workplace_id', '=', ctx.workplace_id)
          .where('store_id', '=', store_id)
          .execute()
      await tellWorkplace(tx, ctx.workplace_id, 'stores.changed', {})
    })
  return { items }
}

async function readCurrency(ctx: Ctx, store_id: string): Promise<string | null> {
  const store = await openStore(ctx, { workplace_id: ctx.workplace_id, store_id })
  try {
    return store ? (await store.channel.store(null)).currency : null
  } catch (error) {
    if (error instanceof VendorError) return null
    throw error
  }
}
