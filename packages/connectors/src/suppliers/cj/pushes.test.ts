import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { pushes } from './pushes.ts'

const message = (body: string, key: string) => ({
  raw: Buffer.from(body),
  header: (name: string) => (name === 'sign' ? createHmac('sha256', key).update(body).digest('base64') : undefined),
})

test('an order and a parcel, named by numbers that JavaScript cannot hold', () => {
  const order = '{"messageId":"m1","type":"ORDER","params":{"cjOrderId":210823100016290555,"trackNumber":null}}'
  expect(pushes.read(Buffer.from(order))).toEqual({
    delivery_id: 'm1',
    topic: 'ORDER',
    order_no: '210823100016290555',
    tracking_number: null,
  })
  const parcel =
    '{"messageId":"m2","type":"LOGISTIC","params":{"orderId":"a-1","trackingNumber":"T1","logisticsTrackEvents":"[]"}}'
  expect(pushes.read(Buffer.from(parcel))).toMatchObject({ order_no: 'a-1', tracking_number: 'T1' })
})

test('products are not about an order; what cannot be read is nothing', () => {
  const product = '{"messageId":"m3","type":"PRODUCT","params":{"pid":"1"}}'
  expect(pushes.read(Buffer.from(product))).toMatchObject({ topic: 'PRODUCT', order_no: null })
  expect(
    ['', '{', '{"messageId":"","type":"ORDER","params":{}}', '[]'].map((text) => pushes.read(Buffer.from(text))),
  ).toEqual([null, null, null, null])
})

test('signed with the openId over the bytes as they came', () => {
  const now = new Date()
  const body = '{"messageId":"m1","type":"ORDER","params":{}}'
  expect(pushes.isSigned(message(body, '12312'), '12312', now)).toBe(true)
  expect(pushes.isSigned(message(body, '12312'), '12313', now)).toBe(false)
  expect(pushes.isSigned({ ...message(body, '12312'), raw: Buffer.from(`${body} `) }, '12312', now)).toBe(false)
  expect(pushes.isSigned(message(body, ''), '', now)).toBe(false)
})
