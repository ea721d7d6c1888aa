import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'

/** From the counters: totals for the list, unread by kind for the badges. System messages count in the total only. */
export async function counts(tx: Tx, ctx: Ctx) {
  const rows = await tx
    .selectFrom('notification_counts')
    .select(['kind', 'total', 'unread'])
    .where('workplace_id', '=', ctx.workplace_id)
    .where('user_id', '=', ctx.user_id)
    .execute()
  const of = (kind: string) => rows.find((row) => row.kind === kind) ?? { total: 0, unread: 0 }
  const sum = (field: 'total' | 'unread') => rows.reduce((total, row) => total + row[field], 0)
  return {
    of,
    total: sum('total'),
    unread: {
      total: sum('unread'),
      product: of('product').unread,
      supplier: of('supplier').unread,
      order: of('order').unread,
    },
  }
}
