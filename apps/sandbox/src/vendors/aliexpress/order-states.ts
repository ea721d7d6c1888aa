/**
 * The states an order is shown in. Sources, other than the connector's (November 2026): the enum of a Java ERP (all eleven
 * with what each means for a seller, and the reasons of an end, each in a word of Chinese), the vendor's page of
 * trade.ds.order.get (`pay_timeout_second`), reports in SQL (`end_reason` buyer_accept_goods goes with goods that were
 * accepted; what counts as no sale), and a PHP shop tool that cancels on FINISH with seller_send_goods_timeout.
 */
import { z } from 'zod'
import { action } from '../../frame/define-vendor.ts'
import { BadInput } from '../../control/read-input.ts'
import type { OrderRow, OrderTables } from '../../orders/tables.ts'
import type { World } from '../../frame/world.ts'

const STATES = [
  'PLACE_ORDER_SUCCESS',
  'IN_CANCEL',
  'WAIT_SELLER_SEND_GOODS',
  'SELLER_PART_SEND_GOODS',
  'WAIT_BUYER_ACCEPT_GOODS',
  'FUND_PROCESSING',
  'IN_ISSUE',
  'IN_FROZEN',
  'WAIT_SELLER_EXAMINE_MONEY',
  'RISK_CONTROL',
  'FINISH',
  // On the list of a Python ERP alone, and nobody says what becomes of such an order.
  'ARCHIVE',
] as const
const END_REASONS = [
  '',
  'buyer_accept_goods',
  'buyer_accept_goods_timeout',
  'buyer_pay_timeout',
  'pay_timeout',
  'buyer_cancel_notpay_order',
  'buyer_cancel_order',
  'buyer_cancel_order_in_risk',
  'cancel_order_close_trade',
  'risk_reject_closed',
  'seller_send_goods_timeout',
  'seller_accept_issue_no_goods_return',
  'seller_response_issue_timeout',
  'canceled',
] as const

/** Of an order (line 0), or of one of its lines. */
export interface StateTables extends OrderTables {
  order_states: { order_no: number; line: number; state: string; end_reason: string }
}
export type StateWorld = World<StateTables>

export const STATE_TABLES = `
  create table if not exists order_states (
    order_no bigint not null, line int not null, state text not null, end_reason text not null, primary key (order_no, line)
  );`

/** An order that nobody paid is closed after a day. */
export const PAY_TIMEOUT_S = 86_400

/** Where the order stands by itself. */
function ownState(order: OrderRow, now: Date): { state: string; end_reason: string } {
  const { paid_at, shipped_at, cancelled_at, created_at, parts } = order
  if (cancelled_at)
    return { state: 'FINISH', end_reason: paid_at ? 'cancel_order_close_trade' : 'buyer_cancel_notpay_order' }
  if (shipped_at) return { state: 'WAIT_BUYER_ACCEPT_GOODS', end_reason: '' }
  if (parts.length > 0) return { state: 'SELLER_PART_SEND_GOODS', end_reason: '' }
  if (paid_at) return { state: 'WAIT_SELLER_SEND_GOODS', end_reason: '' }
  const isTooLate = now.getTime() - created_at.getTime() > PAY_TIMEOUT_S * 1000
  return isTooLate
    ? { state: 'FINISH', end_reason: 'buyer_pay_timeout' }
    : { state: 'PLACE_ORDER_SUCCESS', end_reason: '' }
}

/** The state of the whole, and of each line; the control room's word goes before its own. */
export async function statesOf(world: StateWorld, order: OrderRow) {
  const set = await world.db.selectFrom('order_states').selectAll().where('order_no', '=', order.no).execute()
  const whole = set.find(({ line }) => line === 0) ?? ownState(order, world.now())
  return { whole, lines: order.lines.map((_, i) => set.find(({ line }) => line === i + 1) ?? whole) }
}

export const setOrderState = action({
  label: 'Show an order, or one of its lines, in a state',
  fields: [
    { name: 'no', label: 'Number of the order', type: 'number', value: 1000001 },
    { name: 'line', label: 'Line (0: the whole order)', type: 'number', value: 0 },
    { name: 'state', label: STATES.join(', '), type: 'text', value: 'FINISH' },
    { name: 'end_reason', label: END_REASONS.filter(Boolean).join(', '), type: 'text', value: 'buyer_accept_goods' },
  ],
  input: z.object({
    no: z.coerce.number().int(),
    line: z.coerce.number().int().min(0).default(0),
    state: z.enum(STATES),
    end_reason: z.enum(END_REASONS).default(''),
  }),
  async run(world: StateWorld, { no, line, state, end_reason }) {
    const order = await world.db.selectFrom('orders').select('lines').where('no', '=', no).executeTakeFirst()
    if (!order || line > order.lines.length) throw new BadInput(`There is no order ${no} with a line ${line}`, 404)
    await world.db
      .insertInto('order_states')
      .values({ order_no: no, line, state, end_reason })
      .onConflict((conflict) => conflict.columns(['order_no', 'line']).doUpdateSet({ state, end_reason }))
      .execute()
    return { no, line, state, end_reason }
  },
})
