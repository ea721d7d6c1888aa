import type { ProviderTransaction, TransactionOrigin } from '@omni/connectors/payments/subscriptions.ts'
import { planPaid } from '@omni/domain/ledger/plans.ts'
import { feeKept } from '@omni/domain/ledger/placing.ts'
import { OPERATOR_PLANS_ID } from '@omni/domain/vendors/manifest.ts'
import type { Tx } from '../../platform/db.ts'
import { post } from '../../platform/ledger.ts'
import { OPERATOR, type Place } from './plan-place.ts'
import { type ChargeRow, lockCharge, type Payer, type SubscriptionRow } from './subscription-row.ts'
import { grantExtra, settleCharge, writeCharge } from './write-charge.ts'

const KINDS: Record<TransactionOrigin, string> = {
  checkout: 'subscribe',
  renewal: 'renewal',
  change: 'upgrade',
  charge: 'extra',
  method: 'method',
}

/**
 * Writes what the provider says about money, in one transaction with what it posts. Whoever heard it, and however often:
 * it is posted once, because the key names the provider's object and the effect.
 */
export async function settleTransaction(
  tx: Tx,
  payer: Payer,
  subscription: SubscriptionRow | null,
  said: ProviderTransaction,
  now: Date,
  place: Place = OPERATOR,
): Promise<void> {
  const row = await rowFor(tx, payer, subscription, said, place, now)
  if (!row || row.state === 'done') return
  const facts = {
    transaction_ref: said.transaction_ref,
    subscription_id: subscription?.subscription_id ?? row.subscription_id,
    currency: said.currency,
    invoice_number: said.invoice_number,
    period_start: said.period?.starts_at ?? null,
    period_end: said.period?.ends_at ?? null,
    // Where the money is told of elsewhere, what was told there stays.
    ...(said.total !== null && { amount: said.total, tax: said.tax, fee: said.fee, happened_at: said.happened_at }),
  }
  if (said.status === 'completed') {
    await writeCharge(tx, row, facts)
    if (said.total !== null && said.total > 0) await postPaid(tx, row, { ...said, total: said.total }, now)
    if (row.kind === 'extra' || row.kind === 'ready2sale') await grantExtra(tx, row, now)
    return settleCharge(tx, row, 'done', null, now)
  }
  if (said.status === 'canceled') {
    // A change that was refused is settled by its attempt, which alone knows that nothing of it can still land.
    if (row.kind === 'upgrade' && row.transaction_ref === null)
      return writeCharge(tx, row, { error_key: said.error_key ?? row.error_key })
    if (row.settled_at === null) await settleCharge(tx, row, 'failed', said.error_key ?? 'not_paid', now)
    return
  }
  if (row.settled_at !== null) return
  const state = said.status === 'past_due' ? 'past_due' : row.state
  await writeCharge(tx, row, { ...facts, state, error_key: said.error_key, page_url: said.url ?? row.page_url })
}

/** Where the provider tells what it billed: the operator's own does. What a store billed is in a report (read-report.job.ts). */
async function postPaid(
  tx: Tx,
  row: ChargeRow,
  said: ProviderTransaction & { total: number },
  now: Date,
): Promise<void> {
  const { transaction_ref, currency, total, tax } = said
  const shared = {
    scope: OPERATOR_PLANS_ID,
    effective_at: said.happened_at ?? now,
    subject: row.charge_id,
    external_ref: transaction_ref,
  }
  const paid = planPaid(OPERATOR_PLANS_ID, currency, { total, tax })
  const fee = feeKept(OPERATOR_PLANS_ID, currency, said.fee ?? 0)
  await post(tx, [
    { ...shared, key: `${transaction_ref}:completed`, kind: 'plan_paid', postings: paid },
    { ...shared, key: `${transaction_ref}:fee`, kind: 'fee', postings: fee },
  ])
}

/** The row that this money belongs to: found by the provider's name of it, by our reference, or made. */
async function rowFor(
  tx: Tx,
  { workplace_id, user_id }: Payer,
  subscription: SubscriptionRow | null,
  said: ProviderTransaction,
  place: Place,
  now: Date,
): Promise<ChargeRow | undefined> {
  const { transaction_ref, reference, origin } = said
  const own = tx.selectFrom('plan_charges').select('charge_id').where('workplace_id', '=', workplace_id)
  const known = await own
    .where('provider', '=', place.provider)
    .where('transaction_ref', '=', transaction_ref)
    .executeTakeFirst()
  const named =
    known ??
    (reference === '' || origin === 'renewal'
      ? undefined
      : await own
          .where('reference', '=', reference)
          .where('transaction_ref', 'is', null)
          .where('user_id', '=', user_id)
          .executeTakeFirst())
  // A change's transaction may not carry our reference: it belongs to the one change that is under way.
  const changing =
    named ??
    (origin === 'change' && subscription
      ? await own
          .where('subscription_id', '=', subscription.subscription_id)
          .where('kind', '=', 'upgrade')
          .where('transaction_ref', 'is', null)
          .where('state', 'in', ['opening', 'checking'])
          .executeTakeFirst()
      : undefined)
  if (changing) return lockCharge(tx, workplace_id, changing.charge_id)
  // A card given for nothing, or a page that nobody paid: not money.
  if (!subscription || origin === 'method' || said.status === 'open' || said.status === 'canceled') return undefined
  // Approved on a page that we had given up for another one: whoever reports what was billed for it finds it here.
  const isSettled = said.total === null
  const made = await tx
    .insertInto('plan_charges')
    .values({
      workplace_id,
      user_id,
      subscription_id: subscription.subscription_id,
      ...place,
      kind: KINDS[origin],
      item: subscription.plan_id,
      state: isSettled ? 'done' : 'checking',
      settled_at: isSettled ? now : null,
      transaction_ref,
      created_at: said.created_at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'transaction_ref']).doNothing())
    .returning('charge_id')
    .executeTakeFirst()
  return made && lockCharge(tx, workplace_id, made.charge_id)
}
