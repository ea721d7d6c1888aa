import type { ChannelDefinition } from '@omni/connectors/channels/channel.ts'
import { channels } from '@omni/connectors/channels/registry.ts'
import { z } from 'zod'
import { attempt, type AttemptChange, type AttemptKind, withStoreRehearsal } from '../../platform/attempts.ts'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/db.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { sendOutcome } from '../../platform/send-outcome.ts'
import { openStore } from '../stores/open-store.ts'
import { openAsBegun, refuseDisconnected, storeAttempt } from '../stores/store-attempt.ts'

const Input = z.object({
  workplace_id: z.string(),
  listing_id: z.string(),
  store_id: z.string(),
  epoch: z.int(),
  remote_id: z.string(),
  publication_id: z.string(),
  is_published: z.boolean(),
})
type PlaceInput = z.output<typeof Input>
type PlaceSend = AttemptKind<typeof Input>

const MAX_SENDS = 3
const ASKS_PERSON_AFTER_MS = 3_600_000

/** The store itself tells where a listing is shown: a lost reply is looked up there. */
function placeKind(definition: ChannelDefinition): PlaceSend {
  return attempt({
    name: `listing_place.${definition.id}`,
    vendor: definition.id,
    input: Input,
    profile: storeAttempt(definition, { max_sends: MAX_SENDS, asks_person_after_ms: ASKS_PERSON_AFTER_MS }),
    async prepare(ctx, { input }) {
      const store = await openAsBegun(ctx, input)
      const publish = store?.channel.publications?.publish
      if (!publish) return refuseDisconnected
      const ids = [input.publication_id]
      const send = await publish.prepare({
        remote_id: input.remote_id,
        publish: input.is_published ? ids : [],
        unpublish: input.is_published ? [] : ids,
      })
      return async (send_by) => sendOutcome(await send(send_by), () => ({ effect: input.publication_id }))
    },
    async look(ctx, { input: { remote_id, publication_id, is_published, ...id } }) {
      const store = await openStore(ctx, id)
      const shown = await store?.channel.publications?.of?.({ remote_id, ids: [publication_id] })
      if (!shown) throw new Error('the store cannot be asked')
      return shown.includes(publication_id) === is_published ? [{ effect: publication_id }] : []
    },
    changed: settle,
  })
}

const Said = z.object({ detail: z.object({ message: z.string().optional() }).optional().catch(undefined) })

/** In the attempt's own transaction. A question that nobody is asked counts as failed: the seller sees it, and tries again. */
async function settle(tx: Tx, change: AttemptChange<PlaceInput>): Promise<void> {
  const { workplace_id, to, input, subject_id: request_id } = change
  const isDone = to === 'done'
  if (!isDone && to !== 'failed' && to !== 'cancelled' && to !== 'needs_decision') return
  const problem_text = isDone ? null : (Said.safeParse(change.says).data?.detail?.message ?? null)
  await tx
    .updateTable('listing_places')
    .set({ state: isDone ? 'done' : 'failed', problem_text })
    .where('workplace_id', '=', workplace_id)
    .where('request_id', '=', request_id)
    .execute()
  await publishToWorkplace(tx, workplace_id, 'listings.changed', { listing_ids: [input.listing_id] })
}

// Each keeps its own types inside.
const definitions = Object.values(channels) as unknown as ChannelDefinition[]
const kinds = new Map<string, PlaceSend>(
  definitions.filter(({ publications }) => publications?.publish).map((one) => [one.id, placeKind(one)]),
)

export const placeSends: readonly PlaceSend[] = [...kinds.values()]

export function placeSendOf(channel: string, config: Pick<Config, 'LISTING_LANDS_MS'>): PlaceSend | undefined {
  const kind = kinds.get(channel)
  return kind && withStoreRehearsal(kind, config)
}
