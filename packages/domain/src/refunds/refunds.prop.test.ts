import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disputable, isOpen, isOverdue, type PurchaseFacts, REFUND_STATES, requestFor, splitRefund } from './refunds.ts'

const NOW = new Date('2026-11-16T12:00:00Z')
const DAY_MS = 86_400_000
const facts = (change: Partial<PurchaseFacts> = {}): PurchaseFacts => ({
  is_house: true,
  order_no: 'ZO-1',
  state: 'placed',
  supplier_status: 'delivered',
  total: 1000,
  delivered_at: new Date(NOW.getTime() - 5 * DAY_MS),
  refunds: [],
  ...change,
})

test('only the house supplier, only what has a number and was paid', () => {
  expect(requestFor(facts({ is_house: false }), NOW)).toEqual({ type: null, because: 'not_house' })
  expect(requestFor(facts({ order_no: null }), NOW)).toEqual({ type: null, because: 'not_bought' })
  expect(requestFor(facts({ state: 'created' }), NOW)).toEqual({ type: null, because: 'not_bought' })
  expect(requestFor(facts({ total: null }), NOW)).toEqual({ type: null, because: 'not_bought' })
  for (const supplier_status of ['cancelled', 'refunded'])
    expect(requestFor(facts({ supplier_status }), NOW)).toEqual({ type: null, because: 'all_back' })
})

test('a request is open until the supplier ended it; one that it accepted is not overdue', () => {
  expect(REFUND_STATES.filter(isOpen)).toEqual(['sending', 'pending', 'accepted'])
  const long = new Date(NOW.getTime() - 9 * DAY_MS)
  expect(REFUND_STATES.filter((state) => isOverdue(state, long, NOW))).toEqual(['sending', 'pending'])
  for (const state of ['sending', 'pending', 'accepted'] as const)
    expect(requestFor(facts({ refunds: [{ state, asked: 1, granted: null }] }), NOW)).toEqual({
      type: null,
      because: 'open',
    })
})

test('a dispute claims what has not come back, at a supplier that takes claims, of what was bought there', () => {
  const claim = (change: Partial<PurchaseFacts> = {}, vendor = 'cj') =>
    disputable(vendor, facts({ is_house: false, ...change }))
  expect(claim()).toBe(1000)
  expect(claim({}, 'zopi')).toBe(0)
  for (const change of [{ order_no: null }, { state: 'created' }, { total: null }, { supplier_status: 'cancelled' }])
    expect(claim(change)).toBe(0)
  const refund = { asked: 1000, granted: 300 }
  expect(claim({ refunds: [{ ...refund, state: 'completed' }] })).toBe(700)
  expect(claim({ refunds: [{ ...refund, state: 'completed', granted: null }] })).toBe(1000)
  expect(claim({ refunds: [{ ...refund, state: 'rejected' }] })).toBe(1000)
  expect(claim({ refunds: [{ ...refund, state: 'accepted' }] })).toBe(0)
  expect(claim({ refunds: [{ ...refund, state: 'completed', granted: 1200 }] })).toBe(0)
})

test('what was not sent is cancelled; what arrived can be asked for during 30 days', () => {
  expect(requestFor(facts({ supplier_status: 'paid', delivered_at: null }), NOW).type).toBe('cancel')
  expect(requestFor(facts({ supplier_status: 'shipped', delivered_at: null }), NOW)).toEqual({
    type: 'refund',
    most: 1000,
    until: null,
  })
  const days = (age: number) => facts({ delivered_at: new Date(NOW.getTime() - age * DAY_MS) })
  expect(requestFor(days(29.9), NOW).type).toBe('refund')
  expect(requestFor(days(30), NOW)).toEqual({ type: null, because: 'too_late' })
})

test('one request at a time, and never more than is left', () => {
  const state = fc.constantFrom('pending' as const, 'rejected' as const, 'completed' as const, 'failed' as const)
  const refund = fc.record({ state, asked: fc.nat(1000), granted: fc.nat(400) })
  fc.assert(
    fc.property(fc.array(refund, { maxLength: 4 }), (refunds) => {
      const request = requestFor(facts({ refunds }), NOW)
      const back = refunds.reduce((sum, one) => sum + (one.state === 'completed' ? one.granted : 0), 0)
      if (refunds.some((one) => one.state === 'pending')) expect(request.type).toBeNull()
      else if (back >= 1000) expect(request).toEqual({ type: null, because: 'all_back' })
      else expect(request).toMatchObject({ most: 1000 - back })
    }),
  )
})

test('bonus never comes back as money, and nothing comes back that was not paid', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), fc.nat(3000), (real, bonus, granted) => {
      const back = splitRefund({ real, bonus }, granted)
      expect(back.real).toBeLessThanOrEqual(real)
      expect(back.bonus).toBeLessThanOrEqual(bonus)
      expect(back.real + back.bonus).toBe(Math.min(granted, real + bonus))
    }),
  )
})

test('what the books have already given back counts as nothing paid', () => {
  expect(splitRefund({ real: -50, bonus: 20 }, 30)).toEqual({ real: 0, bonus: 20 })
  expect(splitRefund({ real: 20, bonus: -50 }, 30)).toEqual({ real: 20, bonus: 0 })
})

test('a request that nobody answered in a day is overdue', () => {
  const ago = (ms: number) => new Date(NOW.getTime() - ms)
  expect(isOverdue('pending', ago(DAY_MS + 1), NOW)).toBe(true)
  expect(isOverdue('pending', ago(DAY_MS), NOW)).toBe(false)
  expect(isOverdue('accepted', ago(9 * DAY_MS), NOW)).toBe(false)
})
