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
