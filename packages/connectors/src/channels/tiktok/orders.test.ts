import { expect, test } from 'vitest'
import { countingUnread } from '../../rows.ts'
import { Order, Returns } from './order-schemas.ts'
import { toOrder, toRefund } from './orders.ts'

const item = (id: string, change: object = {}) => ({
  id,
  sku_id: '77',
  product_id: '7',
  product_name: 'Lamp',
  sku_name: 'Red',
  original_price: '10.00',
  seller_discount: '1.00',
  display_status: 'AWAITING_SHIPMENT',
  item_tax: [{ tax_amount: '0.63' }],
  ...change,
})
const given = {
  id: '576486316948490001',
  status: 'AWAITING_SHIPMENT',
  create_time: 1_700_000_000,
  update_time: 1_700_000_100,
  paid_time: 1_700_000_000,
  payment: {
    currency: 'USD',
    original_total_product_price: '30.00',
    seller_discount: '3.00',
    platform_discount: '2.00',
    shipping_fee: '4.00',
    total_amount: '31.50',
  },
  recipient_address: {
    name: 'David Kong',
    phone_number: '(+1)213-555-1234',
    region_code: 'US',
    postal_code: '95110',
    address_line1: '1199 Coleman Ave',
    address_line2: 'Suite 100',
    district_info: [
      { address_level_name: 'State', address_name: 'California', address_level: 'L1' },
      { address_level_name: 'City', address_name: 'San Jose', address_level: 'L3' },
    ],
  },
  line_items: [
    item('10'),
    item('9', { display_status: 'CANCELLED' }),
    item('11', { original_price: '0', is_gift: true }),
  ],
}
const read = (change: object = {}) => toOrder(Order.parse({ ...given, ...change }), [])

test('equal pieces are one line under the first of their ids, and a cancelled piece is not wanted', () => {
  expect(read().lines).toMatchObject([
    {
      remote_line_id: '9',
      quantity: 2,
      current_quantity: 1,
      unfulfilled_quantity: 1,
      unit_price: 1000,
      discount: 200,
      tax: 126,
    },
    { remote_line_id: '11', quantity: 1, unit_price: 0 },
  ])
})

test('sums add up, whatever a country adds on top', () => {
  const { subtotal, discounts, shipping, taxes, total } = read()
  expect([subtotal, discounts, shipping, taxes, total]).toEqual([3000, 500, 400, 250, 3150])
})

test('a state comes with its code, a phone number as suppliers want it', () => {
  expect(read().address).toMatchObject({
    province: 'California',
    province_code: 'CA',
    city: 'San Jose',
    address2: 'Suite 100',
    phone: '+12135551234',
  })
})

test('until when it is to be handed over is told where the platform says so', () => {
  expect(read()).not.toHaveProperty('promised_at')
  expect(read({ rts_sla_time: 1_700_000_000 }).promised_at).toBe('2023-11-14T22:13:20.000Z')
})

test('the platform tells no address of an order on hold, and it counts as not paid', () => {
  expect(read({ status: 'ON_HOLD', recipient_address: undefined })).toMatchObject({
    financial: 'authorized',
    address: null,
  })
})

test("what TikTok's own warehouse sends is nothing to buy", () => {
  const order = read({ fulfillment_type: 'FULFILLMENT_BY_TIKTOK' })
  expect([order.fulfilment, order.lines[0]?.unfulfilled_quantity]).toEqual(['fulfilled', 0])
})

test('a cancelled order is paid back, or was never paid', () => {
  const cancelled = { status: 'CANCELLED', cancel_time: 1_700_000_050, cancel_reason: 'Pricing error' }
  expect(read(cancelled)).toMatchObject({
    financial: 'refunded',
    cancelled_at: '2023-11-14T22:14:10.000Z',
    cancel_reason: 'Pricing error',
    lines: [{ current_quantity: 0 }, { current_quantity: 0 }],
  })
  expect(read({ ...cancelled, paid_time: 0 }).financial).toBe('voided')
})

test('a status that nobody described is no payment; the time of a payment proves it', () => {
  expect(read({ status: 'NEVER_SEEN', paid_time: 0 }).financial).toBe('pending')
  expect(read({ status: 'NEVER_SEEN' }).financial).toBe('paid')
  // Paid to the carrier's driver: the platform sends it before there is money.
  expect(read({ paid_time: 0 }).financial).toBe('paid')
})

test('a return without money is none; one that cannot be read costs its own order alone', async () => {
  const back = {
    return_id: 'R1',
    order_id: '1',
    return_status: 'RETURN_OR_REFUND_REQUEST_COMPLETE',
    refund_amount: { currency: '', refund_total: '4.50' },
    return_line_items: [{ order_line_item_id: '10' }],
  }
  const exchange = { ...back, return_id: 'R2', refund_amount: undefined }
  const odd = { ...back, return_id: null, order_id: '2' }
  const { value, unread } = await countingUnread(async () => Returns.parse({ return_orders: [back, exchange, odd] }))
  const { items, broken } = value.return_orders
  expect(items.map((one) => toRefund(one, 'USD'))).toMatchObject([{ remote_refund_id: 'R1', amount: 450 }, null])
  expect([broken, unread.missing]).toEqual([['2'], 1])
  expect(Returns.parse({}).return_orders).toEqual({ items: [], broken: [] })
})
