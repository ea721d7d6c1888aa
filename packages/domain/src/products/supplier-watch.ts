/**
 * What follows when a supplier changes something (product settings, monitoring). Costs and stock always follow the
 * supplier; what the seller wrote does not.
 */
import type { ProductSettings } from '../product-settings/defaults.ts'
import type { Minor } from '../money.ts'
import { cell, type Patch } from './changes.ts'
import type { Product } from './product.ts'

export interface Watched {
  variant_id: string
  cost: Minor
  quantity: number | null
  /** As the supplier has it now; null: this choice is offered no longer. */
  now: { cost: Minor; quantity: number | null } | null
}

export interface WatchOutcome {
  /** Variants whose cost moved by at least the set share, the largest move first. */
  moved: { variant_id: string; before: Minor; after: Minor }[]
  sold_out: string[]
  /** Edits to make by themselves. */
  patch: Patch
  /** What to tell the seller. */
  tell: ('price' | 'stock')[]
}

/** `priceOf`: the seller's rule at a cost; null where it gives no price. */
export function judgeSupplier(
  product: Product,
  links: readonly Watched[],
  settings: Pick<ProductSettings['monitoring'], 'on_price_change' | 'price_change_percent' | 'on_out_of_stock'>,
  priceOf: (cost: Minor) => { price: Minor; compare_at_price: Minor | null } | null,
): WatchOutcome {
  const variants = new Map(product.variants.map((variant) => [variant.variant_id, variant]))
  const share = (before: Minor, after: Minor) =>
    before === 0 ? (after === 0 ? 0 : Infinity) : (Math.abs(after - before) / before) * 100
  const moved = links
    .flatMap(({ variant_id, cost, now }) =>
      now && now.cost !== cost && share(cost, now.cost) >= settings.price_change_percent
        ? [{ variant_id, before: cost, after: now.cost }]
        : [],
    )
    .sort((a, b) => share(b.before, b.after) - share(a.before, a.after))
  // Told once: what was sold out before is not news.
  const sold_out = links
    .filter(({ quantity, now }) => quantity !== 0 && (now === null || now.quantity === 0))
    .map(({ variant_id }) => variant_id)
  const patch: Patch = {}
  if (settings.on_price_change === 'apply_rule') {
    for (const { variant_id, after } of moved) {
      const [variant, priced] = [variants.get(variant_id), priceOf(after)]
      if (!variant || !priced) continue
      if (priced.price !== variant.price) patch[cell(variant_id, 'price')] = priced.price
      if (priced.compare_at_price !== variant.compare_at_price)
        patch[cell(variant_id, 'compare_at_price')] = priced.compare_at_price
    }
  }
  if (settings.on_out_of_stock === 'disable')
    for (const variant_id of sold_out) if (variants.get(variant_id)?.enabled) patch[cell(variant_id, 'enabled')] = false
  const tell: WatchOutcome['tell'] = []
  if (moved.length > 0 && settings.on_price_change !== 'ignore') tell.push('price')
  if (sold_out.length > 0 && settings.on_out_of_stock !== 'ignore') tell.push('stock')
  return { moved, sold_out, patch, tell }
}
