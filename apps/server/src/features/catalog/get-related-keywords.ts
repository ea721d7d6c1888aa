import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { catalogIndex } from './search/catalog-index.ts'
import { postgresSearch } from './search/postgres-search.ts'
import { readWords } from './search/read-words.ts'
import { wordsAround } from './words-around.ts'

export async function getRelatedKeywords(ctx: Ctx, { keyword }: In<typeof catalogCalls.getRelatedKeywords>) {
  return ctx.db.read(async (tx) => {
    const index = await catalogIndex(tx, ctx.config.DATABASE_URL)
    const { words } = await readWords(postgresSearch(tx, index), index.lexicon, keyword, false)
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
