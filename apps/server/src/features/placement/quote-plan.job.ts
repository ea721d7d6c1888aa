import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { BasketQuote } from '@omni/connectors/suppliers/supply-order.ts'
import type { PlaceProblem } from '@omni/contracts/placement.calls.ts'
import { asSettled, iossFor, methodFor, type OrderSettings } from '@omni/domain/order-settings/order-settings.ts'
import type { Rates } from '@omni/domain/money.ts'
import type { OrderAddress } from '@omni/domain/orders/document.ts'
import type { PlaceFinder } from '@omni/domain/orders/places.ts'
import { addressFor, addressRulesOf } from '@omni/domain/orders/supplier-address.ts'
import { AT_CHECKOUT, isExtensionSource } from '@omni/domain/placement/extension.ts'
import { bestWay, methodBy, type Way, type WayOffer, WAYS } from '@omni/domain/placement/ways.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue, work } from '../../platform/jobs.ts'
import { emit } from '../../platform/outbox.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { readRates } from '../rates/read-rates.ts'
import { type Basket, methodOf, withMethod } from './basket.ts'
import { quoteKnown } from './extension-source.ts'
import { quotePlan } from './jobs.ts'
import { openSource, type OpenSource, type SourceProblem } from './open-source.ts'
import { placingSettings } from './placing-settings.ts'
import { planBaskets, type PlannedOrder } from './plan-baskets.ts'
import { type Judging, judgeOrder, keepQuotes, type Judged, readJudging } from './judge-baskets.ts'
import { costOf } from './plan-view.ts'
import { readPlaces } from './read-places.ts'

/** Orders of a plan that are quoted and written together. */
const AT_ONCE = 10
/** A turn of one plan, then the others have theirs. */
const TURN_MS = 10_000
/** Of a larger plan the ways are compared only where the seller has picked one: each is asked of the suppliers. */
const COMPARED = 50

type Quoted = Pick<Basket, 'quote' | 'problem'>
type Sources = Map<string, Promise<OpenSource | SourceProblem>>

/** What all orders of one turn share. */
interface Turn {
  workplace_id: string
  places: Map<string, Promise<PlaceFinder | null>>
  plan: PlanTerms
  choose: Chooser
  rates: Rates
  quotes: Map<string, Promise<Quoted>>
  sources: Sources
}

/** Fills in a plan. Orders with the same basket to the same country are asked for once. */
export const quotePlanJob = work(quotePlan, async (ctx, { workplace_id, plan_id }) => {
  const plan = await planOf(ctx, workplace_id, plan_id)
  if (!plan) return
  const sources: Sources = new Map()
  const turn: Turn = {
    workplace_id,
    plan,
    choose: chooser(ctx, workplace_id),
    rates: await ctx.db.read((tx) => readRates(tx)),
    quotes: new Map(),
    places: new Map(),
    sources,
  }
  const until = performance.now() + TURN_MS
  for (;;) {
    const planned = await ctx.db.read(async (tx) => {
      const { rows } = await sql<{ order_id: string }>`
        select order_id from placement_plan_orders
        where workplace_id = ${workplace_id} and plan_id = ${plan_id} and state = 'quoting'
        order by position limit ${AT_ONCE}`.execute(tx)
      const ids = rows.map(({ order_id }) => order_id)
      const judging = await readJudging(tx, workplace_id, ids, turn.rates)
      return { ids, orders: await planBaskets(tx, workplace_id, ids), judging }
    })
    if (planned.ids.length === 0) {
      await recordBalances(ctx, { workplace_id, plan_id }, sources)
      return ctx.db.tx((tx) => emit(tx, 'placement.quoted', { workplace_id, plan_id }))
    }
    // Each is written when its suppliers have answered: a slow one does not hide the others.
    await Promise.all(
      planned.ids.map(async (order_id) => {
        const order = planned.orders.get(order_id)
        const row = order ? await quoteOrder(ctx, turn, order, planned.judging) : gone(order_id)
        await writeOrder(ctx, { workplace_id, plan_id }, row)
      }),
    )
    if (performance.now() < until) continue
    await ctx.db.tx((tx) => enqueue(tx, quotePlan, { workplace_id, plan_id }))
    return
  }
})

/** What the accounts can pay with, told once everything is priced. One that cannot say keeps nothing up. */
async function recordBalances(
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
    await publishToWorkplace(tx, id.workplace_id, 'placement.changed', {})
  })
}

const writeOrder = (ctx: JobCtx, { workplace_id, plan_id }: { workplace_id: string; plan_id: string }, row: PlanRow) =>
  ctx.db.tx(async (tx) => {
    const { order_id, state, basis, baskets, problems, ways, offers, judged } = row
    await tx
      .updateTable('placement_plan_orders')
      .set({
        state,
        basis,
        baskets: JSON.stringify(baskets),
        problems,
        ways: ways && JSON.stringify(ways),
        offers: JSON.stringify(offers),
        stops: judged.stops,
        spare: judged.spare,
      })
      .where((eb) => eb.and({ workplace_id, plan_id, order_id }))
      .execute()
    await keepQuotes(tx, workplace_id, [judged.quotes])
    await publishToWorkplace(tx, workplace_id, 'placement.changed', {})
  })

interface PlanRow {
  order_id: string
  state: 'ready' | 'stopped' | 'blocked'
  basis: string
  baskets: Basket[]
  problems: PlaceProblem[]
  ways: Partial<Record<Way, Basket[]>> | null
  offers: Partial<Record<Way, WayOffer>>
  judged: Judged
}

interface PlanTerms {
  prefer: Way | null
  compares: boolean
}

async function planOf(ctx: JobCtx, workplace_id: string, plan_id: string): Promise<PlanTerms | null> {
  const { rows } = await ctx.db.read((tx) =>
    sql<PlanTerms>`
      select p.prefer, not p.keeps_suppliers and (p.prefer is not null or ${COMPARED} >= (
        select count(*) from placement_plan_orders o
        where o.workplace_id = p.workplace_id and o.plan_id = p.plan_id)) as compares
      from placement_plans p
      where p.workplace_id = ${workplace_id} and p.plan_id = ${plan_id} and p.placed is null`.execute(tx),
  )
  return rows[0] ?? null
}

/** How each supplier's baskets are sent, as the seller has set it; read once for a plan. */
function chooser(ctx: JobCtx, workplace_id: string) {
  const settings = new Map<string, Promise<OrderSettings>>()
  const settingsOf = (source: Basket['source']) => {
    const known = settings.get(source) ?? ctx.db.read((tx) => placingSettings(tx, workplace_id, source))
    settings.set(source, known)
    return known
  }
  return {
    settings: ({ source }: Basket) => settingsOf(source),
    shipFrom: async ({ source }: Basket) => (await settingsOf(source)).warehouse ?? '',
    async method(basket: Basket): Promise<Basket> {
      const { preference, methods } = await settingsOf(basket.source)
      const named = methodFor({ methods }, basket.country_code)
      const offered = basket.quote?.methods.find(({ service_name }) => service_name === named)
      return withMethod(basket, preference, offered ? [offered.method] : [])
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
  ways: null,
  offers: {},
  judged: { stops: [], spare: null, quotes: new Map() },
})

async function quoteOrder(ctx: JobCtx, turn: Turn, order: PlannedOrder, judging: Judging): Promise<PlanRow> {
  const { plan, choose, rates } = turn
  const quoted = (baskets: readonly Basket[]) => quoteBaskets(ctx, turn, order.address, baskets)
  const asSet = await quoted(order.baskets)
  const others = plan.compares ? await Promise.all(order.others.map(quoted)) : []
  const ways: PlanRow['ways'] = {}
  const offers: PlanRow['offers'] = {}
  for (const way of WAYS) {
    const sent = [asSet, ...others].map((some) => some.map((basket) => withMethod(basket, methodBy(way))))
    const found = sent.flatMap((baskets) => {
      const offer = offerOf(baskets, rates)
      return offer ? [{ baskets, offer }] : []
    })
    const best = bestWay(way, found)
    if (!best) continue
    ways[way] = best.baskets
    offers[way] = best.offer
  }
  const picked = plan.prefer && ways[plan.prefer]
  const baskets = picked ?? (await Promise.all(asSet.map((basket) => choose.method(basket))))
  const problems = new Set(order.problems)
  for (const { problem } of baskets) if (problem) problems.add(problem)
  const { order_id, basis } = order
  const judged = judgeOrder(judging, order_id, baskets)
  const mayBeBought = judged.stops.length === 0 ? 'ready' : 'stopped'
  const state = problems.size === 0 ? mayBeBought : 'blocked'
  const kept = others.length > 0 ? ways : null
  return { order_id, state, basis, baskets, problems: [...problems], ways: kept, offers, judged }
}

/** Null: a part of it cannot be bought now, or nobody knows what it would cost to send. */
function offerOf(baskets: readonly Basket[], rates: Rates): WayOffer | null {
  if (baskets.some(({ method }) => method === AT_CHECKOUT)) return null
  const cost = baskets.length === 0 || baskets.some(({ problem }) => problem) ? null : costOf(baskets, rates)
  if (cost === null) return null
  const days = baskets.map((basket) => methodOf(basket)?.max_days ?? null)
  return { cost, parcels: baskets.length, days: days.includes(null) ? null : Math.max(...days.map(Number)) }
}

function quoteBaskets(
  ctx: JobCtx,
  turn: Turn,
  address: OrderAddress | null,
  planned: readonly Basket[],
): Promise<Basket[]> {
  const { workplace_id, choose, quotes, sources } = turn
  return Promise.all(
    planned.map(async (planned) => {
      const basket = { ...planned, ship_from: await choose.shipFrom(planned) }
      const settings = await choose.settings(planned)
      const ioss = iossFor(settings, addressRulesOf(basket.source), basket)
      if (ioss === 'missing') basket.problem = 'ioss'
      else if (ioss) basket.ioss = ioss
      const key = JSON.stringify([
        basket.source,
        basket.ship_from,
        basket.country_code,
        basket.ioss,
        basket.lines.map(({ product_id, sku_id, quantity }) => [product_id, sku_id, quantity]),
      ])
      const quoted = quotes.get(key) ?? quoteBasket(ctx, workplace_id, basket, sources)
      quotes.set(key, quoted)
      const { quote, problem } = await quoted
      const priced = { ...basket, quote, problem: problem ?? basket.problem }
      return address ? askedBasket(ctx, turn, priced, address, settings) : priced
    }),
  )
}

/** What a person has to fill in of the address before anything is paid, and the supplier's own names of its place. */
async function askedBasket(
  ctx: JobCtx,
  { places, sources }: Turn,
  basket: Basket,
  address: OrderAddress,
  settings: OrderSettings,
): Promise<Basket> {
  const { source, country_code } = basket
  const rules = addressRulesOf(source)
  const opened = await sources.get(source)
  let finder: PlaceFinder | null = null
  if (rules.province === 'listed' && opened && typeof opened !== 'string') {
    const key = `${source} ${country_code}`
    const reading = places.get(key) ?? readPlaces(ctx, opened, country_code)
    places.set(key, reading)
    finder = await reading
  }
  const { sent, asks } = addressFor(rules, asSettled(settings, address), finder)
  const place = finder && { place: { province: sent.province, city: sent.city } }
  return { ...basket, ...place, asks, problem: basket.problem ?? (asks.length > 0 ? 'address' : null) }
}

async function quoteBasket(ctx: JobCtx, workplace_id: string, basket: Basket, sources: Sources): Promise<Quoted> {
  const { lines, country_code, ship_from, ioss } = basket
  const known = isExtensionSource(basket.source) ? basket.source : null
  if (known)
    return quotedBy(ctx, workplace_id, basket, () =>
      ctx.db.read((tx) => quoteKnown(tx, workplace_id, known, { lines, country_code, ship_from })),
    )
  const opening = sources.get(basket.source) ?? openSource(ctx, workplace_id, basket.source)
  sources.set(basket.source, opening)
  const source = await opening
  if (typeof source === 'string') return { quote: null, problem: source }
  return quotedBy(ctx, workplace_id, basket, () =>
    source.orders.quote({ lines, country_code, ship_from, ...(ioss && { ioss }) }),
  )
}

async function quotedBy(
  ctx: JobCtx,
  workplace_id: string,
  basket: Basket,
  ask: () => Promise<BasketQuote>,
): Promise<Quoted> {
  try {
    const quote = await ask()
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
    case 'needs_ioss':
      return 'ioss'
    case 'not_found':
      return 'product_gone'
    case 'auth_expired':
      return 'source_not_connected'
    default:
      return 'source_unreachable'
  }
}
