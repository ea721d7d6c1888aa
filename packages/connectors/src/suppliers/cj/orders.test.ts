import { expect, test } from 'vitest'
import { corpusOf } from '../../conformance/corpus.ts'
import { explainCj } from './client.ts'
import { STATUSES, toCreated, toOrder } from './orders.ts'
import { OrderDetail } from './schemas.ts'

const order = (detail: object) => toOrder(OrderDetail.parse({ orderId: 7, orderStatus: 'UNPAID', ...detail }))

const scenes = corpusOf('cj')
const answered = scenes.flatMap(({ name, reply, reads_as }) => (reply ? [{ name, reply, reads_as }] : []))
const shown = scenes.flatMap(({ name, state, reads_as }) => (state ? [{ name, said: state.input, reads_as }] : []))

test.each(answered)('as it was really seen: $name', ({ reply, reads_as }) => {
  const said = explainCj(reply.status, reply.body)
  if (reads_as['outcome'] === 'unknown') return expect(said).not.toHaveProperty('nothing_done')
  expect(said).toMatchObject({ kind: reads_as['kind'], nothing_done: true })
})

test.each(shown)('as it was really seen: $name', ({ said, reads_as }) => {
  const read = () => order({ orderStatus: said['state'] })
  if ('kind' in reads_as) expect(read).toThrow(expect.objectContaining(reads_as))
  else expect(read()).toMatchObject(reads_as)
})

test('every state that has a meaning here is in the corpus', () => {
  const words = shown.map(({ said }) => said['state'])
  expect(Object.keys(STATUSES).filter((word) => !words.includes(word))).toEqual([])
})

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
  expect(order({ orderStatus: 'TRASH' })).toMatchObject({ closed: true, paid: false })
  const paidBefore = { orderStatus: 'CANCELLED', paymentDate: '2026-11-16 08:00:00' }
  expect(order(paidBefore)).toMatchObject({ closed: false, paid: true, status: 'cancelled' })
  const sent = { tracking_number: 'CJT7', carrier: '', tracking_url: null }
  expect(() => order({ orderStatus: 'OTHER', trackNumber: 'CJT7' })).toThrow(
    expect.objectContaining({ kind: 'unreadable', word: 'OTHER', shipments: [sent] }),
  )
})

test('what made nothing is refused by the closed list alone; a number that CJ does not know is not there', () => {
  const said = (code: number, message = '') => explainCj(200, { code, result: false, message, data: null })
  expect(said(1604000)).toMatchObject({ kind: 'balance_too_low', nothing_done: true })
  expect(said(1600200, 'Too Many Requests, QPS limit is 1 time/1second')).toMatchObject({
    kind: 'rate_limited',
    nothing_done: true,
    retry_after_s: 1,
  })
  const ioss = '100104:Order create fail: 7001:Please enter a IOSS number.'
  expect(said(1603000, ioss)).toMatchObject({ kind: 'needs_ioss', nothing_done: true })
  expect(said(1602003)).toMatchObject({ kind: 'not_found', nothing_done: true })
  expect(said(1605001)).toMatchObject({ kind: 'cannot_ship', nothing_done: true })
  for (const code of [1603000, 1603003, 1600000, 1600301, 1234567])
    expect(said(code)).not.toHaveProperty('nothing_done')
  expect(said(1603100)).toMatchObject({ kind: 'not_found' })
})

test('made and held back: it is an order, with what CJ says of it; an empty list holds nothing back', () => {
  const created = (more: object) =>
    toCreated({ outcome: 'done', reply: { code: 200, data: { orderId: 'SD7', productAmount: 1, ...more } } })
  expect(created({ interceptOrderReasons: [], logisticsMiss: false })).toEqual({
    outcome: 'done',
    reply: { is: 'order', order: expect.not.objectContaining({ held_back: true }), more_numbers: [] },
  })
  expect(
    created({ interceptOrderReasons: [{ code: 12, message: 'Address is too long' }, { code: 13 }] }),
  ).toMatchObject({ reply: { order: { order_no: 'SD7', held_back: true }, says: 'Address is too long; 13' } })
  expect(created({ logisticsMiss: true })).toMatchObject({
    reply: { order: { held_back: true }, says: 'logisticsMiss' },
  })
})
