import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOrderTable } from './order-table.ts'

const HEADER = ['Order', 'Customer', 'Address', 'City', 'State', 'Zip', 'Country', 'Phone', 'SKU', 'Quantity', 'Price']
const row = (change: Partial<Record<(typeof HEADER)[number], string>> = {}) => {
  const plain: Record<string, string> = {
    Order: '1001',
    Customer: 'Ava Lindqvist',
    Address: '500 Congress Ave',
    City: 'Austin',
    State: 'Texas',
    Zip: '78701',
    Country: 'US',
    Phone: '+15125550142',
    SKU: 'RED-1',
    Quantity: '2',
    Price: '12.50',
    ...change,
  }
  return HEADER.map((name) => plain[name] ?? '')
}
const read = (...rows: string[][]) => readOrderTable(HEADER, rows, { currency: 'USD', sign: '.' })
const problems = (change: Parameters<typeof row>[0]) => read(row(change)).orders[0]?.problems

test('rows under one number are one order; its address is that of the first', () => {
  const { orders } = read(row(), row({ SKU: 'BLUE-1', Quantity: '1', City: '' }), row({ Order: '1002' }))
  expect(orders.map(({ number, line, lines }) => [number, line, lines.length])).toEqual([
    ['1001', 2, 2],
    ['1002', 4, 1],
  ])
  expect(orders[0]).toMatchObject({
    address: { city: 'Austin', province_code: 'TX' },
    lines: [
      { sku: 'RED-1', quantity: 2, unit_price: 1250 },
      { sku: 'BLUE-1', quantity: 1, line: 3 },
    ],
    problems: [],
  })
})

test('each mistake is named with its line', () => {
  expect(problems({ Quantity: '0' })).toEqual([{ line: 2, says: 'quantity' }])
  expect(problems({ Quantity: '10000' })).toEqual([{ line: 2, says: 'quantity' }])
  expect(problems({ Price: 'free' })).toEqual([{ line: 2, says: 'price' }])
  expect(problems({ SKU: '' })).toEqual([{ line: 2, says: 'no_sku' }])
  expect(problems({ Country: 'Atlantis' })).toEqual([{ line: 2, says: 'country' }])
  expect(problems({ Order: '' })).toEqual([{ line: 2, says: 'no_number' }])
})

test("Shopify's own export is understood; what else it has is named", () => {
  const header = [
    'Name',
    'Email',
    'Currency',
    'Lineitem quantity',
    'Lineitem name',
    'Lineitem price',
    'Lineitem sku',
    'Shipping Name',
    'Shipping Country',
  ]
  const { orders, ignored_columns } = readOrderTable(
    header,
    [['#1001', 'a@b.test', 'EUR', '1', 'Lamp', '9,90', 'L-1', 'Ava', 'Germany']],
    { currency: 'USD', sign: ',' },
  )
  expect(orders).toMatchObject([{ number: '#1001', currency: 'EUR', lines: [{ unit_price: 990 }], problems: [] }])
  expect(ignored_columns).toEqual(['Lineitem name'])
})

test('a table without what is needed says what is missing', () => {
  expect(readOrderTable(['Order', 'City'], [['1', 'x']], { currency: 'USD', sign: '.' })).toMatchObject({
    orders: [],
    missing_columns: ['sku', 'quantity', 'price', 'country'],
  })
})

test('no row is lost: each that has something in it is a line or a problem of an order', () => {
  const cell = fc.constantFrom('', '1001', '1', '0', 'x', '12,50', 'US', 'RED-1')
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: HEADER.length, maxLength: HEADER.length })), (rows) => {
      const { orders } = readOrderTable(HEADER, rows, { currency: 'USD', sign: '.' })
      const told = new Set(orders.flatMap(({ lines, problems: found }) => [...lines, ...found].map(({ line }) => line)))
      return rows.every((cells, at) => cells.every((text) => text === '') || told.has(at + 2))
    }),
  )
})
