import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { DEFAULT_SHIP_TO } from '@omni/domain/catalog/sources.ts'
import { fold, wordsOf } from '@omni/domain/catalog/words.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { cardsOf } from './cards.ts'
import { bitmapSearch } from './search/bitmap-search.ts'
import { catalogIndex } from './search/catalog-index.ts'
import { heldBitmaps } from './search/held-bitmaps.ts'
import { postgresSearch } from './search/postgres-search.ts'
import { readWords } from './search/read-words.ts'

const SUGGESTED_PRODUCTS = 4

/** The last word goes on; the others stay. */
export async function getSuggestKeywords(ctx: Ctx, { keyword }: In<typeof catalogCalls.getSuggestKeywords>) {
  const bitmaps = await heldBitmaps({ db: ctx.as({}), key: ctx.config.DATABASE_URL, log: ctx.log })
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
    const engine = bitmaps ? bitmapSearch(bitmaps) : postgresSearch(tx, index)
    const { words } = await readWords(engine, index.lexicon, keyword, false)
    const hits =
      words.length === 0
        ? { ids: [] }
        : await engine.search({
            ship_to: DEFAULT_SHIP_TO,
            tags: words.map((word) => `w:${word}`),
            filters: [],
            sort: 'relevant',
            without: [],
            offset: 0,
            limit: SUGGESTED_PRODUCTS,
            counted: false,
          })
    return { keywords, products: await cardsOf(tx, ctx, hits.ids, DEFAULT_SHIP_TO) }
  })
}
