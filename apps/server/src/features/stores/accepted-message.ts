import type { ChannelDefinition, ReceivedMessage } from '@omni/connectors/channels/channel.ts'
import type { JobCtx } from '../../platform/ctx.ts'
import type { ReceivedRequest } from '../../platform/receive.ts'

/** The secrets of the application; undefined: the platform signs with one of each connection. */
export const appSecrets = (ctx: JobCtx, { id, webhooks }: ChannelDefinition): readonly string[] | undefined =>
  webhooks?.secretsOf?.(ctx.services.channels.app(id), ctx.clock())

/** What `verify` makes of a message with the first secret that it was signed with; null: with none of these. */
export function acceptedMessage<T>(
  { raw, headers }: ReceivedRequest,
  secrets: readonly string[] = [],
  verify: ((message: ReceivedMessage, secret: string) => T | null) | undefined,
): T | null {
  const message = { raw, header: (name: string) => headers[name.toLowerCase()] }
  for (const secret of secrets) {
    const found = verify?.(message, secret)
    if (found) return found
  }
  return null
}
