import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { partOf, planSplit, planSplitByOption } from '@omni/domain/import-list/split.ts'
import { patchBetween } from '@omni/domain/products/changes.ts'
import type { Product, ProductVariant } from '@omni/domain/products/product.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import type { TextKey } from '../../platform/messages.ts'
import { refuse } from '../../platform/refuse.ts'
import { say } from '../../platform/messages.ts'
import { insertVariants } from '../import-list/import-products.ts'
import { startRun } from '../job-tracker/start-run.ts'
import type { RowOutcome, RowWork, Run } from '../job-tracker/work-run.ts'
import { titles } from './bulk-edit.ts'
import { type Loaded, loadProducts } from './load-products.ts'
import { type Pricing, readPricing } from './pricing.ts'
import { selectedIds } from './product-query.ts'
import { summarise } from './summarise.ts'
import { writeProduct } from './write-product.ts'

type Calls = typeof importListCalls
const PREVIEWED = 50

/** Sourcing spec §7 import/duplicate: copies, in the background. */
export async function duplicateImported(ctx: Ctx, { selection }: In<Calls['duplicateImported']>) {
  return ctx.db.tx(async (tx) => {
    const ids = await selectedIds(tx, ctx.workplace_id, selection)
    if (ids.length === 0) refuse('products.nothing_selected')
    return {
      run_id: await startRun(tx, ctx, 'duplicate', {}, await titles(tx, ctx.workplace_id, ids), ctx.now),
      total: ids.length,
    }
  })
}

const SplitWork = z.object({ by: z.enum(['option', 'settings']), option: z.string().optional() })
interface Part {
  name: string | null
  variants: ProductVariant[]
}

function partsOf({ product }: Loaded, { by, option }: z.output<typeof SplitWork>, pricing: Pricing): Part[] {
  if (by === 'settings')
    return planSplit(product, pricing.settings.auto_split_variant_options).map((variants) => ({ name: null, variants }))
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
    return {
      run_id: await startRun(tx, ctx, 'split', { by, option }, await titles(tx, ctx.workplace_id, ids), ctx.now),
      total: ids.length,
      products,
    }
  })
}

export async function getSplitStatus(
  ctx: Ctx,
  { trackingId }: In<Calls['getSplitStatus']>,
): Promise<Out<Calls['getSplitStatus']>> {
  return ctx.db.read(async (tx) => {
    const run = await tx
      .selectFrom('runs')
      .select(['total', 'done', 'failed', 'ended_at'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('run_id', '=', trackingId)
      .where('kind', '=', 'split')
      .executeTakeFirst()
    if (!run) refuse('not_found')
    const { rows } = await sql<{
      id: string
    }>`select unnest(array_prepend(product_id, made)) as id from run_rows where workplace_id = ${ctx.workplace_id} and run_id = ${trackingId} and status = 'success' order by row limit 5000`.execute(
      tx,
    )
    return {
      status: run.ended_at === null ? 'processing' : run.failed > 0 && run.done === 0 ? 'error' : 'success',
      total: run.total,
      done: run.done,
      failed: run.failed,
      product_ids: rows.map(({ id }) => id),
    }
  })
}

/** A new product like another: same suppliers, its own ids. */
async function insertLike(
  tx: Tx,
  run: Run,
  from: Loaded,
  product: Product,
  kind: 'duplicate' | 'split',
  pricing: Pricing,
  now: Date,
): Promise<string> {
  const { workplace_id, user_id } = run
  const fresh = new Map(product.variants.map(({ variant_id }) => [variant_id, randomUUID()]))
  const idOf = (id: string) => fresh.get(id) ?? id
  const copied: Product = {
    ...product,
    variants: product.variants.map((variant) => ({ ...variant, variant_id: idOf(variant.variant_id) })),
  }
  const links = from.links
    .filter(({ variant_id }) => fresh.has(variant_id))
    .map((link) => ({ ...link, variant_id: idOf(link.variant_id) }))
  const { variants: _, images, options, ...rest } = copied
  const { product_id } = await tx
    .insertInto('products')
    .values({
      ...rest,
      images: JSON.stringify(images),
      options: JSON.stringify(options),
      workplace_id,
      currency: from.currency,
      ship_to: from.ship_to,
      source: from.source,
      source_product_id: from.source_product_id,
      seller_id: from.seller_id,
      product_link: from.product_link,
      origin_images: JSON.stringify(from.origin_images),
      status: from.status,
      watched: from.watched,
      shipping_cost: from.shipping_cost,
      ...summarise(copied, links, from, pricing),
      created_at: now,
      updated_at: now,
    })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  await insertVariants(tx, workplace_id, [{ product_id, product: copied, links }])
  await tx
    .insertInto('product_changes')
    .values({
      workplace_id,
      product_id,
      revision: 1,
      change_id: product_id,
      run_id: run.run_id,
      user_id,
      kind,
      fields: '{}',
      created_at: now,
      updated_at: now,
    })
    .execute()
  return product_id
}

/** Each row's product as it stands now; a row whose product is gone says so. */
const overProducts = (
  chunk: number,
  make: (
    tx: Tx,
    from: Loaded,
    at: { run: Run; pricing: Pricing; now: Date },
  ) => Promise<{ made: string[] } | { error_key: TextKey }>,
): RowWork => ({
  chunk,
  async rows(tx, { now }, run, rows) {
    const pricing = await readPricing(tx, run.workplace_id)
    const outcomes: RowOutcome[] = []
    const found = new Map(
      (
        await loadProducts(
          tx,
          run.workplace_id,
          rows.flatMap(({ product_id }) => product_id ?? []),
          true,
        )
      ).map((one) => [one.product_id, one]),
    )
    for (const { row, product_id } of rows) {
      const from = found.get(product_id ?? '')
      const outcome = from ? await make(tx, from, { run, pricing, now }) : { error_key: 'runs.product_gone' as const }
      outcomes.push('made' in outcome ? { row, ok: true, ...outcome } : { row, ok: false, ...outcome })
    }
    return outcomes
  },
})

export const duplicateRows = overProducts(20, async (tx, from, { run, pricing, now }) => ({
  made: [await insertLike(tx, run, from, from.product, 'duplicate', pricing, now)],
}))

/** The product keeps the first part; the others become products of their own. */
export const splitRows = overProducts(5, async (tx, from, { run, pricing, now }) => {
  const parts = partsOf(from, SplitWork.parse(run.work), pricing)
  if (parts.length === 0) return { error_key: 'split.no_such_option' }
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
})
