import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { undoToast } from '../../platform/toasts.tsx'
import { type OrderRow, readOrderFilters, widened } from './order-filters.ts'
import { OrderList } from './order-list.tsx'
import { draw } from '../../testing/draw.tsx'

const { send, url, setUrl } = vi.hoisted(() => ({
  send: vi.fn(),
  setUrl: vi.fn(),
  url: { values: {} as Record<string, string> },
}))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/account.ts', () => ({
  useAccount: () => ({ onboarding: { AO: [{ step: 'order', done: false }] } }),
}))
vi.mock('../../platform/toasts.tsx', () => ({ toast: vi.fn(), replyToast: vi.fn(), undoToast: vi.fn() }))
vi.mock('../../platform/url-state.ts', () => ({ useUrlState: () => [url.values, setUrl] }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }))

const row = (order_id: string, change: Partial<OrderRow> = {}): OrderRow => ({
  order_id,
  status: 'placement',
  sub_status: 'ready',
  number: `#${order_id}`,
  channel: 'shopify',
  store_id: 's1',
  store_name: 'Northwind',
  customer_name: 'Ava Lindqvist',
  city: 'Austin',
  country_code: 'US',
  currency: 'USD',
  total: 6900,
  financial: 'paid',
  marker: 0,
  note: '',
  part_no: 1,
  parts: 1,
  reasons: [],
  cancel_reason: '',
  ordered_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  lines: [
    {
      line_id: `l${order_id}`,
      product_id: null,
      variant_id: null,
      title: 'Headphones',
      variant_title: '',
      sku: '',
      image: null,
      quantity: 2,
      wanted: 2,
      unit_price: 3450,
      discount: 0,
      tax: 0,
      reason: null,
      sources: ['cj'],
      cost: 2140,
    },
  ],
  source_orders: [],
  ...change,
})
const ok = (data: unknown) => ({ status: 200, success: true, message: '', data })
let answers: Record<string, (input: never) => unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as unknown) // what the mock was given

const show = () => draw(<OrderList tab="placement" />)

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  url.values = {}
  answers = {
    listOrders: () => ok({ items: [row('1'), row('2')], next_cursor: null, total: 2, total_is_capped: false }),
    countOrderStatus: () =>
      ok({ unfulfilled: 2, fulfilled: 0, archived: 0, groups: { placement: { ready: 2, all: 2 } } }),
    getSectionSummary: () => ok({ orders: 2, cost: 4280, sold: [{ currency: 'USD', amount: 13800 }] }),
    getOrderOnboarding: () => ok({ has_store: true, has_product: true, has_order: true }),
    listViews: () => ok({ views: [] }),
    markArchive: () => ok({ changed: 2 }),
    getSettings: () => ok({ settings: { display_currency: 'USD' } }),
    getCurrencyRates: () => ok({ rates: {} }),
    getQuickStartGuide: () => ok({ dismiss: false, isDone: false, steps: {}, active_step: 'FIND_AND_IMPORT' }),
    updateQuickStartGuide: () => ok({ dismiss: false, isDone: false, steps: {}, active_step: 'FIND_AND_IMPORT' }),
    updateCoreOnboarding: () => ok(null),
  }
  send.mockImplementation(async (call: { name: string }, input: never) => answers[call.name]?.(input))
})
afterEach(cleanup)

test('orders with their sums and counts, readable by everybody; the chosen ones are put away', async () => {
  const { container } = show()
  expect(await screen.findByText('#1')).toBeDefined()
  expect(screen.getByText(/2 orders · sold for \$138\.00 · cost \$42\.80/)).toBeDefined()
  expect(sent('listOrders')[0]).toMatchObject({ order_status: 'placement', sub_status: 'ready' })
  expect(sent('listOrders')[0]).toHaveProperty('from_date')
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '#1' }))
  expect(setUrl).toHaveBeenCalledWith({ order: '1' })
  const [all] = screen.getAllByRole('checkbox')
  if (!all) throw new Error('there is one for all')
  await act(async () => fireEvent.click(all))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Archive' })))
  expect(sent('markArchive')).toEqual([{ orders: ['1', '2'] }])
})

test('opening the order center and seeing a ready order are steps of the first hour, each told once', async () => {
  show()
  expect(await screen.findByText('#1')).toBeDefined()
  expect(sent('updateCoreOnboarding')).toEqual([{ step: 'order' }])
  await vi.waitFor(() =>
    expect(sent('updateQuickStartGuide')).toEqual([{ step: 'NAVIGATE_TO_ORDER_CENTER' }, { step: 'FIND_READY_ORDER' }]),
  )
})

test('a failure says so and can be tried again; nothing found can be widened', async () => {
  answers['listOrders'] = () => ({ status: 500, success: false, message: 'No luck', data: null })
  show()
  expect(await screen.findByText('The orders could not be loaded')).toBeDefined()
  cleanup()
  queryClient.clear()
  url.values = { keyword: 'nothing' }
  answers['listOrders'] = () => ok({ items: [], next_cursor: null, total: 0, total_is_capped: false })
  show()
  expect(await screen.findByText('No order matches')).toBeDefined()
})

test('a number that is not in the open part of the list is looked for in all of it', async () => {
  answers['listOrders'] = () => ok({ items: [], next_cursor: null, total: 0, total_is_capped: false })
  url.values = { keyword: '#1164' }
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Search all of them' }))
  expect(setUrl).toHaveBeenCalledWith({ sub: 'all', days: 'all' })
  cleanup()
  url.values = { keyword: '#1164', sub: 'all', days: 'all' }
  show()
  expect(await screen.findByText('No order matches')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Search all of them' })).toBeNull()
  // What was cancelled stands in two lists; there is no list of both.
  expect(widened(readOrderFilters('cancel_refund', { keyword: 'x' }))).toEqual({ sub: 'channel', days: 'all' })
})

test('filters are kept under a name and come back with it', async () => {
  url.values = { sub: 'needs_attention', reason: 'address' }
  const query = { sub: 'all', channel: 'tiktok' }
  answers['listViews'] = () => ok({ views: [{ view_id: 'v', screen: 'orders', name: 'From TikTok', query }] })
  answers['saveView'] = () => ok({ view_id: 'w', screen: 'orders', name: 'Addresses', query: url.values })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'From TikTok' }))
  expect(setUrl).toHaveBeenCalledWith(expect.objectContaining({ ...query, reason: undefined }))
  fireEvent.click(screen.getByRole('button', { name: 'Save view' }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name of the view' }), { target: { value: 'Addresses' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })))
  expect(sent('saveView')).toEqual([{ screen: 'orders', name: 'Addresses', query: url.values }])
})

test('what stands in the address is read; what is no filter is left out', () => {
  const id = '00000000-0000-4000-8000-000000000001'
  expect(
    readOrderFilters('placement', {
      group: 'payment',
      sub: 'order_placed',
      channel: 'tiktok',
      orders: `["${id}", "x"]`,
    }),
  ).toMatchObject({ order_status: 'payment', sub_status: 'order_placed', channel: 'tiktok', orders: id })
  expect(readOrderFilters('cancel_refund', { group: 'shipment', sub: 'ready', days: '8', orders: '{' })).toMatchObject({
    order_status: 'cancelled',
    sub_status: 'channel',
    days: '7',
    orders: '',
  })
})

test('an order is split from its row: what was typed stays when it is refused, and it can be undone', async () => {
  answers['splitOrder'] = () => ({ status: 204, success: false, message: 'Something is being bought.', data: null })
  answers['mergeOrder'] = () => ok({ order_id: '1', number: '#1' })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for #1' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Split order' }))
  const field = await screen.findByLabelText('Headphones')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Split order' })
  expect(button.disabled).toBe(true)
  fireEvent.change(field, { target: { value: '2' } })
  expect(button.disabled).toBe(true)
  fireEvent.change(field, { target: { value: '1' } })
  expect(screen.getByText('New order: 1. Stays here: 1.')).toBeDefined()
  await act(async () => fireEvent.click(button))
  expect((await screen.findByRole('alert')).textContent).toBe('Something is being bought.')
  expect(screen.getByLabelText<HTMLInputElement>('Headphones').value).toBe('1')
  answers['splitOrder'] = () => ok({ orders: [{ order_id: '9', number: '#1-2' }] })
  await act(async () => fireEvent.click(button))
  expect(sent('splitOrder').at(-1)).toEqual({ order_id: '1', parts: [{ lines: [{ line_id: 'l1', quantity: 1 }] }] })
  const [said, undo] = vi.mocked(undoToast).mock.calls.at(-1) ?? []
  expect(said).toBe('Order #1-2 was made.')
  await act(async () => undo?.())
  expect(sent('mergeOrder')).toEqual([{ order_id: '1' }])
})

test('parts of a sale say so; an order with one piece, or with a purchase, cannot be split', async () => {
  const [one] = row('3').lines
  if (!one) throw new Error('it has a line')
  const items = [row('1', { part_no: 2, parts: 3 }), row('2', { lines: [{ ...one, wanted: 1 }] })]
  answers['listOrders'] = () => ok({ items, next_cursor: null, total: 2, total_is_capped: false })
  show()
  expect(await screen.findByText('Part 2 of 3')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Actions for #2' }))
  const item = await screen.findByRole('menuitem', { name: 'Split order' })
  expect(item.getAttribute('data-disabled')).toBe('true')
})

test('on a phone each card has the same menu', async () => {
  const narrow = (media: string) => Object.assign(new EventTarget(), { matches: true, media }) as MediaQueryList // what is used of it
  const asked = vi.spyOn(window, 'matchMedia').mockImplementation(narrow)
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for #1' }))
  expect(screen.queryByRole('table')).toBeNull()
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Split order' }))
  expect(await screen.findByRole('dialog')).toBeDefined()
  asked.mockRestore()
})
