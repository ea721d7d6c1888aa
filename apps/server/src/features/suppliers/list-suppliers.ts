import type { In } from '@omni/contracts/kernel.ts'
import type { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { type SellerKey, supplierCards } from './supplier-cards.ts'

const MAX_COUNTED = 1000
const badCursor = () => refuse('invalid.cursor', {}, { field: 'cursor' })

function readCursor(cursor: string | undefined): string[] | null {
  if (cursor === undefined) return null
  const parts = Buffer.from(cursor, 'base64url').toString().split('\u0001')
  if (parts.length !== 3 || parts.some((part) => part.includes('\0'))) throw badCursor()
  return parts
}
const writeCursor = (...parts: string[]) => Buffer.from(parts.join('\u0001')).toString('base64url')

/** Sourcing spec §7 source-suppliers: most ordered from first. */
export async function listSourceSuppliers(ctx: Ctx, input: In<typeof supplierCalls.listSourceSuppliers>) {
  const after = readCursor(input.cursor)
  if (after && !/^\d{1,15}$/.test(after[0] ?? '')) throw badCursor()
  const filter = sql`products > 0 ${input.source ? sql`and source = ${input.source}` : sql``} ${input.text ? sql`and store_name ilike ${`%${input.text.replace(/[%_\\]/g, '\\$&')}%`}` : sql``}`
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<SellerKey & { orders: number }>`
      select source, seller_id, orders from catalog_sellers where ${filter}
      ${after ? sql`and (orders, source, seller_id) < (${after[0]}::bigint, ${after[1]}, ${after[2]})` : sql``}
      order by orders desc, source desc, seller_id desc limit ${input.page_size + 1}`.execute(tx)
    const shown = rows.slice(0, input.page_size)
    const last = shown.at(-1)
    const {
      rows: [counted],
    } = await sql<{
      n: number
    }>`select count(*)::int as n from (select from catalog_sellers where ${filter} limit ${MAX_COUNTED + 1}) c`.execute(
      tx,
    )
    const total = counted?.n ?? 0
    return {
      items: await supplierCards(tx, ctx, shown),
      next_cursor:
        rows.length > input.page_size && last ? writeCursor(String(last.orders), last.source, last.seller_id) : null,
      total: Math.min(total, MAX_COUNTED),
      total_is_capped: total > MAX_COUNTED,
    }
  })
}

/** The followed ones, with how much is new since they were followed. */
export async function listFavoriteSuppliers(ctx: Ctx, input: In<typeof supplierCalls.listFavoriteSuppliers>) {
  const after = readCursor(input.cursor)
  if (after && Number.isNaN(Date.parse(after[0] ?? ''))) throw badCursor()
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<SellerKey & { followed_at: string; new_products: number }>`
      select f.source, f.seller_id, f.followed_at, (
        select count(*)::int from (select from catalog_products p where p.source = f.source and p.seller_id = f.seller_id and p.created_at > f.followed_at and p.gone_at is null limit ${MAX_COUNTED}) n) as new_products
      from favorite_suppliers f where f.workplace_id = ${ctx.workplace_id}
      ${after ? sql`and (f.followed_at, f.source, f.seller_id) < (${after[0]}::timestamptz, ${after[1]}, ${after[2]})` : sql``}
      order by f.followed_at desc, f.source desc, f.seller_id desc limit ${input.page_size + 1}`.execute(tx)
    const shown = rows.slice(0, input.page_size)
    const last = shown.at(-1)
    const cards = await supplierCards(tx, ctx, shown)
    return {
      items: cards.map((card, index) => ({
        ...card,
        followed_at: shown[index]?.followed_at ?? '',
        new_products: shown[index]?.new_products ?? 0,
      })),
      next_cursor:
        rows.length > input.page_size && last ? writeCursor(last.followed_at, last.source, last.seller_id) : null,
      total: await followedCount(ctx),
      total_is_capped: false,
    }
  })
}

export const followedCount = (ctx: Ctx): Promise<number> =>
  ctx.db.read(async (tx) => {
    const {
      rows: [row],
    } = await sql<{
      n: number
    }>`select count(*)::int as n from favorite_suppliers where workplace_id = ${ctx.workplace_id}`.execute(tx)
    return row?.n ?? 0
  })
