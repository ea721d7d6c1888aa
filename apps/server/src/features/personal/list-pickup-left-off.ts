import type { In } from '@omni/contracts/kernel.ts'
import type { personalCalls } from '@omni/contracts/personal.calls.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { cardsOf } from '../catalog/cards.ts'

export async function listPickupLeftOff(ctx: Ctx, input: In<typeof personalCalls.listPickupLeftOff>) {
  return ctx.db.read(async (tx) => {
    const rows = await tx
      .selectFrom('seen_products')
      .select('product_id')
      .where('workplace_id', '=', ctx.workplace_id)
      .where('user_id', '=', ctx.user_id)
      .orderBy('seen_at', 'desc')
      .limit(input.limit)
      .execute()
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
