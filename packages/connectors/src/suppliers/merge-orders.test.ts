import { expect, test } from 'vitest'
import { mergeOrders } from './merge-orders.ts'
import type { SupplyOrder } from './supply-order.ts'

const order = (order_no: string, change: Partial<SupplyOrder>): SupplyOrder => ({
  order_no,
  confirmed: true,
  paid: true,
  closed: false,
  total: 100,
  reference: null,
  currency: 'USD',
  status: 'paid',
  shipments: [],
  more_numbers: [],
  ...change,
})
const parcel = (tracking_number: string) => ({ tracking_number, carrier: '', tracking_url: null })

test('paid when every part is; what one of them waits for counts', () => {
  const half = mergeOrders(order('1', {}), [order('2', { paid: false, status: 'unpaid' })])
  expect(half).toMatchObject({ order_no: '1', more_numbers: ['2'], paid: false, status: 'unpaid', total: 200 })
  const sent = mergeOrders(order('1', { status: 'shipped', shipments: [parcel('A')] }), [order('2', {})])
  expect(sent).toMatchObject({ paid: true, status: 'paid', shipments: [{ tracking_number: 'A' }] })
})

test('a part that was cancelled is no part of it, until all are', () => {
  const gone = { paid: false, closed: true, status: 'cancelled' } as const
  const rest = mergeOrders(order('1', gone), [order('2', { status: 'shipped', shipments: [parcel('B')] })])
  expect(rest).toMatchObject({ paid: true, closed: false, status: 'shipped', total: 100 })
  expect(mergeOrders(order('1', gone), [order('2', gone)])).toMatchObject({ closed: true, status: 'cancelled' })
})
