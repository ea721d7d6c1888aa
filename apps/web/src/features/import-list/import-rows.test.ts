import { expect, test } from 'vitest'
import { corrected, countLines, countRows, failedFirst, type ImportRow, toRun } from './import-rows.ts'

const row = (line: number, will: ImportRow['will'], change: Partial<ImportRow> = {}): ImportRow => ({
  line,
  text: `line ${line}`,
  source: will === 'fail' ? null : 'cj',
  product_id: will === 'fail' ? null : `p${line}`,
  name: null,
  image: null,
  cost_min: null,
  total_variants: null,
  changes: { title: null, price: null, tags: [], variants: [] },
  notes: [],
  will,
  reason: null,
  reason_key: null,
  ...change,
})
const rows = [
  row(1, 'import'),
  row(2, 'fail', { changes: { title: 'Mine', price: 999, tags: ['x'], variants: [{ text: 'Red', price: 999 }] } }),
  row(3, 'fetch'),
  row(4, 'skip'),
]

test('what needs a hand stands first, and each kind is counted', () => {
  expect(failedFirst(rows).map(({ line }) => line)).toEqual([2, 4, 3, 1])
  expect(countRows(rows)).toEqual({ import: 1, fetch: 1, skip: 1, fail: 1 })
})

test('only rows that can be imported are, and a corrected row keeps what its file said', () => {
  expect(toRun(rows).map(({ line }) => line)).toEqual([1, 3])
  const fixed = corrected(rows, 2, 'better', row(1, 'import', { product_id: 'p9' }))
  expect(toRun(fixed)[1]).toEqual({
    line: 2,
    source: 'cj',
    product_id: 'p9',
    title: 'Mine',
    price: 999,
    tags: ['x'],
    variants: [{ text: 'Red', price: 999 }],
  })
  expect(fixed[1]?.text).toBe('better')
})

test('a correction that names a product of another row is not imported twice', () => {
  expect(toRun(corrected(rows, 2, 'same', row(1, 'import', { product_id: 'p3' }))).map(({ line }) => line)).toEqual([
    1, 3,
  ])
})

test('empty lines are not counted', () => expect(countLines('a\n\n  \nb\n')).toBe(2))
