import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideOrder } from './divide-order.ts'
import { EMPTY_ADDRESS, feesOf, type RemoteOrder, type RemoteOrderLine, unexplainedOf } from './document.ts'
import { followWhole, type KnownPart, type PartPieces, piecesOf, takeParts, wantedOf } from './split-pieces.ts'

const line = (remote_line_id: string): fc.Arbitrary<RemoteOrderLine> =>
  fc
    .record({
      quantity: fc.integer({ min: 1, max: 9 }),
      removed: fc.integer({ min: 0, max: 3 }),
      sent: fc.integer({ min: 0, max: 3 }),
      unit_price: fc.integer({ min: 0, max: 99_999 }),
      discount: fc.integer({ min: 0, max: 500 }),
      tax: fc.integer({ min: 0, max: 500 }),
    })
    .map(({ quantity, removed, sent, ...money }) => {
      const current_quantity = Math.max(0, quantity - removed)
      return {
        remote_line_id,
        remote_product_id: null,
        remote_variant_id: null,
        title: '',
        variant_title: '',
        sku: '',
        image: null,
        quantity,
        current_quantity,
        unfulfilled_quantity: Math.max(0, current_quantity - sent),
        ...money,
      }
    })

const IDS = ['a', 'b', 'c']
const refund = fc.record({
  remote_refund_id: fc.string(),
  created_at: fc.constant('2026-01-01T00:00:00Z'),
  amount: fc.integer({ min: 0, max: 50_000 }),
  note: fc.constant(''),
  lines: fc.array(fc.record({ remote_line_id: fc.constantFrom(...IDS), quantity: fc.integer({ min: 1, max: 4 }) }), {
    maxLength: 2,
  }),
})

const sale: fc.Arbitrary<RemoteOrder> = fc
  .record({
    lines: fc.tuple(...IDS.map(line)),
    refunds: fc.array(refund, { maxLength: 3 }),
    discounts: fc.integer({ min: 0, max: 900 }),
    shipping: fc.integer({ min: 0, max: 900 }),
    taxes: fc.integer({ min: 0, max: 900 }),
    others: fc.constantFrom(0, -50, 7),
    fees: fc.option(
      fc.array(fc.record({ name: fc.constant('Gift wrap'), amount: fc.integer({ min: -90, max: 90 }) })),
      { nil: [] },
    ),
    // Some stores have the taxes in their prices.
    is_tax_on_top: fc.boolean(),
    fulfilment: fc.constantFrom('unfulfilled' as const, 'partial' as const, 'fulfilled' as const),
    cancelled_at: fc.constantFrom(null, '2026-01-02T00:00:00Z'),
  })
  .map(({ others, is_tax_on_top, ...order }) => {
    const subtotal = order.lines.reduce((sum, { unit_price, quantity }) => sum + unit_price * quantity, 0)
    return {
      remote_id: '1',
      number: '#1',
      version: '2026-01-01T00:00:00Z',
      created_at: '2026-01-01T00:00:00Z',
      currency: 'EUR',
      financial: 'paid',
      cancel_reason: '',
      customer: { remote_id: null, name: '', email: '', phone: '' },
      address: EMPTY_ADDRESS,
      tags: [],
      note: '',
      ...order,
      subtotal,
      total: subtotal - order.discounts + order.shipping + feesOf(order) + (is_tax_on_top ? order.taxes : 0) + others,
    }
  })

const requests = fc.array(
  fc.array(fc.record({ remote_line_id: fc.constantFrom(...IDS), quantity: fc.integer({ min: 0, max: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  { minLength: 1, maxLength: 3 },
)

const sumOf = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0)
const wantedIn = (parts: readonly PartPieces[], id: string) =>
  sumOf(parts, (part) => wantedOf(part.get(id) ?? { quantity: 0, current: 0, unfulfilled: 0 }))

function splitOf(whole: RemoteOrder, requested: typeof requests extends fc.Arbitrary<infer W> ? W : never) {
  const taken = takeParts(piecesOf(whole), requested)
  return taken.ok ? [taken.value.rest, ...taken.value.parts] : [piecesOf(whole)]
}

test('whatever is split: every figure of the parts sums to that of the whole', () => {
  fc.assert(
    fc.property(sale, requests, (whole, requested) => {
      const parts = splitOf(whole, requested)
      const documents = divideOrder(whole, parts)
      for (const figure of ['subtotal', 'discounts', 'shipping', 'taxes', 'total'] as const)
        expect(sumOf(documents, (one) => one[figure])).toBe(whole[figure])
      expect(sumOf(documents, feesOf)).toBe(feesOf(whole))
      if (unexplainedOf(whole) === 0) expect(documents.map(unexplainedOf)).toEqual(documents.map(() => 0))
      for (const sold of whole.lines) {
        const own = documents.flatMap(({ lines }) => lines.filter((one) => one.remote_line_id === sold.remote_line_id))
        for (const figure of ['quantity', 'current_quantity', 'unfulfilled_quantity', 'discount', 'tax'] as const)
          expect(sumOf(own, (one) => one[figure])).toBe(sold[figure])
        expect(own.every(({ unit_price }) => unit_price === sold.unit_price)).toBe(true)
      }
      for (const [at, { amount, lines }] of whole.refunds.entries()) {
        const id = whole.refunds[at]?.remote_refund_id
        const same = whole.refunds.filter(({ remote_refund_id }) => remote_refund_id === id)
        const own = documents.flatMap(({ refunds }) =>
          refunds.filter(({ remote_refund_id }) => remote_refund_id === id),
        )
        if (same.length > 1) continue
        expect(sumOf(own, (one) => one.amount)).toBe(amount)
        expect(
          sumOf(
            own.flatMap((one) => one.lines),
            ({ quantity }) => quantity,
          ),
        ).toBe(sumOf(lines, ({ quantity }) => quantity))
      }
      if (parts.length > 1) expect(documents.every(({ lines }) => lines.some((one) => one.quantity > 0))).toBe(true)
    }),
  )
})

const standing = fc.array(
  fc.dictionary(
    fc.constantFrom(...IDS),
    fc.record({ is_held: fc.boolean(), reported: fc.integer({ min: 0, max: 3 }) }),
    { maxKeys: 3 },
  ),
  { minLength: 4, maxLength: 4 },
)

test('whatever the store says next: pieces sum to the whole, and what is being bought is missed last', () => {
  fc.assert(
    fc.property(sale, requests, sale, standing, (before, requested, after, standings) => {
      const parts = splitOf(before, requested).map((pieces, at): KnownPart => {
        const own = Object.entries(standings[at] ?? {}).map(([id, one]) => [
          id,
          // Nobody was told of more than there is, and nobody was told of what is not bought.
          { is_held: one.is_held, reported: one.is_held ? Math.min(one.reported, pieces.get(id)?.current ?? 0) : 0 },
        ])
        return { pieces, standing: new Map(own as [string, { is_held: boolean; reported: number }][]) }
      })
      const next = followWhole(after, parts)
      for (const sold of after.lines) {
        const id = sold.remote_line_id
        expect(sumOf(next, (part) => part.get(id)?.quantity ?? 0)).toBe(sold.quantity)
        expect(sumOf(next, (part) => part.get(id)?.current ?? 0)).toBe(sold.current_quantity)
        expect(wantedIn(next, id)).toBe(Math.min(sold.current_quantity, sold.unfulfilled_quantity))
        const had = parts.map(({ pieces }) => pieces.get(id)?.current ?? 0)
        const isHeld = parts.map((part) => part.standing.get(id)?.is_held ?? false)
        const loses = next.map((part, at) => (had[at] ?? 0) - (part.get(id)?.current ?? 0))
        const isHeldShort = loses.some((n, at) => n > 0 && isHeld[at])
        if (isHeldShort) expect(next.every((part, at) => isHeld[at] || (part.get(id)?.current ?? 0) === 0)).toBe(true)
      }
      // The same said again changes nothing.
      const again = followWhole(
        after,
        next.map((pieces, at) => ({ pieces, standing: parts[at]?.standing ?? new Map() })),
      )
      expect(again.map((part) => [...part])).toEqual(next.map((part) => [...part]))
    }),
  )
})

test('what nobody wants any more cannot be moved, and something has to stay', () => {
  const pieces: PartPieces = new Map([
    ['a', { quantity: 3, current: 2, unfulfilled: 2 }],
    ['b', { quantity: 1, current: 1, unfulfilled: 0 }],
  ])
  const take = (...requested: [string, number][]) => {
    const taken = takeParts(pieces, [requested.map(([remote_line_id, quantity]) => ({ remote_line_id, quantity }))])
    return taken.ok ? [...(taken.value.parts[0] ?? [])] : taken.reason
  }
  expect(take(['a', 1])).toEqual([['a', { quantity: 1, current: 1, unfulfilled: 1 }]])
  expect(take(['a', 2])).toBe('split_nothing_left')
  expect(take(['a', 3])).toBe('split_beyond_wanted')
  expect(take(['b', 1])).toBe('split_beyond_wanted')
  expect(take(['c', 1])).toBe('split_line_unknown')
  expect(take(['a', 0])).toBe('split_part_empty')
})

test('what somebody else sent is not bought; what we told of is not counted twice', () => {
  const [sold] = fc.sample(line('a'), 1)
  if (!sold) throw new Error('one was asked for')
  const part = (is_held: boolean, reported: number): KnownPart => ({
    pieces: new Map([['a', { quantity: 1, current: 1, unfulfilled: 1 }]]),
    standing: new Map([['a', { is_held, reported }]]),
  })
  const after = { lines: [{ ...sold, quantity: 2, current_quantity: 2, unfulfilled_quantity: 1 }] }
  const wanted = (parts: KnownPart[]) => followWhole(after, parts).map((one) => one.get('a')?.unfulfilled)
  expect(wanted([part(false, 0), part(true, 1)])).toEqual([1, 0])
  expect(wanted([part(true, 0), part(false, 0)])).toEqual([1, 0])
})
