import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { wordsOf } from '@omni/domain/catalog/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { bestWithAny } from './best-with-any.ts'
import { cardsOf } from './cards.ts'
import { catalogIndex } from './search/catalog-index.ts'

const SHOWN = 20

/** Suppliers for a store product by its title: most words in common first. */
export async function recommendUnmapped(ctx: Ctx, input: In<typeof catalogCalls.recommendUnmapped>) {
  return ctx.db.read(async (tx) => {
    const index = await catalogIndex(tx, ctx.config.DATABASE_URL)
    const words = wordsOf(input.title)
      .map((word) => index.lexicon.correct(word) ?? word)
      .filter((word) => index.lexicon.docs(word) > 0)
    if (words.length === 0)
      return {
        items: await cardsOf(tx, ctx, await bestWithAny(tx, ['g:trending'], SHOWN), toIsoCountry(input.ship_to)),
      }
    // The rarest words tell most; the commonest would bring half the catalogue.
    const telling = words
      .toSorted((a, b) => index.lexicon.docs(a) - index.lexicon.docs(b))
      .slice(0, 6)
      .map((word) => `w:${word}`)
    const { rows } = await sql<{ product_id: number }>`
      with hits as materialized (select product_id, score, tags from catalog_search where tags && ${telling}::text[]
        limit 5000)
      select product_id from hits order by cardinality(array(select unnest(tags) intersect
        select unnest(${words.map((word) => `w:${word}`)}::text[]))) desc, score desc, product_id limit ${SHOWN}`.execute(
      tx,
    )
    return {
      items: await cardsOf(
        tx,
        ctx,
        rows.map(({ product_id }) => product_id),
        toIsoCountry(input.ship_to),
      ),
    }
  })
}
