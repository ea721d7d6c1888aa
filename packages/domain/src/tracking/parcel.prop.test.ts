import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BEFORE_SALE_MS, handle, NOTHING_KNOWN, type ParcelState, type Report, viewOf } from './parcel.ts'
import type { ParcelStatus } from './statuses.ts'

const SOLD = Date.UTC(2026, 0, 10)
const DAY = 86_400_000
const TOLD: ParcelStatus[] = [
  'not_found',
  'info_received',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'exception',
  'expired',
]

const event = fc.record({
  at: fc.integer({ min: -3, max: 30 }).map((day) => SOLD + day * DAY),
  text: fc.constantFrom('Scanned', 'Left the depot', 'Handed over'),
  place: fc.constantFrom('', 'Memphis'),
  stage: fc.constantFrom('', 'InTransit_Other'),
})
const report: fc.Arbitrary<Report> = fc.record({
  status: fc.constantFrom(...TOLD),
  sub_status: fc.constantFrom('', 'Exception_Returned', 'InTransit_Other'),
  events: fc.array(event, { maxLength: 4 }),
  synced_at: fc.option(fc.integer({ min: 1, max: 5 }).map((day) => SOLD + day * DAY)),
  expected: fc.option(fc.record({ from: fc.integer({ min: 0, max: 9 }), to: fc.integer({ min: 10, max: 20 }) })),
  delivered_at: fc.option(fc.integer({ min: 1, max: 3 }).map((day) => SOLD + day * DAY)),
})

const handleAll = (reports: readonly Report[]): ParcelState =>
  reports.reduce((state, one) => handle(state, one, SOLD) ?? state, NOTHING_KNOWN)

test('the same messages end in one state, whatever their order and however often they come', () => {
  const deliveries = fc.array(report, { maxLength: 7 }).chain((reports) =>
    fc.tuple(
      fc.constant(reports),
      fc.shuffledSubarray(
        reports.flatMap((one) => [one, one, one]),
        { minLength: reports.length * 3 },
      ),
    ),
  )
  fc.assert(
    fc.property(deliveries, ([reports, shuffled]) => {
      expect(handleAll(shuffled)).toEqual(handleAll(reports))
    }),
  )
})

test('what was handed over never goes back by what happened before, nor by a scan afterwards', () => {
  fc.assert(
    fc.property(fc.array(report, { maxLength: 6 }), fc.integer({ min: 1, max: 25 }), (others, day) => {
      const at = SOLD + day * DAY
      const handed: Report = {
        status: 'delivered',
        sub_status: 'Delivered_Other',
        events: [{ at, text: 'Left at the door', place: '', stage: 'Delivered' }],
        synced_at: null,
        expected: null,
        delivered_at: null,
      }
      const later = others.some(({ status, events }) => status === 'exception' && events.some((one) => one.at > at))
      const { status } = viewOf(handleAll([handed, ...others]))
      expect(status === 'delivered' || (later && status === 'exception')).toBe(true)
    }),
  )
})

test('a number that was used before: the earlier parcel is not ours', () => {
  const old: Report = {
    status: 'delivered',
    sub_status: 'Delivered_Other',
    events: [{ at: SOLD - 40 * DAY, text: 'Delivered', place: 'Lyon', stage: 'Delivered' }],
    synced_at: SOLD,
    expected: null,
    delivered_at: SOLD - 40 * DAY,
  }
  expect(handle(NOTHING_KNOWN, old, SOLD)).toBeNull()
  const mixed = handle(
    NOTHING_KNOWN,
    {
      ...old,
      status: 'in_transit',
      events: [...old.events, { at: SOLD + DAY, text: 'Scanned', place: '', stage: '' }],
    },
    SOLD,
  )
  expect(mixed?.events.map(({ text }) => text)).toEqual(['Scanned'])
  fc.assert(
    fc.property(fc.array(report), (reports) => {
      for (const { at } of handleAll(reports).events) expect(at).toBeGreaterThanOrEqual(SOLD - BEFORE_SALE_MS)
    }),
  )
})

test('nothing told: pending; a return after the delivery counts', () => {
  expect(viewOf(NOTHING_KNOWN)).toEqual({ status: 'pending', sub_status: '', latest: null, delivered_at: null })
  const step = (status: ParcelStatus, sub_status: string, day: number): Report => ({
    status,
    sub_status,
    events: [{ at: SOLD + day * DAY, text: sub_status, place: '', stage: sub_status }],
    synced_at: null,
    expected: null,
    delivered_at: null,
  })
  const back = handleAll([step('exception', 'Exception_Returned', 9), step('delivered', 'Delivered_Other', 4)])
  expect(viewOf(back)).toMatchObject({ status: 'exception', sub_status: 'Exception_Returned', delivered_at: null })
})
