import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FINANCIAL_STATES, FULFILMENT_STATES } from './document.ts'
import { groupsOf, LINE_REASONS, type LineFacts, type OrderFacts, STOP_REASONS, SUB_STATUSES } from './groups.ts'

const purchases = [
  'queued',
  'sending',
  'checking',
  'created',
  'needs_decision exists',
  'needs_decision price',
  'needs_decision pay',
  'placed',
  'shipped',
  'source_cancelled',
  'failed',
  'cancelled',
] as const
const lines = fc
  .array(
    fc.record({
      wanted: fc.nat(3),
      reason: fc.option(fc.constantFrom(...LINE_REASONS)),
      purchase: fc.option(fc.constantFrom(...purchases)),
      refund: fc.option(fc.constantFrom('pending' as const, 'accepted' as const, 'rejected' as const)),
    }),
    { maxLength: 6 },
  )
  .map((all) => all.map((line, at): LineFacts => ({ ...line, line_id: `l${at}` })))
const facts = fc.record<OrderFacts>({
  financial: fc.constantFrom(...FINANCIAL_STATES),
  cash_on_delivery: fc.boolean(),
  places_cod: fc.boolean(),
  fulfilment: fc.constantFrom(...FULFILMENT_STATES),
  is_cancelled: fc.boolean(),
  is_archived: fc.boolean(),
  is_address_good: fc.boolean(),
  stops: fc.subarray([...STOP_REASONS]),
  lines,
})

test('a line is in one group at most, and in one when it is wanted', () => {
  fc.assert(
    fc.property(facts, (order) => {
      const groups = groupsOf(order)
      const placed = groups.flatMap(({ line_ids }) => line_ids)
      expect(new Set(placed).size).toBe(placed.length)
      for (const { line_id, wanted } of order.lines) if (wanted > 0) expect(placed).toContain(line_id)
      for (const { status, sub_status } of groups)
        expect(SUB_STATUSES[status] as readonly string[]).toContain(sub_status)
      // Every order stands somewhere.
      expect(groups.length).toBeGreaterThan(0)
    }),
  )
})

test('what is ready is paid, wanted, addressed, has a supplier and is bought by nobody', () => {
  fc.assert(
    fc.property(facts, (order) => {
      const ready = groupsOf(order).find(({ sub_status }) => sub_status === 'ready')
      for (const line_id of ready?.line_ids ?? []) {
        const line = order.lines.find((one) => one.line_id === line_id)
        expect(line).toMatchObject({ reason: null })
        expect(line?.wanted).toBeGreaterThan(0)
        expect([null, 'cancelled']).toContain(line?.purchase)
        expect(order).toMatchObject({ is_cancelled: false, is_archived: false, is_address_good: true, stops: [] })
        const isAtDoor = order.cash_on_delivery && order.places_cod && order.financial === 'pending'
        if (!isAtDoor) expect(['paid', 'partially_refunded']).toContain(order.financial)
      }
    }),
  )
})
