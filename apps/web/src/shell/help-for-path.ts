import { HELP_CENTER_URL, helpHref } from '../platform/addresses.ts'

/** The article about a screen; longer paths first. */
const ARTICLES: readonly (readonly [prefix: string, article: string])[] = [
  ['/app/guide-line', 'first-steps'],
  ['/app/ob-welcome', 'first-steps'],
  ['/app/catalog', 'find-products'],
  ['/app/find-product', 'find-products'],
  ['/app/products-import/editor', 'edit-products'],
  ['/app/products-center/editor', 'edit-products'],
  ['/app/products-import', 'import-products'],
  ['/app/products-center', 'what-is-what'],
  ['/app/products/auto-update', 'auto-update'],
  ['/app/products', 'push-products'],
  ['/app/list', 'map-products'],
  ['/app/orders/shipment', 'shipments'],
  ['/app/orders/cancel-refund', 'refunds'],
  ['/app/orders/payment', 'place-orders'],
  ['/app/orders', 'orders'],
  ['/app/v2/orders', 'orders'],
  ['/app/manage', 'shipments'],
  ['/app/store-analytics', 'analytics'],
  ['/app/channel', 'connect-store'],
  ['/app/setting/channel', 'connect-store'],
  ['/app/setting/migrate', 'connect-store'],
  ['/app/setting/selling-price', 'price-rules'],
  ['/app/setting/monitoring', 'auto-update'],
  ['/app/setting/automation', 'automation'],
  ['/app/setting/wallet', 'wallet'],
  ['/app/setting/payments', 'wallet'],
  ['/app/setting/billing', 'plans'],
  ['/app/setting/order', 'place-orders'],
  ['/app/setting/zopi-fulfillment', 'place-orders'],
  ['/app/setting/product', 'import-products'],
]

export function helpFor(path: string): string {
  const article = ARTICLES.find(([prefix]) => path.startsWith(prefix))?.[1]
  return article ? helpHref(article) : HELP_CENTER_URL
}
