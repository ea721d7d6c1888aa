import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { OrderSums, sumRows } from './order-sums.tsx'

vi.mock('../../product-cards/card-show.ts', () => ({
  useCardShow: () => ({ t: (key: string) => key, money: (amount: number) => ({ text: String(amount) }) }),
}))
afterEach(cleanup)

const order = {
  currency: 'EUR',
  subtotal: 2000,
  discounts: 150,
  coupons: [{ code: 'welcome', amount: 150 }],
  shipping: 490,
  fees: [
    { name: 'Gift wrap', amount: 300 },
    { name: '', amount: -50 },
  ],
  taxes: 0,
  unexplained: 0,
  total: 2590,
  refunded: 0,
}

test('the rows before the total sum to it, fees and codes by the names the store gave them', () => {
  const rows = sumRows(order)
  const parts = rows.slice(
    0,
    rows.findIndex(({ text }) => text === 'orders.total'),
  )
  expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.total)
  render(<OrderSums order={order} />)
  for (const label of ['orders.discounts: welcome', 'Gift wrap', 'orders.fee'])
    expect(screen.getByText(label)).toBeTruthy()
  expect(screen.queryByText('orders.unexplained_text')).toBeNull()
})

test('what the store does not explain is a row of its own, and said', () => {
  render(<OrderSums order={{ ...order, total: 2615, unexplained: 25 }} />)
  expect(screen.getByText('orders.unexplained').nextElementSibling?.textContent).toBe('25')
  expect(screen.getByText('orders.unexplained_text')).toBeTruthy()
})
