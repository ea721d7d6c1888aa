import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { startRun } from '../../platform/runs.ts'
import type { SupplierProduct } from '../import-list/link-matching.ts'
import { mapRun, rowsOfListings } from './map-run.ts'

/** Starts the run that works on several store products; each row is followed in the job tracker. */
export const startMapRun = (
  ctx: Ctx,
  items: readonly ({ listing_id: string } & SupplierProduct)[],
  input: z.input<typeof mapRun.input>,
) =>
  ctx.db.tx(async (tx) => {
    const rows = await rowsOfListings(tx, ctx.workplace_id, items)
    if (rows.length === 0) refuse('mapping.listing_gone')
    return { run_id: await startRun(tx, ctx, mapRun, input, rows, ctx.now), total: rows.length }
  })

/** Sourcing spec §7 listings/unmapped/bulk-create: several store products get their suppliers. */
export const createFromUnmapped = (ctx: Ctx, { items, override }: In<typeof mappingCalls.createFromUnmapped>) =>
  startMapRun(ctx, items, { mode: 'tie', override })

/** Sourcing spec §7 listings/unmapped/duplicate: the store's product stays its own; ours is pushed as another. */
export const duplicateUnmapped = (ctx: Ctx, { items }: In<typeof mappingCalls.duplicateUnmapped>) =>
  startMapRun(ctx, items, { mode: 'copy', override: false })

/** Sourcing spec §7 listings/unmapped/split: a product of ours for each value of an option. */
export const splitUnmapped = (ctx: Ctx, { items, option }: In<typeof mappingCalls.splitUnmapped>) =>
  startMapRun(ctx, items, { mode: 'split', option, override: false })
