import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Translate } from '../../platform/i18n.ts'
import { filterGroups } from './filter-groups.ts'
import { GroupOptions, SourceOptions } from './filter-options.tsx'
import { readFilters } from './filters.ts'
import type { FacetCounts } from './use-product-list.ts'

const t = ((key: string, values?: Record<string, unknown>) =>
  [key, ...Object.values(values ?? {})].join(' ')) as Translate // shows what it was asked for
const format = { number: (value: number) => value.toLocaleString('en') } as never // only what filters read
vi.mock('../../platform/i18n.ts', () => ({ useT: () => t, intlLocale: () => 'en' }))
vi.mock('../../platform/format.ts', () => ({ useFormat: () => format }))

const filters = readFilters({})
const counts = {
  source: { cj: 1234, zopi: 0 },
  price: { '-1000': 7, '1000-3000': 0 },
  shipping: { 0: 42, 300: 43 },
} as unknown as FacetCounts // the choices that are looked at

test('every choice says how many products it would leave, under the names the server counts by', () => {
  const groups = filterGroups(t, format, 'en')
  render(
    <MantineProvider>
      <SourceOptions filters={filters} onChange={() => undefined} counts={counts} />
      {groups.map((group) => (
        <GroupOptions key={group.key} group={group} filters={filters} onChange={() => undefined} counts={counts} />
      ))}
    </MantineProvider>,
  )
  expect(screen.getByRole('checkbox', { name: /CJ.*1,234/ })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /Zopi.*0/i })).toBeTruthy()
  expect(screen.getByRole('radio', { name: /filters.under \$10\s*7/ })).toBeTruthy()
  expect(screen.getByRole('radio', { name: /\$10–\$30\s*0/ })).toBeTruthy()
  expect(screen.getByRole('radio', { name: /filters.free_shipping\s*42/ })).toBeTruthy()
})

test('nothing is said while nothing is counted', () => {
  render(
    <MantineProvider>
      <SourceOptions filters={filters} onChange={() => undefined} counts={null} />
    </MantineProvider>,
  )
  for (const box of screen.getAllByRole('checkbox')) expect(box.closest('label, div')?.textContent).not.toMatch(/\d/)
})
