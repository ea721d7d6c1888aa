import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { judgePick } from '@omni/domain/catalog/experts-choice.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { cardsOf } from './cards.ts'

const SHOWN = 20

const CANDIDATES = 400

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
