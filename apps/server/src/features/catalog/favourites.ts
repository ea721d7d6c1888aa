import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'
import { cardsOf } from './cards.ts'
import { productBy } from './product-by.ts'

const MAX_COUNTED = 1000

async function total(tx: Tx, ctx: Ctx): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ n: number }>`
    select count(*)::int as n from (select from favourites where workplace_id = ${ctx.workplace_id} limit ${MAX_COUNTED}) f`.execute(
    tx,
  )
  return row?.n ?? 0
}

/** Sourcing spec §4. Adding twice is adding once; an unknown product is named, the others are added. */
export async function addFavourites(
  ctx: Ctx,
  { products }: In<typeof catalogCalls.addFavourites>,
): Promise<Out<typeof catalogCalls.addFavourites>> {
  return ctx.db.tx(async (tx) => {
    const favourites: Out<typeof catalogCalls.addFavourites>['favourites'] = []
    for (const { source, supplier_product_id } of products) {
      const found = await productBy(tx, source, supplier_product_id)
      if (found)
        await tx
          .insertInto('favourites')
          .values({ workplace_id: ctx.workplace_id, product_id: found.id, created_at: ctx.now })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      favourites.push({ id: found?.id ?? 0, status: found ? 'success' : 'error' })
    }
    if (favourites.every(({ status }) => status === 'error')) refuse('not_found')
    return { favourites, total: await total(tx, ctx) }
  })
}

export async function removeFavourite(
  ctx: Ctx,
  { source, supplier_product_id }: In<typeof catalogCalls.removeFavourite>,
) {
  return ctx.db.tx(async (tx) => {
    const found = await productBy(tx, source, supplier_product_id)
    if (!found) refuse('not_found')
    await tx
      .deleteFrom('favourites')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('product_id', '=', found.id)
      .execute()
    return { total: await total(tx, ctx) }
  })
}

export async function listFavourites(ctx: Ctx, input: In<typeof catalogCalls.listFavourites>) {
  const after = readCursor(input.cursor)
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<{ product_id: number; created_at: string }>`
      select product_id, created_at from favourites where workplace_id = ${ctx.workplace_id}
      ${after ? sql`and (created_at, product_id) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql``}
      order by created_at desc, product_id desc limit ${input.page_size + 1}`.execute(tx)
    const shown = rows.slice(0, input.page_size)
    const last = shown.at(-1)
    const count = await total(tx, ctx)
    return {
      items: await cardsOf(
        tx,
        ctx,
        shown.map(({ product_id }) => product_id),
        toIsoCountry(input.ship_to),
      ),
      next_cursor:
        rows.length > input.page_size && last
          ? Buffer.from(`${last.created_at}|${last.product_id}`).toString('base64url')
          : null,
      total: count,
      total_is_capped: count >= MAX_COUNTED,
    }
  })
}

function readCursor(cursor: string | undefined): { at: string; id: number } | null {
  if (cursor === undefined) return null
  const parts = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)\|(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!parts || Number.isNaN(Date.parse(parts[1] ?? ''))) refuse('invalid.cursor', {}, { field: 'cursor' })
  return { at: parts[1] ?? '', id: Number(parts[2]) }
}

/** Hidden from this workplace's lists; others see it as before. */
export async function disableProduct(ctx: Ctx, { id, disabled }: In<typeof catalogCalls.disableProduct>) {
  return ctx.db.tx(async (tx) => {
    const found = await tx.selectFrom('catalog_products').select('id').where('id', '=', id).executeTakeFirst()
    if (!found) refuse('not_found')
    if (disabled)
      await tx
        .insertInto('hidden_products')
        .values({ workplace_id: ctx.workplace_id, product_id: id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await tx
        .deleteFrom('hidden_products')
        .where('workplace_id', '=', ctx.workplace_id)
        .where('product_id', '=', id)
        .execute()
    return { disabled }
  })
}
