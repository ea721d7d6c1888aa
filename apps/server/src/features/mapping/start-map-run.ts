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
