import type { In } from '@omni/contracts/kernel.ts'
import type { supplierCalls } from '@omni/contracts/suppliers.calls.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset, Moment } from '../../platform/cursor.ts'
import { followedCount } from './followed-count.ts'
import { type SellerKey, supplierCards } from './supplier-cards.ts'

const MAX_COUNTED = 1000

const place = keyset(z.tuple([Moment, z.string().max(20), z.string().max(200)]))

/** The followed ones, with how much is new since they were followed. */
export async function listFavoriteSuppliers(ctx: Ctx, input: In<typeof supplierCalls.listFavoriteSuppliers>) {
  const after = place.read(input.cursor)
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<SellerKey & { followed_at: string; new_products: number }>`
      select f.source, f.seller_id, f.followed_at, (
        select count(*)::int from (select from catalog_products p
          where p.source = f.source and p.seller_id = f.seller_id and p.created_at > f.followed_at
          and p.gone_at is null limit ${MAX_COUNTED}) n) as new_products
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
        rows.length > input.page_size && last ? place.write([last.followed_at, last.source, last.seller_id]) : null,
      total: await followedCount(ctx),
      total_is_capped: false,
    }
  })
}
