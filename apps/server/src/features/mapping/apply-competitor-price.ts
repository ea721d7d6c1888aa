import type { In, Out } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { isBelowFloor } from '@omni/domain/analytics/piece-profit.ts'
import { convert } from '@omni/domain/money.ts'
import { cell } from '@omni/domain/products/changes.ts'
import { MAX_AMOUNT } from '@omni/domain/products/product.ts'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { type Loaded, loadProducts, supplies } from '../product-center/load-products.ts'
import { type Pricing, readPricing } from '../product-center/pricing.ts'
import { writeProduct } from '../product-center/write-product.ts'

/** Sourcing spec §7 apply-competitor-price: the lowest price becomes theirs, the others keep their distance in parts. */
export async function applyCompetitorPrice(
  ctx: Ctx,
  { id, price, currency, below_floor }: In<typeof mappingCalls.applyCompetitorPrice>,
): Promise<Out<typeof mappingCalls.applyCompetitorPrice>> {
  return ctx.db.tx(async (tx) => {
    const [loaded] = await loadProducts(tx, ctx.workplace_id, [id], true)
    if (!loaded) refuse('not_found')
    const pricing = await readPricing(tx, ctx.workplace_id)
    const target = convert(price, currency, loaded.currency, pricing.rates)
    if (!target.ok) refuse('mapping.no_rate', { currency })
    const sold = loaded.product.variants.filter(({ enabled }) => enabled)
    const lowest = Math.min(...sold.map((variant) => variant.price).filter((amount) => amount > 0))
    const scale = (amount: number) =>
      Number.isFinite(lowest) && amount > 0
        ? Math.min(MAX_AMOUNT, Math.max(1, Math.round((amount * target.value) / lowest)))
        : target.value
    const prices = new Map(sold.map((variant) => [variant.variant_id, scale(variant.price)]))
    if (!below_floor && isAnyBelowFloor(loaded, prices, pricing)) refuse('mapping.below_floor')
    const patch = Object.fromEntries([...prices].map(([variant_id, amount]) => [cell(variant_id, 'price'), amount]))
    const { workplace_id, user_id, now } = ctx
    const writing = { workplace_id, user_id, change_id: randomUUID(), kind: 'edit' as const, now }
    const { revision } = await writeProduct(tx, loaded, patch, writing, pricing)
    await publishToWorkplace(tx, workplace_id, 'product.changed', { product_id: id, revision, client_id: '' })
    const amounts = [...prices.values()]
    return { revision, price_min: Math.min(...amounts), price_max: Math.max(...amounts) }
  })
}

function isAnyBelowFloor(loaded: Loaded, prices: ReadonlyMap<string, number>, { settings, rates }: Pricing): boolean {
  const supply = supplies(loaded.links, loaded.ship_to)
  const { shipping_cost: shipping, currency } = loaded
  const { selling_price: rule } = settings
  return [...prices].some(([variant_id, price]) => {
    const cost = supply.get(variant_id)?.cost ?? null
    return cost !== null && isBelowFloor({ price, cost, shipping, currency, rates }, { rule }, rule.floor)
  })
}
