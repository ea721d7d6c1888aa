import type { ProviderPage, ProviderPayment } from '@omni/connectors/payments/provider.ts'
import { cardCaptured, feeKept, receivablePaid, toppedUp } from '@omni/domain/ledger/placing.ts'
import type { Tx } from '../../platform/db.ts'
import { type LedgerTxn, post } from '../../platform/ledger.ts'
import { paymentAlarms } from '../../platform/metrics.ts'
import { emit } from '../../platform/outbox.ts'
import { tellWorkplace } from '../../platform/realtime.ts'
import { keepMethod } from './keep-method.ts'
import { readOwed } from './owed.ts'
import { lockPayment, type PaymentId, type PaymentRow } from './payment-row.ts'

const MINUTE_MS = 60_000
/** How long after the first look the next ones come, in minutes; the last one is repeated until the page has ended. */
const LOOKS_AFTER = [2, 5, 10, 20, 40, 60]
/** A payment that the provider has not decided is asked about for so long before a person must look. */
const MOST_LOOKS = 60

/**
 * Writes what the provider says about a payment, in one transaction with what it posts. Whoever heard it, by a message,
 * by the person's return or by asking: it is posted once, because the key names the provider's object and the effect.
 * What names another amount, currency or reference than ours posts nothing.
 */
export async function settlePayment(tx: Tx, id: PaymentId, said: ProviderPayment, now: Date): Promise<void> {
  const row = await lockPayment(tx, id)
  if (!row || said.reference !== row.reference) return
  if (said.method && row.save_method) await keepMethod(tx, row, said.method)
  if (said.status === 'succeeded') return credit(tx, row, said, now)
  if (row.settled_at !== null) return
  if (said.status === 'cancelled' && row.state === 'authorised')
    return writePayment(tx, row, { state: 'released', settled_at: now })
  if (said.status === 'failed' || said.status === 'cancelled') {
    // On Stripe's page the person may try another card. What PayPal refused to take is over.
    if (row.pays_by === 'page' && row.provider === 'stripe') return waitOn(tx, row, said, now)
    return failPayment(tx, row, said.error_key ?? 'card_declined', now)
  }
  if (said.status === 'authorised' && row.purpose === 'orders') {
    if (row.state === 'authorised') return
    await writePayment(tx, row, { state: 'authorised', payment_ref: said.payment_ref, look_at: null })
    return decided(tx, row, true)
  }
  return waitOn(tx, row, said, now)
}

/** The page itself was read: it may have been left, or have kept a card. */
export async function settlePage(tx: Tx, id: PaymentId, page: ProviderPage, now: Date): Promise<void> {
  if (page.payment && page.payment.status === 'succeeded') return settlePayment(tx, id, page.payment, now)
  const row = await lockPayment(tx, id)
  if (!row || row.settled_at !== null || page.reference !== row.reference) return
  if (page.status === 'complete' && row.purpose === 'save_method' && page.method) {
    await keepMethod(tx, row, page.method)
    return writePayment(tx, row, { state: 'succeeded', page_ref: page.page_ref, settled_at: now })
  }
  // An order at PayPal has no end that it tells: ours counts. What is approved later is not taken.
  const hasEnded = row.expires_at !== null && Date.parse(row.expires_at) < now.getTime()
  if (page.status === 'expired' || (page.status === 'open' && row.provider === 'paypal' && hasEnded))
    return writePayment(tx, row, { state: 'expired', error_key: 'page_left', settled_at: now })
  if (page.payment) return settlePayment(tx, id, page.payment, now)
  return waitOn(tx, row, null, now, page.status === 'approved')
}

async function credit(tx: Tx, row: PaymentRow, said: ProviderPayment, now: Date): Promise<void> {
  const { provider, currency } = row
  const isTopup = row.purpose === 'topup' || row.purpose === 'auto_topup'
  // Of an authorisation less may be taken, never more.
  const isFair = isTopup ? said.taken === row.amount : row.purpose === 'orders' && said.taken <= row.amount
  if (said.currency !== currency || !isFair) {
    paymentAlarms.inc({ alarm: 'amount' })
    if (row.settled_at === null)
      await writePayment(tx, row, { state: 'checking', error_key: 'amount_differs', look_at: null })
    return
  }
  const { payment_ref, taken } = said
  const effective_at = said.happened_at ?? now
  const shared = { scope: provider, effective_at, subject: row.payment_id, external_ref: said.books_ref }
  const captured: LedgerTxn = {
    ...shared,
    key: `${payment_ref}:captured`,
    kind: isTopup ? row.purpose : 'card_captured',
    postings: (isTopup ? toppedUp : cardCaptured)(provider, currency, taken),
  }
  const [first] = await post(tx, [captured])
  if (first?.posted && isTopup) await payOwed(tx, row, said, effective_at)
  if (said.fee !== null)
    await post(tx, [
      { ...shared, key: `${payment_ref}:fee`, kind: 'fee', postings: feeKept(provider, currency, said.fee) },
    ])
  if (row.state === 'succeeded') return
  await writePayment(tx, row, { state: 'succeeded', payment_ref, taken, error_key: null, settled_at: now })
}

/** The provider said no, for good. Orders that waited for it are told. */
export async function failPayment(tx: Tx, row: PaymentRow, error_key: string, now: Date): Promise<void> {
  await writePayment(tx, row, { state: 'failed', error_key, settled_at: now })
  if (row.purpose === 'orders' && row.state !== 'authorised') await decided(tx, row, false)
}

const decided = (tx: Tx, { workplace_id, payment_id }: PaymentRow, authorised: boolean) =>
  emit(tx, 'payment.decided', { workplace_id, payment_id, authorised })

/** What the seller owes is paid first. */
async function payOwed(tx: Tx, row: PaymentRow, said: ProviderPayment, now: Date): Promise<void> {
  const { workplace_id, provider, currency, amount } = row
  const owed = await readOwed(tx, workplace_id)
  const postings = receivablePaid(currency, Math.min(owed, amount))
  await post(tx, [
    {
      scope: provider,
      key: `${said.payment_ref}:owed`,
      kind: 'owed_paid',
      postings,
      effective_at: now,
      subject: row.payment_id,
      external_ref: said.books_ref,
    },
  ])
}

/** Nothing is decided: it is asked about again. */
async function waitOn(
  tx: Tx,
  row: PaymentRow,
  said: ProviderPayment | null,
  now: Date,
  isApproved = false,
): Promise<void> {
  const pause = (LOOKS_AFTER[row.looks] ?? LOOKS_AFTER.at(-1) ?? 60) * MINUTE_MS
  const isLast = row.looks >= MOST_LOOKS
  if (isLast) paymentAlarms.inc({ alarm: 'undecided' })
  const state = row.pays_by === 'page' && !isApproved ? row.state : 'checking'
  await writePayment(tx, row, {
    state,
    payment_ref: row.pays_by === 'saved' && said ? said.payment_ref : row.payment_ref,
    error_key: said?.error_key ?? row.error_key,
    looks: row.looks + 1,
    look_at: isLast ? null : new Date(now.getTime() + pause),
  })
}

type Change = Partial<
  Pick<PaymentRow, 'state' | 'payment_ref' | 'page_ref' | 'page_url' | 'taken' | 'error_key' | 'looks'>
> & { settled_at?: Date; look_at?: Date | null }

export async function writePayment(tx: Tx, { workplace_id, payment_id }: PaymentRow, change: Change): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ ...change, ...(change.settled_at && { look_at: null }) })
    .where('workplace_id', '=', workplace_id)
    .where('payment_id', '=', payment_id)
    .execute()
  await tellWorkplace(tx, workplace_id, 'wallet.changed', {})
}
