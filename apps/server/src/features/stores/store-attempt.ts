import type { ChannelDefinition } from '@omni/connectors/channels/channel.ts'
import type { AttemptProfile } from '@omni/domain/attempts/attempt.ts'
import { type OpenStore, openStore, type StoreId } from './open-store.ts'

const SEND_WITHIN_MS = 5_000
/** Why an attempt at a store ended that is not connected any more. */
export const DISCONNECTED = 'disconnected'

/** How a write to a store is sent once: a lost reply is looked up there, by our reference. */
export const storeAttempt = (
  { times }: ChannelDefinition,
  own: Pick<AttemptProfile, 'max_sends' | 'asks_person_after_ms'>,
): AttemptProfile => ({
  find: 'reference',
  merges_for_ms: 0,
  resend_after_ms: [],
  send_within_ms: SEND_WITHIN_MS,
  ...times,
  believes_refusals: true,
  ...own,
})

/** Null once it is disconnected or connected anew: what was begun under the old connection is dropped. */
export async function openAsBegun(
  ctx: Parameters<typeof openStore>[0],
  { epoch, ...id }: StoreId & { epoch: number },
): Promise<OpenStore | null> {
  const store = await openStore(ctx, id)
  return store?.epoch === epoch ? store : null
}

/** What is sent in place of a write to a store that is not connected. */
export const refuseDisconnected = async () => ({ outcome: 'refused', later: false, error_key: DISCONNECTED }) as const
