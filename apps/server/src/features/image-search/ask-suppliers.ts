import type { Supplier } from '@omni/connectors/suppliers/open-supplier.ts'
import { SOURCES, type Source } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { storeSummaries } from '../catalog/ingest/store-summaries.ts'
import { callSupplier } from '../catalog/ingest/supplier-state.ts'
import { describePicture, modelOf } from './describe-picture.ts'
import { isVector } from './store-vector.ts'

const WAIT_MS = 3000 // longer than this nobody waits for one more opinion
const ASKED_FOR = 20
/** New to us, and described at once so that they can be ranked; the rest is found by the next search. */
const DESCRIBED_AT_ONCE = 6

/**
 * What suppliers that search by image themselves find alike, as products of ours. Their order is not taken over: ours
 * is by the
 * pictures. A supplier that is slow or down is left out, and its answer, if it comes, is there for the next search.
 */
export async function askSuppliers(
  ctx: Ctx,
  jpeg: Uint8Array,
  ship_to: string,
  only: Source | undefined,
): Promise<number[]> {
  const searchable = SOURCES.flatMap((source) => {
    const supplier = ctx.services.suppliers.shared[source]
    return supplier?.catalog?.searchByImage && (only === undefined || only === source) ? [{ source, supplier }] : []
  })
  const found = await Promise.all(
    searchable.map(async ({ source, supplier }) => {
      const answer = askOne(ctx, source, supplier, jpeg, ship_to).catch((error: unknown) => {
        ctx.log.warn({ source, err: error }, 'the supplier did not search by image')
        return []
      })
      return Promise.race([answer, late()])
    }),
  )
  return found.flat()
}

async function askOne(
  ctx: Ctx,
  source: Source,
  supplier: Supplier,
  jpeg: Uint8Array,
  ship_to: string,
): Promise<number[]> {
  const db = ctx.as({})
  const page = await callSupplier(ctx, source, async () =>
    supplier.catalog?.searchByImage?.({ image: new Uint8Array(jpeg), ship_to, page_size: ASKED_FOR }),
  )
  const wanted = page?.items.map((item) => item.source_product_id) ?? []
  if (!page || wanted.length === 0) return []
  await db.tx((tx) => storeSummaries(tx, source, page.items, ctx.now))
  const { rows } = await db.read((tx) =>
    sql<{ id: number; image: string | null; known: boolean }>`
    select p.id, p.images[1] as image, v.product_id is not null and ${isVector} as known
    from unnest(${wanted}::text[]) with ordinality as w (source_product_id, place)
    join catalog_products p on p.source = ${source} and p.source_product_id = w.source_product_id
      left join catalog_vectors v on v.product_id = p.id
    order by w.place`.execute(tx),
  )
  const model = modelOf(ctx.config, 'foreground')
  for (const { id, image } of rows.filter(({ known }) => !known).slice(0, DESCRIBED_AT_ONCE))
    if (image !== null) await describePicture(db, ctx.config, model, { id, image })
  return rows.map(({ id }) => id)
}

const late = () =>
  new Promise<number[]>((resolve) => {
    setTimeout(() => resolve([]), WAIT_MS).unref()
  })
