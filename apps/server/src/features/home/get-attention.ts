import type { homeCalls } from '@omni/contracts/home.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { FEATURES } from '@omni/domain/billing/features.ts'
import { isUnlimited, quotaState } from '@omni/domain/billing/plan-rules.ts'
import type { OrderStatus, SubStatus } from '@omni/domain/orders/groups.ts'
import { NO_TRACKING_AFTER_DAYS } from '@omni/domain/tracking/attention.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { planState } from '../billing/usage.ts'
import { counts } from '../notifications/unread-counts.ts'

type Item = Out<typeof homeCalls.getAttention>['items'][number]
const LOW_SHARE = 0.8 // spec: not shown. From here on a quota is "running low"
const LEVELS = { red: 0, amber: 1, grey: 2 } as const

/** spec: not shown. What needs the seller, most urgent first; every entry is read from what is really there. */
export async function getAttention(ctx: Ctx): Promise<Out<typeof homeCalls.getAttention>> {
  return ctx.db.read(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['email', 'email_verified_at', 'is_demo', 'totp_secret', 'password_hash'])
      .where('user_id', '=', ctx.user_id)
      .executeTakeFirstOrThrow()
    const store = await tx
      .selectFrom('stores')
      .select('store_id')
      .where('workplace_id', '=', ctx.workplace_id)
      .executeTakeFirst()
    const { plan, usage } = await planState(tx, ctx.user_id, ctx.now)
    const { unread } = await counts(tx, ctx)
    const items: Item[] = []
    const add = (key: Item['key'], level: Item['level'], count = 1, details: Item['details'] = {}) =>
      items.push({ key, level, count, details })
    const work = await workInNeed(tx, ctx)
    if (work.orders_attention > 0) add('orders_attention', 'red', work.orders_attention)
    if (work.stores > 0) add('stores_attention', 'red', work.stores)
    const parcels = await parcelsInNeed(tx, ctx)
    if (parcels > 0) add('parcels', 'red', parcels)
    if (work.orders_ready > 0) add('orders_ready', 'amber', work.orders_ready)
    if (work.orders_unpaid > 0) add('orders_unpaid', 'amber', work.orders_unpaid)
    if (work.listings > 0) add('listings_attention', 'amber', work.listings)
    if (work.supplier_changes > 0) add('supplier_changes', 'amber', work.supplier_changes)
    // In the example shop the tour and the banner say it.
    if (user.is_demo && !(await isExample(tx, ctx.workplace_id))) add('demo_account', 'amber')
    if (user.email && !user.email_verified_at) add('verify_email', 'red', 1, { email: user.email })
    for (const feature of FEATURES) {
      const { limit } = plan.features[feature]
      const state = quotaState(limit, usage[feature] ?? 0)
      if (isUnlimited(limit) || limit === 0 || feature === 'WORKPLACE_LIMIT') continue
      if (state.isOutQuota) add('quota_reached', 'red', state.usage, { feature, limit: String(limit) })
      else if (state.usage >= limit * LOW_SHARE)
        add('quota_low', 'amber', state.usage, { feature, limit: String(limit) })
    }
    if (!store) add('connect_store', 'amber')
    if (unread.total > 0) add('unread_notifications', 'grey', unread.total)
    if (user.password_hash && !user.totp_secret && !user.is_demo) add('second_factor_off', 'grey')
    return { items: items.sort((a, b) => LEVELS[a.level] - LEVELS[b.level]) }
  })
}

const MOST_COUNTED = 1000

interface WorkInNeed {
  orders_attention: number
  orders_ready: number
  orders_unpaid: number
  stores: number
  listings: number
  supplier_changes: number
}

/** The same counts as on the pages of each: counters of orders, and lists that are short by nature. */
async function workInNeed(tx: Tx, { workplace_id }: Ctx): Promise<WorkInNeed> {
  const orders = (status: OrderStatus, sub_status: SubStatus) => sql`coalesce((
    select orders from order_counters
    where workplace_id = ${workplace_id} and status = ${status} and sub_status = ${sub_status}), 0)`
  const { rows } = await sql<WorkInNeed>`
    select ${orders('placement', 'needs_attention')} as orders_attention,
      ${orders('placement', 'ready')} as orders_ready,
      ${orders('payment', 'waiting_payment')} as orders_unpaid,
      (select count(*)::int from stores join store_connections c using (workplace_id, store_id)
        where workplace_id = ${workplace_id} and status = 'active'
          and c.health in ('expired', 'unreachable', 'webhooks_lost', 'closed')) as stores,
      (select count(*)::int from (
        select from listings where workplace_id = ${workplace_id} and product_id is not null
          and state in ('refused', 'needs_decision', 'gone') limit ${MOST_COUNTED}) l) as listings,
      (select count(*)::int from auto_update_questions
        where workplace_id = ${workplace_id} and answer is null) as supplier_changes`.execute(tx)
  const [work] = rows
  if (!work) throw new Error('a select without from answers one row')
  return work
}

/** The same count as on the parcels' own page (`count_parcel_attention`). */
async function parcelsInNeed(tx: Tx, { workplace_id, now }: Ctx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count_parcel_attention(${workplace_id}, ${now}, ${NO_TRACKING_AFTER_DAYS}, ${MOST_COUNTED}) as n`.execute(tx)
  return rows[0]?.n ?? 0
}

async function isExample(tx: Tx, workplace_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('workplaces')
    .select('is_example')
    .where('workplace_id', '=', workplace_id)
    .executeTakeFirst()
  return row?.is_example === true
}
