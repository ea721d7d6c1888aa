import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MOST_OFFERS, regroup, type Linked } from './good-groups.ts'
import { compareTraits, type GoodFacts, likelihood, namingWords, sameGood, titleOverlap } from './same-good.ts'

const COMMON = new Set(['bottle', 'toy', 'case'])
const rarity = (word: string) => (COMMON.has(word) ? 1 : 5)
const facts = (
  name: string,
  more: Partial<Omit<GoodFacts, 'traits'>> & { traits?: Record<string, string[]> } = {},
): GoodFacts => ({
  category_id: null,
  price: 1000,
  ...more,
  name,
  traits: new Map(Object.entries(more.traits ?? {}).map(([key, values]) => [key, new Set(values)])),
})

test("the same good in two sellers' words", () => {
  const a = facts('2026 New Squirting Turtle Stacking Toy Floating for Toddlers', {
    traits: { material: ['rubber'], style: ['floral', 'ombre', 'solid'] },
  })
  const b = facts('Turtle Stacking Toy Squirting - US Seller', {
    price: 1200,
    traits: { material: ['rubber'], style: ['floral', 'solid'] },
  })
  expect(sameGood(a, b, 0.93, rarity)).toBe(true)
})

test.each([
  ['another picture', facts('Squirting Turtle Stacking Toy'), 0.6],
  ['another thing', facts('Wooden Train Puzzle Toy'), 0.95],
  ['another price altogether', facts('Squirting Turtle Stacking Toy', { price: 9000 }), 0.97],
  [
    'another make',
    facts('Squirting Turtle Stacking Toy', { traits: { material: ['wood'], style: ['gingham'] } }),
    0.93,
  ],
] as const)('not the same: %s', (_why, other, picture) => {
  const own = facts('Squirting Turtle Stacking Toy', { traits: { material: ['rubber'], style: ['floral', 'ombre'] } })
  expect(sameGood(own, other, picture, rarity)).toBe(false)
})

test('praise does not make two things alike', () => {
  expect(
    titleOverlap(
      'Premium Portable New Arrival High Quality Lamp',
      'Premium Portable New Arrival High Quality Kettle',
      rarity,
    ),
  ).toBe(0)
})

const some = fc.record({
  name: fc
    .array(fc.constantFrom('turtle', 'stacking', 'toy', 'bottle', 'steel', 'premium', 'lamp'), { maxLength: 6 })
    .map((words) => words.join(' ')),
  category_id: fc.constantFrom(null, 101, 903, 1003),
  price: fc.integer({ min: 1, max: 100_000 }),
  traits: fc
    .dictionary(
      fc.constantFrom('material', 'color', 'size'),
      fc.uniqueArray(fc.constantFrom('red', 'blue', 'wood', 'xl'), { minLength: 1 }).map((list) => new Set(list)),
    )
    .map((made) => new Map(Object.entries(made))),
})

test('it does not matter who is compared with whom; more alike pictures never speak against it', () => {
  fc.assert(
    fc.property(some, some, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, picture) => {
      expect(likelihood(a, b, picture, rarity)).toBeCloseTo(likelihood(b, a, picture, rarity), 9)
      if (sameGood(a, b, picture, rarity)) expect(sameGood(a, b, Math.min(1, picture + 0.05), rarity)).toBe(true)
    }),
  )
})

/** All comparisons made, as the job does: each offer with whom it is the same, groups read as they are by then. */
function link(
  ids: number[],
  same: (a: number, b: number) => boolean,
  goods: Map<number, number | null>,
): Map<number, number | null> {
  const linked = (id: number): Linked => ({ id, good_id: goods.get(id) ?? null })
  for (const id of ids) {
    const partners = ids.filter((other) => other !== id && same(id, other)).map(linked)
    const names = new Set([linked(id), ...partners].flatMap(({ good_id }) => good_id ?? []))
    for (const change of regroup(
      linked(id),
      partners,
      ids.map(linked).filter(({ good_id }) => good_id !== null && names.has(good_id)),
    ))
      for (const one of change.ids) goods.set(one, change.good_id)
  }
  return goods
}

test('groups: whoever is linked is together under the smallest id, nobody is alone in one, and a second run changes nothing', () => {
  const edges = fc.array(fc.tuple(fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 25 })), { maxLength: 30 })
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 25 }), { minLength: 1 }), edges, (ids, pairs) => {
      const same = (a: number, b: number) => pairs.some(([x, y]) => (x === a && y === b) || (x === b && y === a))
      const once = link(ids, same, new Map())
      for (const a of ids) {
        const group = ids.filter((id) => once.get(id) === once.get(a))
        const name = once.get(a) ?? null
        if (name !== null) {
          expect(group.length).toBeGreaterThan(1)
          expect(Math.min(...group)).toBe(name)
        }
        for (const b of ids)
          if (a !== b && same(a, b)) expect(once.get(a) !== null && once.get(a) === once.get(b)).toBe(true)
      }
      expect(link(ids, same, new Map(once))).toEqual(once)
      // Whoever is like nobody any more is alone again.
      const after = link(ids, () => false, new Map(once))
      expect([...after.values()].every((good_id) => good_id === null)).toBe(true)
    }),
  )
})

test('no group outgrows its limit', () => {
  const ids = Array.from({ length: 100 }, (_, n) => n + 1)
  const goods = link(ids, () => true, new Map())
  const sizes = Map.groupBy(goods.values(), (good_id) => good_id)
  for (const [good_id, list] of sizes) if (good_id !== null) expect(list.length).toBeLessThanOrEqual(MOST_OFFERS)
  expect(link(ids, () => true, new Map(goods))).toEqual(goods)
})

test('words that praise name nothing', () => {
  expect(namingWords('2026 New Premium Oak Lamp for Women, Free Shipping')).toEqual(['oak', 'lamp'])
})

test('the shorter title counts, rare words more than common ones', () => {
  expect(titleOverlap('Turtle Toy', 'Turtle Stacking Toy Squirting', rarity)).toBe(1)
  expect(titleOverlap('Turtle Toy', 'Turtle Bottle', rarity)).toBeCloseTo(5 / 6)
  expect(titleOverlap('Turtle Toy', 'Train Toy', rarity)).toBeCloseTo(1 / 6)
  expect(titleOverlap('New Premium', 'Turtle Toy', rarity)).toBe(0)
})

test('properties agree where most of the fewer values are shared', () => {
  const traits = (values: Record<string, string[]>) => facts('x', { traits: values }).traits
  const compare = (a: string[], b: string[]) => compareTraits(traits({ color: a }), traits({ color: b }))
  expect(compare(['red', 'blue'], ['red', 'blue', 'green'])).toEqual({ agree: 1, contradict: 0 })
  expect(compare(['red', 'blue', 'pink'], ['red', 'blue', 'green'])).toEqual({ agree: 1, contradict: 0 })
  expect(compare(['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'c', 'x', 'y'])).toEqual({ agree: 0, contradict: 1 })
  expect(compareTraits(traits({ color: ['red'] }), traits({ size: ['xl'] }))).toEqual({ agree: 0, contradict: 0 })
})

test('each kind of evidence by its weight', () => {
  const likely = (more: Parameters<typeof facts>[1], other: Parameters<typeof facts>[1], picture = 0.9) =>
    likelihood(facts('Turtle Toy', more), facts('Turtle Toy', other), picture, rarity)
  const agreeing = { traits: { material: ['wood'] } }
  // A title that says the same, and nothing else to compare.
  expect(likely({}, {})).toBeCloseTo(0.9 - 0.25)
  expect(likely({}, {}, 1)).toBeCloseTo(0.9 - 0.25 + 0.2)
  expect(likely(agreeing, agreeing)).toBeCloseTo(0.9 + 0.22)
  expect(likely(agreeing, { traits: { material: ['steel'] } })).toBeCloseTo(0.9 - 0.6)
  expect(likely({ ...agreeing, price: 1000 }, { ...agreeing, price: 2000 })).toBeCloseTo(1.12 - 0.7 * Math.log(2))
  const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, ['x']]))
  expect(likely({ traits: many }, { traits: many })).toBeCloseTo(0.9 + 4 * 0.22)
  expect(likely({ ...agreeing, category_id: 101 }, { ...agreeing, category_id: 903 })).toBeCloseTo(1.12 - 0.1)
  expect(likely({ ...agreeing, category_id: 101 }, agreeing)).toBeCloseTo(1.12)
  expect(likely({ ...agreeing, category_id: 101 }, { ...agreeing, category_id: 102 })).toBeCloseTo(1.12)
})

test('too little of any evidence is none', () => {
  const [a, b] = [facts('Turtle Toy'), facts('Turtle Toy', { price: 3000 })]
  expect(likelihood(a, a, 0.78, rarity)).toBeGreaterThan(0)
  expect(likelihood(a, a, 0.77, rarity)).toBe(0)
  expect(likelihood(a, b, 1, rarity)).not.toBe(0)
  expect(likelihood(a, facts('Turtle Toy', { price: 3001 }), 1, rarity)).toBe(0)
  expect(likelihood(facts('Turtle Toy', { price: 0 }), facts('Turtle Toy', { price: 0 }), 1, rarity)).toBeCloseTo(0.85)
  // 5 of 11 and 5 of 12: just above and just below the least that two titles must share.
  expect(likelihood(facts('Turtle Lamp Toy'), facts('Turtle Bed Toy'), 1, rarity)).not.toBe(0)
  expect(likelihood(facts('Turtle Lamp Kettle Toy'), facts('Turtle Bed Case Chair Bottle'), 1, rarity)).toBe(0)
})
