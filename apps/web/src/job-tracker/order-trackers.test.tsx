import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../platform/query.ts'
import { draw } from '../testing/draw.tsx'
import { DockHost } from './dock-host.tsx'
import type { Asked } from './placing-trackers.tsx'
import type { Placing } from './purchase-texts.ts'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../platform/toasts.tsx', () => ({ toast: vi.fn(), replyToast: vi.fn(), undoToast: vi.fn() }))
vi.mock('../platform/i18n.ts', async () => ({
  ...(await import('../testing/english.ts')),
  loadWorkTexts: () => Promise.resolve(),
}))
vi.mock('../platform/app-link.tsx', () => ({ AppLink: 'a' }))

const now = () => new Date(performance.timeOrigin + performance.now()).toISOString()
const purchase = (n: number, change: Partial<Placing> = {}) =>
  ({
    supplier_order_id: `s${n}`,
    order_id: `o${n}`,
    number: `#100${n}`,
    source: 'cj',
    status: 'processing',
    question: null,
    error_key: null,
    warning_key: null,
    created_at: now(),
    ...change,
  }) as Placing // what the tracker looks at
const asked = (n: number, change: Partial<Asked> = {}): Asked => ({
  supplier_order_id: `s${n}`,
  order_id: `o${n}`,
  number: `#200${n}`,
  source: 'zopi',
  order_no: 'Z1',
  status: 'processing',
  error_key: null,
  requested_at: now(),
  ...change,
})
let placing: Placing[] = []
let sync: Asked[] = []
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as unknown) // the mock's

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  sessionStorage.clear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  send.mockImplementation(async ({ name }: { name: string }) => ({
    status: 200,
    success: true,
    message: '',
    data: {
      listPlacing: { items: placing, processing: 0 },
      getSyncStatus: { open: 0, unasked: 0, oldest: null, items: sync },
      listJobs: { entries: [] },
      stopOrders: { stopped: 1 },
      stopSync: { stopped: 1 },
    }[name],
  }))
})
afterEach(cleanup)

/** It reads after the first screen has come. */
const show = async (first: string) => {
  const drawn = draw(<DockHost />)
  await screen.findByText(first, {}, { timeout: 10_000 })
  return drawn
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))

test('what is being placed, on every page: by source and order, with error and warning; stopped one, by source, or all', async () => {
  placing = [
    purchase(1),
    purchase(2, { warning_key: 'different_region' }),
    purchase(3, { source: 'zopi', status: 'error', error_key: 'NEED_CHANGE_SUPPLIER' }),
    purchase(4, { source: 'zopi', status: 'error', question: 'price' }),
    // Over before this page was opened: its order says it.
    purchase(5, { status: 'error', error_key: 'invalid', created_at: '2026-01-01T00:00:00Z' }),
  ]
  sync = []
  const { container } = await show('#1001')
  expect(screen.queryByText('#1005')).toBeNull()
  expect(screen.getByText('This supplier cannot deliver it. Choose another one.')).toBeDefined()
  expect(screen.getByText(/country/)).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Placing orders' }).getAttribute('aria-valuenow')).toBe('2')
  await press('Stop order #1001')
  await press('Stop everything at CJ Dropshipping')
  await press('Stop all')
  expect(sent('stopOrders')).toEqual([{ supplier_order_ids: ['s1'] }, { source: 'cj' }, {}])
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id }) => id)).toEqual([])
  // While something is under way it only folds away, and says why.
  await press('Close: Placing orders')
  expect(screen.getByText(/Still under way: 2/)).toBeDefined()
  placing = placing.map((one) => ({ ...one, status: 'success' }))
  await act(async () => queryClient.invalidateQueries())
  await screen.findByText('4 done · 0 failed · 0 left')
  await press('Close: Placing orders')
  expect(screen.queryByText('Placing orders')).toBeNull()
})

test('which suppliers are asked what became of an order: each with its answer, and stopped by source or all', async () => {
  placing = []
  sync = [
    asked(1),
    asked(2, { status: 'error', error_key: 'sync_order_status_fail' }),
    asked(3, { status: 'error', error_key: 'cancel_order' }),
  ]
  await show('#2001')
  expect(screen.getByText(/could not be asked for this country/)).toBeDefined()
  expect(screen.getByText('Stopped before the supplier was asked.')).toBeDefined()
  await press('Stop everything at Zopi')
  await press('Stop all')
  expect(sent('stopSync')).toEqual([{ source: 'zopi' }, {}])
})
