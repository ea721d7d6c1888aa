import { isUnlimited } from '@omni/domain/billing/plan-rules.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { ownerOf } from '../billing/owner-of.ts'
import { planState } from '../billing/usage.ts'
import { announcePaused } from './announce.ts'

/** Kept under the first day of all, as a standing feature is (billing/usage.ts). */
const STANDING = '1970-01-01'

/**
 * AUTO_UPDATE_STOCK_PRODUCT: so many products are watched, over all workplaces of the account. What is listed goes first,
 * then what was imported first; the others are paused, and it is said.
 */
export async function pauseBeyondPlan(ctx: JobCtx, workplace_id: string): Promise<void> {
  const owner = await ownerOf(ctx, workplace_id)
  if (!owner) return
  await ctx.as({ workplace_id, ...owner }).tx(async (tx) => {
    const { plan, usage } = await planState(tx, owner.user_id, ctx.now)
    const { limit } = plan.features.AUTO_UPDATE_STOCK_PRODUCT
    const elsewhere = (usage.AUTO_UPDATE_STOCK_PRODUCT ?? 0) - (await ownUsage(tx, workplace_id))
    const room = isUnlimited(limit) ? null : Math.max(0, limit - elsewhere)
    const { rows } = await sql<{ watched: number; paused: number; news: number }>`
      with ranked as (
        select product_id, watched and (${room}::int is null or row_number() over (
          partition by watched order by (pushed = 'unpushed'), created_at, product_id) <= ${room}::int) as runs
        from products where workplace_id = ${workplace_id} and deleted_at is null),
      changed as (
        update products p set watch_paused = p.watched and not r.runs from ranked r
        where p.workplace_id = ${workplace_id} and p.product_id = r.product_id
          and p.watch_paused is distinct from (p.watched and not r.runs)
        returning p.watch_paused)
      select (select count(*) from ranked where runs)::int as watched,
        (select count(*) from ranked r join products p on p.workplace_id = ${workplace_id}
          and p.product_id = r.product_id where p.watched and not r.runs)::int as paused,
        (select count(*) from changed where watch_paused)::int as news`.execute(tx)
    const { watched = 0, paused = 0, news = 0 } = rows[0] ?? {}
    await sql`insert into feature_usage (workplace_id, feature, cycle_start, usage)
      values (${workplace_id}, 'AUTO_UPDATE_STOCK_PRODUCT', ${STANDING}::date, ${watched})
      on conflict (workplace_id, feature, cycle_start) do update set usage = excluded.usage`.execute(tx)
    if (news > 0) await announcePaused(tx, workplace_id, paused, limit)
  })
}

async function ownUsage(tx: Tx, workplace_id: string): Promise<number> {
  const row = await tx
    .selectFrom('feature_usage')
    .select('usage')
    .where('workplace_id', '=', workplace_id)
    .where('feature', '=', 'AUTO_UPDATE_STOCK_PRODUCT')
    .where('cycle_start', '=', STANDING)
    .executeTakeFirst()
  return row?.usage ?? 0
}
