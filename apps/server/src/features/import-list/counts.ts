import type { importListCalls } from '@omni/contracts/import-list.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { Fail } from '../../platform/fail.ts'
import { listPage, ROW_COLUMNS, toRow } from '../product-center/product-query.ts'

type Calls = typeof importListCalls

export const listImportList = (ctx: Ctx, input: In<Calls['listImportList']>) =>
  ctx.db.read((tx) => listPage(tx, ctx.workplace_id, 'import', input))

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

/** Which supplier products are imported, so that cards can say so. */
export async function listImported(ctx: Ctx, { page_size, cursor }: In<Calls['listImported']>) {
  const after = cursor === undefined ? null : readCursor(cursor)
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<{ source: string; source_product_id: string; product_id: string }>`
      select source, source_product_id, product_id from imported_sources where workplace_id = ${ctx.workplace_id}
      ${after ? sql`and (source, source_product_id) > (${after[0]}, ${after[1]})` : sql``} order by source, source_product_id limit ${page_size + 1}`.execute(
      tx,
    )
    const shown = rows.slice(0, page_size)
    const last = shown.at(-1)
    const counts = await tx
      .selectFrom('product_counts')
      .select('total')
      .where('workplace_id', '=', ctx.workplace_id)
      .executeTakeFirst()
    return {
      items: shown.map(({ source, source_product_id, product_id }) => ({
        source: asSource(source),
        source_product_id,
        product_package_id: product_id,
      })),
      next_cursor:
        rows.length > page_size && last
          ? Buffer.from(`${last.source}|${last.source_product_id}`).toString('base64url')
          : null,
      total: counts?.total ?? 0,
      total_is_capped: false,
    }
  })
}
export const listImportedCenter = listImported

function readCursor(cursor: string): [string, string] {
  const [, source, id] = /^(\w{1,20})\|([\w.|:-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!source || !id) throw new Fail('unprocessable', 'invalid.cursor', {}, { fields: { cursor: ['invalid.cursor'] } })
  return [source, id]
}

/** spec: not shown. Good for a first test order: in stock at a supplier that takes orders by API, best profit first. */
export async function suggestForOrder(ctx: Ctx, { limit }: In<Calls['suggestForOrder']>) {
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<Parameters<typeof toRow>[0]>`
      select ${ROW_COLUMNS} from products p left join catalog_sellers s on s.source = p.source and s.seller_id = p.seller_id
      where p.workplace_id = ${ctx.workplace_id} and p.deleted_at is null and p.status = 'ready' and p.source in ('aliexpress', 'cj', 'zopi') and coalesce(p.stock, 1) > 0
      order by p.profit desc, p.product_id desc limit ${limit}`.execute(tx)
    return { items: rows.map(toRow) }
  })
}
