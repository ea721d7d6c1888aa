import { expect, test } from 'vitest'
import { errorOf, syncStanding } from './purchase-errors.ts'

const standing = (change: Partial<Parameters<typeof errorOf>[0]>) =>
  errorOf({ state: 'failed', error_key: null, order_no: null, sync_error: null, ...change })

test('a supplier that does not know the product needs to be changed; every other refusal keeps its own sentence', () => {
  expect(standing({ error_key: 'not_found' })).toBe('NEED_CHANGE_SUPPLIER')
  for (const error_key of ['out_of_stock', 'cannot_ship', 'invalid', null])
    expect(standing({ error_key })).toBe(error_key)
  expect(standing({ state: 'checking', error_key: 'not_found' })).toBe('not_found')
})

test('what was stopped says so, and what has no number yet is looked for', () => {
  expect(standing({ state: 'cancelled', error_key: 'not_found' })).toBe('cancel_order')
  expect(standing({ state: 'checking' })).toBe('sync_order_not_found_order_no')
  expect(standing({ state: 'checking', order_no: 'A1' })).toBeNull()
})

test('a purchase whose supplier could not be asked says so until it could; a stopped asking says nothing of it', () => {
  expect(standing({ state: 'placed', sync_error: 'sync_order_status_fail' })).toBe('sync_order_status_fail')
  expect(standing({ state: 'placed', sync_error: 'not_found_order_detail' })).toBe('not_found_order_detail')
  expect(standing({ state: 'placed', sync_error: 'cancel_order' })).toBeNull()
  expect(standing({ state: 'failed', sync_error: 'sync_order_status_fail' })).toBeNull()
})

test('asked, answered or not: processing, success, error', () => {
  expect(syncStanding({ synced_at: null, sync_error: null })).toBe('processing')
  expect(syncStanding({ synced_at: '2026-01-01', sync_error: null })).toBe('success')
  for (const synced_at of [null, '2026-01-01'])
    expect(syncStanding({ synced_at, sync_error: 'cancel_order' })).toBe('error')
})
