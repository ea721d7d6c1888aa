import { cardCaptured, feeKept, receivablePaid, toppedUp } from '@omni/domain/ledger/placing.ts'
import {
  isTopup,
  next,
  type Payment,
  type PaymentCommand,
  type PaymentEvent,
  type PaymentSend,
} from '@omni/domain/wallet/payment.ts'
import type { ProviderPayment } from '@omni/domain/wallet/payment-words.ts'
import type { Tx } from '../../platform/db.ts'
import { post } from '../../platform/ledger.ts'
import { paymentAlarms } from '../../platform/metrics.ts'
import { emit } from '../../platform/outbox.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { createNotification } from '../notifications/create-notification.ts'
import { notifySeller } from './notify-seller.ts'
import { keepMethod } from './keep-method.ts'
import { readOwed } from './owed.ts'
import { lockPayment, type PaymentId, type PaymentRow, toPayment } from './payment-row.ts'
import { profileOf, providerOf } from './providers.ts'

/**
 * What happened to a payment: the rule decides (domain/wallet/payment.ts), and what it commands is done in one
 * transaction with the row. What is to be sent is answered: `advancePayment` starts it. A payment that is not there has
 * nothing to send.
 */
export async function stepPayment(tx: Tx, id: PaymentId, event: PaymentEvent, now: Date): Promise<PaymentSend | null> {
  const row = await lockPayment(tx, id)
  if (!row) return null
  const before = toPayment(row)
  const { payment, commands, send } = next(profileOf(providerOf(row)), before, event, now.getTime())
  for (const command of commands) await obey(tx, row, command, now)
  await writePayment(tx, id, before, payment)
  if (isRefusedTopup(before, payment)) await notifyOfTopup(tx, row)
  return send
}

async function obey(tx: Tx, row: PaymentRow, command: PaymentCommand, now: Date): Promise<void> {
  const { workplace_id, payment_id } = row
  switch (command.do) {
    case 'post':
      return command.what === 'fee' ? postFee(tx, row, command.said, now) : postCaptured(tx, row, command.said, now)
    case 'keep_method':
      return keepMethod(tx, row, command.method)
    case 'decide_orders':
      return emit(tx, 'payment.decided', { workplace_id, payment_id, authorised: command.authorised })
    case 'alarm':
      paymentAlarms.inc({ alarm: command.about })
      return command.about === 'undecided'
        ? notifySeller(tx, { workplace_id, cause: `undecided ${payment_id}` })
        : undefined
  }
}

/** Nobody stood beside it and saw the refusal. */
const isRefusedTopup = (before: Payment, { purpose, state }: Payment): boolean =>
  purpose === 'auto_topup' && state === 'failed' && before.state !== 'failed'

const notifyOfTopup = (tx: Tx, { workplace_id, payment_id, amount, currency }: PaymentRow): Promise<void> =>
  createNotification(tx, {
    workplace_id,
    user_id: null,
    message_key: 'topup_failed',
    params: { amount, currency },
    link: '/app/setting/wallet',
    cause: `top-up failed ${payment_id}`,
  })

/** The key names the provider's object and the effect: whoever heard of it, it is posted once. */
const txnOf = ({ provider, payment_id }: PaymentRow, said: ProviderPayment, effect: string, now: Date) => ({
  scope: provider,
  key: `${said.payment_ref}:${effect}`,
  effective_at: said.happened_at ?? now,
  subject: payment_id,
  external_ref: said.books_ref,
})

async function postCaptured(tx: Tx, row: PaymentRow, said: ProviderPayment, now: Date): Promise<void> {
  const { provider, currency, purpose, workplace_id, amount } = row
  const isWallet = isTopup(toPayment(row))
  const postings = (isWallet ? toppedUp : cardCaptured)(provider, currency, said.taken)
  const [first] = await post(tx, [
    { ...txnOf(row, said, 'captured', now), kind: isWallet ? purpose : 'card_captured', postings },
  ])
  if (!first?.posted || !isWallet) return
  // What the seller owes is paid first.
  const owed = receivablePaid(currency, Math.min(await readOwed(tx, workplace_id), amount))
  await post(tx, [{ ...txnOf(row, said, 'owed', now), kind: 'owed_paid', postings: owed }])
}

async function postFee(tx: Tx, row: PaymentRow, said: ProviderPayment, now: Date): Promise<void> {
  const postings = feeKept(row.provider, row.currency, said.fee ?? 0)
  await post(tx, [{ ...txnOf(row, said, 'fee', now), kind: 'fee', postings }])
}

/** The one place where a payment's row changes. */
async function writePayment(
  tx: Tx,
  { workplace_id, payment_id }: PaymentId,
  before: Payment,
  { state, page_ref, page_url, payment_ref, taken, error_key, polls, check_at, settled_at }: Payment,
): Promise<void> {
  const after = { state, page_ref, page_url, payment_ref, taken, error_key, polls, check_at, settled_at }
  const isSame = (Object.keys(after) as (keyof typeof after)[]).every((column) => after[column] === before[column]) // its own keys
  if (isSame) return
  const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms))
  await tx
    .updateTable('payments')
    .set({ ...after, check_at: timeOf(check_at), settled_at: timeOf(settled_at) })
    .where('workplace_id', '=', workplace_id)
    .where('payment_id', '=', payment_id)
    .execute()
  await publishToWorkplace(tx, workplace_id, 'wallet.changed', {})
}
