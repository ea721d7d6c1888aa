import { expect, test } from 'vitest'
import { toOrder } from './orders.ts'
import { OrderDetail } from './schemas.ts'

const order = (detail: object) => toOrder(OrderDetail.parse({ orderId: 7, orderStatus: 'UNPAID', ...detail }))

test("an order has CJ's code as its number, and a total whether CJ added up or not", () => {
  expect(order({ cjOrderCode: 'SD7', orderNum: 'om1-1', productAmount: '3.10', postageAmount: 2 })).toMatchObject({
    order_no: 'SD7',
    reference: 'om1-1',
    confirmed: true,
    paid: false,
    total: 510,
  })
  expect(order({ orderAmount: '6.00', productAmount: 1 })).toMatchObject({ order_no: '7', total: 600 })
  expect(order({ productAmount: 1 }).total).toBeNull()
})

test('closed is what ended unpaid; a state that nobody described decides nothing', () => {
  expect(order({ orderStatus: 'CREATED' })).toMatchObject({ confirmed: false, paid: false })
  expect(order({ orderStatus: 'TRASH' })).toMatchObject({ closed: true, paid: false })
  const paidBefore = { orderStatus: 'CANCELLED', paymentDate: '2026-11-16 08:00:00' }
  expect(order(paidBefore)).toMatchObject({ closed: false, paid: true, status: 'cancelled' })
  expect(() => order({ orderStatus: 'OTHER' })).toThrow(expect.objectContaining({ kind: 'unreadable' }))
})
