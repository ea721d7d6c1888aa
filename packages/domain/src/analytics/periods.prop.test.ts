import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, blocksOf, changeOf, daysOf, periodOf, PERIODS } from './periods.ts'

const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

test('a period and the one before it are as long as each other, and nothing lies between them', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PERIODS), day, (days, at) => {
      const today = at.toISOString().slice(0, 10)
      const { now, before } = periodOf(days, today)
      expect([daysOf(now).length, daysOf(before).length]).toEqual([days, days])
      expect([now.to, addDays(before.to, 1)]).toEqual([today, now.from])
    }),
  )
})

test('a range is made of blocks that cover each of its days once', () => {
  fc.assert(
    fc.property(day, fc.nat(200), (at, length) => {
      const from = at.toISOString().slice(0, 10)
      const range = { from, to: addDays(from, length) }
      const covered = blocksOf(range).flatMap((block) =>
        daysOf({ from: block.day, to: addDays(block.day, block.span - 1) }),
      )
      expect(covered).toEqual(daysOf(range))
      expect(blocksOf(range).length).toBeLessThanOrEqual(8 + 10 + length / 30)
    }),
  )
})

test('a change from nothing has no percentage; a loss that grew is a fall', () => {
  expect([changeOf(10, 0), changeOf(150, 100), changeOf(-20, -10), changeOf(5, -10)]).toEqual([null, 50, -100, 150])
})

test('a range is made of the longest blocks that begin and end in it', () => {
  const spans = (from: string, to: string) => blocksOf({ from, to }).map(({ span }) => span)
  expect(spans('1970-01-01', '1970-01-30')).toEqual([30])
  expect(spans('1970-01-01', '1970-02-05')).toEqual([30, 5, 1])
  expect(spans('1970-01-01', '1970-01-29')).toEqual([5, 5, 5, 5, 5, 1, 1, 1, 1])
  expect(spans('1970-01-02', '1970-01-10')).toEqual([1, 1, 1, 1, 5])
})
