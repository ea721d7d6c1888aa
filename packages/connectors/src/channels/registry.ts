/** Every sales channel there is. Adding one: docs/write-a-channel.md. */
import { facebook } from './facebook/index.ts'
import { google } from './google/index.ts'
import { shopify } from './shopify/index.ts'
import { tiktok } from './tiktok/index.ts'
import { woocommerce } from './woocommerce/index.ts'

export const channels = { shopify, woocommerce, tiktok, facebook, google } as const
