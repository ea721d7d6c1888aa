import type { In, Out } from '@omni/contracts/kernel.ts'
import type { personalCalls } from '@omni/contracts/personal.calls.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { wordsOf } from '@omni/domain/catalog/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { bestWithAny } from '../catalog/best-with-any.ts'
import { cardsOf } from '../catalog/cards.ts'

const REMEMBERED = 30

/** Sourcing spec §2: near what this seller looked at, marked and searched for; at first what sells well. */
export async function listPersonalizedProducts(
  ctx: Ctx,
  input: In<typeof personalCalls.listPersonalizedProducts>,
): Promise<Out<typeof personalCalls.listPersonalizedProducts>> {
  return ctx.db.read(async (tx) => {
    const { rows: seen } = await sql<{ id: number; name: string }>`
      select p.id, p.name from (
        select product_id, max(at) as at from (
          (select product_id, seen_at as at from seen_products
            where workplace_id = ${ctx.workplace_id} and user_id = ${ctx.user_id} order by seen_at desc
            limit ${REMEMBERED})
          union all (select product_id, created_at from favourites where workplace_id = ${ctx.workplace_id}
            order by created_at desc limit ${REMEMBERED})) l
        group by product_id order by 2 desc limit ${REMEMBERED}) liked
          join catalog_products p on p.id = liked.product_id order by liked.at desc`.execute(tx)
    const searched = await tx
      .selectFrom('searched_words')
      .select('text')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('user_id', '=', ctx.user_id)
      .orderBy('searched_at', 'desc')
      .limit(10)
      .execute()
    const words = [
      ...searched.flatMap(({ text }) => wordsOf(text)),
      ...seen.flatMap(({ name }) => wordsOf(name).slice(-3)),
    ].filter((word) => word.length > 3)
    const wanted = [...new Set(words)].slice(0, 25).map((word) => `w:${word}`)
    const ids = await bestWithAny(
      tx,
      wanted,
      input.limit,
      seen.map(({ id }) => id),
    )
    const from = ids.length > 0 ? 'behaviour' : 'new'
    const fill =
      ids.length < input.limit
        ? await bestWithAny(tx, ['g:trending', 'o:5', 'o:4'], input.limit - ids.length, [
            ...ids,
            ...seen.map(({ id }) => id),
          ])
        : []
    return { items: await cardsOf(tx, ctx, [...ids, ...fill], toIsoCountry(input.ship_to)), from }
  })
}
