import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkRule,
  type Condition,
  DEFAULT_RULE,
  holds,
  isWithinLimit,
  matches,
  OPERATORS,
  ruleFor,
  TRIGGERS,
} from './rules.ts'
import { dateIn, midnightOf, nextDay, startOfDay, turnOf } from './schedule.ts'
import { DEFAULT_AUTOMATION_SETTING, isBetter, type PlanFigures, wantsBetter } from './settings.ts'

const amount = fc.integer({ min: 0, max: 1_000_000 })
const condition: fc.Arbitrary<Condition> = fc.record({
  type: fc.constantFrom(...TRIGGERS),
  operator: fc.constantFrom(...OPERATORS),
  value: fc.integer({ min: 0, max: 200 }),
})
const figures = fc.record({
  items: fc.integer({ min: 1, max: 200 }),
  titles: fc.constant(['Lamp']),
  value: fc.option(amount),
  cost: fc.option(amount),
  margin: fc.option(fc.integer({ min: -100, max: 100 })),
})

test('exactly one of lower, equal and higher holds for a figure that is known; none for one that is not', () => {
  fc.assert(
    fc.property(condition, figures, ({ type, value }, order) => {
      const answers = OPERATORS.map((operator) => holds({ type, operator, value }, order))
      const known = type === 'order_item_count' || (type === 'order_value' ? order.value : order.margin) !== null
      expect(answers.filter((answer) => answer === true)).toHaveLength(known ? 1 : 0)
      expect(answers.includes(null)).toBe(!known)
    }),
  )
})

test('what is not known yet never turns a no into a yes, nor a yes into a no', () => {
  fc.assert(
    fc.property(
      fc.array(condition, { maxLength: 4 }),
      figures,
      fc.integer({ min: -100, max: 100 }),
      (query, order, margin) => {
        const before = matches({ condition: { query, names: [] } }, { ...order, margin: null })
        const after = matches({ condition: { query, names: [] } }, { ...order, margin })
        if (before !== null) expect(after).toBe(before)
      },
    ),
  )
})

test('conditions that the check lets through are met by some figure, and the others by none', () => {
  const own = fc.array(
    fc.record({
      type: fc.constant('order_item_count' as const),
      operator: fc.constantFrom(...OPERATORS),
      value: fc.integer({ min: 1, max: 12 }),
    }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(own, (query) => {
      // Half pieces stand for "something in between": the check speaks of any figure.
      const all = Array.from({ length: 40 }, (_, at) => at / 2)
      const isMet = all.some(
        (items) =>
          matches({ condition: { query, names: [] } }, { items, titles: [], value: null, cost: null, margin: null }) ===
          true,
      )
      expect(checkRule({ ...DEFAULT_RULE, condition: { query, names: [] } }) === null).toBe(isMet)
    }),
  )
})

test('the first rule that matches takes the order; one that may match keeps the others away', () => {
  const of = (...query: Condition[]) => ({ condition: { query, names: [] } })
  const margin = of({ type: 'order_profit_margin', operator: 'higher', value: 30 })
  const any = of()
  const order = { items: 1, titles: ['Lamp'], value: 1000, cost: 500 }
  expect(ruleFor([margin, any], { ...order, margin: null })).toEqual({ rule: margin, is_sure: false })
  expect(ruleFor([margin, any], { ...order, margin: 10 })).toEqual({ rule: any, is_sure: true })
  expect(ruleFor([margin], { ...order, margin: 10 })).toBeNull()
  expect(ruleFor([margin], { ...order, margin: 50 })?.is_sure).toBe(true)
})

test('a limit is never passed, whatever comes in', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { maxLength: 30 }), (daily_limit, costs) => {
      let spent = 0
      for (const cost of costs) if (isWithinLimit({ daily_limit }, spent, cost)) spent += cost
      expect(spent).toBeLessThanOrEqual(daily_limit)
    }),
  )
})

const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'no/where')
const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })

test('days follow one another without a gap, and a moment is inside its own', () => {
  fc.assert(
    fc.property(moment, zone, (at, time_zone) => {
      const [start, end] = [startOfDay(at, time_zone), nextDay(at, time_zone)]
      expect(start.getTime()).toBeLessThanOrEqual(at.getTime())
      expect(end.getTime()).toBeGreaterThan(at.getTime())
      expect(startOfDay(end, time_zone)).toEqual(end)
      expect(dateIn(start, time_zone)).toBe(dateIn(at, time_zone))
      expect(end.getTime() - start.getTime()).toBeLessThanOrEqual(25 * 3_600_000)
      expect(end.getTime() - start.getTime()).toBeGreaterThanOrEqual(23 * 3_600_000)
    }),
  )
})

test('a date begins at the midnight before any of its moments', () => {
  fc.assert(
    fc.property(moment, zone, (at, time_zone) => {
      expect(midnightOf(dateIn(at, time_zone), time_zone)).toEqual(startOfDay(at, time_zone))
    }),
  )
})

test('a turn is never before the order, and at most a day or the hours later', () => {
  fc.assert(
    fc.property(
      moment,
      zone,
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      (at, time_zone, h, m) => {
        const time = `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`
        const daily = turnOf({ schedule: 'daily', time, time_zone }, at)
        expect(daily.getTime()).toBeGreaterThanOrEqual(at.getTime())
        expect(daily.getTime() - at.getTime()).toBeLessThanOrEqual(26 * 3_600_000)
        expect(turnOf({ schedule: 'after', time: '5', time_zone }, at).getTime() - at.getTime()).toBe(5 * 3_600_000)
        expect(turnOf({ schedule: 'immediately', time: '', time_zone }, at)).toEqual(at)
      },
    ),
  )
  const berlin = { schedule: 'daily' as const, time: '09:00', time_zone: 'Europe/Berlin' }
  expect(turnOf(berlin, new Date('2026-07-01T05:00:00Z')).toISOString()).toBe('2026-07-01T07:00:00.000Z')
  expect(turnOf(berlin, new Date('2026-07-01T08:00:00Z')).toISOString()).toBe('2026-07-02T07:00:00.000Z')
  expect(turnOf(berlin, new Date('2026-12-01T05:00:00Z')).toISOString()).toBe('2026-12-01T08:00:00.000Z')
})

test('a better supplier is tried for the reasons that are switched on, and kept only if it is better in that', () => {
  const plan: PlanFigures = { is_ready: true, margin: 5, max_days: 30, country_code: 'DE' }
  const failing = { ...plan, is_ready: false }
  const { with_better_source: better } = DEFAULT_AUTOMATION_SETTING
  const on = (conditions: Partial<typeof better.conditions>) => ({
    ...DEFAULT_AUTOMATION_SETTING,
    with_better_source: { ...better, conditions: { ...better.conditions, ...conditions } },
  })
  expect(wantsBetter(DEFAULT_AUTOMATION_SETTING, plan)).toBeNull()
  expect(wantsBetter(DEFAULT_AUTOMATION_SETTING, failing)).toBe('place_error')
  expect(wantsBetter(on({ place_error: { is_use: false } }), failing)).toBeNull()
  expect(wantsBetter(on({ profit: { is_use: true, values: 10 } }), plan)).toBe('profit')
  expect(wantsBetter(on({ profit: { is_use: true, values: 5 } }), plan)).toBeNull()
  expect(wantsBetter(on({ shipping_time: { is_use: true, values: 20 } }), plan)).toBe('shipping_time')
  expect(wantsBetter(on({ ship_to_country: { is_use: true, values: ['DE'] } }), plan)).toBe('ship_to_country')
  expect(wantsBetter(on({ ship_to_country: { is_use: true, values: ['FR'] } }), plan)).toBeNull()
  const off = { ...DEFAULT_AUTOMATION_SETTING, with_current_source: { is_use: false, type: 'as_set' as const } }
  expect(wantsBetter(off, plan)).toBe('current_source_off')
  expect(isBetter('profit', plan, { ...plan, margin: 6 })).toBe(true)
  expect(isBetter('profit', plan, { ...plan, margin: 5, max_days: 1 })).toBe(false)
  expect(isBetter('shipping_time', plan, { ...plan, max_days: 29 })).toBe(true)
  expect(isBetter('shipping_time', plan, { ...plan, max_days: null })).toBe(false)
  expect(isBetter('place_error', failing, plan)).toBe(true)
  expect(isBetter('place_error', failing, failing)).toBe(false)
})

test('a rule with names takes orders of which each product has one of them, in any letters; further names take more', () => {
  const title = fc.constantFrom('Ceramic MUG', 'Walnut lamp', 'Lampe à poser', 'Cap')
  const name = fc.constantFrom('mug', 'LAMP', 'à POSER', 'sofa')
  const of = (titles: string[], names: string[]) =>
    matches({ condition: { query: [], names } }, { items: 1, titles, value: null, cost: null, margin: null })
  fc.assert(
    fc.property(fc.array(title, { minLength: 1 }), fc.array(name), name, (titles, names, more) => {
      const has = (one: string) => names.some((wanted) => one.toLowerCase().includes(wanted.toLowerCase()))
      expect(of(titles, names)).toBe(names.length === 0 || titles.every(has))
      if (names.length > 0 && of(titles, names)) expect(of(titles, [...names, more])).toBe(true)
    }),
  )
  expect([of([], ['mug']), of([], [])]).toEqual([false, true])
})
