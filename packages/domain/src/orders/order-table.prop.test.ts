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

const FULL = [
  'Order',
  'E-Mail',
  'Customer',
  'Company',
  'Address',
  'Address 2',
  'City',
  'State',
  'Zip',
  'Country',
  'Phone',
  'CPF',
  'SKU',
  'Quantity',
  'Price',
  'Currency',
  'Note',
] as const
const full = (change: Partial<Record<(typeof FULL)[number], string>> = {}) => {
  const texts: Record<string, string> = {
    Order: '1001',
    'E-Mail': 'ava@shop.test',
    Customer: 'Ava Lindqvist',
    Company: 'Northwind',
    Address: '500 Congress Ave',
    'Address 2': 'Floor 2',
    City: 'Austin',
    State: 'tx',
    Zip: "'02138",
    Country: ' us ',
    Phone: "'+15125550142",
    CPF: '529.982.247-25',
    SKU: 'RED-1',
    Quantity: '2',
    Price: '12.50',
    Currency: 'eur',
    Note: 'ring twice',
    ...change,
  }
  return FULL.map((name) => texts[name] ?? '')
}
const readFull = (...rows: string[][]) => readOrderTable(FULL, rows, { currency: 'USD', sign: '.' }).orders

test('every column is read, and what a spreadsheet puts before a number is not', () => {
  expect(readFull(full())).toEqual([
    {
      number: '1001',
      line: 2,
      email: 'ava@shop.test',
      currency: 'EUR',
      address: {
        name: 'Ava Lindqvist',
        company: 'Northwind',
        address1: '500 Congress Ave',
        address2: 'Floor 2',
        city: 'Austin',
        province: 'Texas',
        province_code: 'TX',
        zip: '02138',
        country_code: 'US',
        phone: '+15125550142',
        tax_number: '52998224725',
      },
      note: 'ring twice',
      lines: [{ line: 2, sku: 'RED-1', quantity: 2, unit_price: 1250 }],
      problems: [],
    },
  ])
  expect(readFull(full({ Currency: '' }))[0]?.currency).toBe('USD')
})

test('a country by its code, its name or the name people use', () => {
  const country = (text: string) => readFull(full({ Country: text }))[0]?.address.country_code
  expect(['de', ' Germany ', 'UK', 'gb', 'Atlantis', ''].map(country)).toEqual(['DE', 'DE', 'GB', 'GB', '', ''])
})

test('a short text is taken for the code of a state, a long one for its name', () => {
  const state = (text: string) => {
    const address = readFull(full({ Country: 'DE', State: text }))[0]?.address
    return `${address?.province_code} ${address?.province}`
  }
  expect(['by', 'nrw', 'bayern', 'b1', 'b'].map(state)).toEqual(['BY by', 'NRW nrw', ' bayern', ' b1', ' b'])
})

test('an apostrophe inside of a text stays', () => {
  expect(readFull(full({ Country: 'AE', Zip: "a'b" }))[0]?.address.zip).toBe("a'b")
})

test('quantities, amounts and currencies that cannot be', () => {
  const wrong = (change: Parameters<typeof full>[0], ...more: string[][]) =>
    readFull(full(change), ...more)[0]?.problems.map(({ line, says }) => `${line} ${says}`)
  for (const quantity of ['1', '9999']) expect(wrong({ Quantity: quantity })).toEqual([])
  for (const quantity of ['0', '10000', '1.5', 'x', '']) expect(wrong({ Quantity: quantity })).toEqual(['2 quantity'])
  expect([wrong({ Price: '0' }), wrong({ Price: '-1' })]).toEqual([[], ['2 price']])
  expect(wrong({ Currency: 'XXX' })).toContain('2 currency')
  expect(wrong({}, full({ Currency: 'usd' }))).toEqual(['3 two_currencies'])
  expect(wrong({}, full({ Currency: '' }))).toEqual([])
  const many = (lines: number) => wrong({}, ...Array.from({ length: lines - 1 }, () => full()))
  expect([many(100), many(101)]).toEqual([[], ['102 too_many_lines']])
})

test('a line without a SKU or without a price is a problem and no line', () => {
  const linesOf = (change: Parameters<typeof full>[0]) => readFull(full(change))[0]?.lines.length
  expect([linesOf({ SKU: '' }), linesOf({ Price: 'free' }), linesOf({})]).toEqual([0, 0, 1])
})

test('rows of nothing are passed over, cells are trimmed and cut, and headers are read without their signs', () => {
  const header = [' ORDER-number ', 'sku', 'QTY', 'Unit price', 'Country code', '', ' Colour ']
  const { orders, ignored_columns, missing_columns } = readOrderTable(
    header,
    [
      [' ', '', '', '', '', '', ''],
      [' 7 ', ` ${'x'.repeat(600)}`, '1', '1.234,50', 'DE', 'z', 'red'],
      ['8', 'y', '1', '2', 'DE'],
    ],
    { currency: 'EUR', sign: '.' },
  )
  expect(missing_columns).toEqual([])
  expect(ignored_columns).toEqual(['Colour'])
  expect(orders.map(({ number, line, lines }) => [number, line, lines[0]?.unit_price])).toEqual([
    ['7', 3, 123_450],
    ['8', 4, 200],
  ])
  expect(orders[0]?.lines[0]?.sku).toHaveLength(500)
})
