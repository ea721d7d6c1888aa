import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FLOOR_MS, HOT_MS, indexOf, type Readable, readNext } from './read-order.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const readable: fc.Arbitrary<Readable> = fc.record({
  worth: fc.integer({ min: 0, max: 100_000 }),
  hot: fc.boolean(),
  changes: fc.nat(200),
  days: fc.nat(400),
  read_at: fc.integer({ min: NOW - 3 * FLOOR_MS, max: NOW }),
  cost: fc.integer({ min: 1, max: 5 }),
})
const isOverdue = ({ hot, read_at }: Readable) => read_at + (hot ? HOT_MS : FLOOR_MS) <= NOW

test('the budget is kept, nothing is looked at twice, and what is overdue goes before all that is not', () => {
  fc.assert(
    fc.property(fc.array(readable, { maxLength: 50 }), fc.nat(100), fc.nat(20), (all, room, spare) => {
      const picked = readNext(all, { room, spare }, NOW)
      const costOf = (list: readonly Readable[]) => list.reduce((sum, { cost }) => sum + cost, 0)
      expect(costOf(picked)).toBeLessThanOrEqual(room)
      expect(costOf(picked.filter((one) => !isOverdue(one)))).toBeLessThanOrEqual(spare)
      expect(new Set(picked).size).toBe(picked.length)
      const firstFresh = picked.findIndex((one) => !isOverdue(one))
      if (firstFresh >= 0) {
        expect(picked.slice(firstFresh).some(isOverdue)).toBe(false)
        expect(all.filter(isOverdue).every((one) => picked.includes(one))).toBe(true)
      }
      const fresh = picked.filter((one) => !isOverdue(one)).map((one) => indexOf(one, NOW))
      expect(fresh).toEqual(fresh.toSorted((a, b) => b - a))
    }),
  )
})

test('with budget enough every product that is overdue is looked at, hot ones first', () => {
  fc.assert(
    fc.property(fc.array(readable, { maxLength: 50 }), (all) => {
      const picked = readNext(all, { room: 1000, spare: 0 }, NOW)
      expect(all.filter(isOverdue).every((one) => picked.includes(one))).toBe(true)
      const hot = picked.filter(isOverdue).map((one) => one.hot)
      expect(hot).toEqual(hot.toSorted((a, b) => Number(b) - Number(a)))
    }),
  )
})

test('a look is worth more the more hangs on it, the more it changes and the older it is', () => {
  fc.assert(
    fc.property(readable, fc.integer({ min: 1, max: 100 }), (one, more) => {
      const base = { ...one, worth: one.worth + 1, read_at: NOW - FLOOR_MS / 2 }
      const index = indexOf(base, NOW)
      expect(indexOf({ ...base, worth: base.worth + more }, NOW)).toBeGreaterThan(index)
      expect(indexOf({ ...base, changes: base.changes + more }, NOW)).toBeGreaterThan(index)
      expect(indexOf({ ...base, read_at: base.read_at - more * 60_000 }, NOW)).toBeGreaterThan(index)
    }),
  )
})

const HOUR = 3_600_000
const one = (name: string, age: number, more: Partial<Readable> = {}) => ({
  name,
  worth: 100,
  hot: false,
  changes: 10,
  days: 90,
  read_at: NOW - age,
  cost: 1,
  ...more,
})
const names = (list: ReturnType<typeof one>[], room = 100, spare = 100) =>
  readNext(list, { room, spare }, NOW).map(({ name }) => name)

test('what is due comes in the order of its deadline, from the moment it is due', () => {
  const due = [one('day', 24 * HOUR), one('older', 30 * HOUR), one('quarter', HOUR / 4, { hot: true })]
  expect(names(due)).toEqual(['quarter', 'older', 'day'])
  expect(names([one('a', 24 * HOUR - 1)], 100, 0)).toEqual([])
})

test('what is not due is looked at after an hour, what is worth most for its cost first', () => {
  expect(names([one('soon', HOUR - 1), one('hour', HOUR)])).toEqual(['hour'])
  expect(names([one('dear', 2 * HOUR, { cost: 3 }), one('cheap', 2 * HOUR)])).toEqual(['cheap', 'dear'])
  expect(names([one('quiet', 2 * HOUR, { changes: 0 }), one('wild', 2 * HOUR)])).toEqual(['wild', 'quiet'])
})

test('a budget is used to its last unit; what is left after what is due goes to the others', () => {
  const due = [one('d1', 30 * HOUR, { cost: 2 }), one('d2', 25 * HOUR, { cost: 2 })]
  const others = [one('o1', 3 * HOUR), one('o2', 2 * HOUR)]
  expect(names([...due, ...others], 4)).toEqual(['d1', 'd2'])
  expect(names([...due, ...others], 5)).toEqual(['d1', 'd2', 'o1'])
  expect(names([...due, ...others], 9, 1)).toEqual(['d1', 'd2', 'o1'])
  // While something due has to wait, nothing else is looked at.
  expect(names([...due, ...others], 3)).toEqual(['d1'])
})

test('what a look is worth, in figures', () => {
  // Ten and a half changes in a hundred days: after a day the figure is old with 1 - e^-0.105.
  expect(indexOf(one('a', 24 * HOUR), NOW)).toBeCloseTo(101 * (1 - Math.exp(-0.105)))
  expect(indexOf(one('a', 24 * HOUR, { cost: 4 }), NOW)).toBeCloseTo((101 * (1 - Math.exp(-0.105))) / 4)
  expect(indexOf(one('a', -HOUR), NOW)).toBe(0)
  expect(indexOf(one('a', 24 * HOUR, { cost: 0 }), NOW)).toBeCloseTo(101 * (1 - Math.exp(-0.105)))
})
