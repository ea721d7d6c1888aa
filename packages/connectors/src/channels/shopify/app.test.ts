import { expect, test } from 'vitest'
import { SCOPES } from './app.ts'

/** The two sentences of the connect dialog: products, prices, stock and where they are for sale; orders and what is written to them. */
const SAID = {
  products: ['products', 'inventory', 'locations', 'publications'],
  orders: ['orders', 'merchant_managed_fulfillment_orders', 'assigned_fulfillment_orders', 'fulfillments'],
}

test('a merchant is asked for nothing that the connect dialog does not name', () => {
  const subjects = new Set(SCOPES.map((scope) => scope.replace(/^(read|write)_/, '')))
  expect([...subjects].toSorted()).toEqual([...SAID.products, ...SAID.orders].toSorted())
})
