import { ORDER_STATUSES } from '@omni/domain/orders/groups.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { undoToast } from '../../platform/toasts.tsx'
import { type OrderRow, readOrderFilters } from './order-filters.ts'
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
  promised_at: null,
  cost: 2140,
  shipping: 320,
  min_days: 5,
  max_days: 8,
  found_in: null,
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
  profit: null,
  source_orders: [],
  ...change,
})
const NOTHING = Object.fromEntries(ORDER_STATUSES.map((status) => [status, { all: 0 }]))
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
      ok({
        all: 2,
        unfulfilled: 2,
        fulfilled: 0,
        archived: 0,
        groups: { ...NOTHING, placement: { ready: 2, all: 2 } },
      }),
    getSectionSummary: () =>
      ok({
        rows: 2,
        orders: 2,
        cost: 4280,
        cost_unknown: 0,
        shipping: 640,
        shipping_unknown: 0,
        sold: [{ currency: 'USD', amount: 13800 }],
      }),
    getOrderOnboarding: () => ok({ has_store: true, has_product: true, has_order: true }),
    listViews: () => ok({ views: [] }),
    noteExtension: () => ok({ has_extension: false }),
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
  expect(screen.getByText(/2 orders · sold for \$138\.00 · cost \$49\.20/)).toBeDefined()
  // What is to be done has no time window, and begins with the most urgent.
  expect(sent('listOrders')[0]).toMatchObject({
    order_status: 'placement',
    sub_status: 'ready',
    order_by: 'urgency',
    sort: 'asc',
  })
  expect(sent('listOrders')[0]).not.toHaveProperty('from_date')
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '#1' }))
  expect(setUrl).toHaveBeenCalledWith({ order: '1' })
  expect(screen.getAllByText('$3.20')).toHaveLength(2)
  expect(screen.getAllByText('5–8 days')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'sort Sells for' }))
  expect(setUrl).toHaveBeenCalledWith({ sort: 'price', dir: 'desc' })
  const [all] = screen.getAllByRole('checkbox')
  if (!all) throw new Error('there is one for all')
  await act(async () => fireEvent.click(all))
  expect(screen.getByText('Sells for $138.00 · costs $49.20')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Place 2 · $49.20' })).toBeDefined()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Archive' })))
  expect(sent('markArchive')).toEqual([{ orders: ['1', '2'] }])
})

test('what may be bought at a supplier already is not offered to be archived', async () => {
  const asked = row('1', { sub_status: 'needs_attention', reasons: ['unclear'] })
  answers['listOrders'] = () => ok({ items: [asked], next_cursor: null, total: 1, total_is_capped: false })
  show()
  expect(await screen.findByText('#1')).toBeDefined()
  const [all] = screen.getAllByRole('checkbox')
  if (!all) throw new Error('there is one for all')
  await act(async () => fireEvent.click(all))
  expect(screen.getByRole('button', { name: 'Mark' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Archive' })).toBeNull()
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
  const wider = await screen.findByRole('link', { name: 'Search all of them' })
  expect(wider.getAttribute('href')).toBe('/app/orders?group=all&keyword=%231164')
  cleanup()
  url.values = { keyword: '#1164', group: 'all' }
  show()
  expect(await screen.findByText('No order matches')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Search all of them' })).toBeNull()
})

test('what is typed is found wherever it stands, and says by what', async () => {
  const found = row('9', {
    status: 'shipment',
    sub_status: 'all',
    found_in: { field: 'tracking_number', text: '940011182210' },
  })
  answers['listOrders'] = ({ order_status }: { order_status: string }) =>
    ok({ items: order_status === 'all' ? [found] : [], next_cursor: null, total: 1, total_is_capped: false })
  url.values = { keyword: '9400 1118' }
  show()
  const elsewhere = await screen.findByRole('region', { name: 'Also found in other lists.' })
  expect(elsewhere.textContent).toContain('940011182210')
  expect(elsewhere.textContent).toContain('On its way')
  fireEvent.click(screen.getByRole('button', { name: '#9' }))
  expect(setUrl).toHaveBeenCalledWith({ order: '9' })
})

test('each row has its next step, and what cannot be placed says why', async () => {
  const items = [
    row('1'),
    row('2', { sub_status: 'needs_attention', reasons: ['address'], shipping: null }),
    row('3', { sub_status: 'needs_attention', reasons: ['failed'] }),
    row('4', { sub_status: 'needs_attention', reasons: ['not_mapped'], cost: null, shipping: null }),
  ]
  answers['listOrders'] = () => ok({ items, next_cursor: null, total: 4, total_is_capped: false })
  url.values = { sub: 'all' }
  show()
  expect(await screen.findByRole('button', { name: 'Place' })).toBeDefined()
  expect(screen.getByText('Check the address')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Map' }).getAttribute('href')).toContain('/app/list?tab=unmapped')
  expect(screen.getAllByTitle('not known')).toHaveLength(3)
  fireEvent.click(screen.getByRole('button', { name: 'Fix address' }))
  expect(setUrl).toHaveBeenCalledWith({ order: '2' })
  const [all] = screen.getAllByRole('checkbox')
  if (!all) throw new Error('there is one for all')
  await act(async () => fireEvent.click(all))
  // Two of the four can be bought by one press.
  expect(screen.getByRole('button', { name: 'Place 2 · $49.20' })).toBeDefined()
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
    period: { days: null, from: '', to: '' },
    orders: '',
  })
  // Orders that a notice names are shown wherever they stand.
  expect(readOrderFilters('placement', { orders: `["${id}"]` })).toMatchObject({ order_status: 'all', orders: id })
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

test('what stands in the way is said in words, and the main action of the row puts it right', async () => {
  const rows = (['account_missing', 'quota', 'method_gone', 'loss', 'no_extension', 'cannot_ship'] as const).map(
    (reason) => row(reason, { sub_status: 'needs_attention', reasons: [reason] }),
  )
  answers['listOrders'] = () => ok({ items: rows, next_cursor: null, total: rows.length, total_is_capped: false })
  answers['previewOrders'] = () => ({ status: 500, success: false, message: 'not now', data: null })
  show()
  expect((await screen.findAllByText('Supplier account not connected')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('It would be bought at a loss.').length).toBeGreaterThan(0)
  const connect = screen.getByRole('link', { name: 'Connect the account' })
  expect(connect.getAttribute('href')).toBe('/app/setting/source-account')
  for (const name of ['Upgrade now', 'Choose method', 'Buy it yourself', 'Change supplier'])
    expect(screen.getByRole('button', { name })).toBeDefined()
  // What the preview decides about is one press away from it, and is in no bulk.
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Decide' })))
  await vi.waitFor(() => expect(sent('previewOrders')).toEqual([{ orders: ['loss'] }]))
})
