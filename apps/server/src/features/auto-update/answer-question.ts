import type { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { watchProducts } from './jobs.ts'
import type { LinkChange } from './supplier-facts.ts'

/** What was shown is let through by the next pass, or is no news as long as the supplier says the same. */
export const answerQuestion = (ctx: Ctx, { question_id, answer }: In<typeof autoUpdateCalls.answerQuestion>) =>
  ctx.db.tx(async (tx) => {
    const { workplace_id, user_id, now } = ctx
    const question = await tx
      .updateTable('auto_update_questions')
      .set({ answer, answered_by: user_id, answered_at: now })
      .where('workplace_id', '=', workplace_id)
      .where('question_id', '=', question_id)
      .where('answer', 'is', null)
      .returning('items')
      .executeTakeFirst()
    if (!question) refuse('not_found')
    const items = question.items as unknown as LinkChange[] // written by `sortChanges`
    if (answer === 'dismiss') await recordRefused(tx, workplace_id, items)
    await enqueue(tx, watchProducts, { workplace_id }, now)
    await publishToWorkplace(tx, workplace_id, 'products.changed', {})
    return { question_id, answer }
  })

async function recordRefused(tx: Tx, workplace_id: string, items: readonly LinkChange[]): Promise<void> {
  const rows = [...Map.groupBy(items, ({ product_id, variant_id }) => `${product_id} ${variant_id}`).values()].flatMap(
    ([first, ...more]) => {
      if (!first) return []
      const figures = [first, ...more].map(({ rank, now_cost, now_quantity }) => [
        rank,
        { cost: now_cost, quantity: now_quantity },
      ])
      const { product_id, variant_id } = first
      return [{ product_id, variant_id, refused: Object.fromEntries(figures) as object }]
    },
  )
  await sql`insert into variant_watch as w (workplace_id, product_id, variant_id, price, refused)
    select ${workplace_id}, r.product_id, r.variant_id, v.price, r.refused
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (product_id uuid, variant_id uuid, refused jsonb)
    join product_variants v on v.workplace_id = ${workplace_id} and v.product_id = r.product_id
      and v.variant_id = r.variant_id
    on conflict (workplace_id, product_id, variant_id) do update set refused = w.refused || excluded.refused`.execute(
    tx,
  )
}
