import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MappedLink, ONE_FOR_ONE, plan, supplyIn } from './plan.ts'

interface Named extends MappedLink {
  name: string
}
const link = (name: string, change: Partial<MappedLink> = {}): Named => ({
  name,
  ...ONE_FOR_ONE,
  rank: 0,
  cost: 100,
  quantity: 1000,
  ...change,
})
const bought = (links: Named[], country: string, quantity: number) => {
  const made = plan(links, { country, quantity })
  return made.ok ? made.lines.map((line) => `${line.quantity} ${line.link.name}`) : made.reason
}

describe('what is bought', () => {
  test('a bundle of two and one, three times', () => {
    const links = [link('A', { units: 2 }), link('B', { component: 1, rank: 1 })]
    expect(bought(links, 'US', 3)).toEqual(['6 A', '3 B'])
    expect(supplyIn(links, 'US')).toEqual({ cost: 300, quantity: 500 })
  })
  test('a supplier for two countries, another for the rest', () => {
    const links = [link('A1', { countries: ['DE', 'FR'] }), link('A2', { rank: 1 })]
    expect(bought(links, 'FR', 1)).toEqual(['1 A1'])
    expect(bought(links, 'US', 1)).toEqual(['1 A2'])
    // A supplier for a country is not left for one that names none.
    expect(bought([link('A1', { countries: ['DE'], quantity: 0 }), link('A2')], 'DE', 1)).toBe('out_of_stock')
  })
  test('every two get one, of another good and of the same', () => {
    const other = [link('A'), link('G', { component: 1, rank: 1, units: 0, gift_every: 2, gift_get: 1 })]
    expect(bought(other, 'US', 5)).toEqual(['5 A', '2 G'])
    expect(bought(other, 'US', 1)).toEqual(['1 A'])
    const same = [link('A', { gift_every: 1, gift_get: 1, quantity: 7 })]
    expect(bought(same, 'US', 3)).toEqual(['6 A'])
    expect(bought(same, 'US', 4)).toBe('out_of_stock')
    expect(supplyIn(same, 'US')).toEqual({ cost: 200, quantity: 3 })
  })
  test('a line is not torn over two suppliers', () => {
    const links = [link('A1', { quantity: 1 }), link('A2', { rank: 1 })]
    expect(bought(links, 'US', 3)).toEqual(['3 A2'])
    expect(bought(links, 'US', 1)).toEqual(['1 A1'])
  })
  test('never a supplier for another country', () => {
    expect(bought([link('A', { countries: ['DE'] })], 'US', 1)).toBe('cannot_ship')
    expect(supplyIn([link('A', { countries: ['DE'] })], 'US')).toEqual({ cost: null, quantity: 0 })
    expect(bought([], 'US', 1)).toBe('not_mapped')
    expect(supplyIn([], 'US')).toEqual({ cost: null, quantity: null })
  })
  test('gifts are told apart from what was sold', () => {
    const made = plan([link('A', { gift_every: 2, gift_get: 3 })], { country: 'US', quantity: 5 })
    expect(made).toMatchObject({ ok: true, lines: [{ quantity: 5 + 6, gifts: 6 }] })
    expect(plan([link('A')], { country: 'US', quantity: 5 })).toMatchObject({ lines: [{ quantity: 5, gifts: 0 }] })
  })
  test('what cannot be delivered is named by its part of the bundle', () => {
    const second = (change: Partial<MappedLink>) =>
      plan([link('B', { component: 1, rank: 0, ...change }), link('A', { rank: 1 })], { country: 'US', quantity: 2 })
    expect(second({ quantity: 1 })).toEqual({ ok: false, reason: 'out_of_stock', component: 1 })
    expect(second({ countries: ['DE'] })).toEqual({ ok: false, reason: 'cannot_ship', component: 1 })
    expect(plan([], { country: 'US', quantity: 2 })).toEqual({ ok: false, reason: 'not_mapped', component: 0 })
  })
  test('suppliers are taken as the seller ranked them, or the cheaper first, among those that are let', () => {
    const links = [link('dear', { rank: 0, cost: 300 }), link('cheap', { rank: 2, cost: 50 }), link('mid', { rank: 1 })]
    const first = (more: Parameters<typeof plan<Named>>[2]) => {
      const made = plan(links, { country: 'US', quantity: 1 }, more)
      return made.ok ? made.lines.map((line) => line.link.name) : made.reason
    }
    expect(first({})).toEqual(['dear'])
    expect(first({ by: 'cost' })).toEqual(['cheap'])
    expect(first({ among: ({ name }) => name !== 'dear' })).toEqual(['mid'])
    expect(first({ among: () => false })).toBe('cannot_ship')
  })
  test('a piece costs what its first supplier with stock takes, and what the first takes where none has any', () => {
    const cost = (...all: Named[]) => supplyIn(all, 'US').cost
    expect(cost(link('A', { cost: 70, quantity: 0 }), link('B', { rank: 1, cost: 90 }))).toBe(90)
    expect(cost(link('A', { cost: 70, quantity: 0 }), link('B', { rank: 1, cost: 90, quantity: 0 }))).toBe(70)
    expect(cost(link('A', { cost: 70, units: 2 }), link('B', { component: 1, cost: 5 }))).toBe(145)
    expect(cost(link('A'), link('B', { component: 1, countries: ['DE'] }))).toBeNull()
    expect(supplyIn([link('A'), link('B', { component: 1, countries: ['DE'] })], 'US').quantity).toBe(0)
    expect(supplyIn([link('A', { countries: ['DE', 'US'], cost: 7, quantity: 3 })], 'US')).toEqual({
      cost: 7,
      quantity: 3,
    })
  })
  test('a gift that costs nothing limits nothing; of two suppliers the one with more tells how many', () => {
    const gift = link('G', { component: 1, units: 0, gift_every: 3, gift_get: 0, quantity: 0 })
    expect(supplyIn([link('A', { quantity: 9 }), gift], 'US').quantity).toBe(9)
    expect(supplyIn([link('A', { quantity: 4 }), link('B', { rank: 1, quantity: 9 })], 'US').quantity).toBe(9)
    expect(supplyIn([link('A', { quantity: 4 }), link('B', { rank: 1, quantity: null })], 'US').quantity).toBeNull()
    expect(supplyIn([link('A', { quantity: null })], 'US').quantity).toBeNull()
  })
  test('what is sold out still has a cost; a stock that nobody tells is not known', () => {
    expect(supplyIn([link('A', { quantity: 0, cost: 70 })], 'US')).toEqual({ cost: 70, quantity: 0 })
    expect(supplyIn([link('A'), link('B', { component: 1, quantity: null })], 'US').quantity).toBeNull()
    expect(bought([link('A', { quantity: null })], 'US', 9999)).toEqual(['9999 A'])
  })
})

const COUNTRIES = ['US', 'DE', 'FR']
const links = fc
  .array(
    fc.record({
      component: fc.integer({ min: 0, max: 2 }),
      countries: fc.subarray(COUNTRIES),
      cost: fc.integer({ min: 0, max: 500 }),
      quantity: fc.option(fc.integer({ min: 0, max: 60 })),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .chain((rows) =>
    fc
      .array(fc.record({ units: fc.integer({ min: 1, max: 4 }), every: fc.integer({ min: 0, max: 3 }) }), {
        minLength: 3,
        maxLength: 3,
      })
      .map((parts) =>
        rows.map((row, rank): MappedLink => {
          const part = parts[row.component] ?? { units: 1, every: 0 }
          const gift = part.every === 0 ? null : part.every
          return { ...row, rank, units: part.units, gift_every: gift, gift_get: gift === null ? null : 1 }
        }),
      ),
  )

test('each component once, from a supplier that serves the country and has it', () => {
  fc.assert(
    fc.property(links, fc.constantFrom(...COUNTRIES), fc.integer({ min: 1, max: 30 }), (all, country, quantity) => {
      const made = plan(all, { country, quantity })
      if (!made.ok) return
      expect(made.lines.map(({ link: { component } }) => component)).toEqual(
        [...new Set(all.map(({ component }) => component))].sort(),
      )
      for (const { link: one, quantity: need } of made.lines) {
        expect(one.countries.length === 0 || one.countries.includes(country)).toBe(true)
        expect(one.quantity ?? need).toBeGreaterThanOrEqual(need)
        expect(need).toBe(one.units * quantity + Math.floor(quantity / (one.gift_every ?? Infinity)))
      }
    }),
  )
})

test('what is said to be sellable can be bought, and one more cannot', () => {
  fc.assert(
    fc.property(links, fc.constantFrom(...COUNTRIES), (all, country) => {
      const { quantity } = supplyIn(all, country)
      if (quantity === null) return
      if (quantity > 0) expect(plan(all, { country, quantity }).ok).toBe(true)
      expect(plan(all, { country, quantity: quantity + 1 }).ok).toBe(false)
    }),
  )
})
