import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { OpenStore } from '../stores/open-store.ts'

const DAY_MS = 86_400_000
/** A channel that drops products after 30 days is told of them again after 25 (channels design, section 4). */
const EARLY_MS = 5 * DAY_MS
const LASTS_MS = 30 * DAY_MS
const AT_ONCE = 50
const SEND_WITHIN_MS = 5_000

/**
 * Keeps listings from lapsing, as they are. Not an attempt: it changes nothing that shows, and what is not renewed is
 * found again by the next round. Only of listings that nothing is under way for, in the job that works them one after
 * the other.
 */
export async function renewLapsing(ctx: JobCtx, store: OpenStore): Promise<void> {
  const { renew } = store.channel.listings
  if (!renew) return
  const { workplace_id, store_id } = store
  const soon = new Date(ctx.clock().getTime() + EARLY_MS).toISOString()
  const { rows } = await ctx.db.read((tx) =>
    sql<{ listing_id: string; remote_id: string }>`
      select listing_id, remote_id from listings
      where workplace_id = ${workplace_id} and store_id = ${store_id} and product_id is not null and state = 'idle'
        and remote_id is not null and remote ->> 'lapses_at' < ${soon}
      order by remote ->> 'lapses_at' limit ${AT_ONCE}`.execute(tx),
  )
  for (const { listing_id, remote_id } of rows) {
    const send = await renew.prepare({ remote_id })
    const outcome = await send(performance.now() + SEND_WITHIN_MS)
    if (outcome.outcome !== 'done') {
      ctx.log.warn({ store_id, listing_id, outcome }, 'a listing could not be renewed')
      continue
    }
    const lapses_at = new Date(ctx.clock().getTime() + LASTS_MS).toISOString()
    await ctx.db.tx((tx) =>
      sql`update listings set remote = jsonb_set(remote, '{lapses_at}', to_jsonb(${lapses_at}::text))
        where workplace_id = ${workplace_id} and listing_id = ${listing_id} and remote is not null`.execute(tx),
    )
  }
}
