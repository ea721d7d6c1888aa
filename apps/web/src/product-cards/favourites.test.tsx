import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { query, queryClient } from '../platform/query.ts'
import { useToggleFavourite } from './favourites.ts'

const { send, toast, undoToast } = vi.hoisted(() => ({ send: vi.fn(), toast: vi.fn(), undoToast: vi.fn() }))
vi.mock('../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../platform/toasts.tsx', () => ({ toast, undoToast }))
vi.mock('../platform/i18n.ts', () => ({ useT: () => (key: string) => key, translate: (key: string) => key }))

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const key = [...query(catalogCalls.findProducts, { ship_to: 'US' }).queryKey, 'pages']
const card = (source_product_id: string, favourite: boolean) => ({
  source: 'cj' as const,
  source_product_id,
  favourite,
})
const shown = () =>
  (queryClient.getQueryData(key) as { pages: { items: { favourite: boolean }[] }[] }).pages.flatMap(({ items }) =>
    items.map(({ favourite }) => favourite),
  ) // put there below
const ok = { status: 200, success: true, message: '', data: { total: 1, favourites: [] } }

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  queryClient.setQueryData(key, {
    pages: [{ items: [card('1', false)] }, { items: [card('2', true)] }],
    pageParams: [null, 'c'],
  })
})

test('the heart fills before the server has answered, and empties when it refuses', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  send.mockReturnValue(promise)
  const { result } = renderHook(useToggleFavourite, { wrapper })
  act(() => result.current(card('1', false)))
  expect(shown()).toEqual([true, true])
  await act(async () => resolve({ status: 500, success: false, message: 'no', data: null }))
  expect(shown()).toEqual([false, true])
  expect(toast).toHaveBeenCalledWith('error', 'no')
})

test('a removal can be taken back', async () => {
  send.mockResolvedValue(ok)
  const { result } = renderHook(useToggleFavourite, { wrapper })
  await act(async () => result.current(card('2', true)))
  expect(shown()).toEqual([false, false])
  const undo = undoToast.mock.calls[0]?.[1] as () => void // the second argument of platform/toasts.tsx
  await act(async () => undo())
  expect(shown()).toEqual([false, true])
  // contracts have names
  expect(send.mock.calls.map(([call]) => (call as { name: string }).name)).toEqual(['removeFavourite', 'addFavourites'])
})
