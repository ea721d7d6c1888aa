import { expect, test } from 'vitest'
import { reasonOf } from './cancel.ts'

test('reasons differ by whether it was paid; what the platform has no word for is never the buyer', () => {
  expect(reasonOf(4, 'AWAITING_SHIPMENT')).toBe('seller_cancel_paid_reason_buyer_requested_cancellation')
  expect(reasonOf(4, 'UNPAID')).toBe('seller_cancel_unpaid_reason_buyer_requested_cancellation')
  expect(reasonOf(9, 'ON_HOLD')).toBe('seller_cancel_paid_reason_address_not_deliver')
  expect(reasonOf(11, 'UNPAID')).toBe('seller_cancel_unpaid_reason_buyer_hasnt_paid_within_time_allowed')
  expect([reasonOf(14, 'AWAITING_SHIPMENT'), reasonOf(12, 'AWAITING_SHIPMENT')]).toEqual([
    'seller_cancel_reason_out_of_stock',
    'seller_cancel_reason_out_of_stock',
  ])
})
