import type { autoUpdateCalls } from '@omni/contracts/auto-update.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { type LinkChange, replay, timelineOf } from '@omni/domain/auto-update/dry-run.ts'
import type { Judged, Watch } from '@omni/domain/auto-update/judge-variant.ts'
import type { ProductVariant } from '@omni/domain/products/product.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { type Loaded, loadProducts, type SupplierLink, supplies } from '../product-center/load-products.ts'
import { type Pricing, readPricing } from '../product-center/pricing.ts'
import { pricesOf } from './follow-product.ts'
import { readWatches } from './watch-rows.ts'

const DAYS = 30
const SLICE = 100
const MOST_PRODUCTS = 2000
const SHOWN = 20

type Tried = Out<typeof autoUpdateCalls.tryRules>

interface HistoryRow {
  product_id: string
  variant_id: string
  rank: number
  at: string
  was_price: number | null
  was_quantity: number | null
  price: number | null
  quantity: number | null
}

/** The rules with the last 30 days of the seller's own suppliers, played through as the watch does it. Writes nothing. */
export async function tryRules(ctx: Ctx, input: In<typeof autoUpdateCalls.tryRules>): Promise<Tried> {
  return ctx.db.read(async (tx) => {
    const pricing = await readPricing(tx, ctx.workplace_id)
    const chosen = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    pricing.settings = { ...pricing.settings, monitoring: { ...pricing.settings.monitoring, ...chosen } }
    const since = new Date(ctx.now.getTime() - DAYS * 86_400_000)
    const ids = await changedSince(tx, ctx.workplace_id, since)
    const tried: Tried = {
      days: DAYS,
      products: Math.min(ids.length, MOST_PRODUCTS),
      price_changes: 0,
      below_floor: 0,
      flaps: 0,
      asked: 0,
      sold_out: 0,
      stopped: 0,
      is_capped: ids.length > MOST_PRODUCTS,
      largest: [],
    }
    for (let from = 0; from < tried.products; from += SLICE) {
      const slice = ids.slice(from, Math.min(from + SLICE, MOST_PRODUCTS))
      const history = Map.groupBy(await readHistory(tx, ctx.workplace_id, slice, since), (row) => row.product_id)
      for (const loaded of await loadProducts(tx, ctx.workplace_id, slice, false)) {
        const watches = await readWatches(tx, ctx.workplace_id, loaded.product_id)
        tryProduct(tried, { loaded, watches, history: history.get(loaded.product_id) ?? [], pricing }, ctx.now)
      }
    }
    return tried
  })
}

async function changedSince(tx: Tx, workplace_id: string, since: Date): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select distinct l.product_id from variant_suppliers l
    join products p on p.workplace_id = l.workplace_id and p.product_id = l.product_id and p.deleted_at is null
      and p.watched and not p.watch_paused
    join catalog_products c on c.source = l.source and c.source_product_id = l.source_product_id
    join catalog_variant_history h on h.product_id = c.id and h.sku_id = l.sku_id and h.at > ${since}
    where l.workplace_id = ${workplace_id} order by 1 limit ${MOST_PRODUCTS + 1}`.execute(tx)
  return rows.map(({ product_id }) => product_id)
}

async function readHistory(tx: Tx, workplace_id: string, ids: readonly string[], since: Date): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select l.product_id, l.variant_id, l.rank::int, h.at, h.was_price, h.was_quantity, h.price, h.quantity
    from variant_suppliers l
    join catalog_products c on c.source = l.source and c.source_product_id = l.source_product_id
    join catalog_variant_history h on h.product_id = c.id and h.sku_id = l.sku_id and h.at > ${since}
    where l.workplace_id = ${workplace_id} and l.product_id = any(${[...ids]}::uuid[]) order by h.at`.execute(tx)
  return rows
}

interface Trial {
  loaded: Loaded
  watches: ReadonlyMap<string, Partial<Watch>>
  history: readonly HistoryRow[]
  pricing: Pricing
}

function tryProduct(tried: Tried, { loaded, watches, history, pricing }: Trial, now: Date): void {
  const prices = pricesOf(pricing, loaded)
  const historyOf = Map.groupBy(history, (row) => row.variant_id)
  const costs = supplies(loaded.links, loaded.ship_to)
  for (const variant of loaded.product.variants) {
    const rows = historyOf.get(variant.variant_id)
    if (!rows) continue
    const links = loaded.links.filter(({ variant_id }) => variant_id === variant.variant_id)
    const timeline = timelineOf(rewind(links, rows), changesOf(links, rows), loaded.ship_to)
    const watch = watches.get(variant.variant_id)
    const pinned = watch?.pinned ?? false
    const cost = watch?.cost ?? costs.get(variant.variant_id)?.cost ?? null
    const first = pinned ? variant : asPricedThen(variant, cost, timeline.start.cost, prices)
    const { changes, asked, flaps, sold_out } = replay(timeline, first, pinned, prices, now.getTime())
    tried.price_changes += changes.length
    tried.below_floor += changes.filter(({ below_floor }) => below_floor).length
    tried.asked += asked
    tried.flaps += flaps
    tried.sold_out += sold_out
    tried.stopped += timeline.stopped
    const { product_id, currency } = loaded
    const about = { product_id, title: loaded.product.title, variant: variant.option_values.join(' / '), currency }
    for (const change of changes)
      tried.largest.push({ ...about, cost: change.cost, price: change.price, below_floor: change.below_floor })
  }
  const size = ({ price: [before, after] }: Tried['largest'][number]) => Math.abs(after / Math.max(before, 1) - 1)
  tried.largest = tried.largest.toSorted((a, b) => size(b) - size(a)).slice(0, SHOWN)
}

/** Each link as it was before its first change of these days. */
const rewind = (links: readonly SupplierLink[], rows: readonly HistoryRow[]): SupplierLink[] =>
  links.map((link) => {
    const first = rows.find(({ rank }) => rank === link.rank)
    if (!first) return link
    return first.was_price === null
      ? { ...link, cost: first.price ?? link.cost, quantity: 0 }
      : { ...link, cost: first.was_price, quantity: first.was_quantity }
  })

const changesOf = (links: readonly SupplierLink[], rows: readonly HistoryRow[]): LinkChange[] =>
  rows.map(({ rank, at, price, quantity }) => ({
    link: links.findIndex((link) => link.rank === rank),
    at: Date.parse(at),
    now: price === null ? null : { cost: price, quantity },
  }))

/** The price as the rule would have made it at the cost of then: it is the moves since that are tried. */
function asPricedThen(
  variant: ProductVariant,
  cost: number | null,
  then: number | null,
  { rules, rate, target }: Pick<Judged, 'rules' | 'rate' | 'target'>,
): ProductVariant {
  const action = rules.on_price_change
  if (cost === null || then === null || action === 'ask' || action === 'ignore') return variant
  const made = target(action, { ...variant, cost }, then, rate)
  return made ? { ...variant, price: made.price, compare_at_price: made.compare_at_price } : variant
}
