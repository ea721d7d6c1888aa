import type { Out } from '@omni/contracts/kernel.ts'
import type { walletCalls } from '@omni/contracts/wallet.calls.ts'
import type { Payment } from '@omni/domain/wallet/payment.ts'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'

export type PaymentRow = Selectable<DB['payments']>
export type PaymentView = Out<typeof walletCalls.getPayment>

export interface PaymentId {
  workplace_id: string
  payment_id: string
}

export const readPayment = (tx: Tx, { workplace_id, payment_id }: PaymentId) =>
  tx
    .selectFrom('payments')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('payment_id', '=', payment_id)
    .executeTakeFirst()

/** Locked: whoever settles a payment, does it alone. */
export const lockPayment = (tx: Tx, { workplace_id, payment_id }: PaymentId) =>
  tx
    .selectFrom('payments')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('payment_id', '=', payment_id)
    .forUpdate()
    .executeTakeFirst()

const ms = (time: string | null): number | null => (time === null ? null : Date.parse(time))

/** The row as the rule knows it. */
export const toPayment = (row: PaymentRow): Payment => ({
  state: row.state as Payment['state'], // the table's own checks, here and below
  purpose: row.purpose as Payment['purpose'],
  pays_by: row.pays_by as Payment['pays_by'],
  amount: row.amount,
  currency: row.currency,
  reference: row.reference,
  save_method: row.save_method,
  page_ref: row.page_ref,
  page_url: row.page_url,
  payment_ref: row.payment_ref,
  taken: row.taken,
  error_key: row.error_key,
  check_at: ms(row.check_at),
  polls: row.polls,
  created_at: Date.parse(row.created_at),
  expires_at: ms(row.expires_at),
  settled_at: ms(row.settled_at),
})

export const paymentView = (row: PaymentRow): PaymentView => ({
  payment_id: row.payment_id,
  purpose: row.purpose as PaymentView['purpose'], // the table's own checks, here and below
  provider: row.provider as PaymentView['provider'],
  state: row.state as PaymentView['state'],
  amount: row.amount,
  currency: row.currency,
  url: row.state === 'open' ? row.page_url : null,
  error_key: row.error_key,
  created_at: row.created_at,
})
