import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { recordCurrency } from './record-currency.ts'
import { openStore } from './open-store.ts'
import { readStores } from './store-row.ts'

/** Foundation spec §7 products/refresh-stores-currency. A store that does not answer keeps what is known. */
export async function refreshStoresCurrency(ctx: Ctx) {
  const { workplace_id } = ctx
  const stores = await ctx.db.read((tx) => readStores(tx, workplace_id))
  const items: { store_id: string; currency: string; changed: boolean }[] = []
  for (const { id: store_id, currency: before } of stores.filter(({ status }) => status === 'active')) {
    const store = await openStore(ctx, { workplace_id, store_id })
    const currency = store ? await readCurrency(store.channel) : null
    const changed = store !== null && currency !== null && (await recordCurrency(ctx, store, currency))
    items.push({ store_id, currency: currency ?? before, changed })
  }
  return { items }
}

async function readCurrency(channel: { store(input: null): Promise<{ currency: string }> }): Promise<string | null> {
  try {
    return (await channel.store(null)).currency
  } catch (error) {
    if (error instanceof VendorError) return null
    throw error
  }
}
