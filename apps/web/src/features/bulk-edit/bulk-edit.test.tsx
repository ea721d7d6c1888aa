import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { BulkEdit } from './bulk-edit.tsx'
import { draw } from '../../testing/draw.tsx'

const { send, undoToast } = vi.hoisted(() => ({ send: vi.fn(), undoToast: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/toasts.tsx', () => ({ toast: vi.fn(), undoToast }))
vi.mock('../../platform/account.ts', () => ({
  useCurrentStore: () => ({ stores: [{ id: 's1', store_name: 'Northwind', domain: 'n.example' }] }),
}))
vi.mock('../../platform/i18n.ts', () => {
  const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
  return { useT: () => t, translate: t, useLanguage: () => 'en', intlLocale: () => 'en' }
})

const ok = (data: unknown) => ({ status: 200, success: true, message: '', data })
const earned = (amount: number) => ({ state: 'estimated', currency: 'USD', amount, margin: 45 })
const diff = (product_id: string, change: object) => ({
  product_id,
  title: `Lamp ${product_id}`,
  image: null,
  changes: [],
  changed: 0,
  profit_before: earned(900),
  profit_after: earned(900),
  currency: 'USD',
  note: null,
  refused: false,
  ...change,
})

const reply = {
  run_id: null,
  total: 500,
  will_change: 498,
  unchanged: 1,
  refused: 1,
  shown: 3,
  diffs: [
    diff('a', {
      changes: [{ field: 'variants/1/price', label: '', before: 1000, after: 1200 }],
      changed: 3,
      profit_after: earned(1100),
    }),
    diff('b', { note: 'Costs that already' }),
    diff('c', { note: 'Below nothing', refused: true }),
  ],
}
const sent = () =>
  send.mock.calls
    .filter(([call]) => (call as { name: string }).name === 'bulkUpdate')
    .map(([, input]) => input as { preview: boolean; edits: unknown }) // contracts have names
const onDone = vi.fn()
const selection = { ids: ['a', 'b', 'c'] }

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  send.mockImplementation(async (call: { name: string }, input: { preview?: boolean }) =>
    call.name === 'bulkUpdate'
      ? ok({ ...reply, run_id: input.preview ? null : 'run' })
      : ok({ currency: 'USD', tags: [] }),
  )
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  draw(<BulkEdit selection={selection} count={3} start="price" onClose={vi.fn()} onDone={onDone} />)
})

test('nothing is asked before the sentence is whole; then what changes, what stays and what is refused is shown', async () => {
  const value = screen.getByRole('textbox')
  fireEvent.change(value, { target: { value: 'x' } })
  await act(
    () =>
      new Promise((resolve) => {
        setTimeout(resolve, 500)
      }),
  )
  expect(sent()).toEqual([])
  fireEvent.change(value, { target: { value: '1' } })
  fireEvent.change(value, { target: { value: '12' } })
  await screen.findByText('Lamp a')
  // One question for all that was typed within the pause.
  expect(sent()).toEqual([{ selection, edits: [{ field: 'price', how: 'set', value: 1200 }], preview: true }])
  expect(screen.getByText('$12.00')).toBeTruthy()
  expect(screen.getByText('bulk.more_fields 2')).toBeTruthy()
  expect(screen.getByText('Costs that already')).toBeTruthy()
  expect(screen.getByText('Below nothing').closest('tr')?.hasAttribute('data-refused')).toBe(true)
})

test('the run does what was previewed and can be taken back', async () => {
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '12' } })
  const run = await screen.findByRole('button', { name: 'bulk.run 498 500' })
  await waitFor(() => expect(run.hasAttribute('disabled')).toBe(false))
  await act(async () => {
    fireEvent.click(run)
  })
  expect(sent().at(-1)).toEqual({ selection, edits: [{ field: 'price', how: 'set', value: 1200 }], preview: false })
  expect(undoToast).toHaveBeenCalledWith('bulk.started 498', expect.any(Function))
  expect(onDone).toHaveBeenCalledOnce()
})

test('the same edit is pushed by one click more', async () => {
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '12' } })
  const push = await screen.findByRole('button', { name: 'bulk.and_push' })
  await waitFor(() => expect(push.hasAttribute('disabled')).toBe(false))
  fireEvent.click(push)
  send.mockImplementation(async () => ok({ edit_run_id: 'run', total_push: 3, failed: {}, run_ids: [] }))
  await act(async () => {
    fireEvent.click(await screen.findByText('Northwind'))
  })
  const [, input] = send.mock.calls.find(([call]) => (call as { name: string }).name === 'bulkUpdateAndPush') ?? [] // contracts have names
  expect(input).toEqual({
    product_ids: ['a', 'b', 'c'],
    edits: [{ field: 'price', how: 'set', value: 1200 }],
    store_ids: ['s1'],
  })
  expect(onDone).toHaveBeenCalledOnce()
})

test('a refusal is said in the dialog and the rule stays as typed', async () => {
  send.mockImplementation(async (call: { name: string }) =>
    call.name === 'bulkUpdate'
      ? { status: 204, success: false, message: 'Too many', data: null }
      : ok({ currency: 'USD', tags: [] }),
  )
  fireEvent.change(screen.getByRole('textbox'), { target: { value: '12' } })
  expect(await screen.findByText('Too many')).toBeTruthy()
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('12') // the only field
})
