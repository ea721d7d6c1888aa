import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('commas, quotes and line breaks are kept inside their cell', () => {
  expect(toCsv([['a,b', 'say "hi"', 'two\nlines']])).toBe('"a,b","say ""hi""","two\nlines"')
})

test('a cell that a spreadsheet would run is made text; numbers stay numbers', () => {
  expect(toCsv([['=HYPERLINK("x")', '@me', '-12.50', '+1 555']])).toBe('"\'=HYPERLINK(""x"")",\'@me,-12.50,\'+1 555')
})
