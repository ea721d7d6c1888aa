import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx, JobCtx } from '../../platform/ctx.ts'
import { fetchProduct } from '../catalog/ingest/fetch-product.ts'
import { callSupplier } from '../catalog/ingest/supplier-state.ts'
import { productBy } from '../catalog/product-by.ts'
import { freshProduct } from '../product-detail/fresh-product.ts'

interface Wanted {
  source: Source
  source_product_id: string
}

/**
 * For somebody who waits: a product nobody knows yet is asked of its supplier; one that is known is imported as it is
 * known.
 */
export async function knownOrFetched(ctx: Ctx, { source, source_product_id }: Wanted): Promise<void> {
  const known = await ctx.db.read((tx) => productBy(tx, source, source_product_id))
  if (known) return
  await freshProduct(ctx, source, source_product_id)
}

/** A few at a time, so that what has come can be shown while the rest is waited for. */
const FETCH_AT_ONCE = 5

/**
 * For a job: which of the wanted can be imported now. What is known goes first; of the rest a few are asked for, one
 * after another at
 * their supplier's pace. A supplier that is down holds up its own products alone. A final no is left for the import to
 * say.
 */
export async function readyToImport<W extends Wanted>(ctx: JobCtx, wanted: readonly W[]): Promise<W[]> {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ key: string }>`
    select p.source || ':' || p.source_product_id as key from catalog_products p
    join unnest(${wanted.map(({ source }) => source)}::text[],
      ${wanted.map(({ source_product_id }) => source_product_id)}::text[]) as w (source, id) on p.source = w.source
      and p.source_product_id = w.id
    where p.detail_at is not null or p.gone_at is not null`.execute(tx),
  )
  const known = new Set(rows.map(({ key }) => key))
  const ready = wanted.filter(
    ({ source, source_product_id }) =>
      known.has(`${source}:${source_product_id}`) || !ctx.services.suppliers.shared[source]?.catalog,
  )
  if (ready.length > 0) return ready
  const down = new Map<Source, VendorError>()
  for (const one of wanted) {
    const { source, source_product_id } = one
    const supplier = ctx.services.suppliers.shared[source]
    if (!supplier || down.has(source)) continue
    try {
      await callSupplier(ctx, source, () => fetchProduct(ctx.as({}), supplier, source, source_product_id, ctx.now))
    } catch (error) {
      if (!(error instanceof VendorError)) throw error
      if (error.down) {
        down.set(source, error)
        continue
      }
    }
    if (ready.push(one) >= FETCH_AT_ONCE) break
  }
  const [trouble] = down.values()
  if (ready.length === 0 && trouble) throw trouble
  return ready
}
