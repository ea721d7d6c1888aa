import { expect, test } from 'vitest'
import { z } from 'zod'
import { figure, list, maybeText, moment, text, wholeFigure } from './tolerant.ts'

test.each([
  [4.8, 4.8],
  ['4.8', 4.8],
  ['96.5%', 96.5],
  ['10,000+', 10_000],
  ['5K+ sold', 5000],
  ['3.2k sold', 3200],
  ['1.5M', 1_500_000],
  ['3,7K+ verkauft', 3700],
  ['已售3.7万+', 37_000],
  ['1,25', 1.25],
  ['12,345', 12_345],
  ['.5', 0.5],
  ['12 kg', 12],
  ['', null],
  ['none', null],
  [null, null],
  [undefined, null],
  [Number.NaN, null],
  [{}, null],
])('%j is the figure %j', (value, read) => {
  expect(figure.parse(value)).toBe(read)
})

test('whole figures round and are never below nothing', () => {
  expect([wholeFigure.parse('2.6'), wholeFigure.parse(-1), wholeFigure.parse('x')]).toEqual([3, 0, null])
})

test.each([
  ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
  ['2021-08-18T09:16:33+08:00', '2021-08-18T01:16:33.000Z'],
  [1764000000000, '2025-11-24T16:00:00.000Z'],
  ['1764000000000', '2025-11-24T16:00:00.000Z'],
  [1764000000, '2025-11-24T16:00:00.000Z'],
  ['soon', null],
  [null, null],
  [undefined, null],
])('%j is the moment %j', (value, read) => {
  expect(moment.parse(value)?.toISOString() ?? null).toBe(read)
})

test('absent, null and empty are the same; ids are texts', () => {
  const Row = z.object({ id: text, note: maybeText, rows: list(z.string()), sold: wholeFigure })
  for (const row of [
    { id: 7 },
    { id: '7', note: null, rows: null, sold: null },
    { id: '7', note: '', rows: [], sold: '' },
  ]) {
    expect(Row.parse(row)).toEqual({ id: '7', note: undefined, rows: [], sold: null })
  }
})
