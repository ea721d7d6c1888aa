import type { In, Out } from '@omni/contracts/kernel.ts'
import { addFigures, leftOf } from '@omni/domain/analytics/profit-figures.ts'
import { DEFAULT_ORDER_SETTINGS, type OrderSettings, priceLimit } from '@omni/domain/order-settings/order-settings.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { spareOf } from '@omni/domain/placement/stops.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { profitFrom, readProfitFacts } from '../analytics/profit-facts.ts'
import { readAllOrderSettings } from '../order-settings/all-order-settings.ts'
import { readRates } from '../rates/read-rates.ts'
import { handleAboutAll } from './handle-person.ts'
import { placingSettings } from './placing-settings.ts'
import { withinSpare } from './plan-purchases.ts'
import { recordAccepted } from './record-accepted.ts'

interface Payable {
  supplier_order_id: string
  order_id: string
  number: string
  vendor: string
  currency: string
  amount: number
  /** It costs more than what was agreed to. */
  is_dearer: boolean
}

/**
 * Orders spec §7 orders/v5/payment: takes the money for what was created before. A job pays. What costs more than was
 * agreed to, and too much for its order, is left out until a person says yes to it.
 */
export async function payOrders(
  ctx: Ctx,
  { supplier_order_ids, agreed }: In<typeof placementCalls.payOrders>,
): Promise<Out<typeof placementCalls.payOrders>> {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const { rows } = await sql<Payable>`
      select s.supplier_order_id, s.order_id, o.number, s.vendor, s.currency, coalesce(s.total, s.approved) as amount,
        coalesce(s.total > s.approved, false) as is_dearer
      from supplier_orders s join orders o using (workplace_id, order_id)
      where s.workplace_id = ${workplace_id} and s.supplier_order_id = any(${supplier_order_ids}::uuid[])
        and s.state = 'created' and s.held is null and s.stop_because is null and s.profile ->> 'pay' <> 'at_site'
      order by s.order_id, s.supplier_order_id`.execute(tx)
    const settingsOf = new Map<string, OrderSettings>()
    for (const vendor of new Set(rows.map((row) => row.vendor)))
      settingsOf.set(vendor, await placingSettings(tx, workplace_id, asSource(vendor)))
    const earned = await earnedBy(tx, workplace_id, rows)
    const rates = await readRates(tx)
    const limits = await readAllOrderSettings(tx, workplace_id)
    const isStopped = ({ order_id, is_dearer }: Payable) =>
      is_dearer && (earned.get(order_id) ?? 0) < (limits.min_profit ?? -Infinity)
    const left_out = agreed ? [] : rows.filter(isStopped)
    const paid = rows.filter((row) => !left_out.includes(row))
    for (const { order_id, vendor, amount, currency } of paid.filter(isStopped))
      await recordAccepted(tx, ctx, order_id, { stops: ['loss'], charge: { source: vendor, amount, currency } })
    const paying = await handleAboutAll(
      tx,
      ctx,
      paid.map(({ supplier_order_id, order_id, vendor, amount, currency }) => {
        const rise = priceLimit(amount, settingsOf.get(vendor) ?? DEFAULT_ORDER_SETTINGS) - amount
        const spare = spareOf({ profit: earned.get(order_id) ?? null, goods: 0, goods_at_sale: null }, limits)
        return {
          supplier_order_id,
          event: { is: 'pay', amount: amount + Math.min(rise, withinSpare(spare, currency, rates)) },
        }
      }),
    )
    return {
      paying: paying.length,
      left_out: left_out.map(({ supplier_order_id, order_id, number }) => ({
        supplier_order_id,
        order_id,
        number,
        problem: 'stopped' as const,
      })),
    }
  })
}

/** What each order earns with what its suppliers ask now, US cents; one without a rate is not in it. */
async function earnedBy(tx: Tx, workplace_id: string, rows: readonly Payable[]): Promise<Map<string, number>> {
  const facts = await readProfitFacts(tx, workplace_id, [...new Set(rows.map(({ order_id }) => order_id))])
  return new Map(
    [...facts].flatMap(([order_id, known]) => {
      const profit = profitFrom(known, WALLET_CURRENCY)
      return profit ? [[order_id, leftOf(addFigures(profit.parts))]] : []
    }),
  )
}
