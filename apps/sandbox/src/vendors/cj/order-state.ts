/**
 * CJ's words for where an order stands: the list on its page of getOrderDetail (our notes of it), and PENDING and PROCESSING,
 * which a shop's client of September 2026 was answered.
 */
import { z } from 'zod'
import { BadInput } from '../../control/read-input.ts'
import { action } from '../../frame/define-vendor.ts'
import type { World } from '../../frame/world.ts'
import type { OrderRow, OrderTables } from '../../orders/tables.ts'

const STATES = [
  'CREATED',
  'IN_CART',
  'UNPAID',
  'UNSHIPPED',
  'PENDING',
  'PROCESSING',
  'SHIPPED',
  'DELIVERED',
  'CANCELLED',
  'TRASH',
  'OTHER',
] as const

export interface StateTables extends OrderTables {
  order_states: { order_no: number; state: string }
}
export const STATE_TABLES = `
  create table if not exists order_states (order_no bigint primary key, state text not null);
`

/** Where an order stands by itself. */
export function statusOf({ cancelled_at, shipped_at, paid_at, confirmed_at }: OrderRow): string {
  if (cancelled_at) return paid_at ? 'CANCELLED' : 'TRASH'
  if (shipped_at) return 'SHIPPED'
  if (paid_at) return 'UNSHIPPED'
  return confirmed_at ? 'UNPAID' : 'CREATED'
}

/** The control room's word goes before its own. */
export async function shownStatus({ db }: Pick<World<StateTables>, 'db'>, order: OrderRow): Promise<string> {
  const set = await db.selectFrom('order_states').select('state').where('order_no', '=', order.no).executeTakeFirst()
  return set?.state ?? statusOf(order)
}

export const setOrderState = action({
  label: 'Show an order in a state',
  fields: [
    { name: 'no', label: 'Number in the books', type: 'number', value: 1_000_001 },
    { name: 'state', label: STATES.join(', '), type: 'text', value: 'OTHER' },
  ],
  input: z.strictObject({ no: z.coerce.number().int(), state: z.enum(STATES) }),
  async run({ db }: World<StateTables>, { no, state }) {
    const order = await db.selectFrom('orders').select('no').where('no', '=', no).executeTakeFirst()
    if (!order) throw new BadInput(`There is no order ${no}`, 404)
    await db
      .insertInto('order_states')
      .values({ order_no: no, state })
      .onConflict((conflict) => conflict.column('order_no').doUpdateSet({ state }))
      .execute()
    return { no, state }
  },
})

export const trackNumber = ({ no, shipped_at }: OrderRow) => (shipped_at ? `CJT${no}` : null)
