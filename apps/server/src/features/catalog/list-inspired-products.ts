import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { wordsOf } from '@omni/domain/catalog/words.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { bestWithAny } from './best-with-any.ts'
import { cardsOf } from './cards.ts'

const SHOWN = 20

/** Near by words, but from elsewhere: what else a visitor of this shop might want. */
export async function listInspiredProducts(ctx: Ctx, input: In<typeof catalogCalls.listInspiredProducts>) {
  return ctx.db.read(async (tx) => {
    const from =
      input.product_id === undefined
        ? await tx
            .selectFrom('seen_products')
            .select('product_id as id')
            .where('workplace_id', '=', ctx.workplace_id)
            .where('user_id', '=', ctx.user_id)
            .orderBy('seen_at', 'desc')
            .limit(5)
            .execute()
        : [{ id: input.product_id }]
    const ids = from.map(({ id }) => id)
    const products =
      ids.length === 0
        ? []
        : await tx
            .selectFrom('catalog_products')
            .select(['id', 'name', 'category_id', 'good_id'])
            .where('id', 'in', ids)
            .execute()
    const words = products.flatMap(({ name }) => wordsOf(name)).filter((word) => word.length > 3)
    const own = products.map(({ category_id }) => category_id)
    const near = await bestWithAny(
      tx,
      words.map((word) => `w:${word}`),
      200,
      ids,
    )
    const others =
      near.length === 0
        ? []
        : await tx
            .selectFrom('catalog_products')
            .select(['id', 'category_id', 'good_id'])
            .where('id', 'in', near)
            .execute()
    const goods = new Set(products.map(({ good_id }) => good_id))
    const kept = near.filter((id) =>
      others.some(
        (other) =>
          other.id === id && !own.includes(other.category_id) && (other.good_id === null || !goods.has(other.good_id)),
      ),
    )
    const fill =
      kept.length < SHOWN ? await bestWithAny(tx, ['g:trending'], SHOWN - kept.length, [...ids, ...kept]) : []
    return { items: await cardsOf(tx, ctx, [...kept, ...fill].slice(0, SHOWN), toIsoCountry(input.ship_to)) }
  })
}
