import type { fulfilmentRequestCalls } from '@omni/contracts/fulfilment-requests.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { ofOrder, readViews } from './request-rows.ts'

/** Of somebody else's order there are none. */
export async function listFulfilmentRequests(
  ctx: Ctx,
  { order_id }: In<typeof fulfilmentRequestCalls.listFulfilmentRequests>,
): Promise<Out<typeof fulfilmentRequestCalls.listFulfilmentRequests>> {
  return ctx.db.read(async (tx) => ({ items: await readViews(tx, ctx.workplace_id, ofOrder(order_id)) }))
}
