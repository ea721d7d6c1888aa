import { type Channel, isChannel } from '@omni/domain/channels/document.ts'
import type { TextKey } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'

/** Announced, and nothing more: no call knows them. */
const ANNOUNCED = { etsy: 'Etsy', wix: 'Wix', bigcommerce: 'BigCommerce', prestashop: 'PrestaShop' } as const
type Announced = keyof typeof ANNOUNCED

export const CARDS = [
  'shopify',
  'woocommerce',
  'tiktok',
  'facebook',
  'google',
  'etsy',
  'wix',
  'bigcommerce',
  'prestashop',
] as const satisfies readonly (Channel | Announced)[]
export type CardName = (typeof CARDS)[number]

export const cardTitle = (name: CardName): string => (isChannel(name) ? VENDOR_NAMES[name] : ANNOUNCED[name])

export const CARD_TEXTS: Record<CardName, TextKey> = {
  shopify: 'channels.about_shopify',
  woocommerce: 'channels.about_woocommerce',
  tiktok: 'channels.about_tiktok',
  facebook: 'channels.about_facebook',
  google: 'channels.about_google',
  etsy: 'channels.about_etsy',
  wix: 'channels.about_wix',
  bigcommerce: 'channels.about_bigcommerce',
  prestashop: 'channels.about_prestashop',
}

/**
 * These two are built; when this installation cannot connect them, its operator has not set them up, and waiting would
 * not help.
 */
const BUILT: readonly CardName[] = ['shopify', 'woocommerce']
export type Offer = 'connect' | 'not_set_up' | 'coming_soon'
export function offerOf(name: CardName, connectable: readonly string[]): Offer {
  if (connectable.includes(name)) return 'connect'
  return BUILT.includes(name) ? 'not_set_up' : 'coming_soon'
}
