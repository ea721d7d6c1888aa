import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fields } from './fields.ts'
import { DEFAULT_POLICIES, isPolicies, merge, type Merged, type Policies, type Policy, type Sides } from './merge.ts'

const all = (policy: Policy): Policies => ({
  content: policy,
  structure: policy,
  media: policy,
  price: policy,
  stock: policy,
  status: policy,
})
const nothing: Merged = { send: [], take: [], agree: [], conflicts: [] }
const sides = (desired: Fields, ours: Fields, theirs: Fields, seen: Fields | null): Sides => ({
  desired,
  ours,
  theirs,
  seen,
})
const title = (desired: string, seen: string) =>
  sides({ title: desired }, { title: 'old' }, { title: 'old, rewritten' }, { title: seen })

describe('the table of who changed what', () => {
  const both = title('new', 'edited')
  test.each<[string, Policy, Sides, Partial<Merged>]>([
    ['nobody', 'store', title('old', 'old, rewritten'), {}],
    ['nobody', 'omni', title('old', 'old, rewritten'), {}],
    ['nobody', 'ask', title('old', 'old, rewritten'), {}],
    ['we', 'store', title('new', 'old, rewritten'), { send: ['title'] }],
    ['we', 'omni', title('new', 'old, rewritten'), { send: ['title'] }],
    ['we', 'ask', title('new', 'old, rewritten'), { send: ['title'] }],
    ['they', 'store', title('old', 'edited'), { take: ['title'] }],
    ['they', 'omni', title('old', 'edited'), { send: ['title'] }],
    ['they', 'ask', title('old', 'edited'), { take: ['title'] }],
    ['both, alike', 'store', title('new', 'new'), { agree: ['title'] }],
    ['both, alike', 'omni', title('new', 'new'), { agree: ['title'] }],
    ['both, alike', 'ask', title('new', 'new'), { agree: ['title'] }],
    ['both', 'store', both, { take: ['title'] }],
    ['both', 'omni', both, { send: ['title'] }],
    ['both', 'ask', both, { conflicts: ['title'] }],
    ['we, and the store was not read', 'ask', { ...both, seen: null }, { send: ['title'] }],
    ['nobody, and the store was not read', 'ask', { ...title('old', ''), seen: null }, {}],
  ])('%s changed it, policy %s', (_name, policy, given, merged) => {
    expect(merge(given, all(policy))).toEqual({ ...nothing, ...merged })
  })

  test.each<[string, Sides, Partial<Merged>]>([
    ['chosen here', sides({ categories: ['7'] }, {}, {}, { categories: ['1'] }), { send: ['categories'] }],
    ['nobody chose', sides({}, {}, {}, { categories: ['1'], brands: ['2'] }), {}],
    ['sorted anew in the store', sides({ brands: ['7'] }, { brands: ['7'] }, { brands: ['7'] }, { brands: ['9'] }), {}],
    ['given up here', sides({}, { brands: ['7'] }, { brands: ['7'] }, { brands: ['7'] }), {}],
  ])('categories and brands, %s', (_name, given, merged) => {
    for (const policy of ['store', 'omni', 'ask'] as const)
      expect(merge(given, all(policy))).toEqual({ ...nothing, ...merged })
  })

  test('the policy is that of the lane', () => {
    const changed = sides({ title: 'n', status: 'draft' }, {}, {}, { title: 'e', status: 'active' })
    expect(merge(changed, { ...all('omni'), content: 'ask', status: 'store' })).toEqual({
      ...nothing,
      take: ['status'],
      conflicts: ['title'],
    })
  })

  test('a second look at what was agreed makes no write', () => {
    const value = fc.constantFrom('a', 'b', 'c')
    const fields = fc.record({ title: value, vendor: value, description: value })
    fc.assert(
      fc.property(fields, fields, fc.constantFrom<Policy>('store', 'omni', 'ask'), (ours, theirs, policy) => {
        expect(merge(sides(ours, ours, theirs, theirs), all(policy))).toEqual(nothing)
      }),
    )
  })
})

describe('where a product is shown', () => {
  test('is the seller’s business', () => {
    expect(merge(sides({}, {}, {}, { published: true }), all('omni'))).toEqual(nothing)
    expect(merge(sides({}, { published: true }, { published: true }, { published: false }), all('omni'))).toEqual(
      nothing,
    )
  })
  test('unless it was requested here', () => {
    expect(merge(sides({ published: true }, {}, {}, { published: false }), all('omni'))).toEqual({
      ...nothing,
      send: ['published'],
    })
  })
})

describe('variants', () => {
  const red = (price: number): Fields => ({ 'v|red|exists': true, 'v|red|price': price })
  test('one that was added in the store stays, and is no concern of ours', () => {
    expect(merge(sides({}, {}, {}, red(5)), all('omni'))).toEqual(nothing)
  })
  test('one that was added here is sent with what it has', () => {
    expect(merge(sides(red(5), {}, {}, {}), all('ask'))).toEqual({ ...nothing, send: ['v|red|exists', 'v|red|price'] })
  })
  test('one that was removed in the store is given up here, without its fields', () => {
    expect(merge(sides(red(6), red(5), red(5), {}), all('ask'))).toEqual({ ...nothing, take: ['v|red|exists'] })
    expect(merge(sides(red(6), red(5), red(5), {}), all('omni'))).toEqual({ ...nothing, send: ['v|red|exists'] })
  })
  test('one that was removed here is removed there, without its fields', () => {
    expect(merge(sides({}, red(5), red(5), red(7)), all('store'))).toEqual({ ...nothing, send: ['v|red|exists'] })
  })
  test('one that was not read yet counts as there', () => {
    expect(merge(sides(red(6), red(5), red(5), null), all('ask'))).toEqual({ ...nothing, send: ['v|red|price'] })
  })
})

describe('quantities', () => {
  const stock = (quantity: number | null): Fields => ({ 'v|red|exists': true, 'v|red|quantity': quantity })
  test.each<[string, want: number | null, agreed: number | null, has: number | null, sent: boolean]>([
    ['ours changed', 9, 10, 10, true],
    ['ours changed to what is there', 9, 10, 9, true],
    ['a sale', 10, 10, 9, false],
    ['a fifth off', 10, 10, 8, false],
    ['more than a fifth off', 10, 10, 7, true],
    ['more than a fifth too many', 10, 10, 13, true],
    ['sells what is not there', 0, 0, 1, true],
    ['nothing, and none there', 0, 0, 0, false],
    ['not counted', null, null, 5, false],
    ['not counted there', 5, 5, null, false],
  ])('%s', (_name, want, agreed, has, sent) => {
    const merged = merge(sides(stock(want), stock(agreed), stock(agreed), stock(has)), all('store'))
    expect(merged).toEqual({ ...nothing, send: sent ? ['v|red|quantity'] : [] })
  })
  test('a store that was not read is no reason to send', () => {
    expect(merge(sides(stock(5), stock(5), stock(5), null), all('omni'))).toEqual(nothing)
  })
})

test('policies', () => {
  expect(DEFAULT_POLICIES).toEqual({
    content: 'ask',
    structure: 'ask',
    media: 'omni',
    price: 'store',
    stock: 'omni',
    status: 'store',
  })
  expect(isPolicies({ ...all('ask'), price: 'omni', stock: 'store' })).toBe(true)
  expect(isPolicies({ ...all('ask'), price: 'never' })).toBe(false)
  expect(isPolicies({})).toBe(false)
})
