import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { ImportOrders } from './import-orders.tsx'
import { draw } from '../../testing/draw.tsx'

const { send, toast } = vi.hoisted(() => ({ send: vi.fn(), toast: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/toasts.tsx', () => ({ toast, replyToast: vi.fn(), undoToast: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }))

const order = {
  number: 'A-1',
  line: 2,
  customer_name: 'Ava',
  country_code: 'US',
  pieces: 3,
  total: 3750,
  currency: 'USD',
  will: 'create',
  problems: [],
}
const wrong = {
  ...order,
  number: 'A-2',
  line: 4,
  will: 'fail',
  problems: [{ line: 4, message: 'The SKU is missing.' }],
}
let answers: Record<string, unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as unknown) // the mock's

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  answers = {
    previewOrderFile: {
      orders: [order, wrong],
      will_create: 1,
      will_skip: 0,
      will_fail: 1,
      ignored_columns: ['colour'],
    },
    importOrderFile: { will_create: 1, will_skip: 0, will_fail: 1 },
    getSettings: { settings: { display_currency: 'USD' } },
    getCurrencyRates: { rates: {} },
  }
  send.mockImplementation(async ({ name }: { name: string }) => ({
    status: 200,
    success: true,
    message: '',
    data: answers[name] ?? {},
  }))
})
afterEach(cleanup)

test('a file is checked, its mistakes are named, and what is good is imported', async () => {
  const onClose = vi.fn()
  draw(<ImportOrders onClose={onClose} />)
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('a file can be chosen')
  const file = new File(['order,sku'], 'orders.csv', { type: 'text/csv' })
  await act(async () => fireEvent.change(input, { target: { files: [file] } }))
  await screen.findByText('orders.csv')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Check the file' })))
  expect(sent('previewOrderFile')).toEqual([{ text: 'order,sku' }])
  expect(await screen.findByText('Line 4: The SKU is missing.')).toBeDefined()
  expect(screen.getByText('Columns that are not used: colour')).toBeDefined()
  expect(screen.getByText('Ready: 1 · there already: 0 · with mistakes: 1')).toBeDefined()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Import: 1' })))
  expect(sent('importOrderFile')).toEqual([{ text: 'order,sku' }])
  expect(toast).toHaveBeenCalledWith('success', 'Orders imported: 1')
  expect(onClose).toHaveBeenCalled()
})
