import type { Channel } from '@omni/domain/channels/document.ts'
import type { TextKey } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'

export interface ChannelCardInfo {
  name: string
  title: string
  text: TextKey
  /** Null: announced, and nothing more; no call knows it. */
  channel: Channel | null
}
const channelCard = (channel: Channel, text: TextKey): ChannelCardInfo => ({
  name: channel,
  title: VENDOR_NAMES[channel],
  text,
  channel,
})

export const CARDS: readonly ChannelCardInfo[] = [
  channelCard('shopify', 'channels.about_shopify'),
  channelCard('woocommerce', 'channels.about_woocommerce'),
  channelCard('tiktok', 'channels.about_tiktok'),
  channelCard('facebook', 'channels.about_facebook'),
  channelCard('google', 'channels.about_google'),
  { name: 'etsy', title: 'Etsy', text: 'channels.about_etsy', channel: null },
  { name: 'wix', title: 'Wix', text: 'channels.about_wix', channel: null },
  { name: 'bigcommerce', title: 'BigCommerce', text: 'channels.about_bigcommerce', channel: null },
  { name: 'prestashop', title: 'PrestaShop', text: 'channels.about_prestashop', channel: null },
]

/**
 * These are built; when this installation cannot connect them, its operator has not set them up, and waiting would
 * not help.
 */
const BUILT: readonly Channel[] = ['shopify', 'woocommerce', 'tiktok', 'facebook', 'google']
export type Offer = 'connect' | 'not_set_up' | 'coming_soon'
export function offerOf({ channel }: ChannelCardInfo, connectable: readonly Channel[]): Offer {
  if (channel === null) return 'coming_soon'
  if (connectable.includes(channel)) return 'connect'
  return BUILT.includes(channel) ? 'not_set_up' : 'coming_soon'
}
