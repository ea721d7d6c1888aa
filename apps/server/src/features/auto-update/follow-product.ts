import {
  type Judged,
  judgeVariant,
  NEW_WATCH,
  type Note,
  type Verdict,
  type Watch,
} from '@omni/domain/auto-update/judge-variant.ts'
import { isBelowFloor, type PriceSetting, targetPrice } from '@omni/domain/auto-update/target-price.ts'
import type { Rates } from '@omni/domain/money.ts'
import { cell, type Patch } from '@omni/domain/products/changes.ts'
import type { ProductVariant } from '@omni/domain/products/product.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { type Loaded, loadProducts, type SupplierLink, supplies } from '../product-center/load-products.ts'
import type { Pricing } from '../product-center/pricing.ts'
import { writeColumns, writeProduct } from '../product-center/write-product.ts'
import type { Sorted } from './questions.ts'
import { changeKey, type LinkFact, readLinkFacts } from './supplier-facts.ts'
import { readWatches, type SavedWatch, saveWatches } from './watch-rows.ts'

export interface FollowPass extends Pick<Sorted, 'approved' | 'confirmed'> {
  workplace_id: string
  now: Date
  pricing: Pricing
}

export interface Followed {
  product_id: string
  title: string
  currency: string
  notes: Note[]
  /** No supplier offers any of it. */
  gone: boolean
}

/** What prices of one product are made of, at a rate. */
const settingAt = ({ settings, rates }: Pricing, { shipping_cost, currency }: Loaded, rate: number): PriceSetting => ({
  rule: settings.selling_price,
  shipping: shipping_cost,
  currency,
  rates: withRate(rates, currency, rate),
})

const withRate = (rates: Rates, currency: string, rate: number): Rates =>
  currency in rates && currency !== 'USD' ? { ...rates, [currency]: rate } : rates

/** The rules' way to prices, for one product. */
export const pricesOf = (
  pricing: Pricing,
  loaded: Loaded,
): Pick<Judged, 'rules' | 'rate' | 'target' | 'isBelowFloor'> => ({
  rules: pricing.settings.monitoring,
  rate: loaded.currency === 'USD' ? 1 : (pricing.rates[loaded.currency] ?? 1),
  target: (action, at, cost, rate) => targetPrice(action, at, cost, settingAt(pricing, loaded, rate)),
  isBelowFloor: (price, cost, rate) => isBelowFloor(price, cost, settingAt(pricing, loaded, rate)),
})

/** Costs and stock follow the supplier; the seller's price and switches where the rules say so, named in the journal. */
export async function followProduct(tx: Tx, pass: FollowPass, product_id: string): Promise<Followed | null> {
  const { workplace_id, now, pricing } = pass
  const [loaded] = await loadProducts(tx, workplace_id, [product_id], true)
  if (!loaded?.watched) return null
  const facts = await readLinkFacts(tx, workplace_id, product_id)
  const watches = await readWatches(tx, workplace_id, product_id)
  const before = supplies(loaded.links, loaded.ship_to)
  const { links, confirmed } = followLinks(loaded.links, facts, pass, product_id)
  loaded.links = links
  const judged = judgeAll(loaded, { before, facts, watches, confirmed }, pass)
  const shelf = keepOnShelf(loaded, judged, pricing)
  await writeSupply(tx, workplace_id, loaded)
  await writeVerdicts(tx, pass, loaded, judged)
  const saved = judged.map(({ variant, verdict }): SavedWatch => ({
    variant_id: variant.variant_id,
    price: verdict.patch.price ?? variant.price,
    made: verdict.patch.price !== undefined,
    watch: verdict.watch,
    check_at: verdict.check_at,
    note: verdict.notes.findLast(({ kind }) => kind !== 'held' && kind !== 'flap') ?? null,
  }))
  await saveWatches(tx, { workplace_id, product_id, now }, saved)
  await sql`update products set off_shelf = ${shelf.off_shelf}, supplied_at = ${now}
    where workplace_id = ${workplace_id} and product_id = ${product_id}
      and (off_shelf <> ${shelf.off_shelf} or ${isSupplyNews(before, loaded, watches, judged)})`.execute(tx)
  const notes = judged.flatMap(({ verdict }) => verdict.notes)
  return { product_id, title: loaded.product.title, currency: loaded.currency, notes, gone: shelf.gone }
}

const linkKey = ({ variant_id, rank }: { variant_id: string; rank: number }) => `${variant_id} ${rank}`

/** Only figures that were judged plausible just now; one that changed meanwhile waits for the next pass. */
function followLinks(
  links: readonly SupplierLink[],
  facts: readonly LinkFact[],
  { approved, confirmed: letThrough }: FollowPass,
  product_id: string,
) {
  const factOf = new Map(facts.map((fact) => [linkKey(fact), fact]))
  const confirmed = new Set<string>()
  const followed = links.map((link): SupplierLink => {
    const fact = factOf.get(linkKey(link))
    if (!fact) return link
    const key = changeKey({ product_id, ...fact })
    if (!approved.has(key)) return link
    if (letThrough.has(key)) confirmed.add(link.variant_id)
    return { ...link, cost: fact.now_cost ?? link.cost, quantity: fact.now_quantity }
  })
  return { links: followed, confirmed }
}

interface JudgedVariant {
  variant: ProductVariant
  verdict: Verdict
}

interface Known {
  before: ReturnType<typeof supplies>
  facts: readonly LinkFact[]
  watches: ReadonlyMap<string, Partial<Watch>>
  confirmed: ReadonlySet<string>
}

function judgeAll(loaded: Loaded, { before, facts, watches, confirmed }: Known, pass: FollowPass): JudgedVariant[] {
  const after = supplies(loaded.links, loaded.ship_to)
  const factsOf = Map.groupBy(facts, ({ variant_id }) => variant_id)
  const linksOf = Map.groupBy(loaded.links, ({ variant_id }) => variant_id)
  const prices = pricesOf(pass.pricing, loaded)
  return loaded.product.variants.flatMap((variant): JudgedVariant[] => {
    const { variant_id } = variant
    const [own, supply, was] = [factsOf.get(variant_id) ?? [], after.get(variant_id), before.get(variant_id)]
    if (own.length === 0 || !supply || !was) return []
    const links = linksOf.get(variant_id) ?? []
    const missing = own.filter(({ now_cost }) => now_cost === null).length
    const gone = missing === links.length && links.every(({ quantity }) => quantity === 0)
    // The oldest: a second look at one supplier says nothing about another.
    const read_at = Math.min(...own.map((fact) => Date.parse(fact.read_at)))
    // What was sold out before it was first judged is no news.
    const watch = { ...NEW_WATCH, out: was.quantity === 0, ...watches.get(variant_id) }
    const verdict = judgeVariant({
      ...prices,
      watch,
      variant,
      before: was,
      fact: { ...supply, gone, read_at },
      confirmed: confirmed.has(variant_id),
      now: pass.now.getTime(),
    })
    return [{ variant, verdict }]
  })
}

/**
 * A product of which nothing is left is kept as a draft in its stores, instead of losing every variant there. Changes the
 * verdicts: such variants are shown as sold out, not switched off.
 */
function keepOnShelf(loaded: Loaded, judged: JudgedVariant[], { settings }: Pricing) {
  const { on_out_of_stock, on_gone } = settings.monitoring
  const staysOn = (variant: ProductVariant) => {
    const verdict = judged.find((one) => one.variant === variant)?.verdict
    return verdict?.patch.enabled ?? variant.enabled
  }
  const switched = judged.filter(({ verdict }) => verdict.patch.enabled === false)
  const nothingLeft = switched.length > 0 && !loaded.product.variants.some(staysOn)
  if (nothingLeft)
    for (const { verdict } of switched) {
      delete verdict.patch.enabled
      verdict.watch = { ...verdict.watch, did: 'zero' }
    }
  const gone = judged.length > 0 && judged.every(({ verdict }) => verdict.watch.gone_notified)
  const sellable = judged.some(({ variant, verdict }) => {
    const enabled = verdict.patch.enabled ?? variant.enabled
    return enabled && !verdict.watch.out
  })
  const starts = (on_out_of_stock === 'disable' && nothingLeft) || (on_gone === 'draft' && gone)
  return { gone, off_shelf: starts || (loaded.off_shelf && !sellable) }
}

function isSupplyNews(
  before: ReturnType<typeof supplies>,
  loaded: Loaded,
  watches: ReadonlyMap<string, Partial<Watch>>,
  judged: readonly JudgedVariant[],
): boolean {
  const after = supplies(loaded.links, loaded.ship_to)
  const stock = [...after].some(([variant_id, { quantity }]) => before.get(variant_id)?.quantity !== quantity)
  const did = ({ variant, verdict }: JudgedVariant) =>
    (watches.get(variant.variant_id)?.did ?? null) !== verdict.watch.did
  return stock || judged.some(did)
}

async function writeSupply(tx: Tx, workplace_id: string, { product_id, links }: Loaded): Promise<void> {
  await sql`update variant_suppliers l set cost = r.cost, quantity = r.quantity
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as r (variant_id uuid, rank int, cost bigint, quantity int)
    where l.workplace_id = ${workplace_id} and l.product_id = ${product_id} and l.variant_id = r.variant_id
      and l.rank = r.rank and (l.cost, l.quantity) is distinct from (r.cost, r.quantity)`.execute(tx)
}

/** A change for each rule, so that the journal can name it. */
async function writeVerdicts(
  tx: Tx,
  { workplace_id, now, pricing }: FollowPass,
  loaded: Loaded,
  judged: readonly JudgedVariant[],
): Promise<void> {
  const patches = new Map<string, Patch>()
  const put = (rule: string, field: string, value: unknown) =>
    patches.set(rule, { ...patches.get(rule), [field]: value })
  for (const { variant, verdict } of judged) {
    const { price, compare_at_price, enabled } = verdict.patch
    const rule = verdict.notes.find((note) => note.kind === 'price_changed')?.rule
    if (price !== undefined && rule) put(rule, cell(variant.variant_id, 'price'), price)
    if (compare_at_price !== undefined && rule)
      put(rule, cell(variant.variant_id, 'compare_at_price'), compare_at_price)
    if (enabled !== undefined) put(enabled ? 'back' : 'sold_out', cell(variant.variant_id, 'enabled'), enabled)
  }
  const from = loaded.revision
  for (const [rule, patch] of patches) {
    const writing = { workplace_id, user_id: null, change_id: randomUUID(), kind: 'rule' as const, rule, now }
    await writeProduct(tx, loaded, patch, writing, pricing)
  }
  const { product_id, revision } = loaded
  if (revision > from)
    return publishToWorkplace(tx, workplace_id, 'product.changed', { product_id, revision, client_id: '' })
  // Without an edit of its own the product's sums still follow the cost.
  await writeColumns(tx, workplace_id, loaded, loaded.product, { revision, now }, pricing)
}
