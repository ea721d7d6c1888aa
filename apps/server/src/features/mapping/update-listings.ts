import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { workListings } from '../listings/jobs.ts'

/** Sourcing spec §7 bulk-update/{channel}: how listings are kept. The worker makes the stores equal to it. */
export const updateListings = (
  ctx: Ctx,
  { channel, listing_ids, policies = {}, ...given }: In<typeof mappingCalls.updateListings>,
) =>
  ctx.db.tx(async (tx) => {
    const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const { rows } = await sql<{ listing_id: string; store_id: string }>`
      update listings l set settings = l.settings || ${JSON.stringify(settings)}::jsonb,
        policies = l.policies || ${JSON.stringify(policies)}::jsonb, due_at = ${ctx.now}, version = l.version + 1
      from stores s
      where l.workplace_id = ${ctx.workplace_id} and l.listing_id = any(${listing_ids}::uuid[])
        and l.product_id is not null and s.workplace_id = l.workplace_id and s.store_id = l.store_id
        and s.platform = ${channel} and s.status = 'active' and l.state <> 'removed'
      returning l.listing_id, l.store_id`.execute(tx)
    for (const store_id of new Set(rows.map((row) => row.store_id)))
      await enqueue(tx, workListings, { workplace_id: ctx.workplace_id, store_id })
    if (rows.length > 0)
      await publishToWorkplace(tx, ctx.workplace_id, 'listings.changed', {
        listing_ids: rows.map(({ listing_id }) => listing_id),
      })
    return { changed: rows.length }
  })
