import { type Channel, CHANNELS } from '@omni/domain/channels/document.ts'
import type { TextKey } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'

export interface ChannelCardInfo {
  name: string
  title: string
  text: TextKey
  /** Null: announced, and nothing more; no call knows it. */
  channel: Channel | null
}

export const CARDS: readonly ChannelCardInfo[] = [
  ...CHANNELS.map((channel) => ({
    name: channel,
    title: VENDOR_NAMES[channel],
    text: `channels.about.${channel}` as const,
    channel,
  })),
  { name: 'etsy', title: 'Etsy', text: 'channels.about_etsy', channel: null },
  { name: 'wix', title: 'Wix', text: 'channels.about_wix', channel: null },
  { name: 'bigcommerce', title: 'BigCommerce', text: 'channels.about_bigcommerce', channel: null },
  { name: 'prestashop', title: 'PrestaShop', text: 'channels.about_prestashop', channel: null },
]

export type Offer = 'connect' | 'not_set_up' | 'coming_soon'
export function offerOf({ channel }: ChannelCardInfo, connectable: readonly Channel[]): Offer {
  if (channel === null) return 'coming_soon'
  if (connectable.includes(channel)) return 'connect'
  // It is built: its operator has not set it up, and waiting would not help.
  return 'not_set_up'
}
