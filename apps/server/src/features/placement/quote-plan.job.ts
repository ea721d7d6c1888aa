import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { BasketQuote } from '@omni/connectors/suppliers/supply-order.ts'
import type { PlaceProblem } from '@omni/contracts/placement.calls.ts'
import { methodFor, type OrderSettings } from '@omni/domain/order-settings/order-settings.ts'
import type { Preference } from '@omni/domain/placement/choose-method.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { tellWorkplace } from '../../platform/realtime.ts'
import { type Basket, withMethod } from './basket.ts'
import { quotePlan } from './jobs.ts'
import { openSource, type OpenSource, type SourceProblem } from './open-source.ts'
import { placingSettings } from './placing-settings.ts'
import { planBaskets, type PlannedOrder } from './plan-baskets.ts'

/** Orders of a plan that are quoted and written together. */
const AT_ONCE = 10
/** A turn of one plan, then the others have theirs. */
const TURN_MS = 10_000

type Quoted = Pick<Basket, 'quote' | 'problem'>
type Sources = Map<string, Promise<OpenSource | SourceProblem>>

/** Fills in a plan. Orders with the same basket to the same country are asked for once. */
export const quotePlanJob = work(quotePlan, async (ctx, { workplace_id, plan_id }) => {
  const plan = await planOf(ctx, workplace_id, plan_id)
  if (!plan) return
  const choose = chooser(ctx, workplace_id, plan.prefer)
  const quotes = new Map<string, Promise<Quoted>>()
  const sources: Sources = new Map()
  const until = performance.now() + TURN_MS
  for (;;) {
    const planned = await ctx.db.read(async (tx) => {
      const { rows } = await sql<{ order_id: string }>`
        select order_id from placement_plan_orders
        where workplace_id = ${workplace_id} and plan_id = ${plan_id} and state = 'quoting'
        order by position limit ${AT_ONCE}`.execute(tx)
      const ids = rows.map(({ order_id }) => order_id)
      return { ids, orders: await planBaskets(tx, workplace_id, ids) }
    })
    if (planned.ids.length === 0) return noteBalances(ctx, { workplace_id, plan_id }, sources)
    // Each is written when its suppliers have answered: a slow one does not hide the others.
    await Promise.all(
      planned.ids.map(async (order_id) => {
        const order = planned.orders.get(order_id)
        const row = order ? await quoteOrder(ctx, workplace_id, order, choose, quotes, sources) : gone(order_id)
        await writeOrder(ctx, { workplace_id, plan_id }, row)
      }),
    )
    if (performance.now() < until) continue
    await ctx.db.tx((tx) => enqueue(tx, quotePlan, { workplace_id, plan_id }))
    return
  }
})

/** What the accounts can pay with, told once everything is priced. One that cannot say keeps nothing up. */
async function noteBalances(
  ctx: JobCtx,
  id: { workplace_id: string; plan_id: string },
  sources: Sources,
): Promise<void> {
  const balances: Record<string, { currency: string; amount: number }> = {}
  for (const opening of sources.values()) {
    const source = await opening
    if (typeof source === 'string' || !source.orders.balance) continue
    try {
      balances[source.source] = await source.orders.balance(null)
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      ctx.log.warn({ ...id, source: source.source, err: error }, 'a balance is not known')
    }
  }
  if (Object.keys(balances).length === 0) return
  await ctx.db.tx(async (tx) => {
    await sql`update placement_plans set balances = balances || ${JSON.stringify(balances)}::jsonb
      where workplace_id = ${id.workplace_id} and plan_id = ${id.plan_id}`.execute(tx)
    await tellWorkplace(tx, id.workplace_id, 'placement.changed', {})
  })
}

const writeOrder = (ctx: JobCtx, { workplace_id, plan_id }: { workplace_id: string; plan_id: string }, row: PlanRow) =>
  ctx.db.tx(async (tx) => {
    const { order_id, state, basis, baskets, problems } = row
    await tx
      .updateTable('placement_plan_orders')
      .set({ state, basis, baskets: JSON.stringify(baskets), problems })
      .where((eb) => eb.and({ workplace_id, plan_id, order_id }))
      .execute()
    await tellWorkplace(tx, workplace_id, 'placement.changed', {})
  })

interface PlanRow {
  order_id: string
  state: 'ready' | 'blocked'
  basis: string
  baskets: Basket[]
  problems: PlaceProblem[]
}

async function planOf(
  ctx: JobCtx,
  workplace_id: string,
  plan_id: string,
): Promise<{ prefer: Preference | null } | null> {
  const row = await ctx.db.read((tx) =>
    tx
      .selectFrom('placement_plans')
      .select('prefer')
      .where('workplace_id', '=', workplace_id)
      .where('plan_id', '=', plan_id)
      .where('placed', 'is', null)
      .executeTakeFirst(),
  )
  return row ? { prefer: row.prefer as Preference | null } : null // checked by the table
}

/** How each supplier's baskets are sent, as the seller has set it; read once for a plan. */
function chooser(ctx: JobCtx, workplace_id: string, prefer: Preference | null) {
  const settings = new Map<string, Promise<OrderSettings>>()
  const settingsOf = (source: Basket['source']) => {
    const known = settings.get(source) ?? ctx.db.read((tx) => placingSettings(tx, workplace_id, source))
    settings.set(source, known)
    return known
  }
  return {
    shipFrom: async ({ source }: Basket) => (await settingsOf(source)).warehouse ?? '',
    async method(basket: Basket): Promise<Basket> {
      const { preference, methods } = await settingsOf(basket.source)
      const named = methodFor({ methods }, basket.country_code)
      const offered = basket.quote?.methods.find(({ service_name }) => service_name === named)
      const wanted = prefer === null && offered ? [offered.method] : []
      return withMethod(basket, prefer ?? preference, wanted)
    },
  }
}
type Chooser = ReturnType<typeof chooser>

const gone = (order_id: string): PlanRow => ({
  order_id,
  state: 'blocked',
  basis: '',
  baskets: [],
  problems: ['not_open'],
})

async function quoteOrder(
  ctx: JobCtx,
  workplace_id: string,
  order: PlannedOrder,
  choose: Chooser,
  quotes: Map<string, Promise<Quoted>>,
  sources: Sources,
): Promise<PlanRow> {
  const baskets = await Promise.all(
    order.baskets.map(async (planned) => {
      const basket = { ...planned, ship_from: await choose.shipFrom(planned) }
      const key = JSON.stringify([
        basket.source,
        basket.ship_from,
        basket.country_code,
        basket.lines.map(({ product_id, sku_id, quantity }) => [product_id, sku_id, quantity]),
      ])
      const quoted = quotes.get(key) ?? quoteBasket(ctx, workplace_id, basket, sources)
      quotes.set(key, quoted)
      return choose.method({ ...basket, ...(await quoted) })
    }),
  )
  const problems = new Set(order.problems)
  for (const { problem } of baskets) if (problem) problems.add(problem)
  const state = problems.size === 0 ? 'ready' : 'blocked'
  return { order_id: order.order_id, state, basis: order.basis, baskets, problems: [...problems] }
}

async function quoteBasket(ctx: JobCtx, workplace_id: string, basket: Basket, sources: Sources): Promise<Quoted> {
  const opening = sources.get(basket.source) ?? openSource(ctx, workplace_id, basket.source)
  sources.set(basket.source, opening)
  const source = await opening
  if (typeof source === 'string') return { quote: null, problem: source }
  const { lines, country_code, ship_from } = basket
  try {
    const quote: BasketQuote = await source.orders.quote({ lines, country_code, ship_from })
    return { quote, problem: quote.methods.length === 0 ? 'cannot_ship' : null }
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    ctx.log.warn({ workplace_id, source: basket.source, err: error }, 'a basket could not be priced')
    return { quote: null, problem: problemOf(error) }
  }
}

function problemOf({ kind }: VendorError): PlaceProblem {
  switch (kind) {
    case 'out_of_stock':
    case 'cannot_ship':
      return kind
    case 'not_found':
      return 'product_gone'
    case 'auth_expired':
      return 'source_not_connected'
    default:
      return 'source_unreachable'
  }
}
