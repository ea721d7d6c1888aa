import { expect, test } from 'vitest'
import { REPLIES } from '../http.ts'
import { differences, recordShapes, type Shapes } from './reply-shapes.ts'

const said = (vendor: string, url: string, body: unknown, asked?: unknown) =>
  REPLIES.publish({ vendor, method: 'GET', url, asked, status: 200, body })

function shapesOf(vendor: string, base: string, order: object): Shapes {
  const shapes = recordShapes(vendor)
  said(vendor, `${base}/wc/v3/orders/17`, { orders: [order, { id: 2, total: '1.00' }] })
  said('somebody-else', `${base}/wc/v3/orders/17`, { nothing: true })
  return shapes
}

test('places of replies are compared without their values', () => {
  const reference = shapesOf('a', 'http://127.0.0.1:3100/woo/demo/wp-json', {
    id: 1,
    total: '1.00',
    buyer: { name: 'Ada', phone: null },
    notes: ['x'],
  })
  const other = shapesOf('b', 'https://shop.example/wp-json', {
    id: 'one',
    total: '2.50',
    buyer: { name: '' },
    extra: 1,
  })
  expect(differences(reference, other)).toEqual([
    'GET v3/orders/#  orders[].id: string where the sandbox has number',
    'GET v3/orders/#  orders[].buyer.phone: missing',
    'GET v3/orders/#  orders[].notes: missing',
    'GET v3/orders/#  fields that the sandbox does not have: .orders[].extra',
  ])
  expect(differences(reference, reference)).toEqual([])
})

test('a call is told by its name where one address serves all', () => {
  const shapes = recordShapes('c')
  said('c', 'https://api.example/graphql', {}, JSON.stringify({ query: 'query Orders($n: Int) { x }' }))
  said('c', 'https://api.example/sync?method=ds.order.get&sign=AA', {})
  said('c', 'https://api.example/sync', {}, new URLSearchParams({ method: 'ds.product.get' }))
  expect(Object.keys(shapes)).toEqual(['GET Orders', 'GET ds.order.get', 'GET ds.product.get'])
})
