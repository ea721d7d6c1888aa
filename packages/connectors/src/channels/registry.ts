/** Every sales channel there is. */
import { facebook } from './facebook/index.ts'
import { google } from './google/index.ts'
import { shopify } from './shopify/index.ts'
import { woocommerce } from './woocommerce/index.ts'

export const channels = { shopify, woocommerce, facebook, google } as const
