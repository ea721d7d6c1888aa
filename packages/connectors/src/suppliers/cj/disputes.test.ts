import { expect, test } from 'vitest'
import { Dispute, toClaim } from './disputes.ts'

const claim = (dispute: object) => toClaim(Dispute.parse({ id: 7, status: 'Processing', ...dispute }))

test('what CJ decided, and nothing before it decided', () => {
  expect(claim({})).toMatchObject({ refund_no: '7', state: 'pending', granted: null, is_dispute: true })
  expect(claim({ finallyDeal: 1, money: '12.50' })).toMatchObject({ state: 'completed', granted: 1250 })
  expect(claim({ finallyDeal: '2', resendOrderCode: 'SD9' })).toMatchObject({ state: 'completed', granted: 0 })
  expect(claim({ finallyDeal: 3, money: 0 })).toMatchObject({ state: 'rejected', granted: null })
  expect(claim({ status: 'Cancelled' })).toMatchObject({ state: 'withdrawn' })
})
