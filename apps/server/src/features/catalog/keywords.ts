import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { namingWords } from '@omni/domain/catalog/same-good.ts'
import { DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'
import { fold, wordsOf } from '@omni/domain/catalog/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { cardsOf } from './cards.ts'
import { catalogIndex } from './search/catalog-index.ts'
import { readWords } from './search/plan-search.ts'
import { search } from './search/search.ts'

const SHOWN = 10
const TREND_DAYS = 7
const SUGGESTED_PRODUCTS = 4
const SAMPLE = 300
const MIN_SEARCHES = 3 // fewer would tell what one person looked for

/** Searched for often this week; while nobody has, the words of what sells more than it did. */
export async function getTrendingKeywords(ctx: Ctx) {
  return ctx.db.read(async (tx) => {
    const { rows } = await sql<{ text: string }>`
      select text from catalog_searched where day > (${ctx.now}::timestamptz at time zone 'utc')::date - ${TREND_DAYS}::int
      group by text having sum(times) >= ${MIN_SEARCHES} order by sum(times) desc, text limit ${SHOWN}`.execute(tx)
    const selling = rows.length < SHOWN ? await wordsAround(tx, ['g:trending'], []) : []
    return { keywords: [...new Set([...rows.map(({ text }) => text), ...selling])].slice(0, SHOWN) }
  })
}

/** The last word goes on; the others stay. */
export async function getSuggestKeywords(ctx: Ctx, { keyword }: In<typeof catalogCalls.getSuggestKeywords>) {
  return ctx.db.read(async (tx) => {
    const index = await catalogIndex(tx, ctx.config.DATABASE_URL)
    const typed = fold(keyword).trim()
    if (typed === '') return { keywords: [], products: [] }
    const done = typed.split(/\s+/)
    const last = done.pop() ?? ''
    const heads = done.join(' ')
    const keywords = index.lexicon
      .complete(last, 30)
      .map((word) => ({
        keyword: heads ? `${heads} ${word}` : word,
        products: Math.min(index.lexicon.docs(word), ...wordsOf(heads).map((one) => index.lexicon.docs(one))),
      }))
      .filter(({ products }) => products > 0)
      .slice(0, 6)
    const { words } = readWords(index, keyword, false)
    const hits =
      words.length === 0
        ? { ids: [] }
        : await search(tx, index, {
            tags: words.map((word) => `w:${word}`),
            groups: [],
            ranges: [],
            bounds: [],
            sort: 'relevant',
            offset: 0,
            limit: SUGGESTED_PRODUCTS,
          })
    return { keywords, products: await cardsOf(tx, ctx, hits.ids, DEFAULT_SHIP_TO) }
  })
}

export async function getRelatedKeywords(ctx: Ctx, { keyword }: In<typeof catalogCalls.getRelatedKeywords>) {
  return ctx.db.read(async (tx) => {
    const index = await catalogIndex(tx, ctx.config.DATABASE_URL)
    const { words } = readWords(index, keyword, false)
    const known = words.filter((word) => index.lexicon.docs(word) > 0)
    return {
      keywords:
        known.length === 0
          ? []
          : await wordsAround(
              tx,
              known.map((word) => `w:${word}`),
              known,
            ),
    }
  })
}

/**
 * The words that stand most often in the titles of the best products carrying some tags, beyond how often they stand
 * anywhere.
 */
async function wordsAround(tx: Tx, tags: string[], without: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    with best as (select tags from catalog_search where tags @> ${tags}::text[] order by score desc limit ${SAMPLE}),
      counted as (select substr(tag, 3) as word, count(*) as here from best, unnest(best.tags) as tag where tag like 'w:%' group by tag)
    select word from counted join catalog_tags t on t.tag = 'w:' || word
    where length(word) > 2 and word !~ '^[0-9]+$' and not (word = any (${[...without]}::text[])) and here > 1
    order by here::float * here / t.products desc, word limit ${4 * SHOWN}`.execute(tx)
  // Praise stands in every title; it names nothing one could search for.
  return rows
    .map(({ word }) => word)
    .filter((word) => namingWords(word).length > 0)
    .slice(0, SHOWN)
}
