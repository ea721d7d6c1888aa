import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { nextCampaign } from '@omni/domain/catalog/campaigns.ts'
import { judgePick } from '@omni/domain/catalog/experts-choice.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { wordsOf } from '@omni/domain/catalog/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { cardsOf } from './cards.ts'
import { catalogIndex } from './search/catalog-index.ts'

const SHOWN = 20
const CANDIDATES = 400

/** The best products carrying any of some tags, without those of `but`. */
export async function bestWithAny(
  tx: Tx,
  tags: readonly string[],
  limit: number,
  but: readonly number[] = [],
): Promise<number[]> {
  if (tags.length === 0) return []
  const { rows } = await sql<{ product_id: number }>`
    with hits as materialized (select product_id, score from catalog_search where tags && ${[...tags]}::text[] limit 10000)
    select product_id from hits where not (product_id = any (${[...but]}::bigint[])) order by score desc, product_id desc limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ product_id }) => product_id)
}

export async function listCampaignProducts(ctx: Ctx, input: In<typeof catalogCalls.listCampaignProducts>) {
  const { campaign, on } = nextCampaign(ctx.now.toISOString().slice(0, 10))
  return ctx.db.read(async (tx) => ({
    campaign: campaign.slug,
    starts_on: on,
    items: await cardsOf(
      tx,
      ctx,
      await bestWithAny(
        tx,
        campaign.words.flatMap((word) => wordsOf(word)).map((word) => `w:${word}`),
        SHOWN,
      ),
      toIsoCountry(input.ship_to),
    ),
  }))
}

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
      with hits as materialized (select product_id, score, tags from catalog_search where tags && ${telling}::text[] limit 5000)
      select product_id from hits order by cardinality(array(select unnest(tags) intersect select unnest(${words.map((word) => `w:${word}`)}::text[]))) desc, score desc, product_id limit ${SHOWN}`.execute(
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

export async function listExpertsChoice(ctx: Ctx, input: In<typeof catalogCalls.listExpertsChoice>) {
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<{
      product_id: number
    }>`select product_id from catalog_search order by score desc, product_id desc limit ${CANDIDATES}`.execute(tx)
    const cards = await cardsOf(
      tx,
      ctx,
      rows.map(({ product_id }) => product_id),
      toIsoCountry(input.ship_to),
    )
    const judged = cards.map((product) => ({
      product,
      ...judgePick({ ...product, orders: product.lastest_volume, profit: product.profit_usd }),
    }))
    return {
      picks: judged
        .filter(({ reasons }) => reasons.length > 0)
        .sort((a, b) => b.score - a.score || a.product.id - b.product.id)
        .slice(0, SHOWN),
    }
  })
}
