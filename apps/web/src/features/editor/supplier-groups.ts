import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'

export type VariantSuppliers = Out<typeof importListCalls.getSourceVariants>['variants'][number]
type Supplier = VariantSuppliers['suppliers'][number]

export interface SupplierGroup extends Pick<
  Supplier,
  'source' | 'source_product_id' | 'name' | 'image' | 'store_name' | 'data_at'
> {
  /** Variants it can deliver. */
  covers: number
  cost_min: number
  cost_max: number
  quantity: number | null
  /** None of its variants is offered any more. */
  gone: boolean
  place: number
}

/** One row per supplier product over many variants; the one that is tried first most often stands first. */
export function groupSuppliers(variants: readonly VariantSuppliers[]): SupplierGroup[] {
  const groups = new Map<string, SupplierGroup & { ranks: number }>()
  for (const { suppliers } of variants) {
    for (const item of suppliers) {
      const key = `${item.source}:${item.source_product_id}`
      const known = groups.get(key)
      if (!known) {
        const { source, source_product_id, name, image, store_name, data_at, cost, quantity, gone, rank } = item
        groups.set(key, {
          source,
          source_product_id,
          name,
          image,
          store_name,
          data_at,
          covers: 1,
          cost_min: cost,
          cost_max: cost,
          quantity,
          gone,
          ranks: rank,
          place: rank,
        })
        continue
      }
      known.covers += 1
      known.ranks += item.rank
      known.place = known.ranks / known.covers
      known.cost_min = Math.min(known.cost_min, item.cost)
      known.cost_max = Math.max(known.cost_max, item.cost)
      known.quantity =
        item.quantity === null && known.quantity === null ? null : (known.quantity ?? 0) + (item.quantity ?? 0)
      known.gone = known.gone && item.gone
    }
  }
  return [...groups.values()].sort((a, b) => a.place - b.place || b.covers - a.covers)
}
