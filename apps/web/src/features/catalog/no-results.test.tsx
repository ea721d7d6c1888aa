import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Translate } from '../../platform/i18n.ts'
import { readFilters } from './filters.ts'
import { NoResults } from './no-results.tsx'

const t = ((key: string) => key) as Translate // shows what it was asked for
vi.mock('../../platform/i18n.ts', () => ({ useT: () => t }))
vi.mock('../../platform/query.ts', () => ({ useCall: () => ({ data: undefined }) }))
vi.mock('../../platform/app-link.tsx', () => ({ AppLink: 'a' }))

beforeEach(() => {
  vi.useFakeTimers()
})

function show(url: Record<string, string>, ofAll = true) {
  const lookAgain = vi.fn()
  render(
    <MantineProvider>
      <NoResults filters={readFilters(url)} ofAll={ofAll} lookAgain={lookAgain} onChange={() => undefined} />
    </MantineProvider>,
  )
  return lookAgain
}

test('a catalogue without any product is being filled, and is looked at again', () => {
  const lookAgain = show({})
  expect(screen.getByText('find.filling')).toBeTruthy()
  vi.advanceTimersByTime(7000)
  expect(lookAgain).toHaveBeenCalledTimes(2)
})

test('words, filters and collections that leave nothing say so, and nothing is asked again', () => {
  for (const [url, ofAll, title] of [
    [{ text: 'unicorn' }, true, 'find.none_for'],
    [{ free_shipping: 'true' }, true, 'find.none'],
    [{}, false, 'find.none'],
  ] as const) {
    const lookAgain = show(url, ofAll)
    expect(screen.getByText(title), JSON.stringify(url)).toBeTruthy()
    vi.advanceTimersByTime(7000)
    expect(lookAgain).not.toHaveBeenCalled()
    cleanup()
  }
})
