import type { TextKey } from '../platform/i18n.ts'

/** Two keys one after the other go to a page; shown in the palette and the key help. Every main place has its own. */
export const JUMPS: readonly { keys: string; href: string; text: TextKey }[] = [
  { keys: 'g h', href: '/app', text: 'home.title' },
  { keys: 'g c', href: '/app/catalog', text: 'shell.catalog' },
  { keys: 'g f', href: '/app/find-product', text: 'find.title' },
  { keys: 'g i', href: '/app/find-product/image', text: 'image.title' },
  { keys: 'g l', href: '/app/products-import', text: 'shell.import_list' },
  { keys: 'g p', href: '/app/products', text: 'shell.products' },
  { keys: 'g o', href: '/app/orders', text: 'shell.orders' },
  { keys: 'g t', href: '/app/orders/shipment', text: 'palette.shipments' },
  { keys: 'g y', href: '/app/store-analytics', text: 'analytics.title' },
  { keys: 'g w', href: '/app/setting/wallet', text: 'settings.wallet' },
  { keys: 'g n', href: '/app/notifications', text: 'notifications.title' },
  { keys: 'g s', href: '/app/setting', text: 'settings.general' },
  { keys: 'g a', href: '/app/setting/account', text: 'settings.account' },
]
