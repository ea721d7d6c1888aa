import { test } from 'vitest'
import { sellInBoth } from './channels.ts'

test(
  'connect both stores, push 30 products to both, fix two refusals, edit in a store, map 20 listings',
  () => sellInBoth({ products: 30, unmapped: 20 }),
  15 * 60_000,
)
