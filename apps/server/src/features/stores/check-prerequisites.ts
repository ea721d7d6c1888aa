import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { askRequirements } from './ask-requirements.ts'

/** Sourcing spec §7, listing-prerequisites. A store that is not connected lists nothing. */
export async function checkPrerequisites(ctx: Ctx, { store_id }: In<typeof storeCalls.checkPrerequisites>) {
  const items = await askRequirements(ctx, store_id, (shop) => shop.prerequisites(null))
  return { is_ready: items !== null && !items.some(({ is_failed }) => is_failed), items: items ?? [] }
}
