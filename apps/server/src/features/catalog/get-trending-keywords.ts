import { THING_WORDS } from '@omni/domain/catalog/categories.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { SHOWN } from './words-around.ts'

const TREND_DAYS = 7

const MIN_SEARCHES = 3 // fewer would tell what one person looked for
const SAMPLE = 1000 // the best of what is in demand stand for it

/** Searched for often this week; while few have, the names of things that are in demand. */
export async function getTrendingKeywords(ctx: Ctx) {
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<{ text: string }>`
      select text from catalog_searched
        where day > (${ctx.now}::timestamptz at time zone 'utc')::date - ${TREND_DAYS}::int
      group by text having sum(times) >= ${MIN_SEARCHES} order by sum(times) desc, text limit ${SHOWN}`.execute(tx)
    const things = rows.length < SHOWN ? await thingsInDemand(tx) : []
    return { keywords: [...new Set([...rows.map(({ text }) => text), ...things])].slice(0, SHOWN) }
  })
}

/** From our own words for things: the words of titles alone would bring up brands nobody searches for. */
async function thingsInDemand(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select substr(known.tag, 3) as word from catalog_tags known left join (
      select tag, count(*) as products from (select tags from catalog_search where tags @> '{g:trending}'
        order by score desc limit ${SAMPLE}) best, unnest(best.tags) as tag group by tag) trending using (tag)
    where known.tag = any (${THING_WORDS.map((word) => `w:${word}`)}::text[])
    order by coalesce(trending.products, 0) desc, known.products desc, known.tag limit ${SHOWN}`.execute(tx)
  return rows.map(({ word }) => word)
}
