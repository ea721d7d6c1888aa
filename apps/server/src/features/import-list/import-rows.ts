import { isSource, type Source } from '@omni/domain/catalog/sources.ts'
import { z } from 'zod'
import type { JobCtx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { enterScope, type Tx } from '../../platform/db.ts'
import { sourceSubject, subjectOfProduct } from '../../platform/run-subjects.ts'
import type { RowOutcome, Run, RunRow, RunWork } from '../../platform/runs.ts'
import { loadProducts } from '../product-center/load-products.ts'
import { readPricing } from '../product-center/pricing.ts'
import { writeColumns } from '../product-center/write-product.ts'
import { readyToImport } from './fetch-missing.ts'
import { insertVariants } from '../product-center/insert-variants.ts'
import { copy, firstRankLinks, type ImportItem, importProducts, originImages } from './import-products.ts'
import { importRun } from './import-run.ts'
import { readCatalogue } from './read-catalogue.ts'

const SourceOf = z.object({
  source: z.custom<Source>((value) => isSource(String(value))),
  source_product_id: z.string(),
})
const RowInput = z.object({
  title: z.string().optional(),
  price: z.number().optional(),
  tags: z.array(z.string()).optional(),
  variants: z.array(z.object({ text: z.string(), price: z.number().nullable() })).optional(),
})

/** A row is about a supplier's product, or about a product of ours that still waits for its variants. */
const isFresh = ({ subject_kind }: RunRow) => subject_kind === 'source_product'
const sourceOf = (row: RunRow) => (isFresh(row) ? sourceSubject(row.subject_id) : SourceOf.parse(row.input))

/** Rows whose product can be copied now. */
async function readyRows(ctx: JobCtx, rows: readonly RunRow[]): Promise<RunRow[]> {
  const named = rows.map((row) => ({ row: row.row, ...sourceOf(row) }))
  const ready = new Set((await readyToImport(ctx, named)).map(({ row }) => row))
  return rows.filter(({ row }) => ready.has(row))
}

/** The rows of an import: new products, and those that wait in the list for their variants. */
export const importRows: RunWork = {
  kind: importRun,
  chunk: 100,
  prepare: (ctx, _run, rows) => readyRows(ctx, rows),
  async rows(tx, ctx, run, rows) {
    const { ship_to } = importRun.input.parse(run.input)
    const fresh = rows.filter(isFresh)
    // The quota counts over all workplaces of the account, which the job's own scope does not show.
    const own = await ownWorkplaces(tx, run)
    const isMember = own.includes(run.workplace_id)
    if (isMember) await enterScope(tx, { user_id: run.user_id, workplace_id: run.workplace_id, own_workplaces: own })
    const pricing = await readPricing(tx, run.workplace_id)
    const items = fresh.map((row): ImportItem => ({ ...sourceOf(row), ship_to, ...RowInput.parse(row.input) }))
    const outcomes = isMember ? await importProducts(tx, run, items, ctx.now, pricing) : []
    const results = fresh.map(({ row }, at): RowOutcome => {
      const outcome = outcomes[at]
      if (!outcome) return { row, ok: false, error_key: 'runs.row_failed' }
      if (!outcome.ok) return { row, ok: false, error_key: outcome.key, error_params: outcome.params }
      // Fetched and still without variants: the supplier has nothing to sell.
      const { product_id, title, image } = outcome
      return { row, ok: true, subject: subjectOfProduct(product_id), title, image }
    })
    for (const row of rows) if (!isFresh(row)) results.push(await complete(tx, ctx, run, row, ship_to))
    return results
  },
  finished: (tx, { workplace_id }) => publishToWorkplace(tx, workplace_id, 'products.changed', {}),
}

async function ownWorkplaces(tx: Tx, run: Run): Promise<string[]> {
  const rows = await tx
    .selectFrom('workplace_members')
    .select('workplace_id')
    .where('user_id', '=', run.user_id)
    .execute()
  return rows.map(({ workplace_id }) => workplace_id)
}

/** Fills in a product that was imported before its variants were known. What the seller has edited meanwhile stays. */
async function complete(
  tx: Tx,
  ctx: JobCtx,
  run: Run,
  { row, subject_id }: RunRow,
  ship_to: string,
): Promise<RowOutcome> {
  const [loaded] = await loadProducts(tx, run.workplace_id, [subject_id], true)
  if (!loaded) return { row, ok: false, error_key: 'runs.product_gone' }
  if (loaded.status === 'ready') return { row, ok: true }
  const { source, source_product_id } = loaded
  const found = (await readCatalogue(tx, [{ source, source_product_id }])).get(`${source}:${source_product_id}`)
  const pricing = await readPricing(tx, run.workplace_id)
  const item = { source, source_product_id, ship_to }
  const copied = !found || found.gone || found.detail_at === null ? null : copy(item, found, pricing)
  if (!found || !copied?.ok) {
    await tx
      .updateTable('products')
      .set({ status: 'failed', updated_at: ctx.now })
      .where('workplace_id', '=', run.workplace_id)
      .where('product_id', '=', loaded.product_id)
      .execute()
    return {
      row,
      ok: false,
      error_key: copied
        ? `imports.${copied.ok ? 'no_variants' : copied.reason}`
        : found?.gone
          ? 'imports.gone'
          : 'imports.unknown_product',
    }
  }
  const edited = loaded.revision > 1
  const product = edited
    ? { ...copied.value.product, title: loaded.product.title, tags: loaded.product.tags }
    : copied.value.product
  const links = firstRankLinks(copied.value.links, item)
  await insertVariants(tx, run.workplace_id, [{ product_id: loaded.product_id, product, links }])
  Object.assign(loaded, { links, status: 'ready', shipping_cost: found.shipping_cost })
  await tx
    .updateTable('products')
    .set({
      shipping_cost: found.shipping_cost,
      seller_id: found.seller_id,
      product_link: found.product_link,
      origin_images: JSON.stringify(originImages(found)),
    })
    .where('workplace_id', '=', run.workplace_id)
    .where('product_id', '=', loaded.product_id)
    .execute()
  await writeColumns(tx, run.workplace_id, loaded, product, { revision: loaded.revision + 1, now: ctx.now }, pricing)
  return { row, ok: true, title: product.title, image: product.images[0]?.url ?? null }
}
