import type { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { displayCurrency } from './count-profit.ts'
import { profitFrom, readProfitFacts, shownProfit } from './profit-facts.ts'

export async function getOrderProfit(
  ctx: Ctx,
  { order_id }: In<typeof analyticsCalls.getOrderProfit>,
): Promise<Out<typeof analyticsCalls.getOrderProfit>> {
  const { workplace_id } = ctx
  return ctx.db.read(async (tx) => {
    const facts = (await readProfitFacts(tx, workplace_id, [order_id])).get(order_id)
    if (!facts) refuse('not_found')
    const currency = await displayCurrency(tx, workplace_id)
    const earned = profitFrom(facts, currency)
    return { profit: earned && shownProfit(earned, currency), parts: earned?.stated ?? [] }
  })
}
