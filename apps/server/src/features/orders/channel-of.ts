import type { ChannelDefinition } from '@omni/connectors/channels/channel.ts'
import { channels } from '@omni/connectors/channels/registry.ts'
import { isChannel } from '@omni/domain/channels/document.ts'

/** What a channel can do; undefined: there is none behind the sale. */
export const channelOf = (channel: string): ChannelDefinition | undefined =>
  isChannel(channel) ? (channels[channel] as unknown as ChannelDefinition | undefined) : undefined // each keeps its own types
