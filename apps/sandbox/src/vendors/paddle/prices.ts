import type { Cycle, PaddleWorld } from './tables.ts'

/** Thirty days and a year: what the seller's own plans run for. */
const MONTHLY: Cycle = { interval: 'day', frequency: 30 }
const YEARLY: Cycle = { interval: 'year', frequency: 1 }

const TIERS: readonly [id: string, name: string, monthly: number][] = [
  ['starter', 'Starter', 1490],
  ['basic', 'Basic', 2990],
  ['growth', 'Growth', 4990],
  ['pro', 'Pro', 9990],
  // Five and fifteen dollars: the example everybody's proration is explained with.
  ['small', 'Small example', 500],
  ['large', 'Large example', 1500],
]
const MONTHS_PAID = 10

export const priceId = (tier: string, cycle: 'monthly' | 'yearly') => `pri_${`01${tier}${cycle}`.padEnd(26, '0')}`

/** The catalogue of the one account here. */
export async function seedPrices(world: PaddleWorld): Promise<void> {
  const rows = TIERS.flatMap(([tier, name, amount]) => [
    { id: priceId(tier, 'monthly'), name, amount, currency: 'USD', cycle: JSON.stringify(MONTHLY) },
    { id: priceId(tier, 'yearly'), name, amount: amount * MONTHS_PAID, currency: 'USD', cycle: JSON.stringify(YEARLY) },
  ])
  await world.db
    .insertInto('prices')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** The end of a period that begins at `from`. */
export function endOf(from: Date, { interval, frequency }: Cycle): Date {
  const end = new Date(from)
  if (interval === 'year') end.setUTCFullYear(end.getUTCFullYear() + frequency)
  else if (interval === 'month') end.setUTCMonth(end.getUTCMonth() + frequency)
  else end.setUTCDate(end.getUTCDate() + frequency * (interval === 'week' ? 7 : 1))
  return end
}

export const isSameCycle = (a: Cycle | null, b: Cycle | null) =>
  a?.interval === b?.interval && a?.frequency === b?.frequency
