import type { bulkEditCalls } from '@omni/contracts/bulk-edit.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { applyPatch, type Changes, parseField } from '@omni/domain/products/changes.ts'
import { checkProduct } from '@omni/domain/products/check-product.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { say, type TextKey } from '../../platform/messages.ts'
import { refuse } from '../../platform/refuse.ts'
import { startRun } from '../../platform/runs.ts'
import { type Loaded, loadProducts } from '../product-center/load-products.ts'
import { type Pricing, readPricing } from '../product-center/pricing.ts'
import { selectedIds, shownPiece } from '../product-center/product-query.ts'
import { sanitise } from '../product-center/sanitise.ts'
import { summarise } from '../product-center/summarise.ts'
import { rowsOfProducts } from '../product-center/rows-of-products.ts'
import { type bulkEditRun, type Edits, patchOf } from './edit-rows.ts'

export type Reply = Out<typeof bulkEditCalls.bulkUpdate>

/** Beyond this many the preview counts by sample: the run itself looks at each. */
const PREVIEWED = 1000

const SHOWN = 50

const SHOWN_FIELDS = 12

export async function runEdits(
  ctx: Ctx,
  selection: Parameters<typeof selectedIds>[2],
  edits: Edits,
  kind: typeof bulkEditRun,
  preview: boolean,
): Promise<Reply> {
  const work = async (tx: Tx): Promise<Reply> => {
    const ids = await selectedIds(tx, ctx.workplace_id, selection)
    if (ids.length === 0) refuse('products.nothing_selected', {}, { field: 'selection' })
    if (!preview) {
      const rows = await rowsOfProducts(tx, ctx.workplace_id, ids)
      const run_id = await startRun(tx, ctx, kind, edits, rows, ctx.now)
      return { run_id, total: ids.length, will_change: ids.length, unchanged: 0, refused: 0, diffs: [], shown: 0 }
    }
    const pricing = await readPricing(tx, ctx.workplace_id)
    const previewed = await loadProducts(tx, ctx.workplace_id, ids.slice(0, PREVIEWED), false)
    const diffs = previewed.map((loaded) => diffOf(ctx, loaded, edits, pricing))
    const scaled = (count: number) => Math.round((count * ids.length) / Math.max(1, previewed.length))
    const [refused, same] = [
      diffs.filter((diff) => diff.refused).length,
      diffs.filter((diff) => !diff.refused && diff.changed === 0).length,
    ]
    // What changes first, then what does not and why.
    const shown = [
      ...diffs.filter((diff) => diff.refused),
      ...diffs.filter((diff) => diff.changed > 0),
      ...diffs.filter((diff) => !diff.refused && diff.changed === 0),
    ].slice(0, SHOWN)
    return {
      run_id: null,
      total: ids.length,
      will_change: ids.length - scaled(refused) - scaled(same),
      unchanged: scaled(same),
      refused: scaled(refused),
      diffs: shown,
      shown: shown.length,
    }
  }
  return preview ? ctx.db.read(work) : ctx.db.tx(work)
}

type Diff = Reply['diffs'][number]

function diffOf(ctx: Ctx, loaded: Loaded, edits: Edits, pricing: Pricing): Diff {
  const { product_id, product, currency } = loaded
  const sum = (of: Loaded['product']) => shownPiece({ ...summarise(of, loaded.links, loaded, pricing), currency })
  const base = {
    product_id,
    title: product.title,
    image: product.images[0]?.url ?? null,
    currency,
    profit_before: sum(product),
  }
  const refused = (key: TextKey): Diff => ({
    ...base,
    changes: [],
    changed: 0,
    profit_after: null,
    note: say(ctx.language, key),
    refused: true,
  })
  const patch = patchOf(loaded, edits, pricing)
  if (!patch.ok) return refused(`bulk.${patch.reason}`)
  const { product: after, changes } = applyPatch(product, sanitise(patch.value))
  const wrong = checkProduct(after)[0]
  if (wrong) return refused(`product.${wrong.reason}`)
  const changed = Object.keys(changes).length
  return {
    ...base,
    changes: toLines(changes, loaded).slice(0, SHOWN_FIELDS),
    changed,
    profit_after: sum(after),
    note: changed === 0 ? say(ctx.language, 'bulk.nothing_changes') : null,
    refused: false,
  }
}

/** Changes as a person reads them: the variant by its options. */
function toLines(changes: Changes, { product }: Pick<Loaded, 'product'>): Diff['changes'] {
  const named = new Map(
    product.variants.map(({ variant_id, option_values }) => [variant_id, option_values.join(' / ')]),
  )
  return Object.entries(changes).map(([field, [before, after]]) => {
    const name = parseField(field)
    const label = !name || name.kind === 'product' ? '' : (named.get(name.variant_id) ?? '')
    return {
      field: name?.kind === 'cell' ? name.field : name?.kind === 'variant' ? 'variant' : field,
      label,
      before: asJson(before),
      after: asJson(after),
    }
  })
}

type Json = Diff['changes'][number]['before']

/** Field values are JSON by contract; what is not there is null. */
const asJson = (value: unknown) => (value ?? null) as Json
