/** Where each line is shown, fact by fact. That none is lost or shown twice is a property. */
import { expect, test } from 'vitest'
import { FINANCIAL_STATES, refundedOf } from './document.ts'
import { canArchive, groupsOf, type LineFacts, type OrderFacts, type Purchase, purchaseOf } from './groups.ts'

const line = (more: Partial<LineFacts> = {}): LineFacts => ({
  line_id: 'l1',
  wanted: 1,
  reason: null,
  purchase: null,
  refund: null,
  ...more,
})
const order = (more: Partial<OrderFacts> = {}): OrderFacts => ({
  financial: 'paid',
  cash_on_delivery: false,
  places_cod: false,
  fulfilment: 'unfulfilled',
  is_cancelled: false,
  is_archived: false,
  is_address_good: true,
  stops: [],
  lines: [line()],
  ...more,
})
/** Group by group: where, and why. */
const shown = (more: Partial<OrderFacts>) =>
  groupsOf(order(more)).map(({ status, sub_status, reasons }) => [`${status} ${sub_status}`, ...reasons].join(' '))
const of = (more: Partial<LineFacts>, facts: Partial<OrderFacts> = {}) => shown({ ...facts, lines: [line(more)] })

const BOUGHT: [Purchase, string][] = [
  ['awaiting_payment', 'payment waiting_payment'],
  ['created', 'payment waiting_payment'],
  ['queued', 'placement processing'],
  ['sending', 'placement processing'],
  ['checking', 'placement processing checking'],
  ['needs_decision exists', 'placement needs_attention unclear'],
  ['needs_decision which', 'placement needs_attention unclear'],
  ['needs_decision price', 'placement needs_attention price_jumped'],
  ['needs_decision pay', 'payment waiting_payment failed'],
  ['placed', 'payment order_placed'],
  ['shipped', 'shipment all'],
  ['source_cancelled', 'cancelled source'],
]

test.each(BOUGHT)('%s is shown in %s, whatever became of the order in the store', (purchase, where) => {
  expect(of({ purchase })).toEqual([where])
  const over: Partial<OrderFacts> = {
    is_cancelled: true,
    is_archived: true,
    financial: 'voided',
    is_address_good: false,
  }
  expect(of({ purchase, wanted: 0, reason: 'out_of_stock' }, over)).toEqual([where])
  expect(of({ purchase, wanted: 0 })).toEqual([where])
})

test('money that was asked back is shown where the request stands, once the supplier has the order', () => {
  for (const purchase of ['placed', 'shipped'] as const)
    for (const refund of ['pending', 'accepted', 'rejected', 'completed'] as const)
      expect(of({ purchase, refund })).toEqual([`refund ${refund}`])
  expect(of({ purchase: 'created', refund: 'pending' })).toEqual(['payment waiting_payment'])
  expect(of({ refund: 'pending' })).toEqual(['placement ready'])
})

test('what nobody buys: ready, or why not', () => {
  for (const purchase of [null, 'cancelled'] as const) expect(of({ purchase })).toEqual(['placement ready'])
  expect(of({ purchase: 'failed' })).toEqual(['placement needs_attention failed'])
  expect(of({ reason: 'not_mapped' })).toEqual(['placement needs_attention not_mapped'])
  expect(of({}, { is_address_good: false })).toEqual(['placement needs_attention address'])
  // What has to be put right first is named.
  expect(of({ reason: 'not_mapped', purchase: 'failed' }, { is_address_good: false })).toEqual([
    'placement needs_attention not_mapped',
  ])
  expect(of({ purchase: 'failed' }, { is_address_good: false })).toEqual(['placement needs_attention address'])
})

test('what would be bought at a loss is not ready, and what has to be put right first comes before that', () => {
  expect(of({}, { stops: ['loss', 'price_rise'] })).toEqual(['placement needs_attention loss'])
  expect(of({ reason: 'account_missing' }, { stops: ['loss'] })).toEqual(['placement needs_attention account_missing'])
  expect(of({ purchase: 'placed' }, { stops: ['loss'] })).toEqual(['payment order_placed'])
})

test('what the store says comes before that: cancelled, archived, not paid, sent', () => {
  const all: Partial<OrderFacts> = { financial: 'pending', fulfilment: 'fulfilled' }
  expect(shown({ ...all, is_archived: true, is_cancelled: true })).toEqual(['cancelled channel'])
  expect(shown({ ...all, is_archived: true })).toEqual(['placement archived'])
  expect(shown(all)).toEqual(['waiting all'])
  expect(shown({ fulfilment: 'fulfilled' })).toEqual(['fulfilled all'])
  expect(shown({ fulfilment: 'partial' })).toEqual(['placement ready'])
  const enter = FINANCIAL_STATES.filter((financial) => shown({ financial })[0] === 'placement ready')
  expect(enter).toEqual(['paid', 'partially_refunded'])
})

test('what is paid at the door can be bought where the seller allows it, and is its own part of the unpaid', () => {
  const atDoor: Partial<OrderFacts> = { financial: 'pending', cash_on_delivery: true }
  expect(shown(atDoor)).toEqual(['waiting cash_on_delivery'])
  expect(shown({ ...atDoor, places_cod: true })).toEqual(['placement ready'])
  expect(shown({ financial: 'pending', places_cod: true })).toEqual(['waiting all'])
  expect(shown({ ...atDoor, financial: 'voided', places_cod: true })).toEqual(['waiting cash_on_delivery'])
})

test('a line that nobody wants any more is in no group, unless the whole order was cancelled or it is the last', () => {
  for (const purchase of [null, 'failed', 'cancelled'] as const) {
    expect(of({ wanted: 0, purchase })).toEqual(['closed all'])
    expect(shown({ lines: [line({ wanted: 0, purchase }), line({ line_id: 'l2' })] })).toEqual(['placement ready'])
    expect(of({ wanted: 0, purchase }, { is_cancelled: true })).toEqual(['cancelled channel'])
  }
})

test('what is bought, being bought, or may be, cannot be put away; what nobody has bought can', () => {
  const can = (more: Partial<LineFacts>, facts: Partial<OrderFacts> = {}) =>
    groupsOf(order({ ...facts, lines: [line(more)] })).map(canArchive)
  for (const [purchase] of BOUGHT) expect(can({ purchase }), purchase).toEqual([false])
  for (const purchase of [null, 'failed', 'cancelled'] as const) expect(can({ purchase })).toEqual([true])
  expect(can({ reason: 'not_mapped' })).toEqual([true])
  expect(can({}, { financial: 'pending' })).toEqual([true])
  expect(can({}, { is_archived: true })).toEqual([true])
  expect([can({}, { is_cancelled: true }), can({}, { fulfilment: 'fulfilled' })]).toEqual([[false], [false]])
})

test('lines of one place are one group, and each reason is named once', () => {
  const lines = [
    line({ line_id: 'a', reason: 'not_mapped' }),
    line({ line_id: 'b', purchase: 'placed' }),
    line({ line_id: 'c', reason: 'out_of_stock' }),
    line({ line_id: 'd', reason: 'not_mapped' }),
  ]
  expect(groupsOf(order({ lines }))).toEqual([
    {
      status: 'placement',
      sub_status: 'needs_attention',
      line_ids: ['a', 'c', 'd'],
      reasons: ['not_mapped', 'out_of_stock'],
    },
    { status: 'payment', sub_status: 'order_placed', line_ids: ['b'], reasons: [] },
  ])
})

test('of several purchases the one that has to be looked at first tells where a line stands', () => {
  expect(purchaseOf([])).toBeNull()
  expect(purchaseOf(['something else'])).toBeNull()
  expect(purchaseOf(['shipped', 'placed'])).toBe('placed')
  expect(purchaseOf(['shipped', 'needs_decision price', 'failed'])).toBe('needs_decision price')
})

test('what a store gave back is the sum of its refunds', () => {
  const refund = (amount: number) => ({ remote_refund_id: 'r', created_at: '', amount, note: '', lines: [] })
  expect([refundedOf({ refunds: [] }), refundedOf({ refunds: [refund(300), refund(50)] })]).toEqual([0, 350])
})
