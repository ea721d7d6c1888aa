import type { VendorName } from '@omni/ui/vendor-badge.tsx'

/** Proper names: the same in every language. */
export const VENDOR_NAMES: Record<VendorName, string> = {
  aliexpress: 'AliExpress',
  cj: 'CJ Dropshipping',
  temu: 'Temu',
  ebay: 'eBay',
  amazon: 'Amazon',
  zopi: 'Zopi',
  alibaba: 'Alibaba',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  tiktok: 'TikTok Shop',
  facebook: 'Facebook',
  google: 'Google',
}
