import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyReport, freshPace, inMemoryPace, type LimitsSaid, type PaceState, takeMoment } from './pace.ts'

const START = Date.UTC(2026, 0, 1)

/** A clock that only `sleep` and the test move. */
function testClock() {
  let now = START
  const move = (ms: number) => {
    now += ms
  }
  return { now: () => now, move, sleep: async (ms: number) => move(ms) }
}

const perSecond = fc.integer({ min: 1, max: 8 })
const gaps = fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 40 })

test('never more calls within a second than allowed, however they arrive', async () => {
  await fc.assert(
    fc.asyncProperty(perSecond, gaps, async (per_second, pauses) => {
      const clock = testClock()
      const pace = inMemoryPace('test', { per_second }, clock)
      const starts: number[] = []
      for (const pause of pauses) {
        clock.move(pause)
        await pace.take()
        starts.push(clock.now())
      }
      return starts.every((start, i) => start - (starts[i - per_second] ?? -Infinity) >= 1000)
    }),
  )
})

/** The vendor's own bucket, as vendors describe theirs: it says whether a call overdraws it. */
function vendorBucket(per_second: number, burst: number) {
  let level = burst
  let at = START
  return (now: number, units: number) => {
    level = Math.min(burst, level + ((now - at) / 1000) * per_second)
    at = now
    level -= units
    return level >= -1e-6
  }
}

test('a bucket is never overdrawn, whatever the calls cost and however they arrive', () => {
  fc.assert(
    fc.property(
      perSecond,
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.record({ pause: fc.integer({ min: 0, max: 3000 }), units: fc.integer({ min: 1, max: 40 }) }), {
        maxLength: 40,
      }),
      (per_second, burst, calls) => {
        const served = vendorBucket(per_second, burst)
        let state: PaceState = freshPace
        let now = START
        for (const { pause, units } of calls) {
          const taken = takeMoment(state, { per_second, burst }, now, { units: Math.min(units, burst) })
          if ('refused' in taken) return false
          state = taken.state
          now += taken.wait_ms
          if (!served(now, Math.min(units, burst))) return false
          now += pause
        }
        return true
      },
    ),
  )
})

test('a bucket is not overdrawn when the vendor reserves the most a call can cost and returns the rest', () => {
  const call = fc.record({
    pause: fc.integer({ min: 0, max: 3000 }),
    units: fc.integer({ min: 1, max: 40 }),
    charged: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(perSecond, fc.array(call, { maxLength: 40 }), (per_second, calls) => {
      const limits = { per_second, burst: 40 }
      const served = vendorBucket(per_second, limits.burst)
      let state: PaceState = freshPace
      let now = START
      for (const { pause, units, charged } of calls) {
        const taken = takeMoment(state, limits, now, { units })
        if ('refused' in taken) return false
        now += taken.wait_ms
        if (!served(now, units)) return false
        const given_back = units * (1 - charged)
        served(now, -given_back)
        state = applyReport(taken.state, limits, now, { given_back })
        now += pause
      }
      return true
    }),
  )
})

test('what was returned can be used at once', () => {
  const limits = { per_second: 1, burst: 10 }
  const taken = takeMoment(freshPace, limits, START, { units: 10 })
  if ('refused' in taken) throw new Error('refused')
  const returned = applyReport(taken.state, limits, START, { given_back: 8 })
  expect(takeMoment(returned, limits, START, { units: 8 })).toMatchObject({ wait_ms: 0 })
  expect(takeMoment(taken.state, limits, START, { units: 8 })).toMatchObject({ wait_ms: 10_000 })
})

test('a bucket lets its burst through at once, and the next call waits for one unit', () => {
  fc.assert(
    fc.property(perSecond, fc.integer({ min: 1, max: 40 }), (per_second, burst) => {
      let state: PaceState = freshPace
      for (let n = 0; n <= burst; n++) {
        const taken = takeMoment(state, { per_second, burst }, START, {})
        if ('refused' in taken) return false
        const expected = n < burst ? 0 : 1250 / per_second
        if (Math.abs(taken.wait_ms - expected) > 0.01) return false
        state = taken.state
      }
      return true
    }),
  )
})

test('what the vendor reports never lets a call leave earlier, unless it reports a higher rate or burst', () => {
  const said = fc.record(
    {
      spent_today: fc.integer({ min: 0, max: 1000 }),
      remaining: fc.integer({ min: 0, max: 50 }),
      closed_for_s: fc.integer({ min: 0, max: 19 }),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<LimitsSaid> // the record's keys are those of LimitsSaid
  const state = fc.record({
    ...Object.fromEntries(Object.keys(freshPace).map((key) => [key, fc.constant(null)])),
    full_at: fc.integer({ min: START - 5000, max: START + 5000 }),
    closed_until: fc.integer({ min: START - 5000, max: START + 5000 }),
    day: fc.constant(Math.floor(START / 86_400_000)),
    spent: fc.integer({ min: 0, max: 200 }),
  }) as unknown as fc.Arbitrary<PaceState> // all keys of the state, the reported ones null
  fc.assert(
    fc.property(state, said, (before, report) => {
      const limits = { per_second: 2, burst: 2, per_day: 120 }
      const after = applyReport(before, limits, START, report)
      const waits = [before, after].map((one) => {
        const taken = takeMoment(one, limits, START, {})
        return 'refused' in taken ? Infinity : taken.wait_ms
      })
      return (waits[1] ?? 0) >= (waits[0] ?? 0)
    }),
  )
})

test('callers at the same moment are spread, none is lost', async () => {
  const waits: number[] = []
  const sleep = async (ms: number) => {
    waits.push(ms)
  }
  const pace = inMemoryPace('test', { per_second: 2 }, { now: () => 0, sleep })
  await Promise.all(Array.from({ length: 4 }, () => pace.take()))
  expect(waits).toEqual([625, 1250, 1875])
})

test('the budget of a day: refused until midnight UTC, with the seconds until then', async () => {
  const clock = testClock()
  const pace = inMemoryPace('test', { per_second: 100, per_day: 100 }, clock)
  await pace.take({ day: 50 })
  await pace.take({ day: 50 })
  await pace.take({ day: 0 }) // free of charge
  clock.move(START + 3_600_000 - clock.now())
  await expect(pace.take({ day: 10 })).rejects.toMatchObject({ kind: 'rate_limited', retry_after_s: 23 * 3600 })
  await pace.take({ day: 0 })
  clock.move(23 * 3_600_000)
  await expect(pace.take({ day: 10 })).resolves.toBeUndefined()
})

test('the vendor knows better: level, day, what others spent, and when it will answer again', async () => {
  const clock = testClock()
  const pace = inMemoryPace('test', { per_second: 1, per_day: 100 }, clock)
  await pace.report({ per_second: 4, per_day: 500, spent_today: 450 })
  await pace.take({ day: 50 })
  await pace.take({ day: 0 })
  expect(clock.now() - START).toBe(312.5)
  await expect(pace.take({ day: 1 })).rejects.toMatchObject({ kind: 'rate_limited' })
  await pace.report({ closed_for_s: 15 })
  await pace.take({ day: 0 })
  expect(clock.now() - START).toBe(15_312.5)
  // Too long to wait for: whoever planned the call hears how long.
  await pace.report({ closed_for_s: 3600 })
  await expect(pace.take({ day: 0 })).rejects.toMatchObject({ kind: 'rate_limited', retry_after_s: 3600 })
})

test('a refused call takes nothing from the day', () => {
  const state = { ...freshPace, day: Math.floor(START / 86_400_000), spent: 95 }
  expect(takeMoment(state, { per_second: 1, per_day: 100 }, START, { day: 10 })).toMatchObject({ refused: 'day_spent' })
  expect(takeMoment(state, { per_second: 1, per_day: 100 }, START, { day: 5 })).toMatchObject({ wait_ms: 0 })
})

test('a budget that refills: never overdrawn by its own count, and waited for by the minute', () => {
  const DAY_MS = 86_400_000
  const calls = fc.array(
    fc.record({ pause: fc.integer({ min: 0, max: 3_600_000 }), cost: fc.integer({ min: 1, max: 1000 }) }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(calls, (asked) => {
      const limits = { per_second: 1000, per_day: 1440, refills: true } // one a minute
      let [state, now, level]: [PaceState, number, number] = [freshPace, START, 1440]
      for (const { pause, cost } of asked) {
        const day = Math.floor(now / DAY_MS)
        now += pause
        // The vendor's own book: one a minute comes back, everything at midnight.
        level = Math.floor(now / DAY_MS) === day ? Math.min(1440, level + pause / 60_000) : 1440
        const taken = takeMoment(state, limits, now, { day: cost })
        if ('refused' in taken) {
          if (level >= cost + 1e-6) return false // it was there to be had
          const later = takeMoment(state, limits, now + taken.left_s * 1000, { day: cost })
          if ('refused' in later) return false
          continue
        }
        level -= cost
        if (level < -1e-6) return false
        state = taken.state
      }
      return true
    }),
  )
})

test('a bound holds while nothing better is known, and never lifts what is', async () => {
  const clock = testClock()
  const pace = inMemoryPace('test', { per_second: 1 }, clock)
  const secondsOf = async (calls: number) => {
    await pace.take()
    const from = clock.now()
    for (let n = 0; n < calls; n++) await pace.take()
    return (clock.now() - from) / 1000
  }
  expect(await secondsOf(6)).toBeCloseTo(7.5)
  await pace.report({ per_second_up_to: 6 })
  expect(await secondsOf(6)).toBeCloseTo(1.25)
  await pace.report({ per_second: 1 })
  await pace.report({ per_second_up_to: 6 })
  expect(await secondsOf(6)).toBeCloseTo(7.5)
})
