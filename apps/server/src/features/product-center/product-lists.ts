import type { In, Out } from '@omni/contracts/kernel.ts'
import type { productCenterCalls } from '@omni/contracts/product-center.calls.ts'
import { asSource } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { Fail } from '../../platform/fail.ts'
import { countMatching, listPage, ROW_COLUMNS, selectedIds, toRow } from './product-query.ts'
import { loadProducts } from './load-products.ts'
import { readPricing } from './pricing.ts'
import { tellLists, writeColumns } from './write-product.ts'

type Calls = typeof productCenterCalls

export const listProducts = (ctx: Ctx, input: In<Calls['listProducts']>) =>
  ctx.db.read((tx) => listPage(tx, ctx.workplace_id, 'center', input))
export const countProducts = (ctx: Ctx, input: In<Calls['countProducts']>) =>
  ctx.db.read((tx) => countMatching(tx, ctx.workplace_id, 'center', input))

/** What changed, oldest change first; deleted products once more, marked. */
export async function listProductFeed(
  ctx: Ctx,
  { page_size, cursor }: In<Calls['listProductFeed']>,
): Promise<Out<Calls['listProductFeed']>> {
  const [, at, id] =
    cursor === undefined
      ? []
      : (/^(\d{4}-\d\d-\d\dT[\d:.]+Z)\|([0-9a-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [])
  if (cursor !== undefined && (!at || !id || Number.isNaN(Date.parse(at))))
    throw new Fail('unprocessable', 'invalid.cursor', {}, { fields: { cursor: ['invalid.cursor'] } })
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<Parameters<typeof toRow>[0] & { deleted: boolean }>`
      select ${ROW_COLUMNS}, p.deleted_at is not null as deleted from products p left join catalog_sellers s on s.source = p.source and s.seller_id = p.seller_id
      where p.workplace_id = ${ctx.workplace_id} ${at && id ? sql`and (p.updated_at, p.product_id) > (${at}::timestamptz, ${id}::uuid)` : sql``} order by p.updated_at, p.product_id limit ${page_size + 1}`.execute(
      tx,
    )
    const shown = rows.slice(0, page_size)
    const last = shown.at(-1)
    return {
      items: shown.map(({ deleted, ...row }) => ({ ...toRow(row), deleted })),
      next_cursor: last ? Buffer.from(`${last.updated_at}|${last.product_id}`).toString('base64url') : null,
      total: shown.length,
      total_is_capped: rows.length > page_size,
    }
  })
}

const MAX_WORDS = 1000
async function wordsOf(ctx: Ctx, kind: 'tag' | 'collection', text: string) {
  return ctx.db.read(
    async (tx) =>
      (
        await sql<{
          name: string
          products: number
        }>`select name, products from product_word_counts where workplace_id = ${ctx.workplace_id} and kind = ${kind} and products > 0
    ${text === '' ? sql`` : sql`and strpos(lower(name), ${text.toLowerCase()}) > 0`} order by products desc, name limit ${MAX_WORDS}`.execute(
          tx,
        )
      ).rows,
  )
}
export const listCollectionNames = async (ctx: Ctx) => ({ collections: await wordsOf(ctx, 'collection', '') })
export const listTags = async (ctx: Ctx, { text }: In<Calls['listTags']>) => ({ tags: await wordsOf(ctx, 'tag', text) })

/** The suppliers behind the workplace's products, most products first. */
export async function listProductSuppliers(
  ctx: Ctx,
  { text, source, page_size, cursor }: In<Calls['listProductSuppliers']>,
): Promise<Out<Calls['listProductSuppliers']>> {
  const [, products, from, seller] =
    cursor === undefined
      ? []
      : (/^(\d{1,9})\|(\w{1,20})\|(.{0,200})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [])
  if (cursor !== undefined && products === undefined)
    throw new Fail('unprocessable', 'invalid.cursor', {}, { fields: { cursor: ['invalid.cursor'] } })
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<{
      source: string
      seller_id: string
      store_name: string | null
      store_url: string | null
      rating: number | null
      score: number | null
      products: number
      tracking: number
      partial: number
      not_tracking: number
      skus: number
      skus_tracking: number
      followed: boolean
    }>`
      select c.source, c.seller_id, s.store_name, s.store_url, s.rating, s.score, c.products, c.tracking, c.partial, c.not_tracking, c.skus, c.skus_tracking, f.seller_id is not null as followed
      from supplier_product_counts c left join catalog_sellers s on s.source = c.source and s.seller_id = c.seller_id
      left join favorite_suppliers f on f.workplace_id = c.workplace_id and f.source = c.source and f.seller_id = c.seller_id
      where c.workplace_id = ${ctx.workplace_id} and c.products > 0 ${source ? sql`and c.source = ${source}` : sql``} ${text === '' ? sql`` : sql`and strpos(lower(coalesce(s.store_name, c.seller_id)), ${text.toLowerCase()}) > 0`}
      ${products === undefined ? sql`` : sql`and (-c.products, c.source, c.seller_id) > (${-Number(products)}::int, ${from}, ${seller})`}
      order by c.products desc, c.source, c.seller_id limit ${page_size + 1}`.execute(tx)
    const shown = rows.slice(0, page_size)
    const last = shown.at(-1)
    return {
      items: shown.map((row) => ({
        ...row,
        source: asSource(row.source),
        store_name: row.store_name ?? '',
        store_url: row.store_url ?? '',
      })),
      next_cursor:
        rows.length > page_size && last
          ? Buffer.from(`${last.products}|${last.source}|${last.seller_id}`).toString('base64url')
          : null,
      total: shown.length,
      total_is_capped: rows.length > page_size,
    }
  })
}

const SLICE = 200
/** Watches suppliers of products for price and stock, or stops to. */
export async function setTracking(ctx: Ctx, { selection, tracking }: In<Calls['setTracking']>) {
  return ctx.db.tx(async (tx) => {
    const ids = await selectedIds(tx, ctx.workplace_id, selection)
    const pricing = await readPricing(tx, ctx.workplace_id)
    let changed = 0
    for (let from = 0; from < ids.length; from += SLICE) {
      for (const loaded of await loadProducts(tx, ctx.workplace_id, ids.slice(from, from + SLICE), true)) {
        if (loaded.watched === tracking) continue
        loaded.watched = tracking
        await tx
          .updateTable('products')
          .set({ watched: tracking })
          .where('workplace_id', '=', ctx.workplace_id)
          .where('product_id', '=', loaded.product_id)
          .execute()
        await writeColumns(
          tx,
          ctx.workplace_id,
          loaded,
          loaded.product,
          { revision: loaded.revision, now: ctx.now },
          pricing,
        )
        changed++
      }
    }
    if (changed > 0) await tellLists(tx, ctx.workplace_id)
    return { changed }
  })
}
