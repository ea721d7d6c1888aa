import { expect, test } from 'vitest'
import { CANCEL_REASON_NOS, cancelReasonOf, isCancelReason } from './cancel-reasons.ts'

test('channels say it in their own words; what fits nothing is another reason, and nothing is none', () => {
  const said = ['customer', 'inventory', 'fraud', 'declined', 'staff', 'other', 'No longer needed', 'Out of stock']
  expect(said.map(cancelReasonOf)).toEqual([4, 1, 12, 11, 13, 14, 4, 1])
  expect(cancelReasonOf(' ')).toBeNull()
  expect(cancelReasonOf('Wrong size, ordered by mistake')).toBe(7)
  expect(CANCEL_REASON_NOS).toEqual(Array.from({ length: 14 }, (_, i) => i + 1))
  expect([0, 15].map(isCancelReason)).toEqual([false, false])
})
