import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Translate } from '../../platform/i18n.ts'
import { Reviews } from './reviews.tsx'

const t = ((key: string, values?: Record<string, unknown>) =>
  [key, ...Object.values(values ?? {})].join(' ')) as Translate // shows what it was asked for
vi.mock('../../platform/i18n.ts', () => ({ useT: () => t, useLanguage: () => 'en', intlLocale: () => 'en' }))
vi.mock('../../platform/format.ts', () => ({ useFormat: () => ({ number: String }) }))
const STARS = [30, 6, 2, 0, 4]
vi.mock('../../platform/list.ts', () => ({
  useList: () => ({ data: { pages: [{ items: [], stars: STARS }] }, isPending: false, isError: false }),
}))

const show = (reviews_count: number) => {
  const product = { source: 'cj', source_product_id: '1', reviews_count } as never // what reviews read of it
  render(
    <MantineProvider>
      <Reviews product={product} />
    </MantineProvider>,
  )
  const bars = within(screen.getByRole('list', { name: 'reviews.split' })).getAllByRole('listitem')
  return bars.reduce((sum, bar) => sum + Number(bar.lastElementChild?.textContent), 0)
}

test.each([
  [42, '42'],
  [20, '42'],
  [900, 'reviews.read_of 42 900'],
])('%i reviews: the bars add up to what the heading says was read', (reviews_count, heading) => {
  expect(show(reviews_count)).toBe(42)
  expect(screen.getByText(heading)).toBeTruthy()
})
