import type { Ctx } from '../../platform/ctx.ts'
import { countAttention } from './attention-rows.ts'

export async function countParcels(ctx: Ctx) {
  return ctx.db.read(async (tx) => {
    const rows = await tx
      .selectFrom('parcel_counters')
      .select(['status', 'parcels'])
      .where('workplace_id', '=', ctx.workplace_id)
      .execute()
    const { total, is_capped } = await countAttention(tx, ctx.workplace_id, ctx.now)
    return {
      all: rows.reduce((sum, { parcels }) => sum + parcels, 0),
      statuses: Object.fromEntries(rows.filter(({ parcels }) => parcels > 0).map((row) => [row.status, row.parcels])),
      attention: total,
      attention_is_capped: is_capped,
    }
  })
}
