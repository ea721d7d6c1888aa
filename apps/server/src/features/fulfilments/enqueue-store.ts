import type { EventData } from '@omni/contracts/events.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { syncOrder } from './jobs.ts'

/** A store is there again: what it was not told meanwhile is told now. */
export async function enqueueStore(
  ctx: JobCtx,
  { workplace_id, store_id }: EventData<'store.connected'>,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const { rows } = await sql<{ order_id: string }>`
      select distinct order_id from store_fulfilments
      where workplace_id = ${workplace_id} and store_id = ${store_id} and state = 'waiting'`.execute(tx)
    for (const { order_id } of rows) await enqueue(tx, syncOrder, { workplace_id, order_id })
  })
}
