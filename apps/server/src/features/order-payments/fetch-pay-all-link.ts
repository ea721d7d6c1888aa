import type { Out } from '@omni/contracts/kernel.ts'
import type { orderPaymentCalls } from '@omni/contracts/order-payments.calls.ts'
import { MAX_PLACED } from '@omni/contracts/placement.calls.ts'
import { MIN_TOPUP, WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { readWallet } from '../placement/money.ts'
import { HOUSE_ORDERS, readWaiting } from '../placement/waiting-orders.ts'
import { readPaying } from '../wallet/paying-by.ts'

/** Orders spec §7 /orders/v5/fetch-zopi-pay-all-link. The top-up that it names is started like any other. */
export const fetchPayAllLink = (ctx: Ctx): Promise<Out<typeof orderPaymentCalls.fetchPayAllLink>> =>
  ctx.db.read(async (tx) => {
    const { workplace_id } = ctx
    const waiting = await readWaiting(tx, workplace_id, HOUSE_ORDERS)
    const { bonus, topup } = await readWallet(tx, workplace_id)
    const { has_card, use } = await readPaying(tx, ctx)
    const sum = waiting.reduce((all, { due }) => all + due, 0)
    const missing = Math.max(0, sum - bonus - topup)
    return {
      orders: waiting.length,
      supplier_order_ids: waiting.slice(0, MAX_PLACED).map(({ supplier_order_id }) => supplier_order_id),
      currency: WALLET_CURRENCY,
      due: sum,
      available: bonus + topup,
      missing,
      by_card: has_card && use !== 'wallet' ? (use === 'card' ? sum : missing) : 0,
      topup: missing === 0 ? 0 : Math.max(missing, MIN_TOPUP),
    }
  })
