import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { checkStore } from './check-health.job.ts'
import { readStores, type StoreRow } from './store-row.ts'

/** Foundation spec §7 auth/platform/verify: looks at a connection now and mends what can be mended. */
export async function verifyPlatform(ctx: Ctx, { store_id }: In<typeof storeCalls.verifyPlatform>): Promise<StoreRow> {
  await checkStore(ctx, { workplace_id: ctx.workplace_id, store_id })
  const [store] = await ctx.db.read((tx) => readStores(tx, ctx.workplace_id, store_id))
  return store ?? refuse('not_found')
}
