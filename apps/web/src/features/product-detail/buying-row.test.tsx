import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { BuyingRow } from './buying-row.tsx'

vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
afterEach(cleanup)

const textOf = (source: string, countries: string[]) => {
  render(<BuyingRow source={source} countries={countries} />)
  return screen.getByText(/./).textContent
}

test('how it is bought and where it ships, as far as anybody knows', () => {
  expect(textOf('temu', ['US', 'DE'])).toBe('Bought in your own browser · Known to ship to: United States, Germany')
  cleanup()
  expect(textOf('cj', [])).toBe('Bought for you by API · Where it ships is not known yet.')
  cleanup()
  expect(textOf('cj', ['US', 'DE', 'FR', 'GB', 'SE', 'AU', 'CA', 'NO'])).toMatch(/Australia and 2 more$/)
})
