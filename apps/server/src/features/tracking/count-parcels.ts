import type { In } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { countAttention } from './attention-rows.ts'
import { narrowedParcels, readParcelFilter } from './parcel-filter.ts'

/** What triggers have counted is the same set as all rows; a filter counts its rows. */
export async function countParcels(ctx: Ctx, narrowing: In<typeof trackingCalls.countParcels>) {
  return ctx.db.read(async (tx) => {
    const filter = await readParcelFilter(tx, ctx, narrowing)
    const { rows } = filter.is_all
      ? await sql<{ status: string; parcels: number }>`
          select status, parcels from parcel_counters where workplace_id = ${ctx.workplace_id}`.execute(tx)
      : await sql<{ status: string; parcels: number }>`
          select p.status, count(*)::int as parcels from parcels p where ${narrowedParcels(ctx, filter)}
          group by p.status`.execute(tx)
    const { total, is_capped } = await countAttention(tx, ctx.workplace_id, ctx.now)
    return {
      all: rows.reduce((sum, { parcels }) => sum + parcels, 0),
      statuses: Object.fromEntries(rows.filter(({ parcels }) => parcels > 0).map((row) => [row.status, row.parcels])),
      attention: total,
      attention_is_capped: is_capped,
    }
  })
}
