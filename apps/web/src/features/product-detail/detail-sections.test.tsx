import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ShippingAndReturns } from './detail-sections.tsx'

const t = (key: string, values?: Record<string, unknown>) => [key, ...Object.values(values ?? {})].join(' ')
vi.mock('../../product-cards/card-show.ts', () => ({ useCardShow: () => ({ t, money: String }) }))

test('how long it takes is what was quoted; the standard sentence stands where nothing was', () => {
  const show = (days: readonly [number | null, number | null]) => (
    <MantineProvider>
      <ShippingAndReturns product={{ source: 'cj' } as never} offer={{ services: [], days } as never} />
    </MantineProvider>
  )
  const { rerender } = render(show([9, 16]))
  expect(screen.getByText('detail.delivery_days 9–16')).toBeTruthy()
  expect(screen.queryByText('detail.delivery')).toBeNull()
  rerender(show([null, null]))
  expect(screen.getByText('detail.delivery')).toBeTruthy()
  vi.unstubAllGlobals()
})
