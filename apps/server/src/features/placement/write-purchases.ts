import type { SupplyAddress } from '@omni/connectors/suppliers/supply-order.ts'
import { countryName } from '@omni/domain/countries.ts'
import { asSettled, type OrderSettings } from '@omni/domain/order-settings/order-settings.ts'
import { foundPlace } from '@omni/domain/orders/places.ts'
import { addressFor, addressRulesOf } from '@omni/domain/orders/supplier-address.ts'
import { next } from '@omni/domain/placement/next.ts'
import { newPlacement } from '@omni/domain/placement/placement.ts'
import { sql } from 'kysely'
import { payments } from '@omni/connectors/payments/registry.ts'
import { providerOf } from '../wallet/providers.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { type LedgerTxn, post } from '../../platform/ledger.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { enqueueTopUp, type Paying } from '../wallet/paying-by.ts'
import { startCharge } from '../wallet/start-payment.ts'
import type { Basket } from './basket.ts'
import { workPlacement } from './jobs.ts'
import { holdTxn } from './money.ts'
import { type Buyer, cardPartOf, type ChosenOrder, ordersOf, type Purchase } from './plan-purchases.ts'
import { insertAttempts } from './supplier-order-row.ts'

/** What all purchases of one click share. */
export interface Click {
  plan_id: string
  run_id: string
  quota_cycle: string | null
  /** The place of the first of them among all of the click. */
  turn_no: number
}

/**
 * Everything that makes it one purchase and no second is written in the caller's transaction: the supplier orders,
 * their lines, the first attempts, the money. Nothing is sent here.
 */
export async function writePurchases(
  tx: Tx,
  buyer: Buyer,
  click: Click,
  purchases: readonly Purchase[],
  paying: Paying,
): Promise<void> {
  const { workplace_id } = buyer
  const payment_id = await authorise(tx, buyer, purchases, paying)
  const holds = await insertAll(tx, buyer, purchases, click, payment_id)
  for (const account of accountsOf(workplace_id, purchases)) await enqueue(tx, workPlacement, account)
  await enqueueTopUp(tx, workplace_id)
  await regroupOrders(tx, workplace_id, ordersOf(purchases), { replan: false })
  // Money last, as in `moveOrders`: whoever locks the counters of orders after it and whoever locks them before it would
  // wait for one another.
  await post(tx, holds)
}

/** Answers what is to be held for them. */
async function insertAll(
  tx: Tx,
  buyer: Buyer,
  purchases: readonly Purchase[],
  { plan_id, run_id, quota_cycle, turn_no }: Click,
  payment_id: string | null,
): Promise<LedgerTxn[]> {
  if (purchases.length === 0) return []
  const { workplace_id, user_id, now, rule } = buyer
  await insertAttempts(
    tx,
    purchases.map(({ attempt_id, supplier_order_id, basket, account_key, profile }) => ({
      workplace_id,
      attempt_id,
      supplier_order_id,
      account_key,
      profile,
      n: 1,
      attempt_no: 1,
      step: 'create' as const,
      vendor: basket.source,
    })),
  )
  const counted = new Set<string>()
  const rows = purchases.map((purchase, at) => {
    const { order, basket, profile, held } = purchase
    const { row, due_at } = next(
      profile,
      newPlacement(),
      { is: 'click', amount: held, needs_card: cardPartOf(purchase) > 0 },
      now.getTime(),
    )
    // The first supplier order of an order carries the order's quota.
    const isFirst = !counted.has(order.order_id)
    counted.add(order.order_id)
    return {
      supplier_order_id: purchase.supplier_order_id,
      attempt_id: purchase.attempt_id,
      account_key: purchase.account_key,
      approved: purchase.approved,
      hold: purchase.hold,
      basket_no: purchase.basket_no,
      note: purchase.note,
      held,
      order_id: order.order_id,
      payment_id: cardPartOf(purchase) > 0 ? payment_id : null,
      vendor: basket.source,
      ship_to: shipTo(order, basket, purchase.settings),
      state: row.state,
      currency: basket.quote?.currency,
      quota_cycle: isFirst ? quota_cycle : null,
      turn_no: turn_no + at,
      due_at: due_at === null ? null : new Date(due_at),
    }
  })
  const profiles = Object.fromEntries(purchases.map(({ basket, profile }) => [basket.source, profile]))
  // Baskets are in the plan: they need not travel.
  await sql`
    insert into supplier_orders (workplace_id, supplier_order_id, order_id, vendor, account_key, user_id, basket, ship_to,
      approved, profile, state, n, step, attempt_no, attempt_id, currency, held, hold, quota_cycle, run_id, turn_no, due_at,
      created_at, payment_id, rule_id, rule_version)
    select p.workplace_id, r.supplier_order_id, r.order_id, r.vendor, r.account_key, ${user_id},
      (p.baskets -> r.basket_no) || jsonb_build_object('note', r.note), r.ship_to, r.approved,
      ${JSON.stringify(profiles)}::jsonb -> r.vendor, r.state, 1, 'create', 1, r.attempt_id, r.currency, r.held, r.hold,
      r.quota_cycle, ${run_id}, r.turn_no, r.due_at, ${now}, r.payment_id, ${rule?.rule_id ?? null}::uuid,
      ${rule?.version ?? null}::int
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (supplier_order_id uuid, order_id uuid, vendor text,
      account_key text, basket_no int, note text, ship_to jsonb, approved bigint, state text, attempt_id uuid,
      currency text, held bigint, hold jsonb, quota_cycle date, turn_no int, due_at timestamptz,
      payment_id uuid)
    join placement_plan_orders p on p.workplace_id = ${workplace_id} and p.plan_id = ${plan_id}
      and p.order_id = r.order_id`.execute(tx)
  await sql`
    insert into supplier_order_lines (workplace_id, supplier_order_id, line_id, component, quantity)
    select s.workplace_id, s.supplier_order_id, (l ->> 'line_id')::uuid, (l ->> 'component')::int,
      (l ->> 'quantity')::int
    from supplier_orders s cross join jsonb_array_elements(s.basket -> 'lines') l
    where s.workplace_id = ${workplace_id}
      and s.supplier_order_id = any(${rows.map(({ supplier_order_id }) => supplier_order_id)}::uuid[])`.execute(tx)
  await sql`
    insert into order_events (workplace_id, order_id, kind, params, who, user_id, happened_at)
    select ${workplace_id}, r.order_id, ${rule ? 'rule_placed' : 'buying_started'},
      jsonb_build_object('source', r.vendor, 'amount', r.approved, 'currency', r.currency)
        || ${JSON.stringify(rule ? { rule: rule.name, version: rule.version } : {})}::jsonb,
      ${rule ? 'omni' : 'person'}, ${rule ? null : user_id}::uuid, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows.map(({ order_id, vendor, approved, currency }) => ({ order_id, vendor, approved, currency })))}::jsonb)
      as r (order_id uuid, vendor text, approved bigint, currency text)`.execute(tx)
  return rows.flatMap((row) => (row.hold ? [holdTxn({ ...row, n: 1, version: 0 }, row.hold, now)] : []))
}

function shipTo(
  { address, email }: ChosenOrder,
  { source, place, ioss }: Basket,
  settings: OrderSettings,
): SupplyAddress {
  const written = asSettled(settings, address)
  const { sent } = addressFor(addressRulesOf(source), written, place ? foundPlace(place) : null)
  const { province_code: _code, tax_number: tax_id, ...fields } = sent
  return { ...fields, email, country_name: countryName(sent.country_code, 'en'), tax_id, ...(ioss && { ioss }) }
}

function accountsOf(workplace_id: string, purchases: readonly Purchase[]) {
  const keys = new Map(
    purchases.map(({ basket, account_key }) => [`${basket.source} ${account_key}`, { basket, account_key }]),
  )
  return [...keys.values()].map(({ basket, account_key }) => ({ workplace_id, vendor: basket.source, account_key }))
}

/** One authorisation for everything of the click that the wallet does not reach. A job asks for it. */
async function authorise(
  tx: Tx,
  buyer: Buyer,
  purchases: readonly Purchase[],
  { method }: Paying,
): Promise<string | null> {
  const amount = purchases.reduce((sum, purchase) => sum + cardPartOf(purchase), 0)
  if (amount === 0 || !method) return null
  const request = {
    purpose: 'orders' as const,
    amount: Math.max(amount, payments[providerOf(method)].least_authorised),
    method,
  }
  return (await startCharge(tx, buyer, request)).payment_id
}
