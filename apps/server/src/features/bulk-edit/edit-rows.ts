import type { SellingPrice } from '@omni/domain/pricing/price-rule.ts'
import { applyEdits, type BulkEdit } from '@omni/domain/products/bulk-edit.ts'
import { applyPatch } from '@omni/domain/products/changes.ts'
import { checkProduct } from '@omni/domain/products/check-product.ts'
import { z } from 'zod'
import type { TextKey } from '../../platform/messages.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { type RowOutcome, runKind, type RunWork } from '../../platform/runs.ts'
import { type Loaded, loadProducts, supplies } from '../product-center/load-products.ts'
import { unpinPrices } from '../product-center/pins.ts'
import { priceOf, type Pricing, readPricing } from '../product-center/pricing.ts'
import { undoProducts } from '../product-center/undo-products.ts'
import { writeProduct } from '../product-center/write-product.ts'

export interface Edits {
  edits: BulkEdit[]
  rule?: SellingPrice | undefined
}

/** What the edits make of one product; null: nothing changes. A reason when they cannot be made. */
export function patchOf(loaded: Loaded, { edits, rule }: Edits, pricing: Pricing) {
  const supply = supplies(loaded.links, loaded.ship_to)
  return applyEdits(loaded.product, edits, {
    currency: loaded.currency,
    priceOf: (variant) => {
      const cost = supply.get(variant.variant_id)?.cost ?? null
      return cost === null ? null : priceOf(pricing, cost, loaded.shipping_cost, loaded.currency, rule)
    },
  })
}

const Input = z.custom<Edits>((value) => typeof value === 'object') // checked by the calls that start the runs

export const bulkEditRun = runKind('bulk_edit', { input: Input, undoable: true })
export const priceRuleRun = runKind('price_rule', { input: Input, undoable: true })

/** The rows of a bulk edit or price rule: one change each, under the run's name, so that undo finds it. */
export const editRows = (kind: typeof bulkEditRun, change: 'bulk_edit' | 'price_rule'): RunWork => ({
  kind,
  chunk: 50,
  async rows(tx, { now }, run, rows) {
    const edits = kind.input.parse(run.input)
    const { workplace_id, user_id, run_id } = run
    const pricing = await readPricing(tx, workplace_id)
    const ids = rows.map(({ subject_id }) => subject_id)
    const loaded = new Map(
      (await loadProducts(tx, workplace_id, ids, true)).map((product) => [product.product_id, product]),
    )
    const outcomes: RowOutcome[] = []
    for (const { row, subject_id } of rows) {
      const product = loaded.get(subject_id)
      const patch = product && patchOf(product, edits, pricing)
      const error_key = refusalOf(product, patch)
      if (error_key) outcomes.push({ row, ok: false, error_key })
      if (error_key || !product || !patch?.ok) continue
      const writing = { workplace_id, user_id, change_id: run_id, run_id, kind: change, now }
      await writeProduct(tx, product, patch.value, writing, pricing)
      if (change === 'price_rule') await unpinPrices(tx, workplace_id, product, pricing)
      outcomes.push({ row, ok: true })
    }
    return outcomes
  },
  undo: undoProducts,
  finished: (tx, { workplace_id }) => publishToWorkplace(tx, workplace_id, 'products.changed', {}),
})

function refusalOf(product: Loaded | undefined, patch: ReturnType<typeof patchOf> | undefined): TextKey | null {
  if (!product || !patch) return 'runs.product_gone'
  if (!patch.ok) return `bulk.${patch.reason}`
  const [wrong] = checkProduct(applyPatch(product.product, patch.value).product)
  return wrong ? `product.${wrong.reason}` : null
}
