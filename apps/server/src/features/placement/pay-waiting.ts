/** Paying what was created to be paid later: from the wallet, by a card, or by both. */
import { addFigures, leftOf } from '@omni/domain/analytics/profit-figures.ts'
import { holdAmount, planAuthorised } from '@omni/domain/ledger/plan-payment.ts'
import { DEFAULT_ORDER_SETTINGS, type OrderSettings, priceLimit } from '@omni/domain/order-settings/order-settings.ts'
import { payments } from '@omni/connectors/payments/registry.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { spareOf } from '@omni/domain/placement/stops.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { profitFrom, readProfitFacts } from '../analytics/profit-facts.ts'
import { readAllOrderSettings } from '../order-settings/all-order-settings.ts'
import { readRates } from '../rates/read-rates.ts'
import { type Paying, payingBy } from '../wallet/paying-by.ts'
import { type PaymentId, lockPayment } from '../wallet/payment-row.ts'
import { providerOf } from '../wallet/providers.ts'
import { startCharge } from '../wallet/start-payment.ts'
import { goOn, handleAboutAll } from './handle-person.ts'
import { readWallet } from './money.ts'
import { type Move, moveOrders } from './move-orders.ts'
import { HOUSE_SUPPLIER } from './open-source.ts'
import { placingSettings } from './placing-settings.ts'
import { withinSpare } from './plan-purchases.ts'
import { recordAccepted } from './record-accepted.ts'
import { readWaiting, type WaitingOrder } from './waiting-orders.ts'

interface Payable extends WaitingOrder {
  /** What may be held for it at most. */
  most: number
}

interface PaidResult {
  /** Their money is held, or a card is being asked for it. */
  paying: WaitingOrder[]
  /** It became dearer, and too dear for its order. */
  stopped: WaitingOrder[]
  /** The wallet does not reach for them, and no card pays the rest. */
  short: WaitingOrder[]
}

/** A person wants these paid; `agreed`: those too that cost more than the floor of their order allows. */
export async function payWaiting(
  tx: Tx,
  ctx: Ctx,
  waiting: readonly WaitingOrder[],
  { agreed }: { agreed: boolean },
): Promise<PaidResult> {
  const { payable, stopped } = await judgePrices(tx, ctx, waiting, agreed)
  const { at_once, by_card, short } = await share(tx, ctx, payable)
  await handleAboutAll(
    tx,
    ctx,
    at_once.map(({ supplier_order_id, amount }) => ({ supplier_order_id, event: { is: 'pay', amount } })),
  )
  return { paying: [...at_once, ...by_card], stopped, short }
}

/** What each may cost at most, and which are not paid without a yes of their own. */
async function judgePrices(tx: Tx, ctx: Ctx, waiting: readonly WaitingOrder[], agreed: boolean) {
  const { workplace_id } = ctx
  const settingsOf = new Map<string, OrderSettings>()
  for (const vendor of new Set(waiting.map((order) => order.vendor)))
    settingsOf.set(vendor, await placingSettings(tx, workplace_id, asSource(vendor)))
  const earned = await earnedBy(tx, workplace_id, waiting)
  const rates = await readRates(tx)
  const limits = await readAllOrderSettings(tx, workplace_id)
  const isStopped = ({ order_id, is_dearer }: WaitingOrder) =>
    is_dearer && (earned.get(order_id) ?? 0) < (limits.min_profit ?? -Infinity)
  const stopped = agreed ? [] : waiting.filter(isStopped)
  const wanted = waiting.filter((order) => !stopped.includes(order))
  for (const { order_id, vendor, due, currency } of wanted.filter(isStopped))
    await recordAccepted(tx, ctx, order_id, { stops: ['loss'], charge: { source: vendor, amount: due, currency } })
  const payable = wanted.map((order): Payable => {
    const { due, vendor, order_id, currency } = order
    const rise = priceLimit(due, settingsOf.get(vendor) ?? DEFAULT_ORDER_SETTINGS) - due
    const spare = spareOf({ profit: earned.get(order_id) ?? null, goods: 0, goods_at_sale: null }, limits)
    return { ...order, most: due + Math.min(rise, withinSpare(spare, currency, rates)) }
  })
  return { payable, stopped }
}

/** What each order earns with what its suppliers ask now, US cents; one without a rate is not in it. */
async function earnedBy(tx: Tx, workplace_id: string, rows: readonly WaitingOrder[]): Promise<Map<string, number>> {
  const facts = await readProfitFacts(tx, workplace_id, [...new Set(rows.map(({ order_id }) => order_id))])
  return new Map(
    [...facts].flatMap(([order_id, known]) => {
      const profit = profitFrom(known, WALLET_CURRENCY)
      return profit ? [[order_id, leftOf(addFigures(profit.parts))]] : []
    }),
  )
}

/** Orders spec §5, payment use: what the wallet pays at once, and what a card is asked for. */
async function share(tx: Tx, ctx: Ctx, payable: readonly Payable[]) {
  const paying = payable.some(isHouse) ? await payingBy(tx, ctx, {}) : null
  const wallet = await readWallet(tx, ctx.workplace_id)
  let rest = wallet.bonus + wallet.topup
  let card = 0
  const at_once: (Payable & { amount: number })[] = []
  const by_card: Payable[] = []
  const short: Payable[] = []
  for (const order of payable) {
    const { due, most } = order
    // At other suppliers the seller pays from an account of his own.
    if (!isHouse(order) || !paying) at_once.push({ ...order, amount: most })
    else {
      const reach = paying.use === 'card' ? 0 : rest
      const amount = holdAmount(due, most - due, reach)
      if (amount.ok) {
        at_once.push({ ...order, amount: amount.value })
        rest -= amount.value
      } else if (paying.method) {
        by_card.push(order)
        card += most - reach
        rest -= reach
      } else short.push(order)
    }
  }
  if (paying && by_card.length > 0) await askCard(tx, ctx, paying, by_card, card)
  return { at_once, by_card, short }
}

const isHouse = ({ vendor }: WaitingOrder) => vendor === HOUSE_SUPPLIER

/** One authorisation for all of them. They are paid when the card is held, and wait on when it says no. */
async function askCard(
  tx: Tx,
  ctx: Ctx,
  { use, method }: Paying,
  orders: readonly Payable[],
  card: number,
): Promise<void> {
  if (!method) return
  const amount = Math.max(card, payments[providerOf(method)].least_authorised)
  const { payment_id } = await startCharge(tx, ctx, { purpose: 'orders', amount, method })
  const how = { use: use === 'card' ? ('card' as const) : ('auto' as const), link_id: null }
  await namePaid(tx, { workplace_id: ctx.workplace_id, payment_id }, how, orders)
}

/** What a payment is for, written with it. */
export async function namePaid(
  tx: Tx,
  id: PaymentId,
  how: { use: 'auto' | 'card'; link_id: string | null },
  orders: readonly Pick<Payable, 'supplier_order_id' | 'most'>[],
): Promise<void> {
  await tx
    .insertInto('payment_orders')
    .values(orders.map(({ supplier_order_id, most }) => ({ ...id, ...how, supplier_order_id, most })))
    .execute()
}

/**
 * An authorised card pays those of its orders that still wait, once. What was paid or let go meanwhile is left out, and
 * that part of the card is let go when the others are bought.
 */
export async function payNamed(
  tx: Tx,
  id: PaymentId,
  { is_held, now }: { is_held: boolean; now: Date },
): Promise<{ paid: WaitingOrder[]; named: number; link_id: string | null }> {
  const { workplace_id, payment_id } = id
  const payment = await lockPayment(tx, id)
  const { rows: named } = await sql<{
    supplier_order_id: string
    use: 'auto' | 'card'
    most: number
    link_id: string | null
  }>`
    update payment_orders set decided_at = ${now}
    where workplace_id = ${workplace_id} and payment_id = ${payment_id} and decided_at is null
    returning supplier_order_id, use, most::float8 as most, link_id`.execute(tx)
  const about = { named: named.length, link_id: named[0]?.link_id ?? null }
  if (!is_held || payment?.state !== 'authorised' || named.length === 0) return { ...about, paid: [] }
  const ids = named.map(({ supplier_order_id }) => supplier_order_id)
  await sql`select from orders o where o.workplace_id = ${workplace_id} and o.order_id in (
      select order_id from supplier_orders where workplace_id = ${workplace_id}
        and supplier_order_id = any(${ids}::uuid[])) order by o.order_id for update`.execute(tx)
  const waiting = await readWaiting(tx, workplace_id, sql`s.supplier_order_id = any(${ids}::uuid[])`)
  const wallet = await readWallet(tx, workplace_id)
  let card_left = payment.amount
  const paid: WaitingOrder[] = []
  const moves: Move[] = []
  for (const order of waiting) {
    const { supplier_order_id, vendor, currency, due } = order
    const one = named.find((other) => other.supplier_order_id === supplier_order_id)
    const parts = one && planAuthorised(one.use, wallet, card_left, { due, most: one.most })
    if (!parts) continue
    wallet.bonus -= parts.bonus
    wallet.topup -= parts.topup
    card_left -= parts.card
    const amount = parts.bonus + parts.topup + parts.card
    const hold = { by: 'wallet' as const, supplier: vendor, currency, ...parts }
    moves.push({ supplier_order_id, event: { is: 'pay', amount }, by_card: { payment_id, hold } })
    paid.push(order)
  }
  const moved = await moveOrders(tx, workplace_id, moves, now)
  await goOn(
    tx,
    moved.flatMap((one) => one ?? []),
  )
  return { ...about, paid }
}
