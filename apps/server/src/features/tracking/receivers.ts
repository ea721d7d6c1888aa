import type { TrackerMessage } from '@omni/connectors/tracking/tracker.ts'
import { TRACKER_ID } from '@omni/domain/vendors/manifest.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Receiver } from '../../platform/receive.ts'
import { refuse } from '../../platform/refuse.ts'
import { handleParcel, handleStopped } from './handle-parcel.ts'
import type { ParcelId } from './parcel-row.ts'

const parcelsOf = (ctx: JobCtx, number: string): Promise<ParcelId[]> =>
  ctx.db.read(async (tx) => (await sql<ParcelId>`select * from parcels_of_number(${number})`.execute(tx)).rows)

/** As `verify` found it: texts and numbers alone, so it is the same after it was JSON. */
const Found = z.custom<TrackerMessage>((found) => typeof found === 'object' && found !== null)

/**
 * What the tracker tells. It has no ids of its own for messages: the same bytes are the same message, and what comes
 * twice in other bytes changes nothing (domain/tracking/parcel.ts).
 */
const messages: Receiver<typeof Found> = {
  vendor: TRACKER_ID,
  path: `/${TRACKER_ID}`,
  found: Found,
  async verify(ctx, { raw, headers }) {
    const message = ctx.services.tracker?.verify(raw, (name) => headers[name])
    if (!message) refuse('unauthorized')
    const number = message.event === 'updated' ? message.parcel.number : ''
    return {
      delivery_id: createHash('sha256').update(raw).digest('hex'),
      topic: message.event,
      account_key: message.event === 'stopped' ? message.number : number,
      found: message,
    }
  },
  async handle(ctx, { found: message }) {
    if (message.event === 'other') return
    const number = message.event === 'updated' ? message.parcel.number : message.number
    for (const id of await parcelsOf(ctx, number))
      await ctx
        .as({ workplace_id: id.workplace_id })
        .tx((tx) =>
          message.event === 'updated'
            ? handleParcel(tx, id, message.parcel, ctx.clock())
            : handleStopped(tx, id, ctx.clock()),
        )
  },
}

export const trackingReceivers: readonly Receiver[] = [messages]
