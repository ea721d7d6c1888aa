/**
 * What an app bills a shop for, by Shopify's guide to the Billing API and the descriptions in its schema: a charge waits
 * for the merchant, an approved one takes the place of the one before, at once with a day's share, or with the next
 * cycle. From notes alone: that a deferred one stays PENDING until then, and that a credit is kept and not paid out.
 */
import { randomUUID } from 'node:crypto'
import { chargesOf, findCharge, idOf, viewCharge } from './app-charge-view.ts'
import { shopUrl } from './shops.ts'
import type { AppChargeRow, Shop, ShopifyWorld } from './tables.ts'
import { refuseUser } from './user-errors.ts'
import { announce } from './webhooks.ts'

const DAY_MS = 86_400_000
const APPROVED_WITHIN_MS = 2 * DAY_MS
const DAYS = { EVERY_30_DAYS: 30, ANNUAL: 365 } as const
type Interval = keyof typeof DAYS

export interface SubscriptionInput {
  name: string
  returnUrl: string
  test?: boolean | null
  replacementBehavior?: string | null
  lineItems: {
    plan: {
      appRecurringPricingDetails?: {
        price: { amount: string | number; currencyCode: string }
        interval?: Interval | null
      } | null
    }
  }[]
}
export interface PurchaseInput {
  name: string
  returnUrl: string
  test?: boolean | null
  price: { amount: string | number; currencyCode: string }
}

const toCents = (amount: string | number) => Math.round(Number(amount) * 100)
/** The page has a secret in its address: whoever has not got the reply cannot approve. */
const pageUrl = (world: ShopifyWorld, row: AppChargeRow) =>
  `${shopUrl(world, { domain: row.shop })}/admin/charges/${row.id}/confirm?signature=${row.signature}`

async function insert(
  world: ShopifyWorld,
  shop: Shop,
  charge: Pick<AppChargeRow, 'kind' | 'name' | 'return_url' | 'price' | 'currency' | 'interval' | 'behaviour' | 'test'>,
): Promise<AppChargeRow> {
  if (charge.price < 50) throw refuseUser(['price'], 'Price must be greater than or equal to 0.50', 'INVALID')
  if (!URL.canParse(charge.return_url)) throw refuseUser(['returnUrl'], 'Return url is invalid', 'INVALID')
  return world.db
    .insertInto('app_charges')
    .values({
      ...charge,
      shop: shop.domain,
      status: 'PENDING',
      signature: randomUUID(),
      created_at: world.now(),
      approved_at: null,
      period_end: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function createSubscription(world: ShopifyWorld, shop: Shop, input: SubscriptionInput) {
  const pricing = input.lineItems[0]?.plan.appRecurringPricingDetails
  if (!pricing || input.lineItems.length !== 1)
    throw refuseUser(['lineItems'], 'This sandbox bills one recurring line', 'INVALID')
  const row = await insert(world, shop, {
    kind: 'plan',
    name: input.name,
    return_url: input.returnUrl,
    price: toCents(pricing.price.amount),
    currency: pricing.price.currencyCode,
    interval: pricing.interval ?? 'EVERY_30_DAYS',
    behaviour: input.replacementBehavior ?? 'STANDARD',
    test: input.test ?? false,
  })
  return { appSubscription: viewCharge(row), confirmationUrl: pageUrl(world, row) }
}

export async function createPurchase(world: ShopifyWorld, shop: Shop, input: PurchaseInput) {
  const row = await insert(world, shop, {
    kind: 'once',
    name: input.name,
    return_url: input.returnUrl,
    price: toCents(input.price.amount),
    currency: input.price.currencyCode,
    interval: null,
    behaviour: 'STANDARD',
    test: input.test ?? false,
  })
  return { appPurchaseOneTime: viewCharge(row), confirmationUrl: pageUrl(world, row) }
}

type Change = Partial<Pick<AppChargeRow, 'status' | 'period_end' | 'approved_at'>>

/** Every change is announced to the app. */
export async function updateCharge(world: ShopifyWorld, row: AppChargeRow, change: Change): Promise<AppChargeRow> {
  const changed = await world.db
    .updateTable('app_charges')
    .set(change)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const body = {
    admin_graphql_api_id: idOf(changed),
    name: changed.name,
    status: changed.status,
    created_at: changed.created_at.toISOString(),
    updated_at: world.now().toISOString(),
    currency: changed.currency,
  }
  const [topic, key] =
    row.kind === 'plan'
      ? (['app_subscriptions/update', 'app_subscription'] as const)
      : (['app_purchases_one_time/update', 'app_purchase_one_time'] as const)
  await announce(world, { domain: row.shop }, topic, { [key]: body })
  return changed
}

/** The books: rows are only ever added. A test charge is never billed. */
async function bill(world: ShopifyWorld, row: AppChargeRow, reason: string, amount: number): Promise<void> {
  if (row.test || amount === 0) return
  await world.db
    .insertInto('app_bills')
    .values({ shop: row.shop, charge: idOf(row), reason, amount, currency: row.currency, at: world.now() })
    .execute()
}

const daysOf = ({ interval }: AppChargeRow) => DAYS[interval ?? 'EVERY_30_DAYS']
const plusDays = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS)

async function activate(world: ShopifyWorld, row: AppChargeRow, before: AppChargeRow | undefined): Promise<void> {
  const now = world.now()
  const keepsCycle = before?.period_end && before.interval === row.interval && before.period_end > now
  if (before) await updateCharge(world, before, { status: 'CANCELLED' })
  const period_end = keepsCycle ? before.period_end : plusDays(now, daysOf(row))
  await updateCharge(world, row, { status: 'ACTIVE', period_end, approved_at: row.approved_at ?? now })
  if (!keepsCycle) return bill(world, row, 'subscription', row.price)
  const left = Math.round(((before.period_end?.getTime() ?? 0) - now.getTime()) / DAY_MS)
  const share = Math.round(((row.price - before.price) * left) / daysOf(row))
  return bill(world, row, share < 0 ? 'credit' : 'proration', share)
}

const activeOf = (world: ShopifyWorld, domain: string) =>
  chargesOf(world, { domain }).where('kind', '=', 'plan').where('status', 'in', ['ACTIVE', 'FROZEN']).executeTakeFirst()

/** Whatever bills goes one after the other: a click, the clock, somebody at the controls. */
const turns = new WeakMap<ShopifyWorld, Promise<unknown>>()
function inTurn<T>(world: ShopifyWorld, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(world) ?? Promise.resolve()).then(work)
  turns.set(
    world,
    mine.catch(() => undefined),
  )
  return mine
}

/** The merchant said yes on the page. */
export const approve = (world: ShopifyWorld, { id }: AppChargeRow): Promise<void> =>
  inTurn(world, async () => {
    const row = await world.db.selectFrom('app_charges').selectAll().where('id', '=', id).executeTakeFirst()
    if (row?.status === 'PENDING' && row.approved_at === null) await putIntoForce(world, row)
  })

async function putIntoForce(world: ShopifyWorld, row: AppChargeRow): Promise<void> {
  if (row.kind === 'once') {
    await updateCharge(world, row, { status: 'ACTIVE', approved_at: world.now() })
    return bill(world, row, 'one_time', row.price)
  }
  const before = await activeOf(world, row.shop)
  if (before && row.behaviour === 'APPLY_ON_NEXT_BILLING_CYCLE' && before.currency === row.currency) {
    await updateCharge(world, row, { approved_at: world.now() })
    return
  }
  await activate(world, row, before)
}

export async function cancelSubscription(
  world: ShopifyWorld,
  shop: Shop,
  { id, prorate }: { id: string; prorate?: boolean | null },
) {
  const row = await findCharge(world, shop, id)
  if (!row || row.kind !== 'plan') throw refuseUser(['id'], "Couldn't find RecurringApplicationCharge", 'NOT_FOUND')
  if (row.status !== 'ACTIVE' && row.status !== 'FROZEN')
    throw refuseUser(['id'], 'The subscription is not active', 'INVALID')
  if (prorate && row.period_end) {
    const left = Math.max(0, Math.round((row.period_end.getTime() - world.now().getTime()) / DAY_MS))
    await bill(world, row, 'credit', -Math.round((row.price * left) / daysOf(row)))
  }
  return { appSubscription: viewCharge(await updateCharge(world, row, { status: 'CANCELLED' })) }
}

/** Uninstalling the app ends what it bills. */
export async function cancelAll(world: ShopifyWorld, domain: string): Promise<void> {
  const rows = await chargesOf(world, { domain })
    .where('kind', '=', 'plan')
    .where('status', 'in', ['ACTIVE', 'FROZEN', 'PENDING'])
    .execute()
  for (const row of rows) await updateCharge(world, row, { status: row.status === 'PENDING' ? 'EXPIRED' : 'CANCELLED' })
}

/** What Shopify does by itself: gives up on pages, puts deferred plans into force, bills the next cycle. */
export const billWhatIsDue = (world: ShopifyWorld): Promise<void> => inTurn(world, () => billDue(world))

async function billDue(world: ShopifyWorld): Promise<void> {
  const now = world.now()
  const waiting = await world.db.selectFrom('app_charges').selectAll().where('status', '=', 'PENDING').execute()
  for (const row of waiting)
    if (row.approved_at === null && row.created_at.getTime() + APPROVED_WITHIN_MS <= now.getTime())
      await updateCharge(world, row, { status: 'EXPIRED' })
  const due = await world.db
    .selectFrom('app_charges')
    .selectAll()
    .where('kind', '=', 'plan')
    .where('status', '=', 'ACTIVE')
    .where('period_end', '<=', now)
    .execute()
  for (const row of due) {
    const next = waiting.findLast(({ shop, approved_at }) => shop === row.shop && approved_at !== null)
    if (next) await activate(world, next, row)
    else {
      await updateCharge(world, row, { period_end: plusDays(row.period_end ?? now, daysOf(row)) })
      await bill(world, row, 'subscription', row.price)
    }
  }
}
