import type { In } from '@omni/contracts/kernel.ts'
import type { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { recordPushed } from '../listings/listing-row.ts'

/** Sourcing spec §7 mapped/delete: listings are let go. What is being written just now is left as it is. */
export const unmapListings = (ctx: Ctx, { listing_ids }: In<typeof mappingCalls.unmapListings>) =>
  ctx.db.tx(async (tx) => {
    const rows = await tx
      .selectFrom('listings')
      .select(['listing_id', 'product_id', 'remote_id', 'open'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('listing_id', 'in', listing_ids)
      .where('product_id', 'is not', null)
      .orderBy('listing_id')
      .forUpdate()
      .execute()
    const free = rows.filter(({ open, remote_id }) => open === null && remote_id !== null)
    const ids = free.map(({ listing_id }) => listing_id)
    if (ids.length > 0) {
      await tx
        .updateTable('listings')
        .set({
          product_id: null,
          state: 'idle',
          due_at: null,
          asked: false,
          question: null,
          conflicts: [],
          refused: null,
          problem: null,
          overrides: '{}',
          desired: '{}',
          ours: '{}',
          theirs: '{}',
          seen: null,
          unread: [],
          unsure: false,
          updated_at: ctx.now,
        })
        .where('workplace_id', '=', ctx.workplace_id)
        .where('listing_id', 'in', ids)
        .execute()
      await tx
        .insertInto('listing_notes')
        .values(
          ids.map((listing_id) => ({
            workplace_id: ctx.workplace_id,
            listing_id,
            who: 'person',
            user_id: ctx.user_id,
            says: 'unmapped',
          })),
        )
        .execute()
      await recordPushed(
        tx,
        ctx.workplace_id,
        free.flatMap((row) => row.product_id ?? []),
      )
      await publishToWorkplace(tx, ctx.workplace_id, 'listings.changed', { listing_ids: ids })
    }
    return { changed: ids.length, busy: rows.filter((row) => !free.includes(row)).map(({ listing_id }) => listing_id) }
  })
