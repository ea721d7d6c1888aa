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
