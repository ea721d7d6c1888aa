import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { judgeFile, sumsOf } from './order-file.ts'

export async function previewOrderFile(ctx: Ctx, { text }: In<typeof orderCalls.previewOrderFile>) {
  const { judged, ignored_columns } = await ctx.db.read((tx) => judgeFile(ctx, tx, text))
  return {
    orders: judged.map(({ order, will, problems }) => ({
      number: order.number,
      line: order.line,
      customer_name: order.address.name,
      country_code: order.address.country_code,
      pieces: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
      total: order.lines.reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0),
      currency: order.currency,
      will,
      problems,
    })),
    ...sumsOf(judged),
    ignored_columns,
  }
}
