import { expect, test } from 'vitest'
import { allocate, convert, parseMinor, toDecimal, toMinor } from './money.ts'

test('left-over units go to the largest remainders, and of equal ones to the first', () => {
  expect(allocate(10, [1, 1, 1])).toEqual([4, 3, 3])
  expect(allocate(11, [1, 1, 1])).toEqual([4, 4, 3])
  expect(allocate(10, [5, 3, 3])).toEqual([4, 3, 3])
  expect(allocate(10, [3, 5, 3])).toEqual([3, 4, 3])
  expect(allocate(7, [0.5, 0.25, 0.25])).toEqual([3, 2, 2])
  expect(allocate(-10, [5, 3, 3])).toEqual([-4, -3, -3])
  expect(allocate(100, [1.25, 3])).toEqual([29, 71])
})

test('weights that are none count as nothing; all of them nothing is an even split; no weights, no parts', () => {
  expect(allocate(10, [-5, 5, Number.NaN, Infinity])).toEqual([0, 10, 0, 0])
  expect(allocate(5, [0, 0])).toEqual([3, 2])
  expect(allocate(5, [-1, Number.NaN])).toEqual([3, 2])
  expect([allocate(5, []), allocate(0, [1, 2])]).toEqual([[], [0, 0]])
})

test('an amount a vendor sent that is none is thrown by its name', () => {
  expect(() => toMinor('abc', 'USD')).toThrow(new RangeError('amount_invalid'))
  expect(() => toMinor('1e300', 'USD')).toThrow(new RangeError('amount_too_large'))
})

test('amounts as texts, with as many digits as the currency has', () => {
  expect([toDecimal(5, 'USD'), toDecimal(-5, 'USD'), toDecimal(1250, 'USD'), toDecimal(0, 'USD')]).toEqual([
    '0.05',
    '-0.05',
    '12.50',
    '0.00',
  ])
  expect([toDecimal(5, 'JPY'), toDecimal(-1250, 'JPY')]).toEqual(['5', '-1250'])
  expect(parseMinor('+12.5', 'USD')).toEqual({ ok: true, value: 1250 })
})

test('a rate that is no number, or no finite one, is none', () => {
  for (const EUR of [Infinity, '1' as unknown as number])
    expect(convert(100, 'USD', 'EUR', { EUR })).toEqual({ ok: false, reason: 'rate_unknown' })
})
