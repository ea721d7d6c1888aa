import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  EXTENSION_SOURCE_IDS,
  HOUSE_SOURCE_ID,
  ORDER_SOURCE_IDS,
  OWN_ACCOUNTS,
  SOURCE_IDS,
} from '../vendors/manifest.ts'
import { type BuyingFacts, buyingWayOf, needsAccount, OBSTACLES, obstacleOf, type PartFacts } from './obstacles.ts'

const apiSource = Object.keys(OWN_ACCOUNTS).find((id) => (ORDER_SOURCE_IDS as readonly string[]).includes(id)) ?? ''
const byHand = SOURCE_IDS.find((id) => !(ORDER_SOURCE_IDS as readonly string[]).includes(id)) ?? ''
const part = (more: Partial<PartFacts> = {}): PartFacts => ({
  source: HOUSE_SOURCE_ID,
  quantity: 2,
  stock: null,
  is_gone: false,
  methods: null,
  set_method: null,
  account: null,
  ...more,
})
const buying = (more: Partial<BuyingFacts> = {}): BuyingFacts => ({
  has_extension: null,
  is_quota_used: false,
  ...more,
})
const found = (more: Partial<PartFacts>, facts: Partial<BuyingFacts> = {}) => obstacleOf([part(more)], buying(facts))

const anyPart: fc.Arbitrary<PartFacts> = fc.record({
  source: fc.constantFrom(...SOURCE_IDS),
  quantity: fc.integer({ min: 1, max: 20 }),
  stock: fc.option(fc.nat(20)),
  is_gone: fc.boolean(),
  methods: fc.option(fc.uniqueArray(fc.constantFrom('slow', 'fast'))),
  set_method: fc.option(fc.constantFrom('slow', 'fast', 'gone')),
  account: fc.option(fc.constantFrom('none', 'ok', 'expiring', 'expired', 'unreachable')),
})
const anyBuying: fc.Arbitrary<BuyingFacts> = fc.record({
  has_extension: fc.option(fc.boolean()),
  is_quota_used: fc.boolean(),
})

test('each fact that is known to stand in the way is named', () => {
  expect(found({ is_gone: true })).toBe('change_supplier')
  expect(found({ methods: [] })).toBe('cannot_ship')
  expect(found({ stock: 1 })).toBe('out_of_stock')
  expect(found({ stock: 2 })).toBeNull()
  expect(found({ source: byHand })).toBe('by_hand')
  for (const source of EXTENSION_SOURCE_IDS) {
    expect(found({ source }, { has_extension: false })).toBe('no_extension')
    expect(found({ source }, { has_extension: true })).toBeNull()
  }
  expect(found({ source: apiSource, account: 'none' })).toBe('account_missing')
  expect(found({ source: apiSource, account: 'expired' })).toBe('account_over')
  for (const account of ['ok', 'expiring', 'unreachable'] as const)
    expect(found({ source: apiSource, account })).toBeNull()
  expect(found({ methods: ['slow'], set_method: 'fast' })).toBe('method_gone')
  expect(found({ methods: ['slow', 'fast'], set_method: 'fast' })).toBeNull()
  expect(found({}, { is_quota_used: true })).toBe('quota')
})

test('the house supplier and browsers need no account of the seller', () => {
  for (const source of [HOUSE_SOURCE_ID, ...EXTENSION_SOURCE_IDS]) {
    expect(needsAccount(source)).toBe(false)
    expect(found({ source, account: 'none' })).toBeNull()
  }
  expect(SOURCE_IDS.map(buyingWayOf)).toContain('hand')
})

test('what nobody knows is no obstacle', () => {
  const takesOrders = anyPart.filter(({ source }) => buyingWayOf(source) !== 'hand')
  fc.assert(
    fc.property(fc.array(takesOrders, { maxLength: 4 }), (parts) => {
      const unknown = parts.map((one) => ({ ...one, stock: null, is_gone: false, methods: null, account: null }))
      return obstacleOf(unknown, buying()) === null
    }),
  )
})

test('a line has the obstacle of its worst part, and one that is put right never brings a worse one', () => {
  const rank = (parts: readonly PartFacts[], facts: BuyingFacts) => {
    const obstacle = obstacleOf(parts, facts)
    return obstacle === null ? OBSTACLES.length : OBSTACLES.indexOf(obstacle)
  }
  fc.assert(
    fc.property(fc.array(anyPart, { minLength: 1, maxLength: 4 }), anyBuying, (parts, facts) => {
      const worst = Math.min(...parts.map((one) => rank([one], facts)))
      const mended = parts.map((one) => ({ ...one, account: 'ok' as const, stock: null, set_method: null }))
      return rank(parts, facts) === worst && rank(mended, { ...facts, is_quota_used: false }) >= worst
    }),
  )
})
