import { expect, test } from 'vitest'
import { cancelProblem } from './cancel-sale.ts'

const GOOD = {
  is_from_store: true,
  is_cancelled: false,
  is_under_way: false,
  store_can: true,
  is_connected: true,
  fulfilment: 'unfulfilled',
} as const

test('a sale of a store that was not sent can be taken back; each obstacle is named', () => {
  expect(cancelProblem(GOOD)).toBeNull()
  expect(cancelProblem({ ...GOOD, is_from_store: false, is_cancelled: true })).toBe('by_hand')
  expect(cancelProblem({ ...GOOD, is_cancelled: true, fulfilment: 'fulfilled' })).toBe('cancelled')
  expect(cancelProblem({ ...GOOD, is_under_way: true })).toBe('under_way')
  expect(cancelProblem({ ...GOOD, store_can: false, is_connected: false })).toBe('store_cannot')
  expect(cancelProblem({ ...GOOD, is_connected: false })).toBe('disconnected')
  expect(cancelProblem({ ...GOOD, fulfilment: 'partial' })).toBe('sent')
})
