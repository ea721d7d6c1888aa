import type { OpenChannel } from '@omni/connectors/channels/open-channel.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { explainFailure } from './explain-failure.ts'
import { openStore } from './open-store.ts'
import { readStores } from './store-row.ts'

/** What a marketplace asks for before it lists; null where the store is not connected, or is no marketplace. */
export async function askRequirements<R>(
  ctx: Ctx,
  store_id: string,
  ask: (shop: NonNullable<OpenChannel['requirements']>) => Promise<R>,
): Promise<R | null> {
  const store = await openStore(ctx, { workplace_id: ctx.workplace_id, store_id })
  if (!store) {
    const [known] = await ctx.db.read((tx) => readStores(tx, ctx.workplace_id, store_id))
    return known ? null : refuse('not_found')
  }
  const { requirements } = store.channel
  if (!requirements) return null
  try {
    return await ask(requirements)
  } catch (error) {
    throw explainFailure(error)
  }
}

/** Sourcing spec §7, warehouse. */
export const listWarehouses = async (ctx: Ctx, { store_id }: In<typeof storeCalls.listWarehouses>) => ({
  items: (await askRequirements(ctx, store_id, (shop) => shop.warehouses(null))) ?? [],
})

/** Sourcing spec §7, listing-prerequisites. A store that is not connected lists nothing. */
export async function checkPrerequisites(ctx: Ctx, { store_id }: In<typeof storeCalls.checkPrerequisites>) {
  const items = await askRequirements(ctx, store_id, (shop) => shop.prerequisites(null))
  return { is_ready: items !== null && !items.some(({ is_failed }) => is_failed), items: items ?? [] }
}
