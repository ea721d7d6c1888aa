/** Which of two messages counts, example by example. That the order they come in does not matter is a property. */
import { expect, test } from 'vitest'
import { BEFORE_SALE_MS, handle, inOrder, NOTHING_KNOWN, type ParcelState, type Report, viewOf } from './parcel.ts'
import { nextPoll } from './poll.ts'
import { isCustoms, isParcelStatus, isReturn } from './statuses.ts'

const SOLD = Date.UTC(2026, 0, 10)
const HOUR = 3_600_000
const at = (hours: number, text = 'Scanned', stage = '') => ({ at: SOLD + hours * HOUR, text, place: '', stage })
const report = (more: Partial<Report> = {}): Report => ({
  status: 'in_transit',
  sub_status: '',
  events: [at(1)],
  synced_at: null,
  expected: null,
  delivered_at: null,
  ...more,
})
const after = (...reports: Report[]): ParcelState =>
  reports.reduce((state, one) => handle(state, one, SOLD) ?? state, NOTHING_KNOWN)
/** Both orders, which must agree. */
const view = (a: Report, b: Report) => {
  const [there, back] = [viewOf(after(a, b)), viewOf(after(b, a))]
  expect(back).toEqual(there)
  return there
}

test('the newest event counts, whenever it was heard', () => {
  const [old, young] = [report({ events: [at(1)] }), report({ status: 'out_for_delivery', events: [at(1), at(2)] })]
  expect(view(old, young)).toMatchObject({ status: 'out_for_delivery', latest: at(2) })
})

test('of the same moment: a delivery, then what was asked for later, then what lies further along the way', () => {
  const delivered = report({ status: 'delivered', synced_at: 1 })
  const expired = report({ status: 'expired', synced_at: 9 })
  expect(view(delivered, expired).status).toBe('delivered')
  for (const status of ['expired', 'exception'] as const) {
    const other = report({ status, synced_at: 9 })
    expect(view(delivered, other).status).toBe('delivered')
    for (const reports of [
      [delivered, other],
      [other, delivered],
    ])
      expect(after(...reports)).toMatchObject({ said: { status: 'delivered' }, ended: { status: 'delivered' } })
  }
  expect(view(report({ synced_at: 5 }), report({ status: 'info_received', synced_at: 6 })).status).toBe('info_received')
  expect(view(report(), report({ status: 'info_received' })).status).toBe('in_transit')
  expect(view(report({ sub_status: 'A' }), report({ sub_status: 'B' })).sub_status).toBe('B')
  const [early, late] = [5, 6].map((delivered_at) => report({ status: 'delivered', delivered_at }))
  expect(early && late && view(early, late).delivered_at).toBe(6)
  expect(view(report({ status: 'delivered' }), report({ status: 'delivered', delivered_at: 7 })).delivered_at).toBe(7)
})

test('what was handed over stays so, unless it came back later', () => {
  const delivered = report({ status: 'delivered', events: [at(5)] })
  const scan = report({ status: 'in_transit', events: [at(5), at(6)] })
  const returned = report({ status: 'exception', sub_status: 'Exception_Returned', events: [at(8)] })
  expect(view(delivered, scan).status).toBe('delivered')
  expect(view(delivered, returned).status).toBe('exception')
  // An exception on the way is over when the parcel moves again.
  const held = report({ status: 'exception', events: [at(2)] })
  expect(view(held, report({ events: [at(3)] })).status).toBe('in_transit')
  expect(view(held, delivered).status).toBe('delivered')
})

test('when it was handed over: as it was told, else with its newest event, else not known', () => {
  const of = (more: Partial<Report>) => viewOf(after(report({ status: 'delivered', ...more }))).delivered_at
  expect(of({ delivered_at: 42 })).toBe(42)
  expect(of({ events: [at(1), at(4), at(2)] })).toBe(at(4).at)
  expect(viewOf(after(report({ events: [at(1), at(4), at(2)] }))).latest).toEqual(at(4))
  expect(of({ events: [] })).toBeNull()
  expect(viewOf(after(report({ delivered_at: 42 }))).delivered_at).toBeNull()
  expect(viewOf(NOTHING_KNOWN)).toEqual({ status: 'pending', sub_status: '', latest: null, delivered_at: null })
})

test('the day it is expected: of the newest message, and of the same moment the later one', () => {
  const expects = (from: number, to: number, hours = 1) => report({ events: [at(hours)], expected: { from, to } })
  const of = (a: Report, b: Report) => {
    expect(after(b, a).expected).toEqual(after(a, b).expected)
    return after(a, b).expected
  }
  expect(of(expects(1, 9), expects(1, 5, 2))).toMatchObject({ to: 5, at: at(2).at })
  expect(of(expects(1, 5), expects(1, 6))).toMatchObject({ to: 6 })
  expect(of(expects(1, 5), expects(2, 5))).toMatchObject({ from: 2 })
  expect(of(expects(1, 5), report({ events: [at(9)] }))).toMatchObject({ to: 5 })
})

test('what happened before the sale is of another parcel with the same number', () => {
  const edge = SOLD - BEFORE_SALE_MS
  const events = [edge - 1, edge].map((moment) => ({ ...at(0), at: moment }))
  expect(handle(NOTHING_KNOWN, report({ events: events.slice(0, 1) }), SOLD)).toBeNull()
  expect(handle(NOTHING_KNOWN, report({ events }), SOLD)?.events).toEqual(events.slice(1))
  expect(handle(NOTHING_KNOWN, report({ events: [] }), SOLD)?.said?.at).toBe(0)
})

test('events of one minute stand as they lie along the way, then by their words', () => {
  const told = [at(1, 'B'), at(1, 'A'), at(1, 'x', 'Delivered'), at(1, 'x', 'InTransit_Other'), at(0)]
  expect(told.toSorted(inOrder).map(({ text, stage }) => `${text} ${stage}`.trim())).toEqual([
    'Scanned',
    'A',
    'B',
    'x InTransit_Other',
    'x Delivered',
  ])
  expect(inOrder(at(1), at(1))).toBe(0)
  expect(inOrder(at(1, 'B'), at(1, 'A'))).toBe(1)
})

test('asked about again: sooner near the door, never after the end, and not for ever', () => {
  const poll = (status: Parameters<typeof nextPoll>[0], more = {}) =>
    nextPoll(status, { now: 0, quiet_since: 0, spread: 0, ...more })
  expect(poll('out_for_delivery')).toBe(6 * HOUR)
  expect(poll('in_transit')).toBe(8 * HOUR)
  expect(poll('info_received', { spread: 0.5 })).toBe(11 * HOUR)
  expect([poll('delivered'), poll('alert')]).toEqual([null, null])
  const end = 45 * 24 * HOUR
  expect(poll('in_transit', { now: end })).toBe(end + 8 * HOUR)
  expect(poll('in_transit', { now: end + 1 })).toBeNull()
})

test('words of the tracker that mean something to us, and no others', () => {
  expect(['Exception_Returning', 'Exception_Returned'].map(isReturn)).toEqual([true, true])
  expect(['Exception_Return', 'xException_Returned', 'Exception_Returnedx'].map(isReturn)).toEqual([
    false,
    false,
    false,
  ])
  expect(['InTransit_CustomsProcessing', 'InTransit_CustomsRequiringInformation'].map(isCustoms)).toEqual([true, true])
  expect(['InTransit_Customs', 'xInTransit_CustomsProcessing', 'InTransit_CustomsProcessingx'].map(isCustoms)).toEqual([
    false,
    false,
    false,
  ])
  expect([isParcelStatus('alert'), isParcelStatus('Alert'), isParcelStatus('toString')]).toEqual([true, false, false])
})
