import type { Ctx } from '../../platform/ctx.ts'

/** Sourcing spec §3, product center counts and supplier counts: from counters, never counted. */
export async function getProductCounts(ctx: Ctx) {
  const row = await ctx.db.read((tx) =>
    tx.selectFrom('product_counts').selectAll().where('workplace_id', '=', ctx.workplace_id).executeTakeFirst(),
  )
  const of = (
    name:
      | 'total'
      | 'unpushed'
      | 'draft'
      | 'active'
      | 'tracking'
      | 'partial'
      | 'not_tracking'
      | 'skus'
      | 'skus_tracking'
      | 'source_products',
  ) => row?.[name] ?? 0
  const pushed = of('draft') + of('active')
  return {
    all: of('total'),
    pushed,
    unpushed: of('unpushed'),
    total_import: of('unpushed'),
    totalPushedActive: of('active'),
    totalPushedDraft: of('draft'),
    total_pushed: pushed,
    total_unpushed: of('unpushed'),
    total_pushed_active: of('active'),
    total_pushed_draft: of('draft'),
    suppliers: {
      source_products: of('source_products'),
      products: {
        total: of('total'),
        tracking: of('tracking'),
        partial: of('partial'),
        not_tracking: of('not_tracking'),
      },
      skus: { total: of('skus'), tracking: of('skus_tracking'), not_tracking: of('skus') - of('skus_tracking') },
    },
  }
}
