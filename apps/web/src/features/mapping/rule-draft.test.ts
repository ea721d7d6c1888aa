import { expect, test } from 'vitest'
import {
  type Alternative,
  changeAt,
  isEmptyRule,
  moveUp,
  type Part,
  removeAt,
  supplyOf,
  toComponents,
} from './rule-draft.ts'

const alternative = (sku_id: string, change: Partial<Alternative> = {}): Alternative => ({
  source: 'cj',
  source_product_id: 'p1',
  sku_id,
  countries: [],
  sku_name: 'Red',
  product_name: 'Lamp',
  image: null,
  cost: 500,
  quantity: 10,
  seen_at: null,
  gone: false,
  ...change,
})
const part = (change: Partial<Part> = {}): Part => ({
  units: 1,
  gift: null,
  alternatives: [alternative('a')],
  ...change,
})

test('cost and stock follow the draft as orders would', () => {
  expect(supplyOf([part({ units: 2 }), part({ alternatives: [alternative('b', { cost: 100 })] })], 'US')).toEqual({
    cost: 1100,
    quantity: 5,
  })
  expect(supplyOf([part({ gift: { every: 1, get: 1 } })], 'US')).toEqual({ cost: 1000, quantity: 5 })
  expect(supplyOf([part({ alternatives: [alternative('a', { countries: ['DE'] })] })], 'US').cost).toBeNull()
})

test('a rule that buys nothing is told', () => {
  expect(isEmptyRule([])).toBe(false) // no supplier at all is said by an empty rule
  expect(isEmptyRule([part({ units: 0 })])).toBe(true)
  expect(isEmptyRule([part({ units: 0, gift: { every: 1, get: 1 } })])).toBe(true)
  expect(isEmptyRule([part(), part({ units: 0, gift: { every: 2, get: 1 } })])).toBe(false)
  expect(isEmptyRule([part({ alternatives: [] })])).toBe(true)
})

test('only what the server needs is sent', () => {
  expect(toComponents([part()])).toEqual([
    { units: 1, gift: null, alternatives: [{ source: 'cj', source_product_id: 'p1', sku_id: 'a', countries: [] }] },
  ])
})

test('lists are changed by place', () => {
  expect(changeAt([{ n: 1 }, { n: 2 }], 1, { n: 3 })).toEqual([{ n: 1 }, { n: 3 }])
  expect(removeAt(['a', 'b'], 0)).toEqual(['b'])
  expect(moveUp(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b'])
})
