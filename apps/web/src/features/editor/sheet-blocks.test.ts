import type { ProductVariant } from '@omni/domain/products/product.ts'
import { DEFAULT_SELLING_PRICE } from '@omni/domain/pricing/price-rule.ts'
import { expect, test } from 'vitest'
import { makeCosting } from './make-costing.ts'
import { clearBlock, copyBlock, fillBlock, fillDown, pasteBlock, type Sheet, typeInto } from './sheet-blocks.ts'
import { cellText, columnsOf, plainText } from './sheet-columns.ts'
import { readAmount } from '../../platform/read-amount.ts'
import { readTable, writeTable } from './sheet-text.ts'

const variant = (id: number, change: Partial<ProductVariant> = {}): ProductVariant => ({
  variant_id: String(id),
  position: id,
  option_values: [`v${id}`],
  sku: `S${id}`,
  barcode: '',
  price: 1000 * id,
  compare_at_price: null,
  weight_g: null,
  image_id: null,
  sell_out_of_stock: true,
  enabled: true,
  ...change,
})
const t = (key: string) => ({ 'editor.yes': 'Yes', 'editor.no': 'No' })[key] ?? key
const COSTS = {
  currency: 'USD',
  rates: {},
  rule: DEFAULT_SELLING_PRICE,
  country: 'US',
  extras: new Map([['1', { cost: 400, quantity: 2, suppliers: 1 }]]),
  shipping: {},
  usual: 100,
  ready: true,
}
const costing = makeCosting(COSTS)
const sheet = (rows: ProductVariant[] = [1, 2, 3, 4].map((id) => variant(id)), locale = 'en'): Sheet => ({
  rows,
  columns: columnsOf([{ name: 'Size', values: [] }], t),
  env: { costing, extras: new Map(), locale, t, number: String },
  images: new Set(['pic']),
})
const col = (key: string) => sheet().columns.findIndex((column) => column.key === key)
const at = (key: string, top: number, bottom = top) => ({ top, bottom, left: col(key), right: col(key) })

test.each([
  ['49.90', 'en', 4990],
  ['49,90', 'de', 4990],
  ['49,90', 'en', 4990],
  ['$1,234.50', 'en', 123450],
  ['1.234,50 €', 'de', 123450],
  ['1.234', 'de', 123400],
  ['1,234', 'en', 123400],
  ['1.234', 'en', 123],
  ['1 234,5', 'fr', 123450],
  ['٤٩٫٩', 'ar', 4990],
  ['1.234.567', 'de', 123456700],
  ['12.', 'en', 1200],
  ['USD 5', 'en', 500],
])('%s in %s is an amount', (text, locale, amount) => expect(readAmount(text, 'USD', locale)).toBe(amount))

test.each(['', 'abc', '-5', '1-2', '5 and 6', '..', 'NaN'])('"%s" is no amount', (text) =>
  expect(readAmount(text, 'USD', 'en')).toBeNull(),
)

test('yen have no decimals', () => expect(readAmount('¥1,200', 'JPY', 'en')).toBe(1200))

test('a table survives the clipboard, quotes, tabs and line breaks included', () => {
  const table = [
    ['a', 'b "c"', ''],
    ['x\ty', 'two\nlines', '1'],
  ]
  expect(readTable(writeTable(table))).toEqual(table)
  expect(readTable('1\t2\r\n3\t4\r\n')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
})

test('a block from a spreadsheet fills cells from the selected one on', () => {
  const { patch, cells, problems, block } = pasteBlock(sheet(), { ...at('price', 1), right: col('price') }, [
    ['19.99', '29.99'],
    ['5', ''],
  ])
  expect(patch).toEqual({
    'variants/2/price': 1999,
    'variants/2/compare_at_price': 2999,
    'variants/3/price': 500,
    'variants/3/compare_at_price': null,
  })
  expect([cells, problems, block]).toEqual([
    4,
    [],
    { top: 1, bottom: 2, left: col('price'), right: col('compare_at_price') },
  ])
})

test('one cell fills the whole selection, and a block repeats where it fits', () => {
  expect(pasteBlock(sheet(), at('price', 0, 3), [['7']]).patch).toEqual({
    'variants/1/price': 700,
    'variants/2/price': 700,
    'variants/3/price': 700,
    'variants/4/price': 700,
  })
  expect(Object.values(pasteBlock(sheet(), at('price', 0, 3), [['1'], ['2']]).patch)).toEqual([100, 200, 100, 200])
})

test('a paste past the last row ends there', () => {
  expect(Object.keys(pasteBlock(sheet(), at('price', 3), [['1'], ['2'], ['3']]).patch)).toEqual(['variants/4/price'])
})

test('cells that cannot be read are named and change nothing; the others are taken', () => {
  const { patch, problems } = pasteBlock(sheet(), at('price', 0), [['abc'], ['12']])
  expect(patch).toEqual({ 'variants/2/price': 1200 })
  expect(problems).toEqual([{ row: 0, col: col('price'), problem: 'not_an_amount' }])
})

test('a row copied whole can be pasted whole: read-only columns are passed over', () => {
  const whole = { top: 0, bottom: 0, left: 0, right: sheet().columns.length - 1 }
  const [row = []] = copyBlock(
    sheet([variant(1, { compare_at_price: 1500, weight_g: 20, image_id: 'pic', enabled: false })]),
    whole,
  )
  const { patch, problems } = pasteBlock(sheet(), { ...whole, top: 2, bottom: 2 }, [row])
  expect(problems).toEqual([])
  expect(patch).toMatchObject({
    'variants/3/sku': 'S1',
    'variants/3/price': 1000,
    'variants/3/compare_at_price': 1500,
    'variants/3/weight_g': 20,
    'variants/3/image_id': 'pic',
    'variants/3/enabled': false,
  })
})

test("copying writes amounts in the reader's decimal sign, and reads them back", () => {
  const german = sheet(undefined, 'de')
  expect(copyBlock(german, at('price', 0))).toEqual([['10,00']])
  expect(pasteBlock(german, at('price', 1), [['10,00']]).patch).toEqual({ 'variants/2/price': 1000 })
})

test('typing into a read-only cell says so', () => {
  expect(typeInto(sheet(), { row: 0, col: col('cost') }, '5').problems).toMatchObject([{ problem: 'read_only' }])
})

test('Delete clears what can be empty and leaves the price', () => {
  expect(clearBlock(sheet(), { top: 0, bottom: 0, left: col('price'), right: col('weight_g') })).toEqual({
    'variants/1/sku': '',
    'variants/1/barcode': '',
    'variants/1/compare_at_price': null,
    'variants/1/weight_g': null,
  })
})

test('fill down takes the first row; of one cell, the one above', () => {
  expect(fillDown(sheet(), at('price', 0, 2))).toEqual({ 'variants/2/price': 1000, 'variants/3/price': 1000 })
  expect(fillDown(sheet(), at('price', 2))).toEqual({ 'variants/3/price': 2000 })
  expect(fillDown(sheet(), at('price', 0))).toEqual({})
})

test('the fill handle repeats the block upwards and downwards', () => {
  const block = at('price', 1, 2)
  expect(fillBlock(sheet(), block, { ...block, top: 0, bottom: 3 })).toEqual({
    'variants/1/price': 3000,
    'variants/4/price': 2000,
  })
})

test('profit and margin follow the price of the variant', () => {
  expect(costing.figuresOf(variant(1))).toMatchObject({
    cost: 400,
    shipping: 100,
    payment_fee: 59,
    profit: 441,
    margin: 44.1,
  })
})

test('where nobody knows what sending costs, the sheet says what is earned at most, and no margin', () => {
  const env = { ...sheet().env, costing: makeCosting({ ...COSTS, usual: null }) }
  const cell = (key: string) => {
    const column = columnsOf([], t).find((one) => one.key === key)
    return column && [cellText(column, variant(1), env), plainText(column, variant(1), env)]
  }
  expect(cell('profit')).toEqual([expect.stringContaining('profit.at_most'), ''])
  expect([cell('margin'), cell('shipping')]).toEqual([
    ['—', ''],
    ['—', ''],
  ])
})

test('profit, margin and stock are in sight at 1280 beside two options', () => {
  const options = ['Colour', 'Size'].map((name) => ({ name, values: [] }))
  const columns = columnsOf(options, (key) => key)
  const upToStock = columns.slice(0, columns.findIndex(({ key }) => key === 'stock') + 1)
  expect(upToStock.map(({ key }) => key)).toEqual(expect.arrayContaining(['price', 'profit', 'margin', 'stock']))
  // What the menu and the margins of the page leave.
  expect(upToStock.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(960)
})
