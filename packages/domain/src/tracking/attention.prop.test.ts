import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attentionOf } from './attention.ts'
import { nextPoll } from './poll.ts'
import { PARCEL_STATUSES } from './statuses.ts'

const NOW = Date.UTC(2026, 5, 1)
const HOUR = 3_600_000
const facts = { latest_at: NOW - HOUR, registered_at: NOW - 90 * HOUR, delivered_at: null, disputed_at: null }

test('each kind, and just before it', () => {
  const at = (status: (typeof PARCEL_STATUSES)[number], sub_status = '', hours = 1) => {
    const due = attentionOf({ ...facts, status, sub_status, latest_at: NOW - hours * HOUR }, NOW)
    return due !== null && due.at <= NOW ? due.kind : null
  }
  expect([at('in_transit', '', 47), at('in_transit', '', 48)]).toEqual([null, 'silent'])
  expect(at('in_transit', 'InTransit_CustomsRequiringInformation')).toBe('customs')
  const looking = 'InTransit_CustomsProcessing'
  expect([at('in_transit', looking, 47), at('in_transit', looking, 50)]).toEqual([null, 'customs'])
  expect([at('exception', 'Exception_Returning'), at('exception', 'Exception_Returned')]).toEqual([
    'returned',
    'returned',
  ])
  expect([at('delivery_failure'), at('alert'), at('pending', '', 900)]).toEqual(['failed', 'unfollowed', null])
  const delivered = { ...facts, status: 'delivered' as const, sub_status: '', delivered_at: NOW - 9 * HOUR }
  expect(attentionOf(delivered, NOW)).toBeNull()
  expect(attentionOf({ ...delivered, disputed_at: NOW - HOUR }, NOW)?.kind).toBe('disputed')
  expect(attentionOf({ ...delivered, disputed_at: NOW - 10 * HOUR }, NOW)).toBeNull()
  // Money was asked back in the moment it arrived, and of what nobody says when it arrived.
  expect(attentionOf({ ...delivered, disputed_at: NOW - 9 * HOUR }, NOW)).toEqual({
    kind: 'disputed',
    at: NOW - 9 * HOUR,
  })
  expect(attentionOf({ ...delivered, delivered_at: null, disputed_at: NOW }, NOW)).toBeNull()
  expect([at('exception'), at('expired', '', 47), at('expired', '', 48)]).toEqual(['failed', null, 'silent'])
  const back = { ...facts, status: 'exception' as const, sub_status: 'Exception_Returned' }
  expect(attentionOf(back, NOW)).toEqual({ kind: 'returned', at: NOW - HOUR })
  expect(attentionOf({ ...back, latest_at: null }, NOW)).toEqual({ kind: 'returned', at: NOW })
  const unheard = { ...facts, latest_at: null, status: 'not_found' as const, sub_status: '' }
  expect(attentionOf(unheard, NOW)).toEqual({ kind: 'silent', at: NOW - 42 * HOUR })
  expect(attentionOf({ ...unheard, registered_at: null }, NOW)).toBeNull()
})

test('asked again after 6 to 12 hours, and never what was handed over', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PARCEL_STATUSES), fc.double({ min: 0, max: 1, noNaN: true }), (status, spread) => {
      const next = nextPoll(status, { now: NOW, quiet_since: NOW - 40 * HOUR, spread })
      if (status === 'delivered' || status === 'alert') expect(next).toBeNull()
      else {
        expect(next).toBeGreaterThanOrEqual(NOW + 6 * HOUR)
        expect(next).toBeLessThanOrEqual(NOW + 12 * HOUR)
      }
    }),
  )
  expect(nextPoll('in_transit', { now: NOW, quiet_since: NOW - 60 * 24 * HOUR, spread: 0 })).toBeNull()
})
