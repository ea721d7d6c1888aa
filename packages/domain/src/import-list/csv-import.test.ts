/** Tables as other programs write them, cell by cell. */
import { expect, test } from 'vitest'
import { readImportTable, variantOf } from './csv-import.ts'

const ALI = 'https://www.aliexpress.com/item/1005001234567890.html'
const formatOf = (...header: string[]) => readImportTable(header, []).format
const first = (header: string[], ...cells: string[]) => readImportTable(header, [cells]).rows[0]

test('a format is known by any of its own columns', () => {
  for (const name of [
    'Buy Item ID',
    'Buy ID',
    'Buy Site',
    'Buy Item URL',
    'Buy URL',
    'Buy Link',
    'Source Item ID',
    'Source Marketplace',
    'Source URL',
    'Source ID',
  ])
    expect([name, formatOf(name, 'Title')]).toEqual([name, 'autods'])
  expect([formatOf('url'), formatOf('product_id', 'source')]).toEqual(['omni', 'omni'])
  expect([formatOf('product_id'), formatOf('source'), formatOf('Title')]).toEqual(['unknown', 'unknown', 'unknown'])
  expect([formatOf('Supplier - Product - ID'), formatOf('AliExpress Link')]).toEqual(['dsers', 'dsers'])
})

test('an id as a spreadsheet keeps it; one that it has rounded is lost', () => {
  const id = (cell: string) => first(['source', 'product_id'], 'cj', cell)?.product_id
  expect([id('="1005"'), id('=1005'), id("'1005"), id('"1005"')]).toEqual(['1005', '1005', '1005', '"1005'])
  expect([id('a="b'), id("a'b"), id('=" 7 "'), id('a"b')]).toEqual(['a="b', "a'b", '7', 'a"b'])
  expect([id('1.005E+15'), id('1,005e15'), id('1E+15'), id('1e15')]).toEqual([null, null, null, null])
  expect([id('x1.0E+15'), id('1.0E+15x'), id('12E+15')]).toEqual(['x1.0E+15', '1.0E+15x', '12E+15'])
})

test('an address is one from its beginning to its end, wherever it stands', () => {
  const url = (...cells: string[]) => first(['url', 'product_id', 'source'], ...cells)?.url
  expect([url(ALI), url('http://a.test'), url('www.a.test'), url('', ALI)]).toEqual([
    ALI,
    'http://a.test',
    'www.a.test',
    ALI,
  ])
  expect([url(`see ${ALI}`), url(`${ALI} here`), url('a.test')]).toEqual([null, null, null])
  expect(first(['url', 'product_id', 'source'], 'ABC-1', '', 'cj')).toMatchObject({ url: null, product_id: 'ABC-1' })
  expect(first(['url', 'product_id', 'source'], ALI, ALI, '')).toMatchObject({ url: ALI, product_id: null })
  // A list without known columns: the first address counts, also the one on top.
  expect(readImportTable(['Lamp', ALI], [['x', '', 'www.b.test']])).toMatchObject({
    format: 'unknown',
    ignored_columns: [],
    rows: [
      { line: 1, url: ALI, text: `Lamp, ${ALI}`, tags: [], variants: [], title: null },
      { line: 2, url: 'www.b.test', text: 'x, www.b.test' },
    ],
  })
})

test('where a table names no supplier, columns of AliExpress say it', () => {
  const source = (header: string[], ...cells: string[]) => first(header, ...cells)?.source
  expect(source(['AliExpress Product ID'], '1005')).toBe('aliexpress')
  expect(source(['AliExpress Product ID'], '')).toBeUndefined()
  expect(source(['AliExpress Product ID', 'Title'], '', 'Lamp')).toBeNull()
  expect(source(['Supplier Product ID'], '1005')).toBeNull()
  expect(source(['AliExpress Product ID', 'Supplier Product ID'], '1005', '')).toBeNull()
  expect(source(['source', 'product_id'], 'Ali Express US', '1')).toBe('aliexpress')
  expect(source(['source', 'product_id'], 'Somewhere', '1')).toBe('Somewhere')
})

test('rows of variants of one product are one, whatever names the product; a row without variants is its own', () => {
  const table = (...rows: string[][]) =>
    readImportTable(['url', 'source', 'product_id', 'variant', 'title', 'price', 'tags'], rows).rows.map(
      ({ line, url, product_id, title, price_text, tags, variants }) => ({
        line,
        of: url ?? product_id,
        title,
        price_text,
        tags,
        variants: variants.map(({ text, price_text: price }) => `${text} ${price}`),
      }),
    )
  expect(
    table(
      [ALI, '', '', 'Red', '', '5', 'a'],
      ['', 'cj', 'X', 'S', 'Shirt', '7', ''],
      [ALI, '', '', 'Blue', 'Lamp', '6', 'b;a'],
      ['', 'cj', 'X', 'M', '', '', ''],
      ['', 'zopi', 'X', 'M', '', '', ''],
      ['', '', '', 'L', '', '9', ''],
    ),
  ).toEqual([
    { line: 2, of: ALI, title: 'Lamp', price_text: null, tags: ['a', 'b'], variants: ['Red 5', 'Blue 6'] },
    { line: 3, of: 'X', title: 'Shirt', price_text: null, tags: [], variants: ['S 7', 'M null'] },
    { line: 6, of: 'X', title: null, price_text: null, tags: [], variants: ['M null', 'L 9'] },
  ])
  expect(table([ALI, '', '', '', 'Lamp', '5', ''], [ALI, '', '', '', 'Lamp', '5', ''])).toHaveLength(2)
  expect(
    table([ALI, '', '', '', '', '5', ''], [ALI, '', '', 'Red', '', '6', '']).map(({ price_text }) => price_text),
  ).toEqual(['5', null])
})

test('columns that nobody understood are named, empty ones are not', () => {
  expect(readImportTable(['url', ' Stock ', ' ', 'title'], []).ignored_columns).toEqual(['Stock'])
})

test('a variant by its id, or by its values in any order and any way they are joined', () => {
  const variants = [
    { sku_id: 'K1', sku_attr: '14:1;5:2', values: [{ value: 'Red' }, { value: 'XL' }] },
    { sku_id: 'K2', sku_attr: '', values: [{ value: 'Blue' }, { value: 'S' }] },
  ]
  const found = (text: string) => variantOf(variants, text)?.sku_id
  for (const text of [
    'k1',
    ' K1 ',
    '14:1;5:2',
    'Red / XL',
    'xl,red',
    'Color:Red;Size:XL',
    'RED & XL',
    'red-xl',
    'Red XL',
    '/Red//XL/',
  ])
    expect([text, found(text)]).toEqual([text, 'K1'])
  for (const text of ['', 'Red', 'Red / S', 'XLRed']) expect([text, found(text)]).toEqual([text, undefined])
})
