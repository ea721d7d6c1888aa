import type { In } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset } from '../../platform/cursor.ts'
import { displayCurrency } from '../analytics/count-profit.ts'
import { readProfitFacts } from '../analytics/profit-facts.ts'
import { readRates } from '../rates/read-rates.ts'
import { type PlanOrderRow, readSummary, toPreviewOrder } from './plan-view.ts'

const place = keyset(z.int32())

export async function getPreview(ctx: Ctx, { plan_id, page_size, cursor }: In<typeof placementCalls.getPreview>) {
  const after = place.read(cursor) ?? 0
  const { workplace_id } = ctx
  return ctx.db.read(async (tx) => {
    const summary = await readSummary(tx, ctx, plan_id)
    const { rows } = await sql<PlanOrderRow>`
      select p.order_id, p.position, o.number, o.customer_name, o.country_code, o.currency, o.total, p.state, p.stops, p.problems,
        p.baskets, o.address
      from placement_plan_orders p join orders o using (workplace_id, order_id)
      where p.workplace_id = ${workplace_id} and p.plan_id = ${plan_id} and p.position > ${after}
      order by p.position limit ${page_size + 1}`.execute(tx)
    const shown = rows.slice(0, page_size)
    const ids = shown.map(({ order_id }) => order_id)
    const by = {
      facts: await readProfitFacts(tx, workplace_id, ids),
      currency: await displayCurrency(tx, workplace_id),
      rates: await readRates(tx),
    }
    const last = shown.at(-1)
    return {
      items: shown.map((row) => toPreviewOrder(row, by)),
      next_cursor: rows.length > page_size && last ? place.write(last.position) : null,
      total: summary.orders,
      total_is_capped: false,
      summary,
    }
  })
}
