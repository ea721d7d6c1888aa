import { isBelowFloor, pieceProfit } from '@omni/domain/analytics/piece-profit.ts'
import { splitCount } from '@omni/domain/import-list/split.ts'
import type { Product } from '@omni/domain/products/product.ts'
import { type SupplierLink, supplies } from './load-products.ts'
import type { Pricing } from './pricing.ts'

type Problem = 'no_image' | 'no_price' | 'below_floor' | 'out_of_stock' | 'will_split' | 'incomplete'

/**
 * The columns of a product that lists filter and sort by, made from what is inside it. The one place where they are
 * made.
 */
export function summarise(
  product: Product,
  links: readonly SupplierLink[],
  about: {
    currency: string
    ship_to: string
    shipping_cost: number | null
    watched: boolean
    source_product_id: string
    status: string
  },
  pricing: Pricing,
) {
  const supply = supplies(links, about.ship_to)
  const sold = product.variants.filter(({ enabled }) => enabled)
  const shown = sold.length > 0 ? sold : product.variants
  const prices = shown.map(({ price }) => price)
  const linked = shown.flatMap(({ variant_id }) => supply.get(variant_id) ?? [])
  const costs = linked.flatMap(({ cost }) => cost ?? [])
  const {
    settings: { selling_price, auto_split_variant_options },
    rates,
  } = pricing
  const terms = { rule: selling_price }
  const pieces = shown.flatMap(({ variant_id, price }) => {
    const cost = supply.get(variant_id)?.cost ?? null
    return cost === null ? [] : [{ price, cost, shipping: about.shipping_cost, currency: about.currency, rates }]
  })
  const earned = pieces
    .flatMap((piece) => {
      const made = pieceProfit(piece, terms)
      return made.ok ? [{ ...made.value, piece }] : []
    })
    .sort((a, b) => a.profit - b.profit)
  const worst = earned[0]
  const known = linked.filter(({ quantity }) => quantity !== null)
  const stock = known.length === 0 ? null : known.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  const compared = shown.flatMap(({ compare_at_price }) => compare_at_price ?? [])
  const problems: Problem[] = []
  if (about.status !== 'ready' || product.variants.length === 0) problems.push('incomplete')
  if (product.images.length === 0) problems.push('no_image')
  if (prices.some((price) => price === 0)) problems.push('no_price')
  if (worst && isBelowFloor(worst.piece, terms, selling_price.floor)) problems.push('below_floor')
  if (stock === 0) problems.push('out_of_stock')
  if (auto_split_variant_options.enabled && splitCount(product.variants.length, auto_split_variant_options) > 1)
    problems.push('will_split')
  return {
    image: product.images[0]?.url ?? null,
    search_text: [product.title, product.vendor, product.product_type, ...product.tags, about.source_product_id]
      .join(' ')
      .toLowerCase(),
    total_variants: product.variants.length,
    enabled_variants: sold.length,
    skus_tracking: about.watched ? sold.filter(({ variant_id }) => supply.has(variant_id)).length : 0,
    sources: [...new Set(links.map(({ source, source_product_id }) => `${source}:${source_product_id}`))].sort(),
    cost_min: Math.min(...costs, costs.length === 0 ? 0 : Infinity),
    cost_max: Math.max(0, ...costs),
    price_min: Math.min(...prices, prices.length === 0 ? 0 : Infinity),
    price_max: Math.max(0, ...prices),
    compare_at_min: compared.length === 0 ? null : Math.min(...compared),
    profit: worst?.state === 'estimated' ? worst.profit : null,
    profit_at_most: worst?.state === 'unknown' ? worst.profit : null,
    margin: worst?.margin == null ? null : Math.round(worst.margin),
    stock,
    problems,
  }
}
