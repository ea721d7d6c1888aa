import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { cardsOf } from '../catalog/cards.ts'
import { storeSummaries } from '../catalog/ingest/store-summaries.ts'
import { callSupplier } from '../catalog/ingest/supplier-state.ts'
import { supplierCards } from './supplier-cards.ts'

const PAGE = 24

/** A supplier's own page. Where the source can list a seller's products, what is new there is taken in first. */
export async function crawlBySeller(
  ctx: Ctx,
  { source, seller_id, page, ship_to }: In<typeof supplierCalls.crawlBySeller>,
): Promise<Out<typeof supplierCalls.crawlBySeller>> {
  const known = await ctx.db.read((tx) =>
    tx
      .selectFrom('catalog_sellers')
      .selectAll()
      .where('source', '=', source)
      .where('seller_id', '=', seller_id)
      .executeTakeFirst(),
  )
  if (!known) refuse('not_found')
  const bySeller = ctx.services.suppliers.shared[source]?.catalog?.bySeller
  if (bySeller && page === 1) {
    try {
      const found = await callSupplier(ctx, source, () => bySeller({ seller_id, page_size: PAGE }))
      await ctx.as({}).tx((tx) => storeSummaries(tx, source, found.items, ctx.now, seller_id))
    } catch (error) {
      if (!(error instanceof VendorError)) throw error // what the catalogue holds is shown
    }
  }
  return ctx.db.read(async (tx) => {
    const rows = await tx
      .selectFrom('catalog_products')
      .select('id')
      .where('source', '=', source)
      .where('seller_id', '=', seller_id)
      .where('gone_at', 'is', null)
      .orderBy('orders', 'desc')
      .orderBy('id', 'desc')
      .offset((page - 1) * PAGE)
      .limit(PAGE + 1)
      .execute()
    const [supplier] = await supplierCards(tx, ctx, [{ source, seller_id }])
    if (!supplier) refuse('not_found')
    return {
      supplier,
      items: await cardsOf(
        tx,
        ctx,
        rows.slice(0, PAGE).map(({ id }) => id),
        toIsoCountry(ship_to),
      ),
      total: supplier.products,
      has_more: rows.length > PAGE,
    }
  })
}
