import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FINANCIAL_STATES } from '../orders/document.ts'
import {
  BUYER_REFUND_PROBLEMS,
  buyerRefundProblem,
  checkBuyerRefund,
  mostRefundable,
  paidForPieces,
} from './buyer-refund.ts'

const line = fc
  .record({ price: fc.integer({ min: 0, max: 50_000 }), quantity: fc.integer({ min: 1, max: 9 }) })
  .chain(({ price, quantity }) =>
    fc.record({
      price: fc.constant(price),
      quantity: fc.constant(quantity),
      left: fc.integer({ min: 0, max: quantity }),
      discount: fc.integer({ min: 0, max: price * quantity }),
      tax: fc.integer({ min: 0, max: 2_000 }),
    }),
  )

const sale = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    shipping: fc.integer({ min: 0, max: 2_000 }),
    adds_tax: fc.boolean(),
    refunded: fc.integer({ min: 0, max: 30_000 }),
    financial: fc.constantFrom(...FINANCIAL_STATES),
  })
  .map(({ lines, shipping, adds_tax, refunded, financial }) => {
    const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
    const discounts = lines.reduce((sum, { discount }) => sum + discount, 0)
    const taxes = lines.reduce((sum, { tax }) => sum + tax, 0)
    return {
      financial,
      subtotal,
      discounts,
      shipping,
      taxes,
      total: subtotal - discounts + shipping + (adds_tax ? taxes : 0),
      refunds: refunded === 0 ? [] : [{ remote_refund_id: 'r', created_at: '', amount: refunded, note: '', lines: [] }],
      lines: lines.map(({ price, quantity, left, discount, tax }, at) => ({
        remote_line_id: `l${at}`,
        remote_product_id: null,
        remote_variant_id: null,
        title: '',
        variant_title: '',
        sku: '',
        image: null,
        quantity,
        current_quantity: left,
        unfulfilled_quantity: left,
        unit_price: price,
        discount,
        tax,
      })),
    }
  })
const all = (order: { lines: { remote_line_id: string; quantity: number }[] }) =>
  order.lines.map(({ remote_line_id, quantity }) => ({ remote_line_id, quantity }))

test('never more goes back than was paid and is still there', () => {
  fc.assert(
    fc.property(sale, fc.integer({ min: -5, max: 1_000_000 }), (order, amount) => {
      const back = order.refunds.reduce((sum, refund) => sum + refund.amount, 0)
      const isAllowed = checkBuyerRefund(order, [], amount).ok
      if (isAllowed) expect(back + amount).toBeLessThanOrEqual(order.total)
      expect(isAllowed).toBe(amount >= 1 && amount <= mostRefundable(order))
    }),
  )
})

test('all pieces of an order that was not paid back cost what it cost without shipping, tax inside or beside its prices', () => {
  fc.assert(
    fc.property(sale, (order) => {
      const paid = { ...order, financial: 'paid' as const, refunds: [] }
      expect(paidForPieces(paid, all(paid))).toBe(paid.total - paid.shipping)
    }),
  )
})

test('what is suggested can be asked for, and pieces that are gone cannot', () => {
  fc.assert(
    fc.property(sale, (order) => {
      const left = order.lines
        .filter(({ current_quantity }) => current_quantity > 0)
        .map(({ remote_line_id, current_quantity: quantity }) => ({ remote_line_id, quantity }))
      const amount = paidForPieces(order, left)
      if (amount > 0) expect(checkBuyerRefund(order, left, amount)).toEqual({ ok: true, value: null })
      const [first] = left
      if (!first) return
      const many = [{ ...first, quantity: first.quantity + 1 }]
      expect(checkBuyerRefund(order, many, 1)).toEqual({ ok: false, reason: 'buyer_refund_pieces' })
      expect(checkBuyerRefund(order, [first, first], 1)).toEqual({ ok: false, reason: 'buyer_refund_pieces' })
      expect(checkBuyerRefund(order, [{ remote_line_id: 'other', quantity: 1 }], 1).ok).toBe(false)
    }),
  )
})

test('what is in the way: each reason alone, and none', () => {
  const order = { financial: 'paid', total: 1000, refunds: [] } as const
  const good = {
    is_from_store: true,
    is_under_way: false,
    store_can: true,
    is_connected: true,
    order: { ...order, refunds: [] },
  }
  const back = { remote_refund_id: 'r', created_at: '', amount: 1000, note: '', lines: [] }
  expect(buyerRefundProblem(good)).toBeNull()
  expect([
    buyerRefundProblem({ ...good, is_from_store: false }),
    buyerRefundProblem({ ...good, is_under_way: true }),
    buyerRefundProblem({ ...good, store_can: false }),
    buyerRefundProblem({ ...good, is_connected: false }),
    buyerRefundProblem({ ...good, order: { ...good.order, financial: 'pending' } }),
    buyerRefundProblem({ ...good, order: { ...good.order, refunds: [back] } }),
  ]).toEqual([...BUYER_REFUND_PROBLEMS])
})
