import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ExampleTour, useTour } from './example-tour.tsx'

const { account, go, openPanel } = vi.hoisted(() => ({
  account: { id: 'guest', is_example: true },
  go: vi.fn(),
  openPanel: vi.fn(),
}))
vi.mock('../platform/account.ts', () => ({ useAccount: () => account }))
vi.mock('../platform/navigation.ts', () => ({ go }))
vi.mock('../platform/panels.ts', () => ({ openPanel }))
vi.mock('../platform/format.ts', () => ({ useFormat: () => ({ number: String }) }))
vi.mock('../platform/i18n.ts', () => {
  const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
  return { useT: () => t }
})

function Bar() {
  const { at, move } = useTour()
  return at === null ? <p>no tour</p> : <ExampleTour at={at} move={move} />
}
const show = () =>
  render(
    <MantineProvider env="test">
      <Bar />
    </MantineProvider>,
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  sessionStorage.clear()
  account.is_example = true
})
afterEach(cleanup)

test('profit, an order, a parcel, and one’s own: each step leads to its screen, a reload keeps it', () => {
  show()
  expect(screen.getByText('tour.profit')).toBeTruthy()
  press('tour.to_orders')
  expect(go).toHaveBeenLastCalledWith('/app/orders')
  press('tour.to_parcels')
  expect(go).toHaveBeenLastCalledWith('/app/orders/shipment')
  cleanup()
  show()
  expect(screen.getByText('tour.parcel')).toBeTruthy()
  press('actions.next')
  press('tour.start')
  expect(openPanel).toHaveBeenCalledWith('real_account')
})

test('closed is closed; without an example there is none', () => {
  show()
  press('tour.close')
  expect(screen.getByText('no tour')).toBeTruthy()
  cleanup()
  show()
  expect(screen.getByText('no tour')).toBeTruthy()
  cleanup()
  sessionStorage.clear()
  account.is_example = false
  show()
  expect(screen.getByText('no tour')).toBeTruthy()
})
