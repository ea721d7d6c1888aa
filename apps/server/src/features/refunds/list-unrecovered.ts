import type { Out } from '@omni/contracts/kernel.ts'
import type { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { disputable, requestFor } from '@omni/domain/refunds/refunds.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { readPurchases } from './refund-rows.ts'

type Unrecovered = Out<typeof refundCalls.listUnrecovered>
const DAY_MS = 86_400_000
const MOST = 200
/** Older ones can no longer be asked for anywhere. */
const SINCE = '180 days'

/**
 * The buyer got money back, and the supplier has it still. A purchase that was never paid, or that came back in full, is
 * not among them.
 */
export async function listUnrecovered({ db, workplace_id, now }: Ctx): Promise<Unrecovered> {
  return db.read(async (tx) => {
    const { rows } = await sql<{ order_id: string; number: string }>`
      select o.order_id, o.number from orders o
      where o.workplace_id = ${workplace_id} and o.ordered_at > ${now}::timestamptz - ${SINCE}::interval
        and (o.financial in ('refunded', 'partially_refunded') or o.cancelled_at is not null)
        and exists (select from supplier_orders s where s.workplace_id = o.workplace_id and s.order_id = o.order_id
          and s.state = 'placed' and coalesce(s.supplier_status, '') not in ('cancelled', 'refunded'))
      order by o.ordered_at, o.order_id limit ${MOST}`.execute(tx)
    const items: Unrecovered['items'] = []
    for (const { order_id, number } of rows)
      for (const purchase of await readPurchases(tx, workplace_id, { order_id }, false)) {
        const { supplier_order_id, vendor, order_no, currency, total, refunds, state, supplier_status } = purchase
        if (state !== 'placed' || total === null || supplier_status === 'cancelled' || supplier_status === 'refunded')
          continue
        const recovered = refunds.reduce((sum, one) => sum + (one.state === 'completed' ? (one.granted ?? 0) : 0), 0)
        if (recovered >= total) continue
        const offer = requestFor(purchase, now)
        const until = offer.type === null ? null : offer.until
        const days_left = until && Math.max(0, Math.floor((until.getTime() - now.getTime()) / DAY_MS))
        const type = offer.type ?? (disputable(vendor, purchase) > 0 ? ('dispute' as const) : null)
        const shared = { order_id, number, supplier_order_id, source: vendor, order_no, currency }
        items.push({ ...shared, paid: total, recovered, days_left, type })
      }
    items.sort((a, b) => (a.days_left ?? Infinity) - (b.days_left ?? Infinity))
    const sums = [...Map.groupBy(items, ({ source, currency }) => `${source} ${currency}`).values()].flatMap((some) => {
      const [first] = some
      const amount = some.reduce((sum, { paid, recovered }) => sum + paid - recovered, 0)
      return first ? [{ source: first.source, currency: first.currency, amount, orders: some.length }] : []
    })
    return { items, sums }
  })
}
