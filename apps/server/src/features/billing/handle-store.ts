/** A plan on the invoice of a store: one read of the store tells everything that is billed there. */
import { isNotFound } from '@omni/connectors/vendor-error.ts'
import type { ProviderSubscription } from '@omni/connectors/payments/subscriptions.ts'
import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import { handleAll } from './handle-subscription.ts'
import { openLeft, openProvider, type Place } from './plan-place.ts'
import { settleTransaction } from './settle-transaction.ts'
import { livingSubscription, lockPayer, type Payer, type SubscriptionRow } from './subscription-row.ts'

const LISTED_MS = 90 * 86_400_000

/**
 * Reads what the store bills, and writes it. A store that was left is read by the key that was kept; when that opens
 * nothing any more the app was removed there, and the store's platform itself has ended what the app billed.
 */
export async function handleStore(ctx: JobCtx, payer: Payer, place: Place): Promise<void> {
  const db = ctx.as({ ...payer })
  const row = await db.read((tx) => livingSubscription(tx, payer))
  const own = row && row.store_id === place.store_id ? row : undefined
  // No connection is held while the store is waited for.
  const asked_at = ctx.clock()
  const left = own ? await openLeft(ctx, own.subscription_id) : null
  try {
    const provider = left ?? (await openProvider(ctx, place))
    const transactions = await provider.listTransactions({ since: new Date(asked_at.getTime() - LISTED_MS) })
    const ref = own?.provider_ref ?? transactions.findLast(({ subscription_ref }) => subscription_ref)?.subscription_ref
    const said = ref ? await provider.readSubscription(ref) : null
    await db.tx(async (tx) => {
      await lockPayer(tx, payer)
      if (said) return handleAll(tx, ctx, payer, place, said, transactions)
      for (const one of transactions) await settleTransaction(tx, payer, null, one, ctx.clock(), place)
    })
  } catch (error) {
    const isShut = error instanceof VendorError && error.kind === 'auth_expired'
    // The plan there has ended, and its store lets nobody in any more: there is nothing to read.
    if (!own && isShut) return
    const isGone = isShut || isNotFound(error)
    if (!own || !left || !isGone) throw error
    await db.tx(async (tx) => {
      await lockPayer(tx, payer)
      await handleAll(tx, ctx, payer, place, over(own, asked_at), [])
    })
  }
}

const over = (row: SubscriptionRow, at: Date): ProviderSubscription => ({
  subscription_ref: row.provider_ref,
  customer_ref: row.customer_ref,
  status: 'canceled',
  price_ref: row.plan_id,
  currency: 'USD',
  period: null,
  next_billed_at: null,
  scheduled: null,
  reference: '',
  started_at: null,
  updated_at: at,
})
