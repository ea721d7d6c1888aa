import { toMinor } from '@omni/domain/money.ts'
import type { OrderBody, OrderLineRow } from './tables.ts'

const lineTotal = ({ price, quantity }: OrderLineRow, currency: string) => toMinor(price, currency) * quantity

export function sumsOf({ lines, shipping }: OrderBody, currency: string) {
  const discounts = lines.reduce((sum, { discount = '0' }) => sum + toMinor(discount, currency), 0)
  // As Shopify's page says it: after discounts.
  const subtotal = lines.reduce((sum, line) => sum + lineTotal(line, currency), 0) - discounts
  const tax = lines.reduce((sum, line) => sum + toMinor(line.tax, currency), 0)
  return { subtotal, discounts, tax, total: subtotal + tax + toMinor(shipping, currency) }
}
