import type { SupplyAddress } from '@omni/connectors/suppliers/supply-order.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { type placementCalls, type PlaceProblem } from '@omni/contracts/placement.calls.ts'
import { countryName } from '@omni/domain/countries.ts'
import { holdAmount, type PaymentUse } from '@omni/domain/ledger/plan-payment.ts'
import {
  DEFAULT_ORDER_SETTINGS,
  type OrderSettings,
  noteFor,
  phoneFor,
  priceLimit,
  taxIdFor,
} from '@omni/domain/order-settings/order-settings.ts'
import type { OrderAddress } from '@omni/domain/orders/document.ts'
import { next } from '@omni/domain/placement/next.ts'
import { EXTENSION_SOURCES } from '@omni/domain/placement/extension.ts'
import { newPlacement, type PlacementProfile } from '@omni/domain/placement/placement.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { enqueue } from '../../platform/jobs.ts'
import { type LedgerTxn, post } from '../../platform/ledger.ts'
import { tellWorkplace } from '../../platform/realtime.ts'
import { emit } from '../../platform/outbox.ts'
import { refuse } from '../../platform/refuse.ts'
import { accountKey, OPERATOR } from '../../platform/vendor-pace.ts'
import { grantFeature, hasFeature } from '../billing/grant-feature.ts'
import { enqueueTopUp, type Paying, payingBy, type PaymentWish } from '../wallet/paying-by.ts'
import { startCharge } from '../wallet/start-payment.ts'
import { regroupOrders } from '../orders/regroup.ts'
import { type Basket, type BasketLine, totalOf } from './basket.ts'
import { extensionAccount } from './extension-source.ts'
import { workPlacement } from './jobs.ts'
import { holdOf, holdTxn, readWallet, type WalletBalance } from './money.ts'
import { HOUSE_SUPPLIER } from './open-source.ts'
import { placingSettings } from './placing-settings.ts'
import { profileOf } from './placing-profile.ts'
import { BASIS } from './plan-baskets.ts'
import { insertAttempts } from './supplier-order-row.ts'

type Placed = Out<typeof placementCalls.placeOrders>

interface ChosenOrder {
  order_id: string
  number: string
  state: string
  baskets: Basket[]
  is_same: boolean
  is_taken: boolean
  address: OrderAddress
  email: string
}

interface Purchase {
  supplier_order_id: string
  attempt_id: string
  order: ChosenOrder
  basket: Basket
  /** Where it stands in the plan of its order. */
  basket_no: number
  /** A message to the supplier. */
  note: string
  account_key: string
  profile: PlacementProfile
  approved: number
  /** Null: it is created now and paid when the seller says so. */
  held: number | null
  hold: ReturnType<typeof holdOf> | null
  settings: OrderSettings
}

/** What all purchases of one click share. */
interface Click {
  plan_id: string
  run_id: string
  quota_cycle: string | null
  /** Of the card that pays what the wallet does not reach; null: the wallet reaches for all. */
  payment_id: string | null
}

/** What decides about a purchase besides the plan. */
interface Terms {
  accounts: Map<string, string>
  settings: Map<string, OrderSettings>
  paying: Paying
  pay_later: boolean
}

/** Who buys: a person with a click, or a rule in the name of whoever switched it on. */
export type Buyer = Pick<Ctx, 'config' | 'workplace_id' | 'user_id' | 'now'> & {
  rule?: { rule_id: string; name: string; version: number }
}

interface Wish {
  plan_id: string
  exclude: readonly string[]
  use?: PaymentUse | undefined
  /** What pays the part that the wallet does not; left out: the default method. */
  by?: PaymentWish['by']
  /** It is created at the supplier and paid when a person says so, where the supplier can do that. */
  pay_later?: boolean
}

/**
 * Everything that makes it one purchase and no second is written in the caller's transaction: the supplier orders,
 * their lines, the first attempts, the money. Nothing is sent here.
 */
export async function placePlan(tx: Tx, buyer: Buyer, { plan_id, exclude, use, by, pay_later }: Wish): Promise<Placed> {
  const { workplace_id } = buyer
  const plan = await tx
    .selectFrom('placement_plans')
    .select('placed')
    .where('workplace_id', '=', workplace_id)
    .where('plan_id', '=', plan_id)
    .forUpdate()
    .executeTakeFirst()
  if (!plan) refuse('not_found')
  if (plan.placed !== null) return plan.placed as unknown as Placed // as it was written below
  const orders = await chosenOrders(tx, workplace_id, plan_id, exclude)
  const terms = {
    accounts: await accountKeys(tx, workplace_id),
    settings: await settingsOf(tx, workplace_id, orders),
    paying: await payingBy(tx, buyer, { use, by }),
    pay_later: pay_later ?? false,
  }
  const left_out: Placed['left_out'] = []
  const purchases = plans(buyer, orders, await readWallet(tx, workplace_id), terms, left_out)
  const run_id = randomUUID()
  const bought = [...new Set(purchases.map(({ order }) => order.order_id))]
  const cycle = await takeQuota(tx, buyer, bought.length)
  const payment_id = await authorise(tx, buyer, purchases, terms.paying)
  await insertAll(tx, buyer, purchases, { plan_id, run_id, quota_cycle: cycle, payment_id })
  for (const account of accountsOf(workplace_id, purchases)) await enqueue(tx, workPlacement, account)
  await enqueueTopUp(tx, workplace_id)
  await regroupOrders(tx, workplace_id, bought, { replan: false })
  const placed: Placed = { run_id, accepted: bought.length, left_out }
  await tx
    .updateTable('placement_plans')
    .set({ placed: JSON.stringify(placed) })
    .where('workplace_id', '=', workplace_id)
    .where('plan_id', '=', plan_id)
    .execute()
  if (bought.length > 0) await emit(tx, 'orders.placed', { workplace_id, user_id: buyer.user_id })
  await tellWorkplace(tx, workplace_id, 'orders.changed', {})
  await tellWorkplace(tx, workplace_id, 'placement.changed', {})
  return placed
}

/** The accounts that are connected now, by source. */
async function accountKeys(tx: Tx, workplace_id: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('source_accounts')
    .select(['source', 'account_id'])
    .where('workplace_id', '=', workplace_id)
    .execute()
  return new Map([
    [HOUSE_SUPPLIER, OPERATOR],
    ...EXTENSION_SOURCES.map((source): [string, string] => [source, extensionAccount(workplace_id)]),
    ...rows.map(({ source, account_id }): [string, string] => [source, accountKey(source, account_id)]),
  ])
}

async function settingsOf(tx: Tx, workplace_id: string, orders: readonly ChosenOrder[]): Promise<Terms['settings']> {
  const sources = new Set(orders.flatMap(({ baskets }) => baskets.map(({ source }) => source)))
  const settings: Terms['settings'] = new Map()
  for (const source of sources) settings.set(source, await placingSettings(tx, workplace_id, source))
  return settings
}

/** Locked, always in one order: two clicks on the same orders wait for one another, and the second sees the first. */
async function chosenOrders(tx: Tx, workplace_id: string, plan_id: string, exclude: readonly string[]) {
  await sql`
    select from orders o where o.workplace_id = ${workplace_id} and o.order_id in (
      select order_id from placement_plan_orders where workplace_id = ${workplace_id} and plan_id = ${plan_id})
    order by o.order_id for update`.execute(tx)
  const { rows } = await sql<Omit<ChosenOrder, 'is_taken'>>`
    select p.order_id, o.number, p.state, p.baskets, p.basis = ${BASIS} as is_same, o.address,
      coalesce(o.document -> 'customer' ->> 'email', '') as email
    from placement_plan_orders p join orders o using (workplace_id, order_id)
    where p.workplace_id = ${workplace_id} and p.plan_id = ${plan_id} and p.order_id <> all(${exclude}::uuid[])
      and p.state <> 'blocked'
    order by p.position`.execute(tx)
  const lines = rows.flatMap(({ baskets }) => baskets.flatMap((basket) => basket.lines))
  const taken = await takenLines(
    tx,
    workplace_id,
    lines.map(({ line_id }) => line_id),
  )
  return rows.map((order): ChosenOrder => {
    const isTaken = ({ line_id, component }: BasketLine) => taken.has(`${line_id} ${component}`)
    return { ...order, is_taken: order.baskets.some((basket) => basket.lines.some(isTaken)) }
  })
}

/** Components of lines that are being bought or were bought, as `<line> <component>`. */
async function takenLines(tx: Tx, workplace_id: string, line_ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ line_id: string; component: number }>`
    select line_id, component from supplier_order_lines
    where workplace_id = ${workplace_id} and line_id = any(${line_ids}::uuid[]) and live`.execute(tx)
  return new Set(rows.map(({ line_id, component }) => `${line_id} ${component}`))
}

/** What is bought, as far as the wallet reaches. What cannot be bought is named in `left_out`. */
function plans(
  buyer: Buyer,
  orders: readonly ChosenOrder[],
  wallet: WalletBalance,
  terms: Terms,
  left_out: Placed['left_out'],
): Purchase[] {
  let rest = wallet
  const purchases: Purchase[] = []
  for (const order of orders) {
    const { order_id, number } = order
    const problem = problemOf(order, terms.accounts)
    const planned = problem ? { problem } : planOrder(buyer, order, rest, terms)
    if ('problem' in planned) left_out.push({ order_id, number, problem: planned.problem })
    else {
      purchases.push(...planned.purchases)
      rest = planned.rest
    }
  }
  return purchases
}

function problemOf(
  { state, is_same, is_taken, baskets }: ChosenOrder,
  accounts: Map<string, string>,
): PlaceProblem | null {
  if (state === 'quoting') return 'still_quoting'
  if (is_taken) return 'already_placing'
  if (!is_same) return 'changed'
  return baskets.every(({ source }) => accounts.has(source)) ? null : 'source_not_connected'
}

type Planned = { purchases: Purchase[]; rest: WalletBalance } | { problem: PlaceProblem }

/** All baskets of an order or none: half an order that cannot be paid helps nobody. */
function planOrder(
  { config }: Buyer,
  order: ChosenOrder,
  wallet: WalletBalance,
  { accounts, settings, paying, pay_later }: Terms,
): Planned {
  let rest = wallet
  const purchases: Purchase[] = []
  for (const [basket_no, basket] of order.baskets.entries()) {
    const approved = totalOf(basket)
    if (approved === null || !basket.quote) return { problem: 'source_unreachable' }
    const terms = settings.get(basket.source) ?? DEFAULT_ORDER_SETTINGS
    const isWallet = basket.source === HOUSE_SUPPLIER
    const profile = profileOf(config, basket.source)
    const isPaidByCall = typeof profile.pay !== 'string'
    const isLater = (pay_later || terms.pay_mode === 'later') && isPaidByCall
    const limit = priceLimit(approved, terms) - approved
    // Where a card pays the rest, the wallet's end is no limit.
    const reach = isWallet && !isLater && paying.use === 'wallet' ? rest.bonus + rest.topup : null
    const amount = holdAmount(approved, limit, reach)
    if (!amount.ok) return { problem: 'wallet_too_low' }
    const hold = isLater ? null : holdOf(basket.source, basket.quote.currency, rest, amount.value, paying.use)
    if (hold?.by === 'wallet') rest = { bonus: rest.bonus - hold.bonus, topup: rest.topup - hold.topup }
    purchases.push({
      supplier_order_id: randomUUID(),
      attempt_id: randomUUID(),
      order,
      basket,
      basket_no,
      note: noteFor(terms, basket.country_code),
      account_key: accounts.get(basket.source) ?? '',
      profile,
      approved,
      held: isLater ? null : amount.value,
      hold,
      settings: terms,
    })
  }
  return { purchases, rest }
}

/** ORDER_FULFILLMENT counts orders; several at once need BULK_ORDER_FULFILLMENT. */
async function takeQuota(tx: Tx, buyer: Buyer, orders: number): Promise<string | null> {
  if (orders === 0) return null
  if (orders > 1 && !(await hasFeature(tx, buyer.user_id, 'BULK_ORDER_FULFILLMENT', buyer.now)))
    refuse('placement.bulk_disabled')
  const { granted, limit, demo, cycle_start } = await grantFeature(tx, buyer, 'ORDER_FULFILLMENT', orders, buyer.now)
  if (demo) refuse('placement.demo_mode')
  if (granted < orders) refuse('placement.quota', { limit, total: orders })
  return cycle_start
}

async function insertAll(
  tx: Tx,
  buyer: Buyer,
  purchases: readonly Purchase[],
  { plan_id, run_id, quota_cycle, payment_id }: Click,
): Promise<void> {
  if (purchases.length === 0) return
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
  const rows = purchases.map((purchase, turn_no) => {
    const { order, basket, profile, held } = purchase
    const { row, wake_at } = next(
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
      ship_to: shipTo(order, purchase.settings),
      state: row.state,
      currency: basket.quote?.currency,
      quota_cycle: isFirst ? quota_cycle : null,
      turn_no,
      wake_at: wake_at === null ? null : new Date(wake_at),
    }
  })
  const profiles = Object.fromEntries(purchases.map(({ basket, profile }) => [basket.source, profile]))
  // Baskets are in the plan: they need not travel.
  await sql`
    insert into supplier_orders (workplace_id, supplier_order_id, order_id, vendor, account_key, user_id, basket, ship_to,
      approved, profile, state, n, step, attempt_no, attempt_id, currency, held, hold, quota_cycle, run_id, turn_no, wake_at,
      created_at, payment_id, rule_id, rule_version)
    select p.workplace_id, r.supplier_order_id, r.order_id, r.vendor, r.account_key, ${user_id},
      (p.baskets -> r.basket_no) || jsonb_build_object('note', r.note), r.ship_to, r.approved,
      ${JSON.stringify(profiles)}::jsonb -> r.vendor, r.state, 1, 'create', 1, r.attempt_id, r.currency, r.held, r.hold,
      r.quota_cycle, ${run_id}, r.turn_no, r.wake_at, ${now}, r.payment_id, ${rule?.rule_id ?? null}::uuid,
      ${rule?.version ?? null}::int
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (supplier_order_id uuid, order_id uuid, vendor text,
      account_key text, basket_no int, note text, ship_to jsonb, approved bigint, state text, attempt_id uuid,
      currency text, held bigint, hold jsonb, quota_cycle date, turn_no int, wake_at timestamptz,
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
  const holds = rows.flatMap((row): LedgerTxn[] =>
    row.hold ? [holdTxn({ ...row, n: 1, version: 0 }, row.hold, now)] : [],
  )
  await post(tx, holds)
}

const shipTo = ({ address, email }: ChosenOrder, settings: OrderSettings): SupplyAddress => ({
  name: address.name,
  phone_country: '',
  phone: phoneFor(settings, address.phone),
  email,
  company: address.company,
  address1: address.address1,
  address2: address.address2,
  city: address.city,
  province: address.province,
  zip: address.zip,
  country_code: address.country_code,
  country_name: countryName(address.country_code, 'en'),
  tax_id: taxIdFor(settings, address.country_code, address.tax_number),
})

function accountsOf(workplace_id: string, purchases: readonly Purchase[]) {
  const keys = new Map(
    purchases.map(({ basket, account_key }) => [`${basket.source} ${account_key}`, { basket, account_key }]),
  )
  return [...keys.values()].map(({ basket, account_key }) => ({ workplace_id, vendor: basket.source, account_key }))
}

const cardPartOf = ({ hold }: Pick<Purchase, 'hold'>): number => (hold?.by === 'wallet' ? hold.card : 0)
/** Stripe authorises no less; what is taken in the end may be. */
const LEAST_AUTHORISED = 50

/** One authorisation for everything of the click that the wallet does not reach. A job asks for it. */
async function authorise(
  tx: Tx,
  buyer: Buyer,
  purchases: readonly Purchase[],
  { method }: Paying,
): Promise<string | null> {
  const amount = purchases.reduce((sum, purchase) => sum + cardPartOf(purchase), 0)
  if (amount === 0 || !method) return null
  const wish = { purpose: 'orders' as const, amount: Math.max(amount, LEAST_AUTHORISED), method }
  return (await startCharge(tx, buyer, wish)).payment_id
}
