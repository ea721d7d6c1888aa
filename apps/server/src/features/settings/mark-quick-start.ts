import type { EventData } from '@omni/contracts/events.ts'
import type { QuickStartStep } from '@omni/domain/onboarding/quick-start.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { publish } from '../../platform/realtime.ts'

interface Who {
  workplace_id: string
  user_id: string
}

/** Foundation spec §4: a step once true stays true. */
export async function markQuickStart(
  tx: Tx,
  { workplace_id, user_id }: Who,
  steps: readonly QuickStartStep[],
): Promise<void> {
  const { rows } = await sql`
    insert into quick_start as q (workplace_id, user_id, steps) select ${workplace_id}, ${user_id}, ${[...steps]}::text[]
    -- What is marked already is not locked: it is marked with every order.
    where not exists (select from quick_start k where k.workplace_id = ${workplace_id} and k.user_id = ${user_id}
      and k.steps @> ${[...steps]}::text[])
    on conflict (workplace_id, user_id) do update set steps = array(
        select distinct step from unnest(q.steps || excluded.steps) step)
      where not q.steps @> excluded.steps
    returning user_id`.execute(tx)
  if (rows.length > 0) await publish(tx, user_id, 'account.changed', {})
}

const mark =
  (...steps: QuickStartStep[]) =>
  (tx: Tx, who: Who) =>
    markQuickStart(tx, who, steps)

export const markImported = mark('FIND_AND_IMPORT')
export const markPushed = mark('FIND_AND_IMPORT', 'PUSH_PRODUCT')
/** Whoever places an order has found it, in the order center. */
export const markPlaced = mark('NAVIGATE_TO_ORDER_CENTER', 'FIND_READY_ORDER', 'PLACE_ORDER')

export const markPlan = async (ctx: JobCtx, { workplace_id, user_id }: EventData<'plan.chosen'>) => {
  if (workplace_id) await ctx.db.tx((tx) => markQuickStart(tx, { workplace_id, user_id }, ['CHOOSE_A_PLAN']))
}
