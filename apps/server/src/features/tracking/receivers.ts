import type { TrackerMessage } from '@omni/connectors/tracking/tracker.ts'
import { TRACKER_ID } from '@omni/domain/vendors/manifest.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Delivery, Receiver } from '../../platform/receive.ts'
import { refuse } from '../../platform/refuse.ts'
import { handleParcel, handleStopped } from './handle-parcel.ts'
import { type ParcelId, writeTogether } from './parcel-row.ts'

const parcelsOf = (ctx: JobCtx, numbers: readonly string[]): Promise<(ParcelId & { number: string })[]> =>
  ctx.db.read(
    async (tx) =>
      (
        await sql<ParcelId & { number: string }>`select n.number, p.workplace_id, p.parcel_id
          from unnest(${numbers}::text[]) as n (number), parcels_of_number(n.number) p`.execute(tx)
      ).rows,
  )

const numberOf = (message: TrackerMessage): string | null =>
  message.event === 'updated' ? message.parcel.number : message.event === 'stopped' ? message.number : null

async function handle(ctx: JobCtx, deliveries: readonly Delivery<TrackerMessage>[]): Promise<void> {
  const messages = deliveries.map(({ found }) => found)
  const parcels = Map.groupBy(
    await parcelsOf(ctx, [...new Set(messages.flatMap((message) => numberOf(message) ?? []))]),
    ({ number }) => number,
  )
  const said = messages.flatMap((message) =>
    (parcels.get(numberOf(message) ?? '') ?? []).map((id) => ({ ...id, message })),
  )
  await writeTogether(ctx, said, async (tx, row, { message }) => {
    if (message.event === 'updated') return handleParcel(tx, row, message.parcel, ctx.clock())
    await handleStopped(tx, row, ctx.clock())
  })
}

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
    return {
      delivery_id: createHash('sha256').update(raw).digest('hex'),
      topic: message.event,
      account_key: 'operator',
      found: message,
    }
  },
  handle: (ctx, delivery) => handle(ctx, [delivery]),
  handleTogether: handle,
}

export const trackingReceivers: readonly Receiver[] = [messages]
