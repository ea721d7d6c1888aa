import type { EventData } from '@omni/contracts/events.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { readPricing } from '../product-center/pricing.ts'
import { announce, announceNew, announceStop } from './announce.ts'
import { type Followed, followProduct } from './follow-product.ts'
import { watchProducts } from './jobs.ts'
import { newVariants } from './new-variants.ts'
import { recordDemand } from './record-demand.ts'
import { pauseBeyondPlan } from './pause-beyond-plan.ts'
import { recordApplied, sortChanges } from './questions.ts'
import { readChanges, readDue } from './supplier-facts.ts'

const EVERY_MS = 5 * 60_000 // spec: not shown
const SLICE = 50

/** The first import of a workplace starts its watch; it goes on by itself. */
export async function startWatching(ctx: JobCtx, { workplace_id }: EventData<'products.imported'>): Promise<void> {
  await ctx.as({ workplace_id }).tx(async (tx) => {
    const {
      rows: [running],
    } = await sql<{ n: number }>`select is_job_waiting(${`products.watch:${workplace_id}`})::int as n`.execute(tx)
    if (!running?.n) await enqueue(tx, watchProducts, { workplace_id }, new Date(ctx.now.getTime() + EVERY_MS))
  })
}

/**
 * One pass: what changed at the suppliers, judged for plausibility as a whole, then product by product. Nothing is
 * written before the breaker has seen all of it.
 */
export const watchProductsJob = work(watchProducts, async (ctx, { workplace_id }) => {
  const { now } = ctx
  await pauseBeyondPlan(ctx, workplace_id)
  const { pricing, ids, ...sorted } = await ctx.db.tx(async (tx) => {
    const made = await readPricing(tx, workplace_id)
    const changes = await readChanges(tx, workplace_id)
    const rules = made.settings.monitoring
    const { asked, ...allowed } = await sortChanges(tx, workplace_id, changes, rules, now)
    await announceStop(tx, workplace_id, asked)
    if (asked.length > 0) await publishToWorkplace(tx, workplace_id, 'products.changed', {})
    const due = await readDue(tx, workplace_id, made.rates, rules, now)
    const changed = changes.map(({ product_id }) => product_id)
    return { ...allowed, pricing: made, ids: [...new Set([...changed, ...due])].sort() }
  })
  const followed: Followed[] = []
  for (let from = 0; from < ids.length; from += SLICE) {
    const done = await ctx.db.tx(async (tx) => {
      const list: Followed[] = []
      for (const id of ids.slice(from, from + SLICE)) {
        const one = await followProduct(tx, { workplace_id, now, pricing, ...sorted }, id)
        if (one) list.push(one)
      }
      await announce(tx, { workplace_id, now, pricing }, list)
      return list
    })
    followed.push(...done)
  }
  await ctx.db.tx(async (tx) => {
    await recordApplied(tx, workplace_id, now)
    if (pricing.settings.monitoring.on_new_variant === 'ask')
      await announceNew(tx, workplace_id, await newVariants(tx, workplace_id, now))
    if (followed.some(({ notes }) => notes.length > 0))
      await publishToWorkplace(tx, workplace_id, 'products.changed', {})
    await recordDemand(tx, workplace_id, now)
    const {
      rows: [left],
    } = await sql<{ n: number }>`select count(*)::int as n from (select from products
      where workplace_id = ${workplace_id} and deleted_at is null limit 1) p`.execute(tx)
    if (left?.n) await enqueue(tx, watchProducts, { workplace_id }, new Date(now.getTime() + EVERY_MS))
  })
})
