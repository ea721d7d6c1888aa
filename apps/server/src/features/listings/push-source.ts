import type { In, Out } from '@omni/contracts/kernel.ts'
import type { listingCalls } from '@omni/contracts/listings.calls.ts'
import { DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { say } from '../../platform/messages.ts'
import { isRefusal } from '../../platform/refuse.ts'
import { importNow } from '../import-list/import-now.ts'
import type { SupplierProduct } from '../import-list/link-matching.ts'
import { splitNow } from '../import-list/split-now.ts'
import { freshProduct } from '../product-detail/fresh-product.ts'
import { mayPush, push, storeOrCurrent } from './push.ts'

type Input = In<typeof listingCalls.pushSource>

const keyOf = ({ source, source_product_id }: SupplierProduct) => `${source}:${source_product_id}`

/** Sourcing spec §7 source/push. spec: not shown what becomes of products that are imported already: those are pushed. */
export async function pushSource(
  ctx: Ctx,
  { store_id: named, products, product_listings, variant_options }: Input,
): Promise<Out<typeof listingCalls.pushSource>> {
  const store_id = storeOrCurrent(ctx, named)
  await ctx.db.read((tx) => mayPush(tx, ctx, products.length))
  const failed: Record<string, string> = {}
  const imported = await importedAs(ctx, products)
  const missing = products.filter((product) => !imported.has(keyOf(product)))
  for (const { source, source_product_id } of missing)
    await freshProduct(ctx, source, source_product_id).catch((error: unknown) => {
      // The import says row by row what is wrong with it.
      if (!isRefusal(error)) throw error
    })
  const outcomes = await importNow(
    ctx,
    missing.map((product) => ({ ...product, ship_to: DEFAULT_SHIP_TO })),
  )
  const fresh: string[] = []
  outcomes.forEach((outcome, at) => {
    const product = missing[at]
    if (!product) return
    if (!outcome.ok) failed[keyOf(product)] = say(ctx.language, outcome.key, outcome.params)
    else if (outcome.status === 'processing') failed[keyOf(product)] = say(ctx.language, 'push.still_fetched')
    else {
      imported.set(keyOf(product), outcome.product_id)
      fresh.push(outcome.product_id)
    }
  })
  // What was there before is pushed as it stands.
  const parts = variant_options ? await splitNow(ctx, fresh, variant_options) : []
  const product_ids = [...new Set([...imported.values(), ...parts])]
  if (product_ids.length === 0) return { run_ids: [], total_push: 0, limit: 0, usage: 0, failed, product_ids }
  const pushed = await push(ctx, { product_ids, store_ids: [store_id], product_listings })
  return { ...pushed, failed: { ...failed, ...pushed.failed }, product_ids }
}

/** The products that supplier products were imported as. */
async function importedAs(ctx: Ctx, products: readonly SupplierProduct[]): Promise<Map<string, string>> {
  const { rows } = await ctx.db.read((tx) =>
    sql<SupplierProduct & { product_id: string }>`
      select i.source, i.source_product_id, i.product_id from imported_sources i
      join unnest(${products.map(({ source }) => source)}::text[],
        ${products.map(({ source_product_id }) => source_product_id)}::text[]) as w (source, id)
        on i.source = w.source and i.source_product_id = w.id
      where i.workplace_id = ${ctx.workplace_id}`.execute(tx),
  )
  return new Map(rows.map((row) => [keyOf(row), row.product_id]))
}
