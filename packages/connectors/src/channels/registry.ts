/** Every sales channel there is. */
import { shopify } from './shopify/index.ts'
import { woocommerce } from './woocommerce/index.ts'

export const channels = { shopify, woocommerce } as const
