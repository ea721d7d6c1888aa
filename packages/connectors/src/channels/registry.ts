/** Every sales channel there is. */
import { woocommerce } from './woocommerce/index.ts'

export const channels = { woocommerce } as const
