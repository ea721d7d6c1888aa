/** Every channel there is. */
import { shopify } from './shopify/index.ts'

export const channels = { shopify } as const
