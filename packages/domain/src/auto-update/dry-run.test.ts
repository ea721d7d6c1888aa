import { expect, test } from 'vitest'
import { ONE_FOR_ONE } from '../mapping/plan.ts'
import { isImplausible, type Pass, trips } from './breaker.ts'
import { type LinkChange, replay, timelineOf } from './dry-run.ts'
import type { Judged } from './judge-variant.ts'

const HOUR = 3_600_000
const link = (cost: number, rank = 0) => ({ ...ONE_FOR_ONE, rank, cost, quantity: 10 })
const to = (hours: number, cost: number | null, quantity: number | null = 5, at = 0): LinkChange => ({
  link: at,
  at: hours * HOUR,
  now: cost === null ? null : { cost, quantity },
})
const seen = (changes: LinkChange[], links = [link(1_000)]) => timelineOf(links, changes, 'US')

test('the last weeks are played in their order, a look for each moment', () => {
  const { start, facts, stopped } = seen([to(2, 1_300), to(1, 1_100), to(3, 900, 0)])
  expect(start).toEqual({ cost: 1_000, quantity: 10 })
  expect(facts).toEqual([
    { cost: 1_100, quantity: 5, gone: false, read_at: HOUR },
    { cost: 1_300, quantity: 5, gone: false, read_at: 2 * HOUR },
    { cost: 900, quantity: 0, gone: false, read_at: 3 * HOUR },
  ])
  expect(stopped).toBe(0)
  expect(seen([])).toEqual({ start, facts: [], stopped: 0 })
})

test('two suppliers that change at once are one look; a change of a supplier that is there no longer is none', () => {
  const both = [link(1_000), link(1_200, 1)]
  const { facts } = seen([to(1, 1_100), to(1, 1_000, 5, 1), to(2, 1, 5, 7)], both)
  expect(facts).toEqual([{ cost: 1_100, quantity: 5, gone: false, read_at: HOUR }])
})

test('what every supplier offers no longer is gone, until one does again', () => {
  const both = [link(1_000), link(1_200, 1)]
  const { facts } = seen([to(1, null), to(2, null, 5, 1), to(3, 1_000)], both)
  expect(facts.map(({ gone, quantity }) => [gone, quantity])).toEqual([
    [false, 10],
    [true, 0],
    [false, 5],
  ])
})

test('a figure that is a slip is counted and changes nothing', () => {
  const { facts, stopped } = seen([to(1, 0), to(2, 10_000), to(3, 1_100)])
  expect([facts.length, stopped]).toEqual([1, 2])
})

const same: Pick<Judged, 'rules' | 'rate' | 'target' | 'isBelowFloor'> = {
  rules: { on_price_change: 'apply_rule', price_change_percent: 10, price_fall_percent: 10, on_out_of_stock: 'ask' },
  rate: 1,
  target: (_, __, cost) => ({ price: cost * 2, compare_at_price: null, floored: false, below_floor: false }),
  isBelowFloor: () => false,
}
const run = (changes: LinkChange[], until = 100, more: Partial<Judged['rules']> = {}, pinned = false) =>
  replay(
    seen(changes),
    { price: 2_000, compare_at_price: null, enabled: true },
    pinned,
    { ...same, rules: { ...same.rules, ...more } },
    until * HOUR,
  )

test('what the rules would have done is told and counted', () => {
  expect(run([to(1, 1_200)])).toEqual({
    changes: [
      { kind: 'price_changed', rule: 'apply_rule', cost: [1_000, 1_200], price: [2_000, 2_400], below_floor: false },
    ],
    asked: 0,
    flaps: 0,
    sold_out: 0,
    price: 2_400,
  })
  expect(run([to(1, 1_200)], 100, { on_price_change: 'ask' })).toMatchObject({ asked: 1, changes: [], price: 2_000 })
  expect(run([to(1, 1_200)], 100, {}, true)).toMatchObject({ asked: 1, changes: [] })
  expect(run([to(1, 1_000, 0), to(2, 1_000, 9), to(9, 1_000, 0)])).toMatchObject({ sold_out: 2 })
})

test('what waits is looked at again when its time has come, and not after the next change or the end', () => {
  const low = to(1, 800)
  expect(run([low]).price).toBe(1_600)
  expect(run([low], 7).price).toBe(2_000)
  expect(run([low], 7.1).price).toBe(1_600)
  expect(run([low, to(5, 1_000)])).toMatchObject({ price: 2_000, flaps: 1 })
})

test('what was sold out at the start is not sold out anew', () => {
  const timeline = timelineOf([{ ...link(1_000), quantity: 0 }], [to(1, 1_010, 0)], 'US')
  const variant = { price: 2_000, compare_at_price: null, enabled: true }
  expect(replay(timeline, variant, false, same, 9 * HOUR).sold_out).toBe(0)
})

test('a slip is ten times, a tenth, or nothing, of what was known', () => {
  expect([isImplausible(0, 500), isImplausible(0, 0), isImplausible(1, 0)]).toEqual([false, false, true])
  expect([isImplausible(100, 999), isImplausible(100, 1_000)]).toEqual([false, true])
  expect([isImplausible(100, 11), isImplausible(100, 10)]).toEqual([false, true])
})

test('a pass is stopped from a limit on, and shares of a handful say nothing', () => {
  const change = (before: number, after: number | null, product_id = 'p') => ({
    product_id,
    before,
    after,
    matters: true,
  })
  const pass = (more: Partial<Pass>) => trips({ changes: [], products: 100, failed: 0, gone: 0, ...more })
  expect(pass({ changes: [change(100, 1_000), change(100, 0)] })).toBe('zero')
  expect(pass({ changes: [change(100, null)] })).toBeNull()
  const told = { ...change(100, null), currency_changed: true }
  expect([pass({ changes: [told] }), pass({ changes: [{ ...told, after: 90 }] })]).toEqual([null, 'currency'])
  expect([pass({ gone: 5, products: 99 }), pass({ gone: 4, products: 20 })]).toEqual(['gone', null])
  expect([pass({ failed: 20 }), pass({ failed: 21 })]).toEqual([null, 'errors'])
  expect([pass({ failed: 19, products: 19 }), pass({ failed: 20, products: 20 })]).toEqual([null, 'errors'])
  const many = (n: number) => Array.from({ length: n }, (_, at) => change(100, 120, `p${at}`))
  expect([pass({ changes: many(19), products: 19 }), pass({ changes: many(20), products: 20 })]).toEqual([null, 'many'])
  expect([pass({ changes: many(500), products: 5_000 }), pass({ changes: many(501), products: 5_000 })]).toEqual([
    null,
    'many',
  ])
})
