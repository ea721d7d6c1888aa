/** How Shopify's API shows what an app bills. */
import { gid, numberOf } from './ids.ts'
import type { AppChargeRow, Shop, ShopifyWorld } from './tables.ts'
import { connection, isoSecond } from './view.ts'

const TYPES = { plan: 'AppSubscription', once: 'AppPurchaseOneTime' } as const
export const idOf = ({ kind, id }: AppChargeRow) => gid(TYPES[kind], id)
const money = (cents: number, currencyCode: string) => ({ amount: (cents / 100).toFixed(2), currencyCode })

export function viewCharge(row: AppChargeRow) {
  const price = money(row.price, row.currency)
  const shared = {
    __typename: TYPES[row.kind],
    id: idOf(row),
    name: row.name,
    status: row.status,
    test: row.test,
    createdAt: isoSecond(row.created_at),
  }
  if (row.kind === 'once') return { ...shared, price }
  const pricingDetails = { __typename: 'AppRecurringPricing', interval: row.interval, price }
  return {
    ...shared,
    returnUrl: row.return_url,
    trialDays: 0,
    currentPeriodEnd: row.period_end && isoSecond(row.period_end),
    lineItems: [{ id: `${idOf(row)}?v=1&index=0`, plan: { pricingDetails } }],
  }
}

export const chargesOf = (world: ShopifyWorld, { domain }: Pick<Shop, 'domain'>) =>
  world.db.selectFrom('app_charges').selectAll().where('shop', '=', domain)

/** What the installation tells of charges. */
export const viewInstallation = (world: ShopifyWorld, shop: Shop) => {
  const list = (kind: AppChargeRow['kind']) => async (page: { first?: number | null; reverse?: boolean | null }) => {
    const order = page.reverse ? 'desc' : 'asc'
    const rows = await chargesOf(world, shop).where('kind', '=', kind).orderBy('id', order).execute()
    return connection(rows.map(viewCharge), page)
  }
  return {
    activeSubscriptions: async () =>
      (await chargesOf(world, shop).where('kind', '=', 'plan').where('status', '=', 'ACTIVE').execute()).map(
        viewCharge,
      ),
    allSubscriptions: list('plan'),
    oneTimePurchases: list('once'),
  }
}

export async function findCharge(world: ShopifyWorld, shop: Pick<Shop, 'domain'>, id: string) {
  const number = numberOf('AppSubscription', id) ?? numberOf('AppPurchaseOneTime', id)
  return number === undefined ? undefined : chargesOf(world, shop).where('id', '=', number).executeTakeFirst()
}
export async function viewChargeOf(world: ShopifyWorld, shop: Shop, id: string) {
  const row = await findCharge(world, shop, id)
  return row ? viewCharge(row) : null
}
