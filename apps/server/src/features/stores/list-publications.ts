import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { explainFailure } from './explain-failure.ts'
import { openStore } from './open-store.ts'
import { readStores } from './store-row.ts'

/** Sourcing spec §7, channels: where inside a store products can be shown. A channel without such places has none. */
export async function listPublications(ctx: Ctx, { store_id }: In<typeof storeCalls.listPublications>) {
  const store = await openStore(ctx, { workplace_id: ctx.workplace_id, store_id })
  if (!store) {
    const [known] = await ctx.db.read((tx) => readStores(tx, ctx.workplace_id, store_id))
    return known ? { items: [] } : refuse('not_found')
  }
  try {
    return { items: (await store.channel.publications?.list(null)) ?? [] }
  } catch (error) {
    throw explainFailure(error)
  }
}
