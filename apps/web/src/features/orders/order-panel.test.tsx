import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { draw } from '../../testing/draw.tsx'
import { OrderPanel } from './order-panel.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/app-link.tsx', () => ({ AppLink: 'a' }))

const ORDER = '01a1e4b9-a15c-7d7e-a7a2-a7b55e725f5e'
const DAY_MS = 86_400_000
const order = {
  order_id: ORDER,
  number: '#1001',
  channel: 'shopify',
  store_id: 's1',
  store_name: 'Northwind',
  store_url: 'https://northwind.myshopify.com/admin/orders/1',
  customer_name: 'Lena Vogt',
  country_code: 'DE',
  currency: 'USD',
  total: 12377,
  financial: 'partially_refunded',
  fulfilment: 'partial',
  marker: 0,
  note: '',
  part_no: 1,
  cancel_reason: '',
  ordered_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  promised_at: new Date(Date.now() + 3 * DAY_MS).toISOString(),
  groups: [{ status: 'shipment', sub_status: 'all', line_ids: ['l1'], reasons: [] }],
  lines: [
    {
      line_id: 'l1',
      product_id: null,
      variant_id: null,
      title: 'Backpack',
      variant_title: 'Coral',
      sku: '',
      image: null,
      quantity: 1,
      wanted: 1,
      unit_price: 4990,
      discount: 0,
      tax: 0,
      reason: null,
      sources: ['zopi'],
      cost: 2110,
    },
  ],
  customer: { name: 'Lena Vogt', email: 'lena@example.test', phone: '' },
  address: null,
  address_problems: [],
  subtotal: 4990,
  discounts: 0,
  shipping: 0,
  taxes: 0,
  fees: [],
  coupons: [],
  unexplained: 0,
  refunded: 500,
  tags: [],
  store_note: '',
  cancelled_at: null,
  archived_at: null,
  source_orders: [],
  timeline: [],
  parts: [],
}
const event = (event_id: string, kind: string) => ({
  event_id,
  kind,
  params: { source: 'zopi', order_no: 'ZO-1' },
  who: 'supplier',
  user_name: '',
  happened_at: '2026-01-02T00:00:00Z',
})
const answers: Record<string, () => unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as object) // the mock's

beforeEach(() => {
  queryClient.clear()
  // The fields that grow with their text wait for fonts.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
  Object.assign(answers, {
    getOrderDetail: () => order,
    getOrderPanel: () => ({ order, purchases: [], buyer_page: 'https://omni.example/tracking/abc' }),
    getOrderProfit: () => ({ profit: { state: 'known', currency: 'USD', amount: 5448, margin: 0.5 }, parts: [] }),
    getLogs: () => ({ items: [event('e2', 'shipped'), event('e1', 'received')] }),
    getOrderLog: () => ({ items: [event('e1', 'received'), event('e2', 'shipped')] }),
    getShipmentLog: () => ({ items: [event('e2', 'shipped')] }),
    getSettings: () => ({ settings: { display_currency: 'USD' } }),
    getRequestType: () => ({ items: [] }),
    listFulfilmentRequests: () => ({ items: [] }),
    listFeedbacks: () => ({ items: [], askable: [] }),
    getSaleCancellation: () => ({ because: 'sent', pays_back: true, parts: 1, bought: 0, latest: null }),
    getBuyerRefunds: () => ({
      because: null,
      most: 11877,
      refunded: 500,
      shipping: 0,
      currency: 'USD',
      lines: [],
      asks_notice: true,
      takes_by_hand: false,
      items: [],
    }),
  })
  send.mockImplementation(async ({ name }: { name: string }) => ({
    status: 200,
    success: true,
    message: '',
    data: answers[name]?.() ?? {},
  }))
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const open = () => draw(<OrderPanel order_id={ORDER} onClose={() => {}} onOpen={() => {}} />)

test('the order answers four questions first, and every part of the record is there', async () => {
  open()
  expect(await screen.findByText('Paid, part given back')).toBeTruthy()
  expect(screen.getByText('$123.77 · $5.00 given back')).toBeTruthy()
  expect(screen.getByText('Days left: 3')).toBeTruthy()
  expect((await screen.findAllByText('$54.48')).length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'Open in store' }).getAttribute('href')).toBe(order.store_url)
  expect(screen.getByText('Supplier: Zopi')).toBeTruthy()
  for (const name of ['Items', 'Profit', 'Note', 'Timeline', "The buyer's money back"])
    expect(await screen.findByRole('region', { name })).toBeTruthy()
})

test('the timeline is read newest first, from the beginning, and for the parcels alone', async () => {
  open()
  const region = await screen.findByRole('region', { name: 'Timeline' })
  const shown = () =>
    within(region)
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent ?? '')
  await waitFor(() => expect(shown()).toHaveLength(2))
  expect(shown()[0]).toContain('Shipped')
  fireEvent.click(within(region).getByRole('radio', { name: 'Oldest first' }))
  await waitFor(() => expect(shown()[1]).toContain('Shipped'))
  fireEvent.click(within(region).getByRole('radio', { name: 'Parcels' }))
  await waitFor(() => expect(shown()).toHaveLength(1))
  expect([sent('getLogs'), sent('getOrderLog'), sent('getShipmentLog')]).toEqual([
    [{ id: ORDER }],
    [{ orderId: ORDER }],
    [{ orderId: ORDER }],
  ])
})
