import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DataTable } from './data-table.tsx'
import { ROW_HEIGHT } from './measures.ts'
import { type UiText, UiTextProvider } from './ui-text.tsx'

const SCREEN_PX = 440

beforeEach(() => {
  // happy-dom lays nothing out; the table needs a height to know which rows are in view.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(SCREEN_PX)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SCREEN_PX)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

interface Row {
  id: string
}

function show(count: number) {
  const rows = Array.from({ length: count }, (_, at): Row => ({ id: `row ${at}` }))
  render(
    <MantineProvider env="test">
      <UiTextProvider text={{ sortBy: String } as unknown as UiText}>
        <DataTable
          name="Rows"
          rows={rows}
          rowKey={({ id }) => id}
          columns={{ id: { title: 'Id', cell: ({ id }) => id } }}
          empty={null}
          storageKey="test"
        />
      </UiTextProvider>
    </MantineProvider>, // the other words are not said by this table
  )
  return screen.getByRole('region', { name: 'Rows' })
}
const drawn = (frame: HTMLElement) =>
  within(frame)
    .getAllByRole('row')
    .flatMap((row) => row.dataset['row'] ?? [])
    .map(Number)
async function scroll(frame: HTMLElement, top: number) {
  frame.scrollTop = top
  await act(async () => {
    fireEvent.scroll(frame)
  })
}

test('a short table is drawn whole', () => {
  expect(drawn(show(200))).toHaveLength(200)
})

test.each([0, 5000, 21_990, 43_999])(
  'of a long one, what is on the screen at %i px is drawn, and not much more',
  async (top) => {
    const frame = show(1000)
    await scroll(frame, top)
    const rows = drawn(frame)
    expect(rows.length).toBeLessThan(100)
    const first = Math.floor(Math.min(top, 1000 * ROW_HEIGHT - SCREEN_PX) / ROW_HEIGHT)
    for (let row = first; row < Math.min(1000, first + SCREEN_PX / ROW_HEIGHT); row++) expect(rows).toContain(row)
    // The room of the others is kept, and a screen reader is told the true number.
    expect(within(frame).getByRole('table').getAttribute('aria-rowcount')).toBe('1001')
  },
)

test('the keyboard reaches a row that is not drawn yet', async () => {
  const frame = show(1000)
  const scrolled = vi.fn()
  frame.scrollTo = scrolled
  await act(async () => {
    for (let press = 0; press < 120; press++) fireEvent.keyDown(window, { key: 'j' })
  })
  expect(scrolled).toHaveBeenCalled()
})
