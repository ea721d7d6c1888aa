import type { In } from '@omni/contracts/kernel.ts'
import type { storeCalls } from '@omni/contracts/stores.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { askRequirements } from './ask-requirements.ts'

/** Sourcing spec §7, warehouse. */
export const listWarehouses = async (ctx: Ctx, { store_id }: In<typeof storeCalls.listWarehouses>) => ({
  items: (await askRequirements(ctx, store_id, (shop) => shop.warehouses(null))) ?? [],
})
