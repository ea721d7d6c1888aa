import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_IMPORT_ROWS, readAddresses, readImportTable, variantOf } from './csv-import.ts'

const ALI = 'https://www.aliexpress.com/item/1005001234567890.html'
/** As other programs write headers. */
const disguised = (name: string) =>
  fc.constantFrom(
    name,
    name.toUpperCase(),
    name.toLowerCase().replaceAll(' ', '_'),
    `  ${name} `,
    name.replaceAll(' ', '  '),
    `${name}*`,
  )
const row = {
  url: null,
  source: null,
  product_id: null,
  title: null,
  price_text: null,
  tags: [] as string[],
  variants: [],
}

test('each format is known by its columns, however they are written and ordered', () => {
  const formats = fc.constantFrom(
    {
      format: 'omni',
      cells: { source: 'cj', product_id: 'ABC-1', title: 'Lamp', price: '12.50', tags: 'home, light;home' },
      want: { source: 'cj', product_id: 'ABC-1', title: 'Lamp', price_text: '12.50', tags: ['home', 'light'] },
    },
    { format: 'omni', cells: { url: ALI, title: '' }, want: { url: ALI } },
    {
      format: 'dsers',
      cells: { 'Supplier Product URL': ALI, 'Product Title': 'Lamp', 'Selling Price': '$12.50' },
      want: { url: ALI, title: 'Lamp', price_text: '$12.50' },
    },
    {
      format: 'dsers',
      cells: { 'AliExpress Product ID': '="1005001234567890"' },
      want: { source: 'aliexpress', product_id: '1005001234567890' },
    },
    {
      format: 'autods',
      cells: { 'Buy Item ID': 'B0ABCDEF12', 'Buy Site': 'Amazon US', Title: 'Lamp', 'Sell Price': '19.99' },
      want: { source: 'amazon', product_id: 'B0ABCDEF12', title: 'Lamp', price_text: '19.99' },
    },
  )
  const table = formats.chain(({ format, cells, want }) =>
    fc.tuple(
      fc.constant({ format, want }),
      fc
        .tuple(...Object.entries(cells).map(([name, cell]) => fc.tuple(disguised(name), fc.constant(cell))))
        .chain((columns) =>
          fc.shuffledSubarray([...columns, ['Stock', '5'] as [string, string]], { minLength: columns.length + 1 }),
        ),
    ),
  )
  fc.assert(
    fc.property(table, ([{ format, want }, columns]) => {
      const made = readImportTable(
        columns.map(([name]) => name),
        [columns.map(([, cell]) => cell), columns.map(() => ' ')],
      )
      expect(made.format).toBe(format)
      expect(made.ignored_columns).toEqual(['Stock'])
      expect(made.rows).toEqual([
        {
          ...row,
          ...want,
          line: 2,
          text: columns
            .map(([, cell]) => cell)
            .filter((cell) => cell !== '')
            .join(', '),
        },
      ])
    }),
    { numRuns: 300 },
  )
})

test('no table makes it throw, every row that says something is there once, with its line', () => {
  const cell = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom(ALI, 'url', 'Buy Item ID', 'title', '', ' '))
  fc.assert(
    fc.property(
      fc.array(cell, { maxLength: 5 }),
      fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 6 }),
      (header, rows) => {
        const { rows: read, ignored_columns } = readImportTable(header, rows)
        const headless = header.some((name) => name.trim() === ALI)
        const wanted = (headless ? [header, ...rows] : rows).flatMap((cells, at) =>
          cells.some((cell) => cell.trim() !== '') ? [at + (headless ? 1 : 2)] : [],
        )
        expect(read.map(({ line }) => line)).toEqual(wanted)
        for (const name of ignored_columns) expect(header.map((one) => one.trim())).toContain(name)
      },
    ),
  )
})

test('a list without a header, an address in the wrong column, and a number a spreadsheet spoilt', () => {
  expect(readImportTable([ALI], [['https://www.ebay.com/itm/1']])).toMatchObject({
    format: 'unknown',
    rows: [
      { line: 1, url: ALI },
      { line: 2, url: 'https://www.ebay.com/itm/1' },
    ],
    ignored_columns: [],
  })
  expect(readImportTable(['source', 'product_id'], [['', ALI]]).rows[0]).toMatchObject({ url: ALI, product_id: null })
  expect(readImportTable(['source', 'url'], [['cj', 'ABC']]).rows[0]).toMatchObject({
    url: null,
    source: 'cj',
    product_id: 'ABC',
  })
  expect(readImportTable(['source', 'product_id'], [['aliexpress', '1.00500E+15']]).rows[0]).toMatchObject({
    source: 'aliexpress',
    product_id: null,
  })
  expect(readImportTable(['Shop', 'Where'], [['Mine', ALI]])).toMatchObject({
    format: 'unknown',
    rows: [{ url: ALI }],
    ignored_columns: ['Shop', 'Where'],
  })
  expect(readImportTable(['source', 'product_id'], [['Etsy', '7']]).rows[0]).toMatchObject({
    source: 'Etsy',
    product_id: '7',
  })
})

test('pasted addresses come out once each, in order, on their lines, whatever separates them', () => {
  const address = fc.integer({ min: 1, max: 9 }).map((id) => `https://shop.example/item/${id},x.html?a=1;b=2`)
  fc.assert(
    fc.property(
      fc.array(fc.array(address, { maxLength: 4 }), { maxLength: 5 }),
      fc.constantFrom(' ', ', ', ',', ';', '\t', ' , '),
      fc.constantFrom('\n', '\r\n', '\n\n'),
      (lines, between, end) => {
        const found = readAddresses(lines.map((line) => line.join(between)).join(end), 1000)
        expect(found.map(({ text }) => text)).toEqual([...new Set(lines.flat())])
        for (const { line, text } of found) expect(lines[end === '\n\n' ? (line - 1) / 2 : line - 1]).toContain(text)
      },
    ),
  )
  expect(readAddresses('  \n <https://a.example/1> \n"https://a.example/2",', 1000)).toEqual([
    { line: 2, text: 'https://a.example/1' },
    { line: 3, text: 'https://a.example/2' },
  ])
})

test('a hostile paste takes no longer than an honest one', () => {
  for (const text of [
    ','.repeat(400_000) + 'x',
    `x${'"'.repeat(400_000)}x`,
    ';,'.repeat(200_000),
    ' '.repeat(400_000),
  ]) {
    const started = process.threadCpuUsage()
    readAddresses(text, MAX_IMPORT_ROWS)
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(3000) // seconds of head-room; a quadratic pattern needs minutes
  }
})

test('addresses past the limit are not read: one more than it is enough to say so', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 100 }), (max, count) => {
      const text = Array.from({ length: count }, (_, n) => `https://a.example/${n}`).join('\n')
      expect(readAddresses(text, max)).toHaveLength(Math.min(count, max + 1))
    }),
  )
})

test('rows of variants become one product with those variants, also when only the first row names it', () => {
  const header = ['Supplier Product URL', 'Product Title', 'Supplier Variant', 'Selling Price']
  const { format, rows } = readImportTable(header, [
    [ALI, 'Lamp', 'Red / XL', '12.50'],
    [ALI, '', 'Color:Blue;Size:XL', '13.50'],
    ['', '', 'Green / S', ''],
    [`${ALI}?other=1`, 'Chair', '', '99'],
  ])
  expect(format).toBe('dsers')
  expect(rows).toMatchObject([
    {
      line: 2,
      url: ALI,
      title: 'Lamp',
      price_text: null,
      variants: [
        { line: 2, text: 'Red / XL', price_text: '12.50' },
        { line: 3, text: 'Color:Blue;Size:XL', price_text: '13.50' },
        { line: 4, text: 'Green / S', price_text: null },
      ],
    },
    { line: 5, title: 'Chair', price_text: '99', variants: [] },
  ])
})

test('a variant is found by its id, or by its option values in any order, and by nothing else', () => {
  const variant = (sku_id: string, sku_attr: string, ...values: string[]) => ({
    sku_id,
    sku_attr,
    values: values.map((value) => ({ value })),
  })
  const variants = [
    variant('1', '14:193#Red;5:1', 'Red', 'XL'),
    variant('2', '14:175#Blue;5:1', 'Blue', 'XL'),
    variant('3', '', 'Navy-Blue', 'S'),
  ]
  const found = (text: string) => variantOf(variants, text)?.sku_id
  expect(['1', ' 2 ', '14:175#blue;5:1'].map(found)).toEqual(['1', '2', '2'])
  expect(['Red / XL', 'xl,RED', 'Color:Red;Size:XL', 'Red-XL', 'red xl'].map(found)).toEqual(['1', '1', '1', '1', '1'])
  expect(['Navy-Blue / S', 'Navy-Blue-S'].map(found)).toEqual(['3', '3'])
  expect(['Red', 'XL', 'Red / XL / Wool', 'Blue / S', ''].map(found)).toEqual(Array(5).fill(undefined))
})
