import { test } from 'vitest'
import { sellInBoth } from './channels.ts'

/** Larger: channels-large.prove.test.ts. */
test(
  'connect both stores, push 8 products to both, fix two refusals, edit in a store, map 6 listings',
  () => sellInBoth({ products: 8, unmapped: 6 }),
  10 * 60_000,
)
