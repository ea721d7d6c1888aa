import type { Out } from '@omni/contracts/kernel.ts'
import { type placementCalls, type PlaceProblem } from '@omni/contracts/placement.calls.ts'
import { holdAmount } from '@omni/domain/ledger/plan-payment.ts'
import {
  DEFAULT_ORDER_SETTINGS,
  type OrderSettings,
  noteFor,
  priceLimit,
} from '@omni/domain/order-settings/order-settings.ts'
import { convert, type Rates } from '@omni/domain/money.ts'
import type { OrderAddress } from '@omni/domain/orders/document.ts'
import { addressRulesOf } from '@omni/domain/orders/supplier-address.ts'
import { EXTENSION_SOURCES } from '@omni/domain/placement/extension.ts'
import type { PlacementProfile } from '@omni/domain/placement/placement.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { type RawBuilder, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { accountKey, OPERATOR } from '../../platform/vendor-pace.ts'
import { readRates } from '../rates/read-rates.ts'
import type { Paying } from '../wallet/paying-by.ts'
import { type Basket, type BasketLine, totalOf } from './basket.ts'
import { extensionAccount } from './extension-source.ts'
import { holdOf, readWallet, type WalletBalance } from './money.ts'
import { HOUSE_SUPPLIER } from './open-source.ts'
import { placingSettings } from './placing-settings.ts'
import { profileOf } from './placing-profile.ts'
import { BASIS } from './plan-baskets.ts'

export type LeftOut = Out<typeof placementCalls.placeOrders>['left_out']

export interface ChosenOrder {
  order_id: string
  number: string
  state: string
  baskets: Basket[]
  is_same: boolean
  /** A line of it is being bought or was bought, or another click has it. */
  is_taken: boolean
  /** By how many US cents its price may rise before its floor; null: without end. */
  spare: number | null
  address: OrderAddress
  email: string
}

export interface Purchase {
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

/** What decides about a purchase besides the plan. */
export interface Terms {
  accounts: Map<string, string>
  settings: Map<string, OrderSettings>
  paying: Paying
  pay_later: boolean
}

/** Who buys: a person with a click, or a rule in the name of whoever switched it on. */
export type Buyer = Pick<Ctx, 'config' | 'workplace_id' | 'user_id' | 'now'> & {
  rule?: { rule_id: string; name: string; version: number }
}

/** The accounts that are connected now, by source. */
export async function accountKeys(tx: Tx, workplace_id: string): Promise<Map<string, string>> {
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

export async function settingsOf(
  tx: Tx,
  workplace_id: string,
  orders: readonly ChosenOrder[],
): Promise<Terms['settings']> {
  const sources = new Set(orders.flatMap(({ baskets }) => baskets.map(({ source }) => source)))
  const settings: Terms['settings'] = new Map()
  for (const source of sources) settings.set(source, await placingSettings(tx, workplace_id, source))
  return settings
}

/**
 * Of a plan, those that can be bought and are meant (`which`, of `p`). Locked, always in one order: two clicks on the same
 * orders wait for one another, and the second sees the first.
 */
export async function chosenOrders(
  tx: Tx,
  workplace_id: string,
  plan_id: string,
  which: RawBuilder<unknown>,
): Promise<ChosenOrder[]> {
  const meant = sql`p.workplace_id = ${workplace_id} and p.plan_id = ${plan_id} and p.state <> 'blocked' and ${which}`
  await sql`
    select from orders o where o.workplace_id = ${workplace_id} and o.order_id in (
      select p.order_id from placement_plan_orders p where ${meant})
    order by o.order_id for update`.execute(tx)
  const { rows } = await sql<ChosenOrder>`
    select p.order_id, o.number, p.state, p.baskets, p.basis = ${BASIS} as is_same, p.spare, o.address,
      coalesce(o.document -> 'customer' ->> 'email', '') as email,
      p.order_id in (select unnest(c.orders) from placement_clicks c
        where c.workplace_id = ${workplace_id} and c.plan_id <> ${plan_id}) as is_taken
    from placement_plan_orders p join orders o using (workplace_id, order_id)
    where ${meant} order by p.position`.execute(tx)
  const lines = rows.flatMap(({ baskets }) => baskets.flatMap((basket) => basket.lines))
  const taken = await takenLines(
    tx,
    workplace_id,
    lines.map(({ line_id }) => line_id),
  )
  const isTaken = ({ line_id, component }: BasketLine) => taken.has(`${line_id} ${component}`)
  return rows.map((order) => ({
    ...order,
    is_taken: order.is_taken || order.baskets.some((basket) => basket.lines.some(isTaken)),
  }))
}

/** Components of lines that are being bought or were bought, as `<line> <component>`. */
async function takenLines(tx: Tx, workplace_id: string, line_ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ line_id: string; component: number }>`
    select line_id, component from supplier_order_lines
    where workplace_id = ${workplace_id} and line_id = any(${line_ids}::uuid[]) and live`.execute(tx)
  return new Set(rows.map(({ line_id, component }) => `${line_id} ${component}`))
}

/** What is bought, as far as the wallet reaches, in the order of the list. What cannot be bought is named. */
export async function planPurchases(
  tx: Tx,
  buyer: Buyer,
  orders: readonly ChosenOrder[],
  terms: Terms,
): Promise<{ purchases: Purchase[]; left_out: LeftOut }> {
  let rest = await readWallet(tx, buyer.workplace_id)
  const rates = await readRates(tx)
  const purchases: Purchase[] = []
  const left_out: LeftOut = []
  for (const order of orders) {
    const { order_id, number } = order
    const problem = problemOf(order, terms.accounts)
    const planned = problem ? { problem } : planOrder(buyer, order, rest, { ...terms, rates })
    if ('problem' in planned) left_out.push({ order_id, number, problem: planned.problem })
    else {
      purchases.push(...planned.purchases)
      rest = planned.rest
    }
  }
  return { purchases, left_out }
}

function problemOf(
  { state, is_same, is_taken, baskets }: ChosenOrder,
  accounts: Map<string, string>,
): PlaceProblem | null {
  if (state === 'quoting') return 'still_quoting'
  if (state === 'stopped') return 'stopped'
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
  { accounts, settings, paying, pay_later, rates }: Terms & { rates: Rates },
): Planned {
  let rest = wallet
  let spare = order.spare
  const purchases: Purchase[] = []
  for (const [basket_no, basket] of order.baskets.entries()) {
    const approved = totalOf(basket)
    if (approved === null || !basket.quote) return { problem: 'source_unreachable' }
    const terms = settings.get(basket.source) ?? DEFAULT_ORDER_SETTINGS
    const isWallet = basket.source === HOUSE_SUPPLIER
    const profile = profileOf(config, basket.source)
    const isPaidByCall = typeof profile.pay !== 'string'
    const isLater = (pay_later || terms.pay_mode === 'later') && isPaidByCall
    const limit = Math.min(priceLimit(approved, terms) - approved, withinSpare(spare, basket.quote.currency, rates))
    if (spare !== null) spare -= Math.min(spare, convertedUp(limit, basket.quote.currency, rates))
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
      note: noteFor(terms, basket.country_code, addressRulesOf(basket.source)),
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

/** What the floor leaves for a rise, in a supplier's currency; nothing where no rate says how much that is. */
export function withinSpare(spare: number | null, currency: string, rates: Rates): number {
  if (spare === null) return Infinity
  const converted = convert(spare, WALLET_CURRENCY, currency, rates)
  return converted.ok ? converted.value : 0
}

function convertedUp(limit: number, currency: string, rates: Rates): number {
  const dollars = convert(limit, currency, WALLET_CURRENCY, rates)
  return dollars.ok ? dollars.value : Infinity
}

export const ordersOf = (purchases: readonly Purchase[]): string[] => [
  ...new Set(purchases.map(({ order }) => order.order_id)),
]

export const cardPartOf = ({ hold }: Pick<Purchase, 'hold'>): number => (hold?.by === 'wallet' ? hold.card : 0)
