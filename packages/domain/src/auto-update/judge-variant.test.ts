/** What a seller sees after one look at the supplier. That prices never flap, whatever comes, is a property. */
import { expect, test } from 'vitest'
import { type Fact, type Judged, judgeVariant, NEW_WATCH, type Watch } from './judge-variant.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NOW = 100 * DAY

interface Look {
  watch?: Partial<Watch>
  variant?: Partial<Judged['variant']>
  fact?: Partial<Fact>
  rules?: Partial<Judged['rules']>
  more?: Partial<Judged>
}
/** A variant that costs 1000 and is sold for twice that. */
const judge = ({ watch, variant, fact, rules, more }: Look) =>
  judgeVariant({
    watch: { ...NEW_WATCH, cost: 1_000, rate: 1, ...watch },
    variant: { price: 2_000, compare_at_price: null, enabled: true, ...variant },
    before: { cost: 1_000 },
    fact: { cost: 1_000, quantity: 9, gone: false, read_at: NOW, ...fact },
    rules: {
      on_price_change: 'apply_rule',
      price_change_percent: 10,
      price_fall_percent: 20,
      on_out_of_stock: 'disable',
      ...rules,
    },
    rate: 1,
    now: NOW,
    target: (_, __, cost, rate) => ({
      price: Math.round(cost * 2 * rate),
      compare_at_price: null,
      floored: false,
      below_floor: false,
    }),
    isBelowFloor: () => false,
    ...more,
  })
const kinds = (look: Look) => judge(look).notes.map(({ kind }) => kind)
const WAITS = { up: true, read_at: NOW - HOUR }

test('nothing changed: nothing is done, and what is not known yet is remembered', () => {
  expect(judge({})).toEqual({ watch: { ...NEW_WATCH, cost: 1_000, rate: 1 }, patch: {}, notes: [], check_at: null })
  expect(judge({ watch: { cost: null, rate: null }, more: { rate: 1.5 } }).watch).toMatchObject({
    cost: 1_000,
    rate: 1.5,
  })
  const unknown = judge({ watch: { cost: null }, fact: { cost: 700 }, more: { before: { cost: null } } })
  expect(unknown).toMatchObject({ watch: { cost: 700 }, patch: {}, notes: [] })
})

test('a cost that rose by the set share, or fell by it, moves the price; less does not', () => {
  const priced = (cost: number, hours = 0) =>
    judge({ fact: { cost }, watch: { pending: { up: cost > 1_000, read_at: NOW - hours * HOUR } } }).patch.price
  expect([priced(1_100), priced(1_099)]).toEqual([2_200, undefined])
  expect([priced(800, 6), priced(801, 6)]).toEqual([1_600, undefined])
  const free = judge({ watch: { cost: 0 }, fact: { cost: 100 }, more: { confirmed: true } })
  expect(free.patch).toEqual({ price: 200 })
  const still = judge({ watch: { cost: 0 }, fact: { cost: 0 }, rules: { price_change_percent: 0 } })
  expect(still).toMatchObject({ patch: {}, notes: [] })
  // The cost in the product's own currency counts.
  const abroad = { watch: { rate: 2 }, rules: { price_change_percent: 40 } }
  expect(judge({ ...abroad, more: { rate: 3, confirmed: true } }).patch).toEqual({ price: 6_000 })
  expect(judge({ ...abroad, more: { rate: 2 } }).patch).toEqual({})
})

test('what is told of a change, and what is remembered', () => {
  const look = judge({ fact: { cost: 1_100 }, watch: { changed_at: [NOW - DAY, NOW - HOUR], asked_cost: 5 } })
  expect(look).toEqual({
    watch: { ...NEW_WATCH, cost: 1_100, rate: 1, changed_at: [NOW - HOUR, NOW] },
    patch: { price: 2_200 },
    notes: [
      { kind: 'price_changed', rule: 'apply_rule', cost: [1_000, 1_100], price: [2_000, 2_200], below_floor: false },
    ],
    check_at: null,
  })
  const target: Judged['target'] = (action, at, cost, rate) => {
    expect([action, at, cost, rate]).toEqual([
      'apply_rule',
      { price: 2_000, compare_at_price: 2_500, cost: 1_000, enabled: true },
      1_100,
      1,
    ])
    return { price: 2_200, compare_at_price: 2_600, floored: true, below_floor: true }
  }
  const compared = judge({ fact: { cost: 1_100 }, variant: { compare_at_price: 2_500 }, more: { target } })
  expect(compared.patch).toEqual({ price: 2_200, compare_at_price: 2_600 })
  expect(compared.notes).toMatchObject([{ below_floor: true }])
})

test('nothing is priced where nobody delivers, the choice is gone, or the rule is to ignore it', () => {
  const look: Look = { watch: { pending: WAITS, asked_cost: 7 } }
  for (const fact of [{ cost: null }, { cost: 1_500, gone: true, quantity: 0 }]) {
    const { watch, patch, notes } = judge({ ...look, fact })
    expect([watch.pending, watch.asked_cost, patch.price]).toEqual([null, 7, undefined])
    expect(notes).toContainEqual({ kind: 'flap' })
  }
  const ignored = judge({ ...look, fact: { cost: 1_500 }, rules: { on_price_change: 'ignore' } })
  expect(ignored).toMatchObject({ watch: { pending: null, asked_cost: 7 }, patch: {}, notes: [{ kind: 'flap' }] })
  // The cost came back: what waited and what was asked are over.
  const over = judge(look)
  expect(over).toMatchObject({ watch: { pending: null, asked_cost: null }, notes: [{ kind: 'flap' }] })
})

test('the seller is asked where a rule cannot decide, once for each cost', () => {
  const ask = (look: Look) => judge({ ...look, fact: { cost: 1_500 } })
  const why = (look: Look) => ask(look).notes
  const asked = (reason: string) => [{ kind: 'price_asked', why: reason, cost: [1_000, 1_500] }]
  expect(why({ rules: { on_price_change: 'ask' } })).toEqual(asked('ask'))
  expect(why({ watch: { pinned: true } })).toEqual(asked('pinned'))
  expect(why({ more: { target: () => null } })).toEqual(asked('no_price'))
  const often = { watch: { changed_at: [1, 2, 3, 4].map((hours) => NOW - DAY + hours * HOUR) } }
  expect(ask(often)).toMatchObject({ notes: asked('too_often'), patch: {}, check_at: NOW + HOUR })
  const rested = {
    watch: { changed_at: [0, 2, 3, 4].map((hours) => NOW - DAY + hours * HOUR) },
    more: { confirmed: true },
  }
  expect(ask(rested).patch).toEqual({ price: 3_000 })
  expect(ask({ watch: { pinned: true } }).watch.asked_cost).toBe(1_500)
  // Told already, and told again when it moved once more.
  const pinned = (asked_cost: number) => why({ watch: { pinned: true, asked_cost, pending: WAITS } })
  expect(pinned(1_450)).toEqual([{ kind: 'flap' }])
  expect(pinned(1_300)).toEqual([{ kind: 'flap' }, ...asked('pinned')])
  expect(ask({ watch: { pinned: true, asked_cost: 1_450, pending: WAITS } }).watch).toMatchObject({
    pending: null,
    asked_cost: 1_450,
  })
})

test('a rule that gives the price there is leaves it', () => {
  const look = { fact: { cost: 1_500 }, variant: { price: 3_000 }, watch: { pending: WAITS } }
  expect(judge(look)).toMatchObject({ watch: { pending: null, cost: 1_000 }, patch: {}, notes: [{ kind: 'flap' }] })
})

test('a price falls six hours after the look that first asked for it', () => {
  const low = { fact: { cost: 700 }, rules: { price_fall_percent: 0 } }
  const first = judge(low)
  expect(first).toMatchObject({
    watch: { pending: { up: false, read_at: NOW } },
    patch: {},
    notes: [{ kind: 'held' }],
    check_at: NOW + 6 * HOUR,
  })
  const after = (hours: number) => judge({ ...low, watch: { pending: { up: false, read_at: NOW - hours * HOUR } } })
  expect(after(5)).toMatchObject({ patch: {}, notes: [], check_at: NOW + HOUR })
  expect(after(6).patch).toEqual({ price: 1_400 })
})

test('a change above a quarter waits for a second look, ten minutes later', () => {
  const rise = (cost: number, minutes: number | null) =>
    judge({ fact: { cost }, watch: minutes === null ? {} : { pending: { up: true, read_at: NOW - minutes * MINUTE } } })
  expect(rise(1_250, null).patch).toEqual({ price: 2_500 })
  expect(rise(1_251, null)).toMatchObject({ patch: {}, notes: [{ kind: 'held' }], check_at: NOW + 10 * MINUTE })
  expect(rise(1_251, 9)).toMatchObject({ patch: {}, notes: [], check_at: NOW + MINUTE })
  expect(rise(1_251, 10).patch).toEqual({ price: 2_502 })
  // A person let it through, or the price there is lies below the floor.
  expect(judge({ fact: { cost: 1_251 }, more: { confirmed: true } }).patch).toEqual({ price: 2_502 })
  expect(judge({ fact: { cost: 1_251 }, more: { confirmed: false } }).patch).toEqual({})
  expect(judge({ fact: { cost: 1_251 }, more: { isBelowFloor: () => true } }).patch).toEqual({ price: 2_502 })
  expect(judge({ fact: { cost: 700 }, more: { isBelowFloor: () => true } }).patch).toEqual({})
})

test('a change that turns round waits anew, and what waited is told to be over', () => {
  const turned = judge({ fact: { cost: 700 }, watch: { pending: { up: true, read_at: NOW - 9 * HOUR } } })
  expect(turned).toMatchObject({
    watch: { pending: { up: false, read_at: NOW } },
    patch: {},
    notes: [{ kind: 'flap' }, { kind: 'held' }],
  })
})

test('sold out: told, and done what the rule says, once', () => {
  const out = (on_out_of_stock: Judged['rules']['on_out_of_stock'], look: Look = {}) =>
    judge({ fact: { quantity: 0 }, rules: { on_out_of_stock }, ...look })
  expect(out('ignore')).toMatchObject({ watch: { out: true, did: null }, patch: {}, notes: [] })
  expect(out('ask')).toMatchObject({ watch: { out: true, did: null }, patch: {}, notes: [{ kind: 'sold_out' }] })
  expect(out('set_zero')).toMatchObject({ watch: { out: true, did: 'zero' }, patch: {}, notes: [{ kind: 'sold_out' }] })
  expect(out('disable')).toMatchObject({
    watch: { did: 'off' },
    patch: { enabled: false },
    notes: [{ kind: 'sold_out' }],
  })
  expect(out('disable', { variant: { enabled: false } })).toMatchObject({ watch: { did: null }, patch: {} })
  const again = out('disable', { watch: { out: true, back_read_at: NOW } })
  expect(again).toMatchObject({ watch: { out: true, back_read_at: null }, patch: {}, notes: [] })
})

test('on sale again with three pieces for half an hour, and only what the rule switched off', () => {
  const off = { enabled: false }
  const back = (quantity: number | null, minutes: number | null, did: Watch['did'] = 'off') =>
    judge({
      fact: { quantity },
      variant: off,
      watch: { out: true, did, back_read_at: minutes === null ? null : NOW - minutes * MINUTE },
    })
  expect(back(3, null)).toMatchObject({
    watch: { out: true, back_read_at: NOW },
    patch: {},
    check_at: NOW + 30 * MINUTE,
  })
  expect(back(2, 60)).toMatchObject({ watch: { out: true, back_read_at: null }, patch: {}, check_at: null })
  expect(back(3, 29)).toMatchObject({ watch: { out: true }, patch: {}, check_at: NOW + MINUTE })
  for (const quantity of [3, null])
    expect(back(quantity, 30)).toMatchObject({
      watch: { out: false, did: null, back_read_at: null },
      patch: { enabled: true },
      notes: [{ kind: 'back' }],
      check_at: null,
    })
  expect(back(3, 30, 'zero').patch).toEqual({})
  expect(judge({ watch: { out: true, did: 'off', back_read_at: NOW - HOUR } }).patch).toEqual({})
  expect(kinds({ fact: { quantity: 1 } })).toEqual([])
})

test('a choice that is missing is gone when looks six hours apart agree, and told once', () => {
  const gone = (watch: Partial<Watch>) => judge({ fact: { gone: true, quantity: 0 }, watch: { out: true, ...watch } })
  expect(gone({})).toMatchObject({
    watch: { gone_read_at: NOW, gone_notified: false },
    notes: [],
    check_at: NOW + 6 * HOUR,
  })
  expect(gone({ gone_read_at: NOW - 6 * HOUR })).toMatchObject({
    watch: { gone_notified: true },
    notes: [{ kind: 'gone' }],
    check_at: null,
  })
  expect(gone({ gone_read_at: NOW - 9 * HOUR, gone_notified: true })).toMatchObject({
    notes: [],
    watch: { gone_notified: true },
  })
  const found = judge({ watch: { gone_read_at: NOW - HOUR, gone_notified: true } })
  expect(found.watch).toMatchObject({ gone_read_at: null, gone_notified: false })
})

test('of stock and price, the earlier moment is when it is looked at again', () => {
  const both = (minutes: number) =>
    judge({
      fact: { cost: 1_500, quantity: 5 },
      watch: { out: true, back_read_at: NOW - minutes * MINUTE, pending: { up: true, read_at: NOW - 5 * MINUTE } },
    }).check_at
  expect([both(10), both(27)]).toEqual([NOW + 5 * MINUTE, NOW + 3 * MINUTE])
})
