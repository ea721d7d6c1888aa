import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ListScreen } from './list-screen.tsx'
import type { List } from './list.ts'
import { draw } from '../testing/draw.tsx'

vi.mock('./i18n.ts', () => import('../testing/english.ts'))

interface Row {
  id: string
}
const fetchNextPage = vi.fn()
const refetch = vi.fn()
const onClear = vi.fn()
const ready: List<Row> = {
  data: { rows: [{ id: 'one' }] },
  isError: false,
  error: null,
  isFetching: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  refetch,
  fetchNextPage,
}
/** The mark at the end of the list is in sight. */
function seeEnd() {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly seen: (entries: { isIntersecting: boolean }[]) => void
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.seen = seen
      }
      observe = () => this.seen([{ isIntersecting: true }])
      disconnect = () => {}
    },
  )
}

function show(change: Partial<List<Row>>, more?: 'at_end' | 'by_button', isNarrowed = false) {
  const list = { ...ready, ...change }
  draw(
    <ListScreen
      name="Rows"
      storageKey="test"
      list={list}
      failed="orders.failed"
      rowKey={({ id }) => id}
      columns={{ id: { title: 'Id', cell: ({ id }) => id } }}
      nothingYet="nothing yet"
      nothingFound={isNarrowed && { title: 'orders.none_found', onClear }}
      {...(more && { more })}
    />,
  )
}
const button = () => screen.queryByRole('button', { name: 'Load more' })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('nothing yet is not nothing found: only filters can be taken off', () => {
  show({ data: { rows: [] } })
  expect(screen.getByText('nothing yet')).toBeDefined()
  cleanup()
  show({ data: { rows: [] } }, undefined, true)
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(onClear).toHaveBeenCalledOnce()
})

test('a list that could not be read says why and is read again; rows that are there stay', () => {
  const broken = { isError: true, error: new Error('No luck') }
  show({ ...broken, data: undefined })
  expect(screen.getByText('No luck')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'retry' }))
  expect(refetch).toHaveBeenCalledOnce()
  cleanup()
  show(broken)
  expect(screen.getByText('one')).toBeDefined()
})

test('the next page comes at the end of the list, but not while one is on its way', () => {
  seeEnd()
  show({ hasNextPage: true })
  expect(fetchNextPage).toHaveBeenCalledOnce()
  cleanup()
  show({ hasNextPage: true, isFetchingNextPage: true })
  expect(fetchNextPage).toHaveBeenCalledOnce()
})

test('where pages come by themselves, the button is there once one failed: it is not asked for again and again', () => {
  seeEnd()
  show({ hasNextPage: true, isFetchNextPageError: true }, 'at_end')
  expect(fetchNextPage).not.toHaveBeenCalled()
  fireEvent.click(button() ?? document.body)
  expect(fetchNextPage).toHaveBeenCalledOnce()
})

test('where the button brings them, the end of the list does not', () => {
  seeEnd()
  show({ hasNextPage: true }, 'by_button')
  expect(fetchNextPage).not.toHaveBeenCalled()
  expect(button()).not.toBeNull()
})
