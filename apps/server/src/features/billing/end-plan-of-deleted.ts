import { sql } from 'kysely'
import type { Subscriber } from '../../platform/outbox.ts'
import { startEnd } from './start-charge.ts'
import { lockSubscription } from './subscription-row.ts'

/** Whoever deletes their account is charged no more. */
export const endPlanOfDeleted: Subscriber<'account.deleted'> = async (ctx, { user_id }) => {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ workplace_id: string; subscription_id: string }>`
      select workplace_id, subscription_id from living_subscriptions_of(${user_id})`.execute(tx),
  )
  for (const { workplace_id, subscription_id } of rows)
    await ctx.as({ workplace_id }).tx(async (tx) => {
      const row = await lockSubscription(tx, workplace_id, subscription_id)
      if (!row || row.state === 'ended') return
      const under_way = await tx
        .selectFrom('plan_charges')
        .select('charge_id')
        .where('workplace_id', '=', workplace_id)
        .where('subscription_id', '=', subscription_id)
        .where('kind', '=', 'end')
        .where('state', 'in', ['opening', 'checking', 'done'])
        .executeTakeFirst()
      if (!under_way) await startEnd(tx, ctx.config, { workplace_id, user_id }, row)
    })
}
