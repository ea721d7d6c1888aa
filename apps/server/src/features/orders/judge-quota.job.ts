import { isUnlimited } from '@omni/domain/billing/plan-rules.ts'
import { sql } from 'kysely'
import { enqueue, enqueueAll, work } from '../../platform/jobs.ts'
import { ownerOf } from '../billing/owner-of.ts'
import { planState } from '../billing/usage.ts'
import { judgeQuota, replanOpen } from './jobs.ts'

/** What was not used after all, and what is bought on top, comes back without a word. */
const AGAIN_MS = 60 * 60_000

/** ORDER_FULFILLMENT of the account that the workplace belongs to: used up, its open orders say so until the next cycle. */
export const judgeQuotaJob = work(judgeQuota, async (ctx, { workplace_id }) => {
  const owner = await ownerOf(ctx, workplace_id)
  if (!owner) return
  const now = ctx.clock()
  await ctx.as({ workplace_id, ...owner }).tx(async (tx) => {
    const { plan, usage, cycle } = await planState(tx, owner.user_id, now)
    const { limit } = plan.features.ORDER_FULFILLMENT
    const isUsed = !isUnlimited(limit) && (usage.ORDER_FULFILLMENT ?? 0) >= limit
    const until = isUsed ? cycle.until : null
    const { rows } = await sql`
      insert into buying_facts as f (workplace_id, quota_until)
      select ${workplace_id}, ${until} where ${isUsed} or exists (
        select from buying_facts where workplace_id = ${workplace_id} and quota_until is not null)
      on conflict (workplace_id) do update set quota_until = excluded.quota_until
        where f.quota_until is distinct from excluded.quota_until
      returning workplace_id`.execute(tx)
    if (rows.length > 0) {
      await enqueue(tx, replanOpen, { workplace_id })
      // The counters are the account's, over all its workplaces.
      const others = owner.own_workplaces.filter((id) => id !== workplace_id)
      await enqueueAll(
        tx,
        judgeQuota,
        others.map((id) => ({ workplace_id: id })),
      )
    }
    const again = new Date(Math.min(now.getTime() + AGAIN_MS, cycle.until.getTime()))
    if (isUsed) await enqueue(tx, judgeQuota, { workplace_id }, again)
  })
})
