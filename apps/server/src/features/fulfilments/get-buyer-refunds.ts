import type { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { type BuyerRefunds, readRefundable } from './buyer-refund-rows.ts'

export async function getBuyerRefunds(
  ctx: Ctx,
  { order_id }: In<typeof fulfilmentCalls.getBuyerRefunds>,
): Promise<BuyerRefunds> {
  const sale = await ctx.db.read((tx) => readRefundable(tx, ctx.workplace_id, order_id, false))
  return sale?.view ?? refuse('not_found')
}
