import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { ParcelAttention } from './parcel-attention.tsx'
import { ParcelList } from './parcel-list.tsx'
import type { Need, ParcelRow } from './parcel-texts.ts'
import { draw } from '../../testing/draw.tsx'

const { send, setUrl } = vi.hoisted(() => ({ send: vi.fn(), setUrl: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/toasts.tsx', () => ({ toast: vi.fn(), replyToast: vi.fn(), undoToast: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }))

const row: ParcelRow = {
  parcel_id: 'p1',
  order_id: 'o1',
  order_number: '#10391',
  supplier_order_id: 's1',
  source: 'cj',
  tracking_number: 'YT24318840',
  carrier: 'YunExpress',
  tracking_url: null,
  by_hand: false,
  status: 'in_transit',
  sub_status: 'InTransit_Other',
  problem: null,
  attention: null,
  latest_text: 'Left the sorting centre',
  latest_place: 'Los Angeles',
  latest_at: '2026-01-01T00:00:00Z',
  expected_from: null,
  expected_to: '2026-01-02T00:00:00Z',
  delivered_at: null,
  tracked_at: null,
  country_code: 'US',
  items: [{ title: 'Backpack', image: null, quantity: 2 }],
  created_at: '2026-01-01T00:00:00Z',
}
const need: Need = {
  kind: 'returned',
  since: '2026-01-01T00:00:00Z',
  parcel_id: 'p1',
  supplier_order_id: 's1',
  order_id: 'o1',
  order_number: '#10391',
  source: 'cj',
  tracking_number: 'YT24318840',
  carrier: 'YunExpress',
  place: '',
  text: 'Returned',
  problem: null,
  title: 'Backpack',
  image: null,
}
const answers: Record<string, unknown> = {
  listParcels: { items: [row], next_cursor: null, total: 1, total_is_capped: false },
  countParcels: { all: 3, statuses: { in_transit: 1, delivered: 2 }, attention: 1, attention_is_capped: false },
  listParcelAttention: { items: [need], total: 1, total_is_capped: false },
  dismissParcel: row,
}

beforeEach(() => {
  queryClient.clear()
  send.mockReset()
  setUrl.mockReset()
  send.mockImplementation(async ({ name }: { name: string }) => ({
    status: 200,
    success: true,
    message: '',
    data: answers[name] ?? null,
  }))
})
afterEach(cleanup)

async function show(onOpen = vi.fn(), onOpenOrder = vi.fn()) {
  const view = draw(
    <>
      <ParcelAttention onOpenParcel={onOpen} onOpenOrder={onOpenOrder} />
      <ParcelList url={{}} setUrl={setUrl} onOpen={onOpen} onOpenOrder={onOpenOrder} />
    </>,
  )
  await act(async () => {
    await new Promise((done) => setTimeout(done, 50))
  })
  return { view, onOpen, onOpenOrder }
}

test('parcels with their counts; a number opens its panel, a status goes into the address', async () => {
  const { view, onOpen } = await show()
  fireEvent.click(screen.getByRole('button', { name: 'YT24318840' }))
  expect(onOpen.mock.calls[0]?.[0]).toMatchObject({ parcel_id: 'p1', order_id: 'o1' })
  expect(screen.getByText(/Left the sorting centre/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /Delivered/ }))
  expect(setUrl).toHaveBeenCalledWith({ status: 'delivered' })
  const found = await axe.run(view.container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(found.violations.map(({ id }) => id)).toEqual([])
})

test('what needs the seller has its next step, and can be put away', async () => {
  const { onOpenOrder } = await show()
  fireEvent.click(screen.getByRole('button', { name: 'Open the order' }))
  expect(onOpenOrder).toHaveBeenCalledWith('o1')
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Seen' }))
    await new Promise((done) => setTimeout(done, 20))
  })
  expect(send.mock.calls.some(([call]) => (call as { name: string }).name === 'dismissParcel')).toBe(true)
})
