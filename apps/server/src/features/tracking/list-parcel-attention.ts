import type { In } from '@omni/contracts/kernel.ts'
import type { trackingCalls } from '@omni/contracts/tracking.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { countAttention, readAttention } from './attention-rows.ts'

const MOST_SHOWN = 50

export async function listParcelAttention(ctx: Ctx, { kind }: In<typeof trackingCalls.listParcelAttention>) {
  return ctx.db.read(async (tx) => {
    const { total, is_capped } = await countAttention(tx, ctx.workplace_id, ctx.now)
    const items = total === 0 ? [] : await readAttention(tx, ctx.workplace_id, ctx.now, kind, MOST_SHOWN)
    return { items, total, total_is_capped: is_capped }
  })
}
