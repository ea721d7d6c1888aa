import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inMemoryPace } from './pace.ts'

/** A clock that only `sleep` and the test move. */
function testClock() {
  let now = Date.UTC(2026, 0, 1)
  return {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms
    },
    move: (ms: number) => {
      now += ms
    },
  }
}

test('never more calls within a second than allowed, however they arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 40 }),
      async (per_second, gaps) => {
        const clock = testClock()
        const pace = inMemoryPace('test', { per_second }, clock)
        const starts: number[] = []
        for (const gap of gaps) {
          clock.move(gap)
          await pace()
          starts.push(clock.now())
        }
        return starts.every((start, i) => start - (starts[i - per_second] ?? -Infinity) >= 1000)
      },
    ),
  )
})

test('callers at the same moment are spread, none is lost', async () => {
  const waits: number[] = []
  const pace = inMemoryPace(
    'test',
    { per_second: 2 },
    {
      now: () => 0,
      sleep: async (ms) => {
        waits.push(ms)
      },
    },
  )
  await Promise.all(Array.from({ length: 6 }, () => pace()))
  expect(waits).toEqual([1050, 1050, 2100, 2100])
})

test('the budget of a day: refused until midnight UTC, with the seconds until then', async () => {
  const clock = testClock()
  const pace = inMemoryPace('test', { per_second: 100, per_day: 100 }, clock)
  await pace(50)
  await pace(50)
  await pace(0) // free of charge
  clock.move(3_600_000)
  await expect(pace(10)).rejects.toMatchObject({ kind: 'rate_limited', retry_after_s: 23 * 3600 })
  clock.move(23 * 3_600_000)
  await expect(pace(10)).resolves.toBeUndefined()
})
