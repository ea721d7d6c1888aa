import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { partOf, planSplit, planSplitByOption, type SplitSettings } from '@omni/domain/import-list/split.ts'
import { patchBetween } from '@omni/domain/products/changes.ts'
import type { ProductVariant } from '@omni/domain/products/product.ts'
import { z } from 'zod'
import type { Tx } from '../../platform/db.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { say } from '../../platform/messages.ts'
import { refuse } from '../../platform/refuse.ts'
import { runKind, startRun } from '../../platform/runs.ts'
import { type Loaded, loadProducts } from '../product-center/load-products.ts'
import { type Pricing, readPricing } from '../product-center/pricing.ts'
import { selectedIds } from '../product-center/product-query.ts'
import { rowsOfProducts } from '../product-center/rows-of-products.ts'
import { writeProduct } from '../product-center/write-product.ts'
import { copyRows, insertLike } from './copy-rows.ts'

type Calls = typeof importListCalls

const PREVIEWED = 50

export const splitRun = runKind('split', {
  input: z.object({
    by: z.enum(['option', 'settings']),
    option: z.string().optional(),
    /** Of this split alone; left out: the workplace's own. */
    settings: z.custom<Omit<SplitSettings, 'enabled'>>((value) => typeof value === 'object').optional(),
  }),
  undoable: true,
})

interface Part {
  name: string | null
  variants: ProductVariant[]
}

function partsOf({ product }: Loaded, input: z.output<typeof splitRun.input>, pricing: Pricing): Part[] {
  const { by, option, settings } = input
  if (by === 'settings') {
    const own = pricing.settings.auto_split_variant_options
    return planSplit(product, { ...own, ...settings }).map((variants) => ({ name: null, variants }))
  }
  const at = product.options.findIndex(({ name }) => name.toLowerCase() === (option ?? '').toLowerCase())
  return at < 0 ? [] : planSplitByOption(product, at)
}

/** Sourcing spec §7 import/split: by an option, or by the settings' threshold and logic. */
export async function splitImported(
  ctx: Ctx,
  { selection, by, option, preview }: In<Calls['splitImported']>,
): Promise<Out<Calls['splitImported']>> {
  if (by === 'option' && !option) refuse('split.option_missing', {}, { field: 'option' })
  return ctx.db.tx(async (tx) => {
    const ids = await selectedIds(tx, ctx.workplace_id, selection)
    if (ids.length === 0) refuse('products.nothing_selected')
    const pricing = await readPricing(tx, ctx.workplace_id)
    const products = (await loadProducts(tx, ctx.workplace_id, ids.slice(0, PREVIEWED), false)).map((loaded) => {
      const parts = partsOf(loaded, { by, option }, pricing)
      return {
        product_id: loaded.product_id,
        title: loaded.product.title,
        parts: Math.max(1, parts.length),
        names: parts.slice(0, 20).map(({ name }, at) => name ?? `${at + 1}`),
        note:
          parts.length > 1
            ? null
            : say(ctx.language, parts.length === 0 ? 'split.no_such_option' : 'split.stays_whole'),
      }
    })
    if (preview) return { run_id: null, total: ids.length, products }
    // Said before it starts, not by a job that did nothing. Of more than were looked at nobody knows yet.
    if (ids.length <= PREVIEWED && products.every(({ parts }) => parts < 2)) refuse('split.impossible')
    return {
      run_id: await startRun(
        tx,
        ctx,
        splitRun,
        { by, option },
        await rowsOfProducts(tx, ctx.workplace_id, ids),
        ctx.now,
      ),
      total: ids.length,
      products,
    }
  })
}

/** The product keeps the first part; the others become products of their own. */
export const splitRows = copyRows(splitRun, 5, splitProduct, 'products.split_completed')

export async function splitProduct(
  tx: Tx,
  from: Loaded,
  { run, pricing, now }: Parameters<Parameters<typeof copyRows>[2]>[2],
) {
  const parts = partsOf(from, splitRun.input.parse(run.input), pricing)
  if (parts.length === 0) return { error_key: 'split.no_such_option' as const }
  const products =
    parts.length === 1 ? [] : parts.map(({ name, variants }, at) => partOf(from.product, variants, name, at + 1))
  const made: string[] = []
  for (const product of products.slice(1)) made.push(await insertLike(tx, run, from, product, 'split', pricing, now))
  const [head] = products
  if (head)
    await writeProduct(
      tx,
      from,
      patchBetween(from.product, head),
      {
        workplace_id: run.workplace_id,
        user_id: run.user_id,
        change_id: run.run_id,
        run_id: run.run_id,
        kind: 'split',
        now,
      },
      pricing,
    )
  return { made }
}
