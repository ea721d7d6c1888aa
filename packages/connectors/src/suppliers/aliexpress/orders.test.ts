import { expect, test } from 'vitest'
import { toCreated, toOrder } from './orders.ts'
import { OrderReply } from './schemas.ts'

const created = (result: object) => toCreated({ outcome: 'done', reply: { result } })
const order = (result: object) => toOrder('8190', OrderReply.parse({ result }))

test('created: one number, several, wrapped or not; what failed is the payment alone', () => {
  const first = { order_no: '8190', paid: false, total: null }
  expect(created({ is_success: 'true', order_list: { number: [8190, 8191] } })).toMatchObject({
    reply: { is: 'order', order: first, more_numbers: ['8191'] },
  })
  const unpaid = { is_success: true, order_list: { number: 8190 }, error_msg: 'created, but the auto-pay failed' }
  expect(created(unpaid)).toMatchObject({ outcome: 'done', reply: { order: first, more_numbers: [] } })
})

test('refused by the closed list alone; repeated is an order without a number; the rest is unknown', () => {
  const failed = (error_code: string) => created({ is_success: false, error_code })
  expect(failed('DELIVERY_METHOD_NOT_EXIST')).toMatchObject({ outcome: 'refused', code: 'DELIVERY_METHOD_NOT_EXIST' })
  expect(failed('REPEATED_ORDER_ERROR')).toEqual({ outcome: 'done', reply: { is: 'repeated' } })
  for (const code of ['INVENTORY_HOLD_ERROR', 'A001_ORDER_CANNOT_BE_PLACED', 'NEVER_SEEN', ''])
    expect([code, failed(code).outcome]).toEqual([code, 'unknown'])
  expect(created({ is_success: true, order_list: [] }).outcome).toBe('unknown')
  expect(toCreated({ outcome: 'done', reply: '<html>' }).outcome).toBe('unknown')
})

test('an order: unpaid, paid, cancelled by its lines; a state that nobody described decides nothing', () => {
  const order_amount = { amount: '12.34', currency_code: 'USD' }
  expect(order({ order_status: 'PLACE_ORDER_SUCCESS', order_amount })).toMatchObject({ paid: false, total: 1234 })
  expect(order({ order_status: 'WAIT_SELLER_SEND_GOODS' })).toMatchObject({ paid: true, closed: false, total: null })
  expect(order({ order_status: 'FINISH', child_order_list: { child: { end_reason: 'CANCELED' } } })).toMatchObject({
    paid: false,
    closed: true,
    status: 'cancelled',
  })
  expect(() => order({ order_status: 'RISK_CONTROL' })).toThrow(expect.objectContaining({ kind: 'unreadable' }))
  expect(() => order({})).toThrow(expect.objectContaining({ kind: 'not_found' }))
})
