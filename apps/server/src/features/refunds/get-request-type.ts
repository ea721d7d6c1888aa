import type { In, Out } from '@omni/contracts/kernel.ts'
import type { refundCalls } from '@omni/contracts/refunds.calls.ts'
import { disputable, requestFor } from '@omni/domain/refunds/refunds.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { readEvidence } from '../evidence/evidence-files.ts'
import { readPurchases, toView } from './refund-rows.ts'

type Offers = Out<typeof refundCalls.getRequestType>

/** Orders spec §7 orders/v4/refund/request-type. */
export async function getRequestType(ctx: Ctx, { order_id }: In<typeof refundCalls.getRequestType>): Promise<Offers> {
  const { workplace_id, now } = ctx
  return ctx.db.read(async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select('order_id')
      .where('workplace_id', '=', workplace_id)
      .where('order_id', '=', order_id)
      .executeTakeFirst()
    if (!order) refuse('not_found')
    const purchases = await readPurchases(tx, workplace_id, { order_id }, false)
    const pictures = await readEvidence(
      tx,
      workplace_id,
      purchases.flatMap(({ rows }) => rows.flatMap((row) => row.pictures)),
    )
    return {
      items: purchases.map((purchase) => {
        const { supplier_order_id, vendor, order_no, currency, rows } = purchase
        const offer = requestFor(purchase, now)
        const shared = {
          supplier_order_id,
          source: vendor,
          order_no,
          currency,
          disputable: disputable(vendor, purchase),
          refunds: rows.map((row) =>
            toView(
              ctx,
              row,
              pictures.filter(({ evidence_id }) => row.pictures.includes(evidence_id)),
            ),
          ),
        }
        return offer.type === null
          ? { ...shared, type: null, because: offer.because, most: 0, until: null }
          : { ...shared, type: offer.type, because: null, most: offer.most, until: offer.until?.toISOString() ?? null }
      }),
    }
  })
}
