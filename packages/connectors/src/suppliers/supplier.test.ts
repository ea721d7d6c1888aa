import { expect, test } from 'vitest'
import { suppliers } from './registry.ts'
import { defineSupplier, type SupplierDefinition } from './supplier.ts'

test('a supplier that promises what it cannot do, or the reverse, does not load', () => {
  const cj = suppliers.cj as unknown as SupplierDefinition // its own types are not needed here
  const { orders, placing, ...rest } = cj
  if (!orders || !placing) return expect.fail('CJ takes orders')
  expect(() => defineSupplier(cj)).not.toThrow()
  expect(() => defineSupplier(rest)).not.toThrow()
  const { find: _find, ...blind } = orders
  const { pay: _pay, ...unpaid } = orders
  for (const broken of [
    { ...rest, orders },
    { ...rest, placing },
    { ...rest, placing, orders: blind },
    { ...rest, placing, orders: unpaid },
    { ...rest, orders, placing: { ...placing, confirm: null } },
  ])
    expect(() => defineSupplier(broken)).toThrow('what it can do and what it promises')
})
