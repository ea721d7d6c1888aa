import type { VendorName } from '@omni/ui/vendor-badge.tsx'

/** Proper names: the same in every language. */
export const VENDOR_NAMES: Record<VendorName, string> = {
  aliexpress: 'AliExpress', cj: 'CJ Dropshipping', temu: 'Temu', ebay: 'eBay', amazon: 'Amazon', zopi: 'Zopi',
  shopify: 'Shopify', woocommerce: 'WooCommerce', tiktok: 'TikTok Shop', facebook: 'Facebook', google: 'Google',
}

/** Foundation spec §1. */
export const SUPPLIERS: readonly VendorName[] = ['aliexpress', 'cj', 'zopi', 'temu', 'ebay', 'amazon']
export const CHANNELS: readonly VendorName[] = ['shopify', 'woocommerce', 'tiktok', 'facebook', 'google']
