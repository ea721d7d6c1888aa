import { expect, test } from 'vitest'
import { corpusOf } from '../../conformance/corpus.ts'
import { WORDS } from './order-states.ts'
import { toCreated, toOrder } from './orders.ts'
import { PLACES_NOTHING } from './refusals.ts'
import { OrderReply } from './schemas.ts'

const created = (result: object) => toCreated({ outcome: 'done', reply: { result } })
const order = (result: object) => toOrder('8190', OrderReply.parse({ result }))

const scenes = corpusOf('aliexpress')
const answered = scenes.flatMap(({ name, reply, reads_as }) => (reply ? [{ name, reply, reads_as }] : []))
const shown = scenes.flatMap(({ name, state, reads_as }) => (state ? [{ name, said: state.input, reads_as }] : []))

test.each(answered)('as it was really seen: $name', ({ reply, reads_as }) => {
  const { aliexpress_ds_order_create_response } = reply.body as Record<string, unknown> // every scene of a create has it
  expect(toCreated({ outcome: 'done', reply: aliexpress_ds_order_create_response })).toMatchObject(reads_as)
})

test.each(shown)('as it was really seen: $name', ({ said: { state, end_reason }, reads_as }) => {
  const read = () => order({ order_status: state, child_order_list: [{ order_status: state, end_reason }] })
  if ('kind' in reads_as) expect(read).toThrow(expect.objectContaining(reads_as))
  else expect(read()).toMatchObject(reads_as)
})

test('every state, end and refusal that has a meaning here is in the corpus', () => {
  const words = shown.flatMap(({ said }) => [said['state'], said['end_reason']])
  expect(WORDS.filter((word) => !words.includes(word))).toEqual([])
  const codes = answered.map(({ name }) => name.replace('refusal ', ''))
  expect(Object.keys(PLACES_NOTHING).filter((code) => !codes.includes(code))).toEqual([])
})

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
  expect(failed('DELIVERY_METHOD_NOT_EXIST')).toMatchObject({ outcome: 'refused', kind: 'cannot_ship' })
  expect(failed('INVENTORY_HOLD_ERROR')).toMatchObject({ outcome: 'refused', kind: 'out_of_stock' })
  expect(failed('REPEATED_ORDER_ERROR')).toEqual({ outcome: 'done', reply: { is: 'repeated' } })
  for (const code of ['NEVER_SEEN', 'toString', '']) expect([code, failed(code).outcome]).toEqual([code, 'unknown'])
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
  // Not even a number says what becomes of one that nobody described.
  const logistics_info_list = [{ logistics_no: 'LP1' }]
  for (const order_status of ['NEVER_SEEN', 'constructor'])
    expect(() => order({ order_status, logistics_info_list })).toThrow(
      expect.objectContaining({ word: order_status, shipments: [expect.objectContaining({ tracking_number: 'LP1' })] }),
    )
  expect(order({ order_status: 'IN_ISSUE', logistics_info_list })).toMatchObject({ status: 'shipped' })
  expect(() => order({})).toThrow(expect.objectContaining({ kind: 'not_found' }))
})

test('over is not delivered: how it ended is said by its lines, or by nobody', () => {
  const ended = (end_reason?: string, more: object = {}) =>
    order({ order_status: 'FINISH', child_order_list: [{ end_reason }], ...more })
  for (const reason of [undefined, '', 'a_reason_of_tomorrow'])
    expect(() => ended(reason)).toThrow(expect.objectContaining({ kind: 'unreadable' }))
  // A number of the carrier's proves that it left, and not that it arrived.
  expect(ended(undefined, { logistics_info_list: [{ logistics_no: 'LP1' }] })).toMatchObject({ status: 'shipped' })
})

test('one cancelled line leaves its siblings alone; part of an order that was sent has its numbers', () => {
  const lines = (order_status: string, ...child_order_list: object[]) => order({ order_status, child_order_list })
  expect(lines('WAIT_SELLER_SEND_GOODS', { end_reason: 'CANCELED' }, {})).toMatchObject({
    status: 'paid',
    closed: false,
  })
  expect(lines('WAIT_BUYER_ACCEPT_GOODS', { end_reason: 'cancel_order_close_trade' }, {}).status).toBe('shipped')
  const apart = [
    { order_status: 'FINISH', end_reason: 'buyer_accept_goods' },
    { order_status: 'WAIT_BUYER_ACCEPT_GOODS' },
  ]
  expect(lines('WAIT_BUYER_ACCEPT_GOODS', ...apart).status).toBe('shipped')
  expect(lines('FINISH', { end_reason: 'buyer_accept_goods' }, { end_reason: 'risk_reject_closed' }).status).toBe(
    'delivered',
  )
  const cancelled = { product_id: 1, end_reason: 'cancel_order_close_trade', order_status: 'FINISH' }
  const ended = (...children: object[]) => lines('SELLER_PART_SEND_GOODS', ...children).ended_products
  expect(ended(cancelled, { product_id: 2 }, { ...cancelled, product_id: 3 })).toEqual(['1', '3'])
  // Which of two variants was cancelled is not told.
  expect(ended(cancelled, { product_id: 1 })).toEqual([])
  // Beside a line of which nobody knows how it stands, too: its number is told to the store without the cancelled one.
  const unclear = () => lines('SELLER_PART_SEND_GOODS', cancelled, { product_id: 2, order_status: 'IN_FROZEN' })
  expect(unclear).toThrow(expect.objectContaining({ word: 'SELLER_PART_SEND_GOODS', ended_products: ['1'] }))
  const partly = { order_status: 'SELLER_PART_SEND_GOODS', logistics_info_list: [{ logistics_no: 'LP1' }] }
  expect(order(partly)).toMatchObject({ status: 'paid', shipments: [{ tracking_number: 'LP1' }] })
})
