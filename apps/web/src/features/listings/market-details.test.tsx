import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { MarketDetails } from './market-details.tsx'
import { draw } from '../../testing/draw.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/toasts.tsx', () => ({ toast: vi.fn(), replyToast: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }))

const store = (id: string, platform: string) => ({
  id,
  platform,
  store_name: `Shop ${id}`,
  status: 'active',
  health: 'ok',
})
const toys = { id: '7', name: 'Toys' }
const lamps = { id: '8', name: 'Home > Lamps' }
const yes = { id: '1', name: 'Yes' }
const none = {
  category: toys,
  brand: null,
  attributes: [],
  size_chart: null,
  manufacturer: null,
  responsible: null,
  parcel: null,
}
const asked = { takes_many: false, takes_own: false, values: [yes, { id: '2', name: 'No' }] }
const details = () => ({
  details: none,
  is_saved: false,
  asks: {
    attributes: [
      { ...asked, id: 'a', name: 'Prop 65', is_required: true },
      { ...asked, id: 'b', name: 'Occasion', is_required: false },
    ],
    size_chart: 'required',
    manufacturer: 'no',
    responsible: 'optional',
    parcel: 'required',
  },
  choices: { brands: [{ id: 'n', name: 'Northwind' }], size_charts: [], manufacturers: [], responsible: [] },
})
const ok = (data: unknown) => ({ status: 200, success: true, message: '', data })
let answers: Record<string, () => unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as object) // what the mock was given
const show = () => draw(<MarketDetails product_id="p" />)
const choose = async (field: string, value: string) => {
  fireEvent.click(screen.getByRole('combobox', { name: new RegExp(field) }))
  await act(async () => fireEvent.click(await screen.findByRole('option', { name: value })))
}

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  answers = {
    listStore: () => ({ items: [store('s1', 'shopify'), store('s2', 'tiktok')], connectable: [], keys_only: [] }),
    listMarketCategories: () => ({ items: [toys, lamps] }),
    getListingDetails: details,
    saveListingDetails: () => null,
  }
  send.mockImplementation(async (call: { name: string }) => ok(answers[call.name]?.() ?? {}))
})
afterEach(cleanup)

test('a marketplace asks, the seller answers and saves for that store', async () => {
  show()
  expect(await screen.findByText('Shop s2')).toBeTruthy()
  expect(screen.queryByText('Shop s1')).toBeNull()
  expect(screen.getByText('3 required fields are missing.')).toBeTruthy()
  // The size chart and who answers for it: the store has neither.
  expect(screen.getAllByText(/make one in the store's own pages/)).toHaveLength(2)
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  await choose('Prop 65', 'Yes')
  await choose('Brand', 'Northwind')
  fireEvent.change(screen.getByRole('textbox', { name: /Weight/ }), { target: { value: '250' } })
  expect(screen.getByText('1 required field is missing.')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save for this store' })))
  expect(sent('saveListingDetails')).toEqual([
    {
      store_id: 's2',
      product_id: 'p',
      details: {
        ...none,
        attributes: [{ id: 'a', values: [yes] }],
        brand: { id: 'n', name: 'Northwind' },
        parcel: { weight_g: 250, length_cm: 1, width_cm: 1, height_cm: 1 },
      },
    },
  ])
})

test('another category is asked for anew', async () => {
  show()
  await screen.findByText('Shop s2')
  await choose('Category', 'Home > Lamps')
  await waitFor(() => expect(sent('getListingDetails').at(-1)).toMatchObject({ category_id: '8', product_id: 'p' }))
})

test('without a marketplace there is nothing to fill in', async () => {
  answers['listStore'] = () => ({ items: [store('s1', 'shopify')], connectable: [], keys_only: [] })
  show()
  await waitFor(() => expect(sent('listStore')).toHaveLength(1))
  expect(screen.queryByText('What marketplaces ask for')).toBeNull()
})
