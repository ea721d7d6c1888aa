/**
 * One sale that arrives through two channels is one order (spec decisions, "Order life"). spec: not shown, how it is
 * recognised: the copy names the channel and the id it was sold under. Equal goods, sums and addresses prove nothing:
 * people do buy the same twice. A channel's folder says what its app calls itself in other stores (`sold_as`).
 */
import { CHANNEL_FACTS, CHANNEL_IDS } from '../vendors/manifest.ts'
import type { RemoteOrder } from './document.ts'

/** Names under which a channel's app brings sales into another store, as that store tells them. */
const CHANNEL_NAMES: readonly (readonly [RegExp, string])[] = CHANNEL_IDS.flatMap((id) => {
  const { sold_as } = CHANNEL_FACTS[id]
  return sold_as === null ? [] : [[new RegExp(sold_as, 'i'), id] as const]
})

/** What a store says about where an order came from. Undefined: it was sold there, or somewhere we know nothing of. */
export function soldIn(source_name: string, source_id: string): RemoteOrder['sold_in'] {
  const channel = CHANNEL_NAMES.find(([pattern]) => pattern.test(source_name))?.[1]
  return channel !== undefined && source_id !== '' ? { channel, remote_id: source_id } : undefined
}

/** Equal for an order and its copy, and for no other two. Null: nothing can be a copy of it. */
export function saleKey(
  channel: string,
  { remote_id, sold_in }: Pick<RemoteOrder, 'remote_id' | 'sold_in'>,
): string | null {
  if (sold_in) return `${sold_in.channel} ${sold_in.remote_id}`
  return CHANNEL_NAMES.some(([, name]) => name === channel) ? `${channel} ${remote_id}` : null
}
