import { expect, test } from 'vitest'
import type { OrderRow } from './order-filters.ts'
import { isPlaceable, landedOf, sourcesOf, spentOf, stateOf, wayOf } from './row-state.ts'

type Purchase = OrderRow['source_orders'][number]
const purchase = (more: Partial<Purchase>): Purchase => ({
  source: 'cj',
  order_no: null,
  state: 'created',
  total: null,
  approved: 0,
  currency: 'USD',
  tracking: [],
  reported: null,
  refund_info: null,
  ...more,
})
const row = (more: Partial<OrderRow>, sources: string[] = ['cj']): OrderRow =>
  ({
    status: 'placement',
    sub_status: 'ready',
    reasons: [],
    cost: 500,
    shipping: 120,
    lines: [{ sources }],
    source_orders: [],
    ...more,
  }) as unknown as OrderRow // what the rules read

test('what was charged counts before what was agreed to, each currency by itself', () => {
  const source_orders = [
    purchase({ approved: 700 }),
    purchase({ approved: 900, total: 880 }),
    purchase({ approved: 300, currency: 'EUR' }),
  ]
  expect(spentOf(row({ source_orders }))).toEqual([
    { currency: 'USD', amount: 1580 },
    { currency: 'EUR', amount: 300 },
  ])
  expect(spentOf(row({}))).toEqual([])
})

test('who was bought from counts before who was planned, and says how it is bought', () => {
  expect(wayOf(row({}))).toBe('orders.way_api')
  expect(wayOf(row({}, ['cj', 'temu']))).toBe('orders.way_browser')
  expect(wayOf(row({}, ['alibaba', 'temu']))).toBe('orders.manual')
  expect(wayOf(row({}, []))).toBeNull()
  expect(sourcesOf(row({ source_orders: [purchase({ source: 'zopi' })] }))).toEqual(['zopi'])
})

test('a cost without its shipping is no cost, and only what one press buys can be placed', () => {
  expect([landedOf(row({})), landedOf(row({ shipping: null })), landedOf(row({ shipping: 0 }))]).toEqual([
    620,
    null,
    500,
  ])
  expect(isPlaceable(row({}))).toBe(true)
  expect(isPlaceable(row({ sub_status: 'needs_attention', reasons: ['failed'] }))).toBe(true)
  expect(isPlaceable(row({ sub_status: 'needs_attention', reasons: ['failed', 'address'] }))).toBe(false)
  for (const sub_status of ['processing', 'archived'] as const) expect(isPlaceable(row({ sub_status }))).toBe(false)
  expect(isPlaceable(row({ status: 'waiting', sub_status: 'all' }))).toBe(false)
})

test('each place has its word, and what needs a person says why', () => {
  const words = (more: Partial<OrderRow>) => {
    const { text, why } = stateOf(row(more))
    return [text, why]
  }
  expect(words({ sub_status: 'needs_attention', reasons: ['address'] })).toEqual([
    'orders.sub_needs_attention',
    'orders.reason_address',
  ])
  expect(words({ status: 'payment', sub_status: 'order_placed' })).toEqual(['orders.sub_order_placed', null])
  expect(words({ status: 'cancelled', sub_status: 'source' })).toEqual(['orders.state_cancelled_source', null])
  expect(words({ status: 'cancelled', sub_status: 'channel' })).toEqual(['orders.state_cancelled_channel', null])
  expect(words({ status: 'waiting', sub_status: 'cash_on_delivery' })).toEqual(['orders.sub_cash_on_delivery', null])
  expect(words({ status: 'waiting', sub_status: 'all' })).toEqual(['orders.group_waiting', null])
  expect(words({ status: 'refund', sub_status: 'pending' })).toEqual(['orders.group_refund', 'orders.sub_pending'])
  expect(words({ status: 'shipment', sub_status: 'all' })).toEqual(['orders.state_shipped', null])
})
