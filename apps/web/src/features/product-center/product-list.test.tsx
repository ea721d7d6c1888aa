import type { ProductRow } from '@omni/contracts/products.fields.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { ProductList } from './product-list.tsx'
import { draw } from '../../testing/draw.tsx'

const { send, undoToast, url, account, go } = vi.hoisted(() => ({
  send: vi.fn(),
  undoToast: vi.fn(),
  url: { values: {} as Record<string, string> },
  account: { is_demo: false, is_user_mkt: false, is_workplace_no_store: false },
  go: vi.fn(),
}))
vi.mock('../../platform/account.ts', () => ({ useAccount: () => account }))
vi.mock('../../platform/navigation.ts', () => ({ go, hasPath: () => true }))
vi.mock('../listings/push-drawer.tsx', () => ({
  PushDrawer: ({ products, everything }: { products: { product_id: string }[]; everything?: number }) => (
    <p role="note">{`push ${products.map(({ product_id }) => product_id).join(' ')} of ${everything ?? 'these'}`}</p>
  ),
}))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/toasts.tsx', () => ({ toast: vi.fn(), undoToast }))
vi.mock('../../platform/url-state.ts', () => ({ useUrlState: () => [url.values, vi.fn()] }))
vi.mock('../../platform/app-link.tsx', () => ({
  AppLink: ({ children, ...props }: ComponentProps<'a'>) => <a {...props}>{children}</a>,
}))
vi.mock('../../platform/i18n.ts', () => {
  const t = (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' ')
  return {
    useT: () => t,
    translate: t,
    useLanguage: () => 'en',
    intlLocale: () => 'en',
    textsReady: Promise.resolve(),
    currentLanguage: () => 'en',
  }
})

const row = (product_id: string, change: Partial<ProductRow> = {}): ProductRow => ({
  product_id,
  product_package_id: product_id,
  title: `Lamp ${product_id}`,
  image: null,
  tags: [],
  vendor: '',
  product_type: '',
  source: 'cj',
  source_product_id: product_id,
  store_name: null,
  ship_to: 'US',
  total_variants: 3,
  enabled_variants: 3,
  suppliers: 1,
  cost_min: 500,
  cost_max: 700,
  shipping_cost: 0,
  currency: 'USD',
  price_min: 1999,
  price_max: 1999,
  compare_at_min: null,
  profit: { state: 'estimated', currency: 'USD', amount: 900, margin: 45 },
  stock: null,
  status: 'ready',
  problems: [],
  pushed: 'unpushed',
  tracking: 'tracking',
  revision: 7,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  ...change,
})

const ok = (data: unknown) => ({ status: 200, success: true, message: '', data })
const usualAnswers = (): Record<string, (input: Record<string, unknown>) => unknown> => ({
  listImportList: () =>
    ok({
      items: [row('a'), row('b', { problems: ['out_of_stock'] })],
      next_cursor: 'more',
      total: 1234,
      total_is_capped: false,
    }),
  deleteImported: () => ok({ deleted: 1234, run_id: 'run' }),
  undoRun: () => ok({ run_id: 'undo', total: 1234 }),
})
let answers = usualAnswers()
const sent = (name: string) =>
  send.mock.calls
    .filter(([call]) => (call as { name: string }).name === name)
    .map(([, input]) => input as Record<string, unknown>) // contracts have names

const show = async () => {
  draw(<ProductList view="import" name="Import list" searchLabel="Search" empty={<p>empty here</p>} />)
  await screen.findByText('Lamp a')
}

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  url.values = {}
  answers = usualAnswers()
  account.is_workplace_no_store = false
  send.mockImplementation(
    async (call: { name: string }, input: Record<string, unknown>) =>
      answers[call.name]?.(input) ?? ok({ tags: [], views: [], entries: [], settings: {}, rates: {} }),
  )
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
})

test('"all that match" reaches over pages, but not what was unticked, and a delete can be taken back', async () => {
  await show()
  fireEvent.click(screen.getByRole('checkbox', { name: 'selectAll' }))
  fireEvent.click(screen.getByRole('button', { name: /product_center.select_all/ }))
  fireEvent.click(screen.getAllByRole('checkbox', { name: 'selectRow' })[1] as HTMLElement) // two rows are shown
  const bar = screen.getByRole('toolbar')
  expect(bar.textContent).toContain('1233 selected')
  await act(async () => {
    fireEvent.click(within(bar).getByRole('button', { name: 'product_center.delete' }))
  })
  expect(sent('deleteImported')).toEqual([{ selection: { all: { view: 'import', filter: {}, except: ['b'] } } }])
  const undo = undoToast.mock.calls[0]?.[1] as () => void // the second argument of platform/toasts.tsx
  await act(async () => undo())
  expect(sent('undoRun')).toEqual([{ run_id: 'run' }])
})

test('rows named one by one leave the list before the server has answered, and come back when it refuses', async () => {
  await show()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const usual = send.getMockImplementation()
  send.mockImplementation((call: { name: string }, input: Record<string, unknown>) =>
    call.name === 'deleteImported' ? promise : usual?.(call, input),
  )
  fireEvent.click(screen.getAllByRole('checkbox', { name: 'selectRow' })[0] as HTMLElement) // two rows are shown
  fireEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'product_center.delete' }))
  await waitFor(() => expect(screen.queryByText('Lamp a')).toBeNull())
  expect(screen.getByText('Lamp b')).toBeTruthy()
  await act(async () => resolve({ status: 500, success: false, message: 'no', data: null }))
  expect(await screen.findByText('Lamp a')).toBeTruthy()
})

test('a title edited in place is saved onto the revision that was shown', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'product_center.edit_title Lamp a' }))
  const field = screen.getByRole('textbox', { name: 'product_center.edit_title Lamp a' })
  fireEvent.change(field, { target: { value: 'Desk lamp' } })
  answers['saveProduct'] = () => ok({ revision: 8, merged: {}, overwrote: [], dropped: [], saved_at: '' })
  await act(async () => {
    fireEvent.keyDown(field, { key: 'Enter' })
  })
  expect(sent('saveProduct')).toEqual([
    expect.objectContaining({ id: 'a', base_revision: 7, changes: { title: 'Desk lamp' } }),
  ])
})

test('with filters nothing found is not an empty list', async () => {
  answers['listImportList'] = () => ok({ items: [], next_cursor: null, total: 0, total_is_capped: false })
  url.values = { problem: 'no_image' }
  draw(<ProductList view="import" name="Import list" searchLabel="Search" empty={<p>empty here</p>} />)
  expect(await screen.findByText('product_center.none_found')).toBeTruthy()
  expect(sent('listImportList')[0]).toMatchObject({ problem: 'no_image', sort: 'newest' })
})

const tick = (at: number) => fireEvent.click(screen.getAllByRole('checkbox', { name: 'selectRow' })[at] as HTMLElement) // two rows are shown
const pushTicked = async () => {
  const button = within(screen.getByRole('toolbar')).getByRole('button', { name: 'push.push' })
  await act(async () => fireEvent.click(button))
}

test('what is ticked is pushed; the whole list is pushed as a whole', async () => {
  await show()
  tick(1)
  await pushTicked()
  expect((await screen.findByRole('note')).textContent).toBe('push b of these')
  cleanup()
  await show()
  fireEvent.click(screen.getByRole('checkbox', { name: 'selectAll' }))
  fireEvent.click(screen.getByRole('button', { name: /product_center.select_all/ }))
  await pushTicked()
  expect((await screen.findByRole('note')).textContent).toBe('push a b of 1234')
})

test('all but some are read to the end, not pushed as a whole', async () => {
  answers['listImportList'] = ({ cursor }) =>
    cursor
      ? ok({ items: [row('c')], next_cursor: null, total: 3, total_is_capped: false })
      : ok({ items: [row('a'), row('b')], next_cursor: 'more', total: 3, total_is_capped: false })
  await show()
  fireEvent.click(screen.getByRole('checkbox', { name: 'selectAll' }))
  fireEvent.click(screen.getByRole('button', { name: /product_center.select_all/ }))
  tick(0)
  await pushTicked()
  expect((await screen.findByRole('note')).textContent).toBe('push b c of these')
})

test('without a store the channels page comes first, and the pending action comes back to the same products', async () => {
  account.is_workplace_no_store = true
  await show()
  tick(0)
  await pushTicked()
  expect(screen.queryByRole('note')).toBeNull()
  const next = new URL(String(go.mock.calls[0]?.[0]), 'https://omni.example').searchParams.get('next') ?? ''
  expect(new URL(next, 'https://omni.example').searchParams.get('push')).toBe('a')
  cleanup()
  account.is_workplace_no_store = false
  url.values = { push: 'a' }
  await show()
  expect((await screen.findByRole('note')).textContent).toBe('push a of these')
})
