import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { SHOWN, wordsAround } from './words-around.ts'

const TREND_DAYS = 7

const MIN_SEARCHES = 3 // fewer would tell what one person looked for

/** Searched for often this week; while nobody has, the words of what sells more than it did. */
export async function getTrendingKeywords(ctx: Ctx) {
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<{ text: string }>`
      select text from catalog_searched
        where day > (${ctx.now}::timestamptz at time zone 'utc')::date - ${TREND_DAYS}::int
      group by text having sum(times) >= ${MIN_SEARCHES} order by sum(times) desc, text limit ${SHOWN}`.execute(tx)
    const selling = rows.length < SHOWN ? await wordsAround(tx, ['g:trending'], []) : []
    return { keywords: [...new Set([...rows.map(({ text }) => text), ...selling])].slice(0, SHOWN) }
  })
}
