import { cycleStart } from '@omni/domain/billing/cycle.ts'
import { findExtra } from '@omni/domain/billing/extras.ts'
import { FEATURE_TYPES, isFeatureKey } from '@omni/domain/billing/features.ts'
import { MONTHLY_CYCLE_DAYS } from '@omni/domain/billing/plan-rules.ts'
import type { Tx } from '../../platform/db.ts'
import { publish } from '../../platform/realtime.ts'
import type { ChargeRow } from './subscription-row.ts'

type Change = Partial<
  Pick<
    ChargeRow,
    | 'state'
    | 'item'
    | 'amount'
    | 'tax'
    | 'fee'
    | 'currency'
    | 'reference'
    | 'sends'
    | 'transaction_ref'
    | 'page_url'
    | 'invoice_number'
    | 'error_key'
    | 'polls'
    | 'subscription_id'
  >
> & {
  check_at?: Date | null
  settled_at?: Date | null
  happened_at?: Date | null
  period_start?: Date | null
  period_end?: Date | null
}

export async function writeCharge(
  tx: Tx,
  { workplace_id, charge_id, user_id }: Pick<ChargeRow, 'workplace_id' | 'charge_id' | 'user_id'>,
  change: Change,
): Promise<void> {
  await tx
    .updateTable('plan_charges')
    .set(change)
    .where('workplace_id', '=', workplace_id)
    .where('charge_id', '=', charge_id)
    .execute()
  await publishPlan(tx, user_id)
}

/** An account that was deleted has no browsers. */
export async function publishPlan(tx: Tx, user_id: string): Promise<void> {
  const user = await tx.selectFrom('users').select('user_id').where('user_id', '=', user_id).executeTakeFirst()
  if (user) await publish(tx, user_id, 'plan.changed', {})
}

export const settleCharge = (
  tx: Tx,
  row: ChargeRow,
  state: 'done' | 'failed' | 'expired',
  error_key: string | null,
  now: Date,
): Promise<void> => writeCharge(tx, row, { state, error_key, settled_at: now, check_at: null, page_url: null })

/** What an extra adds counts from the moment it is paid: for the running cycle, or for good where things stay. */
export async function grantExtra(
  tx: Tx,
  { workplace_id, charge_id, user_id, item }: Pick<ChargeRow, 'workplace_id' | 'charge_id' | 'user_id' | 'item'>,
  now: Date,
): Promise<void> {
  const extra = findExtra(item)
  const user = await tx.selectFrom('users').select('created_at').where('user_id', '=', user_id).executeTakeFirst()
  if (!extra || !user) return
  const since = cycleStart(new Date(user.created_at), now, MONTHLY_CYCLE_DAYS)
  const rows = Object.entries(extra.adds).flatMap(([feature, amount]) =>
    isFeatureKey(feature)
      ? [
          {
            workplace_id,
            charge_id,
            user_id,
            feature,
            amount,
            cycle_start: FEATURE_TYPES[feature] === 'standing' ? '1970-01-01' : since,
          },
        ]
      : [],
  )
  await tx
    .insertInto('extra_quotas')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['workplace_id', 'charge_id', 'feature']).doNothing())
    .execute()
}
