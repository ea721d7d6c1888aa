import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { applyEdits, type BulkEdit, checkEdit } from '@omni/domain/products/bulk-edit.ts'
import { applyPatch, type Changes, parseField } from '@omni/domain/products/changes.ts'
import { checkProduct } from '@omni/domain/products/check-product.ts'
import type { SellingPrice } from '@omni/domain/pricing/price-rule.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { say } from '../../platform/messages.ts'
import { startRun } from '../job-tracker/start-run.ts'
import type { RowOutcome, RowWork } from '../job-tracker/work-run.ts'
import { refuseBadRule } from '../product-settings/operations.ts'
import { firstLinks, type Loaded, loadProducts } from './load-products.ts'
import { priceOf, type Pricing, readPricing } from './pricing.ts'
import { selectedIds } from './product-query.ts'
import { sanitise } from './sanitise.ts'
import { summarise } from './summarise.ts'
import { writeProduct } from './write-product.ts'

type Reply = Out<typeof importListCalls.bulkUpdate>
/** Beyond this many the preview counts by sample: the run itself looks at each. */
const PREVIEWED = 1000
const SHOWN = 50
const SHOWN_FIELDS = 12

interface Edits {
  edits: BulkEdit[]
  rule?: SellingPrice | undefined
}

/** What the edits make of one product; null: nothing changes. A reason when they cannot be made. */
function patchOf(loaded: Loaded, { edits, rule }: Edits, pricing: Pricing) {
  const first = firstLinks(loaded.links)
  return applyEdits(loaded.product, edits, {
    currency: loaded.currency,
    priceOf: (variant) => {
      const link = first.get(variant.variant_id)
      return link ? priceOf(pricing, link.cost, loaded.shipping_cost, loaded.currency, rule) : null
    },
  })
}

/** Sourcing spec §7 bulk_update. The preview and the run make their changes by the same rule. */
export async function bulkUpdate(
  ctx: Ctx,
  { selection, edits, preview }: In<typeof importListCalls.bulkUpdate>,
): Promise<Reply> {
  const clean = edits.map((edit) => ({ ...edit })) as BulkEdit[] // the contract's shape; checked next
  for (const [at, edit] of clean.entries()) {
    const wrong = checkEdit(edit)
    if (wrong) refuse(`bulk.${wrong}`, {}, { field: `edits.${at}` })
  }
  return runEdits(ctx, selection, { edits: clean }, 'bulk_edit', preview)
}

/** Sourcing spec §7 bulk-enhancer/setup-selling-price. */
export async function setupSellingPrice(
  ctx: Ctx,
  { selection, rule, preview }: In<typeof productCenterCalls.setupSellingPrice>,
): Promise<Reply> {
  if (rule) refuseBadRule(rule)
  return runEdits(
    ctx,
    selection,
    {
      edits: [
        { field: 'price', how: 'price_rule' },
        { field: 'compare_at_price', how: 'price_rule' },
      ],
      rule,
    },
    'price_rule',
    preview,
  )
}

async function runEdits(
  ctx: Ctx,
  selection: Parameters<typeof selectedIds>[2],
  edits: Edits,
  kind: 'bulk_edit' | 'price_rule',
  preview: boolean,
): Promise<Reply> {
  const work = async (tx: Tx): Promise<Reply> => {
    const ids = await selectedIds(tx, ctx.workplace_id, selection)
    if (ids.length === 0) refuse('products.nothing_selected', {}, { field: 'selection' })
    if (!preview) {
      const rows = await titles(tx, ctx.workplace_id, ids)
      const run_id = await startRun(tx, ctx, kind, edits, rows, ctx.now)
      return { run_id, total: ids.length, will_change: ids.length, unchanged: 0, refused: 0, diffs: [], shown: 0 }
    }
    const pricing = await readPricing(tx, ctx.workplace_id)
    const looked = await loadProducts(tx, ctx.workplace_id, ids.slice(0, PREVIEWED), false)
    const diffs = looked.map((loaded) => diffOf(ctx, loaded, edits, pricing))
    const part = (count: number) => Math.round((count * ids.length) / Math.max(1, looked.length))
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
      will_change: ids.length - part(refused) - part(same),
      unchanged: part(same),
      refused: part(refused),
      diffs: shown,
      shown: shown.length,
    }
  }
  return preview ? ctx.db.read(work) : ctx.db.tx(work)
}

export async function titles(tx: Tx, workplace_id: string, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('products')
    .select(['product_id', 'title', 'image'])
    .where('workplace_id', '=', workplace_id)
    .where('product_id', 'in', [...ids])
    .execute()
  const of = new Map(rows.map((row) => [row.product_id, row]))
  return ids.flatMap((id) => of.get(id) ?? [])
}

type Diff = Reply['diffs'][number]

function diffOf(ctx: Ctx, loaded: Loaded, edits: Edits, pricing: Pricing): Diff {
  const { product_id, product, currency } = loaded
  const sum = (of: Loaded['product']) => summarise(of, loaded.links, loaded, pricing).profit
  const base = {
    product_id,
    title: product.title,
    image: product.images[0]?.url ?? null,
    currency,
    profit_before: sum(product),
  }
  const refuse = (key: string): Diff => ({
    ...base,
    changes: [],
    changed: 0,
    profit_after: null,
    note: say(ctx.language, key),
    refused: true,
  })
  const patch = patchOf(loaded, edits, pricing)
  if (!patch.ok) return refuse(`bulk.${patch.reason}`)
  const { product: after, changes } = applyPatch(product, sanitise(patch.value))
  const wrong = checkProduct(after)[0]
  if (wrong) return refuse(`product.${wrong.reason}`)
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
export function toLines(changes: Changes, { product }: Pick<Loaded, 'product'>): Diff['changes'] {
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

/** The rows of a bulk edit or price rule: one change each, under the run's name, so that undo finds it. */
export const editRows = (kind: 'bulk_edit' | 'price_rule'): RowWork => ({
  chunk: 50,
  async rows(tx, ctx, run, rows) {
    const edits = run.work as Edits // written by `runEdits`
    const pricing = await readPricing(tx, run.workplace_id)
    const loaded = new Map(
      (
        await loadProducts(
          tx,
          run.workplace_id,
          rows.flatMap(({ product_id }) => product_id ?? []),
          true,
        )
      ).map((one) => [one.product_id, one]),
    )
    const outcomes: RowOutcome[] = []
    for (const { row, product_id } of rows) {
      const one = product_id === null ? undefined : loaded.get(product_id)
      if (!one) {
        outcomes.push({ row, ok: false, error_key: 'runs.product_gone' })
        continue
      }
      const patch = patchOf(one, edits, pricing)
      if (!patch.ok) {
        outcomes.push({ row, ok: false, error_key: `bulk.${patch.reason}` })
        continue
      }
      const wrong = checkProduct(applyPatch(one.product, patch.value).product)[0]
      if (wrong) {
        outcomes.push({ row, ok: false, error_key: `product.${wrong.reason}` })
        continue
      }
      await writeProduct(
        tx,
        one,
        patch.value,
        {
          workplace_id: run.workplace_id,
          user_id: run.user_id,
          change_id: run.run_id,
          run_id: run.run_id,
          kind,
          now: ctx.now,
        },
        pricing,
      )
      outcomes.push({ row, ok: true })
    }
    return outcomes
  },
})
