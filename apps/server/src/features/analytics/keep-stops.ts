import { type FeeTerms, orderProfit } from '@omni/domain/analytics/order-profit.ts'
import { addFigures, leftOf } from '@omni/domain/analytics/profit-figures.ts'
import type { Rates } from '@omni/domain/money.ts'
import { type AllOrderSettings, overAllOrderDefaults } from '@omni/domain/order-settings/all-order-settings.ts'
import { STOP_REASONS, type StopReason } from '@omni/domain/orders/groups.ts'
import { stopsOf } from '@omni/domain/placement/stops.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import type { Sold } from './read-sold.ts'

interface OpenOrder {
  order_id: string
  stops: StopReason[]
  settings: Partial<AllOrderSettings> | null
  /** Of the lines whose cost at the sale is known, US cents: now, and then. Null: of none. */
  goods: number | null
  goods_at_sale: number | null
}

const isKnownBefore = (stop: string): stop is StopReason => (STOP_REASONS as readonly string[]).includes(stop)

/**
 * Whether orders that are not bought yet would be stopped, by the figures that are known. The preview judges again by
 * what suppliers say then. An unknown figure stops nothing.
 */
export async function keepStops(
  tx: Tx,
  workplace_id: string,
  orders: readonly Sold[],
  fees: ReadonlyMap<string, FeeTerms>,
  rates: ReadonlyMap<string, Rates>,
): Promise<void> {
  const sold = new Map(orders.map((order) => [order.order_id, order]))
  const { rows } = await sql<OpenOrder>`
    select o.order_id, o.stops, s.settings, l.goods, l.goods_at_sale from orders o
    left join order_settings s on s.workplace_id = o.workplace_id and s.source = 'all'
    cross join lateral (
      select sum(l.cost)::float8 as goods, sum(l.cost_at_sale)::float8 as goods_at_sale from order_lines l
      where l.workplace_id = o.workplace_id and l.order_id = o.order_id and l.cost is not null
        and l.cost_at_sale is not null) l
    where o.workplace_id = ${workplace_id} and o.order_id = any(${[...sold.keys()]}::uuid[]) and exists (
      select from order_groups g where g.workplace_id = o.workplace_id and g.order_id = o.order_id
        and g.status = 'placement' and g.sub_status in ('ready', 'needs_attention'))
    order by o.order_id`.execute(tx)
  const changed = rows.flatMap(({ order_id, stops, settings, goods, goods_at_sale }) => {
    const order = sold.get(order_id)
    if (!order) return []
    const made = orderProfit(
      { ...order, fees: fees.get(order_id) ?? null },
      WALLET_CURRENCY,
      rates.get(order.day) ?? {},
    )
    const about = {
      profit: made.ok ? leftOf(addFigures(made.value.parts)) : null,
      goods: goods ?? 0,
      goods_at_sale,
      is_price_held: false,
    }
    const found = stopsOf(about, overAllOrderDefaults(settings ?? {})).filter(isKnownBefore)
    return String(found) === String(stops) ? [] : [{ order_id, stops: found }]
  })
  if (changed.length === 0) return
  await sql`
    update orders o set stops = c.stops
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (order_id uuid, stops text[])
    where o.workplace_id = ${workplace_id} and o.order_id = c.order_id`.execute(tx)
  await emit(tx, 'orders.stops_changed', { workplace_id, order_ids: changed.map(({ order_id }) => order_id) })
}

/** Another floor: what open orders earn has not changed, but what it means has. */
export async function markOpenOrders(tx: Tx, workplace_id: string): Promise<void> {
  await sql`insert into profit_marks (workplace_id, order_id)
    select distinct workplace_id, order_id from order_groups
    where workplace_id = ${workplace_id} and status = 'placement' and sub_status in ('ready', 'needs_attention')`.execute(
    tx,
  )
}
