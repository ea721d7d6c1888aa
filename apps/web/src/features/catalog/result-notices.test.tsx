import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Translate } from '../../platform/i18n.ts'
import { readFilters } from './filters.ts'
import { ImageResults } from './image-results.tsx'
import { ResultNotices } from './result-notices.tsx'

const t = ((key: string, values?: Record<string, unknown>) =>
  [key, ...Object.values(values ?? {})].join(' ')) as Translate // shows what it was asked for
vi.mock('../../platform/i18n.ts', () => ({ useT: () => t, useLanguage: () => 'en', intlLocale: () => 'en' }))
vi.mock('../../platform/format.ts', () => ({
  useFormat: () => ({ number: (value: number) => value.toLocaleString('en'), ago: () => 'an hour ago' }),
}))

const found = { corrected: null, relaxed: false, wordless: false, stale_sources: [], items: [{ id: 1 }] }

function notices(text: string, part: Partial<typeof found> | { corrected: string }) {
  const onChange = vi.fn()
  render(
    <MantineProvider>
      <ResultNotices
        filters={{ ...readFilters({}), text }}
        onChange={onChange}
        first={{ ...found, ...part } as never} // only what notices read
      />
    </MantineProvider>,
  )
  return onChange
}

test('words that were put right are said, and what was typed can be insisted on', () => {
  const onChange = notices('wireles earbud', { corrected: 'wireless earbud' })
  expect(screen.getByRole('status').textContent).toContain('find.showing_for wireless earbud')
  fireEvent.click(screen.getByRole('button', { name: 'find.search_instead wireles earbud' }))
  expect(onChange).toHaveBeenCalledWith({ exact: true })
})

test('a text without words says so, and words that do not all hold', () => {
  notices('🦄', { wordless: true })
  expect(screen.getByRole('status').textContent).toBe('find.wordless 🦄')
  cleanup()
  notices('blue cup', { relaxed: true })
  expect(screen.getByRole('status').textContent).toBe('find.relaxed')
  cleanup()
  notices('cup', {})
  expect(screen.queryByRole('status')).toBeNull()
})

test.each([
  [3017, 5053, true],
  [5053, 5053, false],
])('of %i of %i pictures: how many are compared is said unless it is all', (indexed, pictures, isSaid) => {
  render(
    <MantineProvider>
      <ImageResults
        search={{ isError: false, isLoading: false, isFetching: false } as never} // nothing asked yet
        waiting
        state={{ state: 'ready', indexed, pictures } as never} // what coverage is made of
        source={null}
        shipTo="US"
      />
    </MantineProvider>,
  )
  expect(document.body.textContent?.includes('3,017')).toBe(isSaid)
  expect(document.body.textContent?.includes('5,053')).toBe(isSaid)
})
