import type { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { type CancellationView, readSale } from './cancellation-rows.ts'

export async function getSaleCancellation(
  ctx: Ctx,
  { order_id }: In<typeof fulfilmentCalls.getSaleCancellation>,
): Promise<CancellationView> {
  const sale = await ctx.db.read((tx) => readSale(tx, ctx.workplace_id, order_id, false))
  if (!sale) refuse('not_found')
  return sale.view
}
