import type { VendorName } from '@omni/ui/vendor-badge.tsx'

/** What the public pages name; Alibaba is a source inside the app only. */
export type ListedVendor = Exclude<VendorName, 'alibaba'>

/** Foundation spec §1. */
export const SUPPLIERS: readonly ListedVendor[] = ['aliexpress', 'cj', 'zopi', 'temu', 'ebay', 'amazon']
export const CHANNELS: readonly ListedVendor[] = ['shopify', 'woocommerce', 'tiktok', 'facebook', 'google']
