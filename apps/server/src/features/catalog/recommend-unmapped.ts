import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { bestWithAny } from './best-with-any.ts'
import { candidatesByTitle } from './candidates-by-title.ts'
import { cardsOf } from './cards.ts'
import { catalogIndex } from './search/catalog-index.ts'

const SHOWN = 20

/** Suppliers for a store product by its title: most words in common first. */
export async function recommendUnmapped(ctx: Ctx, input: In<typeof catalogCalls.recommendUnmapped>) {
  return ctx.db.read(async (tx) => {
    const index = await catalogIndex(tx, ctx.config.DATABASE_URL)
    const found = await candidatesByTitle(tx, index, input.title, SHOWN)
    const ids = found.length > 0 ? found : await bestWithAny(tx, ['g:trending'], SHOWN)
    return { items: await cardsOf(tx, ctx, ids, toIsoCountry(input.ship_to)) }
  })
}
