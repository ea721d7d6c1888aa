import { addFigures, leftOf } from '@omni/domain/analytics/profit-figures.ts'
import type { Minor } from '@omni/domain/money.ts'
import type { Stop } from '@omni/domain/placement/stops.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { displayCurrency } from '../analytics/count-profit.ts'
import { profitFrom, readProfitFacts, type Quotes } from '../analytics/profit-facts.ts'
import { recordEvents } from '../orders/order-events.ts'

interface Accepted {
  stops: readonly Stop[]
  /** What is about to be charged; absent: what a plan's baskets cost (`quotes`). */
  charge?: { source: string; amount: Minor; currency: string }
  quotes?: Quotes
}

/** A person's yes to what would not be bought with others: the timeline keeps who, what stopped it, and the figures. */
export async function recordAccepted(
  tx: Tx,
  { workplace_id, user_id, now }: Pick<Ctx, 'workplace_id' | 'user_id' | 'now'>,
  order_id: string,
  { stops, charge, quotes }: Accepted,
): Promise<void> {
  const facts = (await readProfitFacts(tx, workplace_id, [order_id])).get(order_id)
  const currency = await displayCurrency(tx, workplace_id)
  const earned = facts && profitFrom(facts, currency, quotes)
  const params = {
    stops: stops.join(' '),
    ...charge,
    ...(earned && { profit: leftOf(addFigures(earned.parts)), profit_state: earned.state, profit_currency: currency }),
  }
  await recordEvents(tx, workplace_id, order_id, [
    { kind: 'price_accepted', params, who: 'person', user_id, happened_at: now },
  ])
}
