/** Objects as PayPal shows them. */
import type { Selectable } from 'kysely'
import { moneyOf } from './books.ts'
import type { PaypalTables, PaypalWorld } from './tables.ts'

export type Order = Selectable<PaypalTables['orders']>
export type Capture = Selectable<PaypalTables['captures']>
export type Authorization = Selectable<PaypalTables['authorizations']>

const linkOf = (world: PaypalWorld, path: string, rel: string, method: string) => ({
  href: `${world.config.public_url}/paypal${path}`,
  rel,
  method,
})

const customOf = ({ custom_id, invoice_id }: Order) => ({
  ...(custom_id !== null && { custom_id }),
  ...(invoice_id !== null && { invoice_id }),
})

const captureView = (world: PaypalWorld, order: Order, row: Capture) => ({
  id: row.id,
  status: row.status,
  ...(row.status === 'PENDING' && { status_details: { reason: 'ECHECK' } }),
  amount: moneyOf(row.amount, order.currency),
  final_capture: true,
  ...customOf(order),
  // Absent while it is pending.
  ...(row.status !== 'PENDING' &&
    row.status !== 'DECLINED' && {
      seller_receivable_breakdown: {
        gross_amount: moneyOf(row.amount, order.currency),
        paypal_fee: moneyOf(row.fee, order.currency),
        net_amount: moneyOf(row.amount - row.fee, order.currency),
      },
    }),
  links: [
    linkOf(world, `/v2/payments/captures/${row.id}`, 'self', 'GET'),
    linkOf(world, `/v2/checkout/orders/${order.id}`, 'up', 'GET'),
  ],
  create_time: row.created.toISOString(),
  update_time: row.created.toISOString(),
})

/** As messages and the payments API show it: with what it belongs to. */
export const captureResource = (world: PaypalWorld, order: Order, row: Capture) => ({
  ...captureView(world, order, row),
  supplementary_data: {
    related_ids: { order_id: order.id, ...(row.authorization !== null && { authorization_id: row.authorization }) },
  },
})

export const authorizationView = (order: Order, row: Authorization) => ({
  id: row.id,
  status: row.status,
  amount: moneyOf(row.amount, order.currency),
  ...customOf(order),
  create_time: row.created.toISOString(),
  links: [],
})

export const refundView = (world: PaypalWorld, order: Order, row: Selectable<PaypalTables['refunds']>) => ({
  id: row.id,
  status: 'COMPLETED',
  amount: moneyOf(row.amount, order.currency),
  ...customOf(order),
  links: [
    linkOf(world, `/v2/payments/refunds/${row.id}`, 'self', 'GET'),
    linkOf(world, `/v2/payments/captures/${row.capture}`, 'up', 'GET'),
  ],
  create_time: row.created.toISOString(),
})

export const disputeView = (order: Order, row: Selectable<PaypalTables['disputes']>) => ({
  dispute_id: row.id,
  reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  status: row.status,
  dispute_life_cycle_stage: row.stage,
  dispute_amount: moneyOf(row.amount, order.currency),
  disputed_transactions: [{ seller_transaction_id: row.capture, custom: order.custom_id ?? '' }],
  create_time: row.created.toISOString(),
  links: [],
})

export const tokenView = (row: Pick<Selectable<PaypalTables['vault']>, 'id' | 'customer' | 'email'>) => ({
  id: row.id,
  customer: { id: row.customer },
  payment_source: { paypal: { email_address: row.email, usage_type: 'MERCHANT' } },
  links: [],
})

const findKept = (world: PaypalWorld, id: string | null) =>
  world.db
    .selectFrom('vault')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirst()

export async function orderView(world: PaypalWorld, order: Order) {
  const captures = await world.db.selectFrom('captures').selectAll().where('order', '=', order.id).execute()
  const held = await world.db.selectFrom('authorizations').selectAll().where('order', '=', order.id).execute()
  const kept = await findKept(world, order.vault)
  const later = order.behaviour === 'later' && order.status === 'COMPLETED' && { status: 'APPROVED' }
  const vault = (kept && { id: kept.id, status: 'VAULTED', customer: { id: kept.customer } }) ?? later
  const page = `/checkoutnow?token=${order.id}`
  return {
    id: order.id,
    intent: order.intent,
    status: order.status,
    create_time: order.created.toISOString(),
    purchase_units: [
      {
        reference_id: 'default',
        amount: moneyOf(order.amount, order.currency),
        ...(order.description !== null && { description: order.description }),
        ...customOf(order),
        ...((captures.length > 0 || held.length > 0) && {
          payments: {
            ...(captures.length > 0 && { captures: captures.map((row) => captureView(world, order, row)) }),
            ...(held.length > 0 && { authorizations: held.map((row) => authorizationView(order, row)) }),
          },
        }),
      },
    ],
    payment_source: {
      paypal: {
        ...(order.email !== null && { email_address: order.email, account_status: 'VERIFIED' }),
        ...(vault && order.keeps && { attributes: { vault } }),
      },
    },
    links: [
      linkOf(world, `/v2/checkout/orders/${order.id}`, 'self', 'GET'),
      ...(order.status === 'PAYER_ACTION_REQUIRED' ? [linkOf(world, page, 'payer-action', 'GET')] : []),
      ...(order.status === 'APPROVED'
        ? [linkOf(world, `/v2/checkout/orders/${order.id}/capture`, 'capture', 'POST')]
        : []),
    ],
  }
}
