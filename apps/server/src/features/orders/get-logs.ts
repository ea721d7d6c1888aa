import type { In } from '@omni/contracts/kernel.ts'
import type { orderCalls } from '@omni/contracts/orders.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { readLog } from './read-log.ts'

/** Orders spec §7 orders/v2/logs/{id}. */
export async function getLogs(ctx: Ctx, { id }: In<typeof orderCalls.getLogs>) {
  const { items } = await readLog(ctx, id)
  return { items: items.toReversed() }
}
