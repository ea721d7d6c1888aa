import { sql } from 'kysely'
import { enqueue, work } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { countProfit } from './count-profit.ts'
import { countMarked, recount, sweepMarks, sweepUnconverted } from './jobs.ts'

const AT_ONCE = 500
/** A change that was not committed while we counted is found by looking once more. */
const LOOK_AGAIN_MS = 2000
const WORKPLACES_AT_ONCE = 1000

/** Marks are taken and what they ask for is counted in one transaction: killed anywhere, nothing is lost. */
export const countMarkedJob = work(countMarked, async (ctx, { workplace_id }) => {
  for (;;) {
    const taken = await ctx.db.tx(async (tx) => {
      const { rows } = await sql<{ order_id: string }>`
        delete from profit_marks where workplace_id = ${workplace_id} and mark_id in (
          select mark_id from profit_marks where workplace_id = ${workplace_id} order by mark_id limit ${AT_ONCE})
        returning order_id`.execute(tx)
      if (rows.length === 0) return 0
      // After the marks were taken: what is read now is at least as new as they are.
      const changed = await countProfit(tx, workplace_id, [...new Set(rows.map(({ order_id }) => order_id))])
      if (changed) await publishToWorkplace(tx, workplace_id, 'profits.changed', {})
      const again = new Date(ctx.clock().getTime() + LOOK_AGAIN_MS)
      if (rows.length < AT_ONCE) await enqueue(tx, countMarked, { workplace_id }, again)
      return rows.length
    })
    if (taken < AT_ONCE) return
  }
})

export const recountJob = work(recount, async (ctx, { workplace_id, only }) => {
  await ctx.db.tx(async (tx) => {
    if (only === 'all')
      await sql`insert into profit_marks (workplace_id, order_id)
        select workplace_id, order_id from orders where workplace_id = ${workplace_id}`.execute(tx)
    else
      await sql`insert into profit_marks (workplace_id, order_id)
        select distinct workplace_id, order_id from order_profits
        where workplace_id = ${workplace_id} and is_foreign`.execute(tx)
    await enqueue(tx, countMarked, { workplace_id })
  })
})

export const sweepMarksJob = work(sweepMarks, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    const { rows } = await sql<{ workplace_id: string }>`
      select workplace_id from marked_workplaces(${WORKPLACES_AT_ONCE})`.execute(tx)
    for (const marked of rows) await enqueue(tx, countMarked, marked)
  })
})

export const sweepUnconvertedJob = work(sweepUnconverted, async (ctx) => {
  await ctx.db.tx(async (tx) => {
    const { rows } = await sql<{ workplace_id: string }>`
      select workplace_id from unconverted_workplaces(${WORKPLACES_AT_ONCE})`.execute(tx)
    for (const { workplace_id } of rows) await enqueue(tx, recount, { workplace_id, only: 'unconverted' })
  })
})
