import type { ProviderPage, ProviderPayment } from '@omni/connectors/payments/provider.ts'
import { feeKept, receivablePaid, toppedUp } from '@omni/domain/ledger/placing.ts'
import type { Tx } from '../../platform/db.ts'
import { balanceOf, type LedgerTxn, post } from '../../platform/ledger.ts'
import { paymentAlarms } from '../../platform/metrics.ts'
import { tellWorkplace } from '../../platform/realtime.ts'
import { keepMethod } from './keep-method.ts'
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
  if (said.status === 'failed' || said.status === 'cancelled') {
    // On a page the person may try another card.
    if (row.pays_by === 'page') return waitOn(tx, row, said, now)
    return writePayment(tx, row, { state: 'failed', error_key: said.error_key ?? 'card_declined', settled_at: now })
  }
  if (said.status === 'authorised' && row.purpose === 'orders')
    return writePayment(tx, row, { state: 'authorised', payment_ref: said.payment_ref, look_at: null })
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
  if (page.status === 'expired')
    return writePayment(tx, row, { state: 'expired', error_key: 'page_left', settled_at: now })
  if (page.payment) return settlePayment(tx, id, page.payment, now)
  return waitOn(tx, row, null, now)
}

async function credit(tx: Tx, row: PaymentRow, said: ProviderPayment, now: Date): Promise<void> {
  const { workplace_id, provider, currency, amount } = row
  const isOurs = said.currency === currency && said.taken === amount && row.purpose !== 'save_method'
  if (!isOurs) {
    paymentAlarms.inc({ alarm: 'amount' })
    if (row.settled_at === null)
      await writePayment(tx, row, { state: 'checking', error_key: 'amount_differs', look_at: null })
    return
  }
  if (row.purpose === 'topup' || row.purpose === 'auto_topup') {
    const { payment_ref } = said
    const shared = { scope: provider, effective_at: now, subject: row.payment_id, external_ref: payment_ref }
    const captured: LedgerTxn = {
      ...shared,
      key: `${payment_ref}:captured`,
      kind: row.purpose,
      postings: toppedUp(provider, currency, amount),
    }
    const [first] = await post(tx, [captured])
    if (first?.posted) await payOwed(tx, row, said, now)
    if (said.fee !== null && said.fee > 0)
      await post(tx, [
        { ...shared, key: `${payment_ref}:fee`, kind: 'fee', postings: feeKept(provider, currency, said.fee) },
      ])
  }
  if (row.state === 'succeeded') return
  await writePayment(tx, row, {
    state: 'succeeded',
    payment_ref: said.payment_ref,
    taken: said.taken,
    error_key: null,
    settled_at: now,
  })
  await tellWorkplace(tx, workplace_id, 'placement.changed', {})
}

/** What the seller owes is paid first. */
async function payOwed(tx: Tx, row: PaymentRow, said: ProviderPayment, now: Date): Promise<void> {
  const { workplace_id, provider, currency, amount } = row
  const owed = -(await balanceOf(tx, { workplace_id, account: 'order_receivable', currency }))
  const postings = receivablePaid(currency, Math.min(owed, amount))
  await post(tx, [
    {
      scope: provider,
      key: `${said.payment_ref}:owed`,
      kind: 'owed_paid',
      postings,
      effective_at: now,
      subject: row.payment_id,
      external_ref: said.payment_ref,
    },
  ])
}

/** Nothing is decided: it is asked about again. */
async function waitOn(tx: Tx, row: PaymentRow, said: ProviderPayment | null, now: Date): Promise<void> {
  const pause = (LOOKS_AFTER[row.looks] ?? LOOKS_AFTER.at(-1) ?? 60) * MINUTE_MS
  const isLast = row.looks >= MOST_LOOKS
  if (isLast) paymentAlarms.inc({ alarm: 'undecided' })
  const state = row.pays_by === 'page' ? row.state : 'checking'
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
