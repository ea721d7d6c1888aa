import { expect, test } from 'vitest'
import { isPartial, partialLines, type RequestStatus, requestStanding, type ShownRequest } from './requests.ts'

const asked = (no: number, kind: 'fulfilment' | 'cancellation') => ({
  remote_request_id: String(no),
  kind,
  message: '',
  sent_at: '2026-11-01T00:00:00Z',
})
const shown = (status: RequestStatus, all = [asked(1, 'fulfilment')]): ShownRequest => ({
  remote_id: 'f',
  remote_order_id: 'o',
  status,
  asked: all,
  lines: [],
})
const first = { kind: 'fulfilment', remote_request_id: '1' } as const

test('a request stands where the store shows it', () => {
  expect(requestStanding(first, shown('submitted'))).toBe('open')
  expect(requestStanding(first, shown('accepted'))).toBe('accepted')
  expect(requestStanding(first, shown('rejected'))).toBe('declined')
  expect(requestStanding(first, shown('unsubmitted'))).toBe('withdrawn')
  expect(requestStanding(first, undefined)).toBe('withdrawn')
})

test('one that was asked for anew is over, whatever became of the newer one', () => {
  for (const status of ['submitted', 'accepted', 'rejected'] as const)
    expect(requestStanding(first, shown(status, [asked(2, 'fulfilment'), asked(1, 'fulfilment')]))).toBe('withdrawn')
})

test('a cancellation is apart from what it cancels', () => {
  const both = [asked(2, 'cancellation'), asked(1, 'fulfilment')]
  const second = { kind: 'cancellation', remote_request_id: '2' } as const
  for (const [status, standing] of [
    ['cancellation_requested', 'open'],
    ['cancellation_accepted', 'accepted'],
    ['cancellation_rejected', 'declined'],
    ['accepted', 'withdrawn'],
  ] as const) {
    expect(requestStanding(second, shown(status, both))).toBe(standing)
    expect(requestStanding(first, shown(status, both))).toBe('accepted')
  }
})

test('fewer pieces than the line still wants are a part; the rest of a line that was sent in part is not', () => {
  expect(isPartial({ quantity: 1, wanted: 3 })).toBe(true)
  expect(isPartial({ quantity: 2, wanted: 2 })).toBe(false)
  const lines = [
    { item_id: 'a', remote_line_id: '1', quantity: 1, wanted: 2 },
    { item_id: 'b', remote_line_id: '2', quantity: 2, wanted: 2 },
  ]
  expect(partialLines(lines)).toEqual([{ item_id: 'a', reason: 'partial' }])
})
