import type { analyticsCalls } from '@omni/contracts/analytics.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { addDays, dayOf } from '@omni/domain/analytics/periods.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'

/** spec: not shown. */
const LAST_DAYS = 90
const HOURS = 24

interface Outcome {
  supplier: string
  carrier: string
  purchases: number
  shipped: number
  delivered: number
  failed: number
  ship_hours: number
  deliver_hours: number
}

/** Orders spec §7 orders/v6/analyses/list-carriers: from what became of the workplace's own purchases. */
export async function listCarriers(ctx: Ctx): Promise<Out<typeof analyticsCalls.listCarriers>> {
  const from = addDays(dayOf(ctx.now), 1 - LAST_DAYS)
  const { rows } = await ctx.db.read((tx) =>
    sql<Outcome>`
      select supplier, carrier, sum(purchases)::int as purchases, sum(shipped)::int as shipped,
        sum(delivered)::int as delivered, sum(failed)::int as failed, sum(ship_hours)::bigint as ship_hours,
        sum(deliver_hours)::bigint as deliver_hours
      from delivery_sums where workplace_id = ${ctx.workplace_id} and day >= ${from}::date
      group by 1, 2 having sum(purchases) > 0`.execute(tx),
  )
  return {
    suppliers: named(rows, 'supplier'),
    carriers: named(
      rows.filter(({ carrier }) => carrier !== ''),
      'carrier',
    ),
  }
}

/** Most used first. */
function named(rows: readonly Outcome[], by: 'supplier' | 'carrier') {
  const groups = Map.groupBy(rows, (row) => row[by])
  const all = [...groups].map(([name, some]) => {
    const sum = (figure: Exclude<keyof Outcome, 'supplier' | 'carrier'>) =>
      some.reduce((total, row) => total + row[figure], 0)
    const [purchases, shipped, delivered, failed] = [sum('purchases'), sum('shipped'), sum('delivered'), sum('failed')]
    return {
      name,
      purchases,
      shipped,
      delivered,
      failed,
      failure_rate: tenth((failed / purchases) * 100),
      days_to_ship: shipped > 0 ? tenth(sum('ship_hours') / shipped / HOURS) : null,
      days_to_deliver: delivered > 0 ? tenth(sum('deliver_hours') / delivered / HOURS) : null,
    }
  })
  return all.toSorted((a, b) => b.purchases - a.purchases || (a.name < b.name ? -1 : 1))
}

const tenth = (value: number) => Math.round(value * 10) / 10
