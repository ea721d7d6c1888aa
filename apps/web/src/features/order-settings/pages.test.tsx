import { DEFAULT_ORDER_SETTINGS } from '@omni/domain/order-settings/order-settings.ts'
import { DEFAULT_PRODUCT_SETTINGS } from '@omni/domain/product-settings/defaults.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import type { FunctionComponent } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { OrderPlacementPage } from './order-placement.page.tsx'
import { ZopiFulfillmentPage } from './zopi-fulfillment.page.tsx'
import { draw } from '../../testing/draw.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/app-link.tsx', () => ({ AppLink: 'a' }))
let search: Record<string, string> = {}
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ pathname: '/app/setting/order/order-placement' }),
  useRouter: () => ({}),
  useSearch: () => search,
  useNavigate: () => () => undefined,
}))

const NOT_SEEN = { fulfillment: 'origin', viewed: null, interacted: null, confirmed: null }
const step = { at: '2026-11-01T10:00:00Z', by: 'Maya Lind' }
const answers: Record<string, () => unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as object) // the mock's

const show = (Page: FunctionComponent) => draw(<Page />)

beforeEach(() => {
  queryClient.clear()
  search = { source: 'cj' }
  Object.assign(answers, {
    getOrderSettings: () => ({ ...DEFAULT_ORDER_SETTINGS, version: 4 }),
    getShippingCountries: () => ({ items: ['US', 'DE'].map((country_code) => ({ country_code, is_main: true })) }),
    getShippingCarriers: () => ({
      items: [{ method: 'CJPacket', min_days: 7, max_days: 12, amount_from: 300, tracked: true }],
    }),
    getShippingWarehouses: () => ({ items: [{ country_code: 'CN' }] }),
    listSourceAccounts: () => ({ accounts: [], connectable: [{ source: 'cj', by: 'key' }] }),
    getZopiFulfilment: () => NOT_SEEN,
    getAllOrderSettings: () => ({ places_cod: false }),
    updateAllOrderSettings: () => ({ places_cod: true }),
    getAllProductSettings: () => DEFAULT_PRODUCT_SETTINGS,
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

test.each([
  ['order placement', OrderPlacementPage, 'Shipping method'],
  ['house supplier', ZopiFulfillmentPage, 'The same goods, bought from Zopi'],
] as const)('%s: everything on it has a name', async (_, Page, heading) => {
  show(Page)
  await screen.findByRole('heading', { name: heading })
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])).toEqual([])
})

test('only what was changed is sent, with the version that was read', async () => {
  show(OrderPlacementPage)
  fireEvent.click(await screen.findByRole('radio', { name: /Fastest/ }))
  fireEvent.click(screen.getByRole('radio', { name: /Later/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Choose a method' }))
  fireEvent.click(screen.getByRole('button', { name: 'Add a tax number' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent('updateOrderSettings')).toEqual([
      {
        source: 'cj',
        version: 4,
        preference: 'fastest',
        pay_mode: 'later',
        methods: [{ country_code: '*', method: 'CJPacket' }],
        tax_ids: [],
      },
    ]),
  )
})

test('a wrong number keeps the settings from being saved and says why', async () => {
  show(OrderPlacementPage)
  // Where the supplier declares import tax itself, a number is asked for when it is the seller's own.
  fireEvent.click(await screen.findByRole('radio', { name: /With my own number/ }))
  fireEvent.change(screen.getByRole('textbox', { name: /IOSS/ }), { target: { value: 'im12' } })
  expect(screen.getByText('An IOSS number is IM and ten digits.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
})

test('what was refused stays as it was written', async () => {
  show(OrderPlacementPage)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /Message to the supplier/ })
  fireEvent.change(field, { target: { value: 'No invoice' } })
  send.mockResolvedValueOnce({ status: 204, success: false, message: 'Changed meanwhile.', data: null })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Changed meanwhile.')).toBeTruthy()
  expect(field.value).toBe('No invoice')
})

test('a supplier that a person pays at its site has no choice of when to pay', async () => {
  search = { source: 'temu' }
  show(OrderPlacementPage)
  await screen.findByRole('heading', { name: 'Paying' })
  expect(screen.queryByText('When an order is paid')).toBeNull()
})

test('the offer is seen, opened and answered', async () => {
  show(ZopiFulfillmentPage)
  await waitFor(() => expect(sent('viewZopiFulfilment')).toHaveLength(1))
  expect(screen.queryByRole('radio')).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'See how it works' }))
  await waitFor(() => expect(sent('interactZopiFulfilment')).toHaveLength(1))
  fireEvent.click(screen.getByRole('radio', { name: /Use Zopi/ }))
  answers['getZopiFulfilment'] = () => ({ fulfillment: 'zopi', viewed: step, interacted: step, confirmed: step })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText(/Maya Lind decided this/)).toBeTruthy()
  expect(sent('confirmZopiFulfilment')).toEqual([{ fulfillment: 'zopi' }])
})

test('what stores are told is switched channel by channel, with the click', async () => {
  show(OrderPlacementPage)
  const [shopify] = await screen.findAllByRole('switch', { name: 'Tell the store tracking numbers' })
  if (!shopify) throw new Error('there are three')
  fireEvent.click(shopify)
  await waitFor(() => expect(sent('updateChannelSettings')).toEqual([{ channel: 'shopify', sync_tracking: false }]))
  // Tags are Shopify's alone, and written only when somebody wants them.
  const tags = screen.getAllByRole<HTMLInputElement>('switch', { name: /^Tag orders in the store/ })
  expect(tags.map(({ checked }) => checked)).toEqual([false])
  await waitFor(() => expect(tags[0]?.disabled).toBe(false))
  if (tags[0]) fireEvent.click(tags[0])
  await waitFor(() => expect(sent('updateChannelSettings').at(-1)).toEqual({ channel: 'shopify', tag_orders: true }))
})

test('what holds for every order is saved with the click', async () => {
  show(OrderPlacementPage)
  fireEvent.click(await screen.findByRole('switch', { name: /^Buy orders that are paid on delivery/ }))
  await waitFor(() => expect(sent('updateAllOrderSettings')).toEqual([{ places_cod: true }]))
})
