import type { Out } from '@omni/contracts/kernel.ts'
import type { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import { MAX_PLACED } from '@omni/contracts/placement.calls.ts'
import { MIN_TOPUP, WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { readWallet } from '../placement/money.ts'
import { waitingOrders } from './waiting-orders.ts'

/** Orders spec §7 /orders/v5/fetch-zopi-pay-all-link. The top-up that it names is started like any other. */
export const fetchPayAllLink = ({ db, workplace_id }: Ctx): Promise<Out<typeof orderPaymentCalls.fetchPayAllLink>> =>
  db.read((tx) => readDue(tx, workplace_id))

export async function readDue(tx: Tx, workplace_id: string): Promise<Out<typeof orderPaymentCalls.fetchPayAllLink>> {
  const waiting = await waitingOrders(tx, workplace_id)
  const { bonus, topup } = await readWallet(tx, workplace_id)
  const due = waiting.reduce((sum, { amount }) => sum + amount, 0)
  const missing = Math.max(0, due - bonus - topup)
  return {
    orders: waiting.length,
    supplier_order_ids: waiting.slice(0, MAX_PLACED).map(({ supplier_order_id }) => supplier_order_id),
    currency: WALLET_CURRENCY,
    due,
    available: bonus + topup,
    missing,
    topup: missing === 0 ? 0 : Math.max(missing, MIN_TOPUP),
  }
}
