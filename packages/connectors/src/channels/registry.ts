/** Every sales channel there is. */
import { shopify } from './shopify/index.ts'
import { tiktok } from './tiktok/index.ts'
import { woocommerce } from './woocommerce/index.ts'

export const channels = { shopify, woocommerce, tiktok } as const
