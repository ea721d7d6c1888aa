import { expect, test } from 'vitest'
import { checkRule, type Condition, DEFAULT_RULE, holds, isWithinLimit, type Rule } from './rules.ts'
import { dateIn, hourIn, nextDay, startOfDay, turnOf } from './schedule.ts'
import {
  type AutomationSetting,
  type BetterReason,
  DEFAULT_AUTOMATION_SETTING,
  isBetter,
  type PlanFigures,
  wantsBetter,
} from './settings.ts'

const condition = (type: Condition['type'], operator: Condition['operator'], value: number): Condition => ({
  type,
  operator,
  value,
})
const problem = (more: Partial<Rule>) => checkRule({ ...DEFAULT_RULE, ...more })
const at = (schedule: Rule['time_schedule']['schedule'], time: string) =>
  problem({ time_schedule: { schedule, time, time_zone: 'UTC' } })
const when = (...query: Condition[]) => problem({ condition: { query, names: [] } })

test('a time of the day is a time of the day, and hours are whole ones from 1 to 72', () => {
  for (const time of ['00:00', '09:30', '23:59']) expect([time, at('daily', time)]).toEqual([time, null])
  for (const time of ['', '24:00', '9:30', '12:60', 'x12:00', '12:00x'])
    expect([time, at('daily', time)]).toEqual([time, 'time_invalid'])
  for (const time of ['1', '9', '10', '72']) expect([time, at('after', time)]).toEqual([time, null])
  for (const time of ['', '0', '73', '100', '1.5', 'x1', '1x', '-1', '+1'])
    expect([time, at('after', time)]).toEqual([time, 'hours_invalid'])
  expect(at('immediately', 'whatever')).toBeNull()
})

test('a limit is above nothing; no limit is none', () => {
  expect([problem({ daily_limit: 1 }), problem({ daily_limit: null })]).toEqual([null, null])
  expect([problem({ daily_limit: 0 }), problem({ daily_limit: -1 })]).toEqual(['limit_invalid', 'limit_invalid'])
  expect([0, 1].map((more) => isWithinLimit({ daily_limit: 10 }, 6, 4 + more))).toEqual([true, false])
  expect(isWithinLimit({ daily_limit: null }, 6, 1e9)).toBe(true)
})

test('pieces and amounts are whole and not negative; a margin may be, and has decimals', () => {
  for (const type of ['order_item_count', 'order_value'] as const) {
    expect(when(condition(type, 'higher', 0))).toBeNull()
    for (const value of [-1, 0.5, NaN]) expect(when(condition(type, 'higher', value))).toBe('value_invalid')
  }
  for (const value of [-12.5, 1000, -1000]) expect(when(condition('order_profit_margin', 'higher', value))).toBeNull()
  for (const value of [1000.1, -1001])
    expect(when(condition('order_profit_margin', 'higher', value))).toBe('value_invalid')
})

test('what nothing can be is a contradiction; the same of two figures is none', () => {
  const value = (operator: Condition['operator'], amount: number) => condition('order_value', operator, amount)
  expect(when(value('higher', 10), value('lower', 5))).toBe('contradiction')
  expect(when(value('higher', 10), value('lower', 10))).toBe('contradiction')
  expect(when(value('higher', 10), value('lower', 11))).toBeNull()
  expect(when(value('equal', 10), value('equal', 11))).toBe('contradiction')
  expect(when(value('equal', 10), value('equal', 10))).toBeNull()
  expect(when(value('equal', 10), value('higher', 10))).toBe('contradiction')
  expect(when(value('equal', 10), value('lower', 10))).toBe('contradiction')
  expect(when(value('equal', 10), value('higher', 9), value('lower', 11))).toBeNull()
  expect(when(value('higher', 10), condition('order_item_count', 'lower', 5))).toBeNull()
})

test('a margin is compared as it is shown, and one that is not known meets nothing', () => {
  const figures = { items: 2, titles: ['Lamp'], value: 3000, cost: 2000, margin: 33.3 }
  const margin = (operator: Condition['operator'], value: number) =>
    holds(condition('order_profit_margin', operator, value), figures)
  expect([margin('equal', 33.3), margin('higher', 33.3), margin('lower', 33.4)]).toEqual([true, false, true])
  expect(holds(condition('order_profit_margin', 'lower', 90), { ...figures, margin: null })).toBeNull()
  const items = (operator: Condition['operator'], value: number) =>
    holds(condition('order_item_count', operator, value), figures)
  expect([items('higher', 2), items('higher', 1), items('lower', 2), items('equal', 2)]).toEqual([
    false,
    true,
    false,
    true,
  ])
})

test('a daily turn is at its time, at the moment itself, and the next day a minute later', () => {
  const daily = { schedule: 'daily' as const, time: '09:30', time_zone: 'America/New_York' }
  const turn = (arrived: string) => turnOf(daily, new Date(arrived)).toISOString()
  expect(turn('2026-11-16T14:29:00Z')).toBe('2026-11-16T14:30:00.000Z')
  expect(turn('2026-11-16T14:30:00Z')).toBe('2026-11-16T14:30:00.000Z')
  expect(turn('2026-11-16T14:31:00Z')).toBe('2026-11-17T14:30:00.000Z')
  // The clocks go back in that night.
  expect(turn('2026-10-31T14:00:00Z')).toBe('2026-11-01T14:30:00.000Z')
  expect(turnOf({ ...daily, schedule: 'after', time: '3' }, new Date('2026-11-16T00:00:00Z')).toISOString()).toBe(
    '2026-11-16T03:00:00.000Z',
  )
})

test('a day begins at midnight of its zone, and one with 25 hours ends at the next one', () => {
  const zone = 'America/New_York'
  expect(startOfDay(new Date('2026-11-01T03:00:00Z'), zone).toISOString()).toBe('2026-10-31T04:00:00.000Z')
  expect(nextDay(new Date('2026-11-01T04:00:00Z'), zone).toISOString()).toBe('2026-11-02T05:00:00.000Z')
  expect(nextDay(new Date('2026-03-08T05:00:00Z'), zone).toISOString()).toBe('2026-03-09T04:00:00.000Z')
  expect(startOfDay(new Date('2026-11-16T15:00:00Z'), 'no/zone').toISOString()).toBe('2026-11-16T00:00:00.000Z')
})

test('the date and the hour are those on the clocks there', () => {
  const at = new Date('2026-11-16T23:45:10Z')
  const zones = ['UTC', 'Asia/Kolkata', 'America/New_York', 'no/zone']
  expect(zones.map((zone) => dateIn(at, zone))).toEqual(['2026-11-16', '2026-11-17', '2026-11-16', '2026-11-16'])
  expect(zones.map((zone) => hourIn(at, zone))).toEqual([23, 5, 18, 23])
  expect(hourIn(new Date('2026-11-16T00:30:00Z'), 'UTC')).toBe(0)
})

const GOOD = { is_ready: true, margin: 20, max_days: 10, country_code: 'DE' }
const setting = (conditions: Partial<AutomationSetting['with_better_source']['conditions']>): AutomationSetting => {
  const { with_better_source: better } = DEFAULT_AUTOMATION_SETTING
  return {
    ...DEFAULT_AUTOMATION_SETTING,
    with_better_source: { ...better, conditions: { ...better.conditions, ...conditions } },
  }
}

test('another supplier is tried for the reasons that are switched on, past their limit and not at it', () => {
  const on = { is_use: true }
  expect(wantsBetter(DEFAULT_AUTOMATION_SETTING, GOOD)).toBeNull()
  expect(wantsBetter(DEFAULT_AUTOMATION_SETTING, { ...GOOD, is_ready: false })).toBe('place_error')
  expect(wantsBetter(setting({ place_error: { is_use: false } }), { ...GOOD, is_ready: false })).toBeNull()
  const profit = setting({ profit: { ...on, values: 20 } })
  expect(wantsBetter(profit, GOOD)).toBeNull()
  expect(wantsBetter(profit, { ...GOOD, margin: 19.9 })).toBe('profit')
  expect(wantsBetter(profit, { ...GOOD, margin: null })).toBeNull()
  const days = setting({ shipping_time: { ...on, values: 10 } })
  expect(wantsBetter(days, GOOD)).toBeNull()
  expect(wantsBetter(days, { ...GOOD, max_days: 11 })).toBe('shipping_time')
  expect(wantsBetter(days, { ...GOOD, max_days: null })).toBeNull()
  const off = { profit: { is_use: false, values: 99 }, shipping_time: { is_use: false, values: 1 } }
  expect(wantsBetter(setting(off), GOOD)).toBeNull()
  expect(wantsBetter(setting({ ship_to_country: { ...on, values: ['DE'] } }), GOOD)).toBe('ship_to_country')
  expect(wantsBetter(setting({ ship_to_country: { ...on, values: ['FR'] } }), GOOD)).toBeNull()
  expect(wantsBetter(setting({ ship_to_country: { is_use: false, values: ['DE'] } }), GOOD)).toBeNull()
  const { with_better_source } = DEFAULT_AUTOMATION_SETTING
  const alone = { ...DEFAULT_AUTOMATION_SETTING, with_current_source: { is_use: false, type: 'as_set' as const } }
  expect(wantsBetter(alone, GOOD)).toBe('current_source_off')
  const none = { ...alone, with_better_source: { ...with_better_source, is_use: false } }
  expect(wantsBetter(none, { ...GOOD, is_ready: false })).toBeNull()
})

test('it is kept where it is what it was tried for', () => {
  const better = (because: BetterReason, after: Partial<typeof GOOD>, before: Partial<PlanFigures> = {}) =>
    isBetter(because, { ...GOOD, ...before }, { ...GOOD, ...after })
  expect([better('profit', { margin: 21 }), better('profit', { margin: 20 })]).toEqual([true, false])
  expect([better('profit', {}, { margin: null }), better('shipping_time', {}, { max_days: null })]).toEqual([
    true,
    true,
  ])
  expect([better('shipping_time', { max_days: 9 }), better('shipping_time', { max_days: 10 })]).toEqual([true, false])
  const unknown: PlanFigures = { ...GOOD, margin: null, max_days: null }
  expect([isBetter('profit', GOOD, unknown), isBetter('shipping_time', GOOD, unknown)]).toEqual([false, false])
  for (const because of ['place_error', 'ship_to_country', 'current_source_off'] as const)
    expect([better(because, {}), better(because, { is_ready: false })]).toEqual([true, false])
})
