import { act, fireEvent, screen, within } from '@testing-library/react'
import axe from 'axe-core'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { ListPage } from './list.page.tsx'
import { ListedIn } from './listed-in.tsx'
import type { ListingRow } from './listing-state.ts'
import { draw } from '../../testing/draw.tsx'

const { send, url, setUrl } = vi.hoisted(() => ({
  send: vi.fn(),
  setUrl: vi.fn(),
  url: { values: {} as Record<string, string> },
}))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/toasts.tsx', () => ({ toast: vi.fn(), replyToast: vi.fn(), undoToast: vi.fn() }))
vi.mock('../../platform/url-state.ts', () => ({ useUrlState: () => [url.values, setUrl] }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }))

const row = (listing_id: string, change: Partial<ListingRow> = {}): ListingRow => ({
  listing_id,
  store_id: 's1',
  store_name: 'Northwind',
  platform: 'shopify',
  product_id: 'p1',
  title: `Lamp ${listing_id}`,
  image: null,
  state: 'idle',
  status: 'active',
  url: 'https://northwind.example/lamp',
  variants: 3,
  price_min: 1999,
  price_max: 2999,
  currency: 'USD',
  problem: null,
  question: null,
  differences: [],
  updated_at: '2026-01-01T00:00:00Z',
  seen_at: null,
  ...change,
})

const ok = (data: unknown) => ({ status: 200, success: true, message: '', data })
const page = (...items: ListingRow[]) => ok({ items, next_cursor: null, total: items.length, total_is_capped: false })
let answers: Record<string, (input: never) => unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as unknown) // what the mock was given

const show = (content = <ListPage />) => draw(content)
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const choose = async (row: string, item: string) => {
  await press(`More for ${row}`)
  const entry = await screen.findByRole('menuitem', { name: item })
  await act(async () => fireEvent.click(entry))
}

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  url.values = {}
  answers = {
    listStore: () => ok({ items: [{ id: 's1', store_name: 'Northwind', status: 'active' }], connectable: [] }),
    listMapped: () => page(row('a'), row('b', { state: 'refused', problem: 'The title is too long.', status: null })),
    setListingStatus: () => ok(row('a', { status: 'draft' })),
    decideListing: () => ok(row('b', { state: 'queued' })),
    getSettings: () => ok({ settings: { display_currency: 'USD' } }),
    getCurrencyRates: () => ok({ rates: {} }),
  }
  send.mockImplementation(async (call: { name: string }, input: never) => answers[call.name]?.(input) ?? ok({}))
})

test('each listing says how it stands and why, and leads to its store', async () => {
  const { container } = show()
  expect(await screen.findByText('The title is too long.')).toBeTruthy()
  expect(screen.getAllByText('Up to date').length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'Open Lamp a in the store' }).getAttribute('href')).toBe(
    'https://northwind.example/lamp',
  )
  expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([])
})

test('a listing is hidden, taken out after a question, and tried again', async () => {
  show()
  await screen.findByText('Lamp a')
  await choose('Lamp a', 'Hide it as a draft')
  expect(sent('setListingStatus')).toEqual([{ id: 'a', status: 'draft' }])
  await choose('Lamp b', 'Take out of the store')
  expect(sent('setListingStatus')).toHaveLength(1)
  const dialog = await screen.findByRole('dialog')
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Take out of the store' })))
  expect(sent('setListingStatus')[1]).toEqual({ id: 'b', status: 'removed' })
  await press('Try again: Lamp b')
  expect(sent('decideListing')).toEqual([{ id: 'b', says: 'retry' }])
})

test('a conflict shows both sides, and one of them is chosen', async () => {
  const differences = [
    { field: 'title', lane: 'content', variant: '', ours: 'Desk lamp', theirs: 'Lamp of the shop' },
    { field: 'v|red|price', lane: 'price', variant: 'Red', ours: '19.99', theirs: '' },
  ] as const
  answers['listMapped'] = () =>
    page(row('b', { state: 'needs_decision', question: 'conflict', differences: [...differences] }))
  show()
  await screen.findByText('Lamp b')
  await press('Decide: Lamp b')
  const panel = await screen.findByRole('dialog')
  const rows = within(panel)
    .getAllByRole('row')
    .map((line) => line.textContent)
  expect(rows).toEqual(['FieldOursIn the store', 'TitleDesk lampLamp of the shop', 'PriceRed19.99Nothing'])
  await act(async () => fireEvent.click(within(panel).getByRole('button', { name: "Take the store's" })))
  expect(sent('decideListing')).toEqual([{ id: 'b', says: 'take_theirs' }])
})

test('the listings of a disconnected store are shown and cannot be changed', async () => {
  answers['listStore'] = () =>
    ok({ items: [{ id: 's1', store_name: 'Northwind', status: 'disconnected' }], connectable: [] })
  show()
  await screen.findByText('Lamp a')
  await screen.findAllByRole('link', { name: /in the store/ })
  expect(screen.queryByRole('button', { name: /More for/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull()
})

test('filters go to the server; nothing found is not the same as nothing there', async () => {
  url.values = { store_id: 's1', state: 'refused', attention: 'true', text: 'lamp' }
  answers['listMapped'] = () => page()
  show()
  expect(await screen.findByText('No listing matches')).toBeTruthy()
  expect(sent('listMapped')[0]).toMatchObject({ store_id: 's1', state: 'refused', attention: true, text: 'lamp' })
  await press('Clear filters')
  expect(setUrl).toHaveBeenCalledWith({ store_id: undefined, state: undefined, attention: undefined, text: undefined })
})

test('what a store sells besides is on its own tab; it is mapped to a supplier, hidden and brought back', async () => {
  url.values = { tab: 'unmapped', state: 'refused' }
  answers['listUnmapped'] = () => page(row('u', { product_id: null }))
  answers['getPlatformProduct'] = () =>
    ok({
      listing_id: 'u',
      title: 'Lamp u',
      options: [],
      variants: [{ remote_variant_id: 'r1', option_values: ['Large'], sku: '', price: 1999, quantity: 3 }],
    })
  const suggestion = {
    source: 'cj',
    source_product_id: 'p9',
    name: 'Desk lamp',
    image: null,
    store_name: 'Lamps',
    price_min: 500,
    price_max: 600,
    variants: 2,
    matched: 1,
    reasons: ['title', 'picture'],
    confidence: 97,
  }
  answers['listSuggestions'] = () => ok({ items: [suggestion], certain: true })
  const sku = (sku_id: string, value: string) => ({
    sku_id,
    sku_property: [{ sku_property_value: value }],
    price_usd: 500,
    quantity: 3,
  })
  answers['getSourceDetail'] = () => ok({ product: { variants: [sku('s-small', 'S'), sku('s-large', 'L')] } })
  answers['mapListingGroup'] = () => ok({ product_id: 'p2', unmatched: [], listing: row('u') })
  show()
  await screen.findByText('Lamp u')
  expect(sent('listUnmapped')[0]).not.toHaveProperty('state')
  expect(sent('listMapped')).toEqual([])
  await press('Map: Lamp u')
  const panel = await screen.findByRole('dialog')
  expect(await within(panel).findByText('like title · same picture')).toBeTruthy()
  await act(async () => fireEvent.click(within(panel).getByRole('radio', { name: 'Desk lamp' })))
  // "Large" is the supplier's "L": filled in, and left to the server unless somebody changes it.
  const field = await within(panel).findByRole('combobox', { name: 'Supplier variant for Large' })
  expect((field as HTMLInputElement).value).toBe('L')
  expect((await axe.run(panel, { rules: { region: { enabled: false } } })).violations).toEqual([])
  await act(async () => fireEvent.click(within(panel).getByRole('button', { name: 'Map' })))
  expect(sent('mapListingGroup')).toEqual([
    { id: 'u', source: 'cj', source_product_id: 'p9', variants: {}, override: false },
  ])
  await choose('Lamp u', 'Take off this list')
  expect(sent('hideUnmapped')).toEqual([{ listing_ids: ['u'], hidden: true }])
})

test('several store products are mapped at once as suggested; doubtful ones are not ticked', async () => {
  url.values = { tab: 'unmapped' }
  answers['listUnmapped'] = () => page(row('u', { product_id: null }), row('v', { product_id: null }))
  answers['listSuggestions'] = ({ id }: { id: string }) =>
    ok({
      items: [
        { source: 'cj', source_product_id: id, name: `${id}-lamp`, image: null, confidence: id === 'u' ? 98 : 70 },
      ],
      certain: false,
    })
  answers['createFromUnmapped'] = () => ok({ run_id: 'r', total: 1 })
  show()
  await screen.findByText('Lamp u')
  for (const box of screen.getAllByRole('checkbox').slice(0, 1)) await act(async () => fireEvent.click(box))
  await press('Map as suggested')
  const panel = await screen.findByRole('dialog')
  await within(panel).findByText('v-lamp')
  await act(async () => fireEvent.click(within(panel).getByRole('button', { name: 'Go on with 1' })))
  expect(sent('createFromUnmapped')).toEqual([{ items: [{ listing_id: 'u', source: 'cj', source_product_id: 'u' }] }])
})

test('what a product is bought as is edited: a bundle, checked before it is saved', async () => {
  const alternative = {
    source: 'cj',
    source_product_id: 'p9',
    sku_id: 's1',
    countries: [],
    sku_name: 'Red',
    product_name: 'Desk lamp',
    image: null,
    cost: 500,
    quantity: 10,
    seen_at: null,
    gone: false,
  }
  const variant = {
    variant_id: 'x',
    option_values: ['Red'],
    sku: '',
    enabled: true,
    price: 1999,
    cost: 500,
    quantity: 10,
  }
  answers['getMapping'] = () =>
    ok({
      product_id: 'p1',
      title: 'Lamp a',
      ship_to: 'US',
      currency: 'USD',
      variants: [{ ...variant, components: [{ units: 1, gift: null, alternatives: [alternative] }] }],
    })
  answers['mapVariant'] = () => ok({})
  show()
  await screen.findByText('Lamp a')
  await choose('Lamp a', 'Suppliers')
  const panel = await screen.findByRole('dialog')
  const units = await within(panel).findByRole('textbox', { name: 'Per piece' })
  await act(async () => fireEvent.change(units, { target: { value: '0' } }))
  expect(within(panel).getByText(/Nothing would be bought/)).toBeTruthy()
  expect(within(panel).getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await act(async () => fireEvent.change(units, { target: { value: '2' } }))
  expect(within(panel).getByText(/One piece to US: \$10.00, sellable: 5/)).toBeTruthy()
  expect((await axe.run(panel, { rules: { region: { enabled: false } } })).violations).toEqual([])
  await act(async () => fireEvent.click(within(panel).getByRole('button', { name: 'Save' })))
  const { source, source_product_id, sku_id, countries } = alternative
  const components = [{ units: 2, gift: null, alternatives: [{ source, source_product_id, sku_id, countries }] }]
  expect(sent('mapVariant')).toEqual([{ id: 'p1', variants: [{ variant_id: 'x', components }] }])
})

test('how listings are kept is said for each channel; only what was changed is sent', async () => {
  answers['updateListings'] = () => ok({ changed: 1 })
  show()
  await screen.findByText('Lamp a')
  await choose('Lamp a', 'How it is kept')
  const panel = await screen.findByRole('dialog')
  await act(async () => fireEvent.click(within(panel).getByRole('combobox', { name: 'Prices' })))
  await act(async () => fireEvent.click(await screen.findByRole('option', { name: 'Ours wins' })))
  await act(async () => fireEvent.click(within(panel).getByRole('button', { name: 'Save' })))
  expect(sent('updateListings')).toEqual([{ channel: 'shopify', listing_ids: ['a'], policies: { price: 'omni' } }])
})

test('a list that cannot be read says so and can be tried again', async () => {
  answers['listMapped'] = () => ({ status: 500, success: false, message: 'No connection', data: null, errors: null })
  show()
  expect(await screen.findByText('We could not load your listings')).toBeTruthy()
  answers['listMapped'] = () => page(row('a'))
  await press('retry')
  expect(await screen.findByText('Lamp a')).toBeTruthy()
})

test('a product says where it is listed', async () => {
  show(<ListedIn product_id="p1" />)
  const list = await screen.findByRole('list', { name: 'Listed in' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(sent('listMapped')[0]).toMatchObject({ product_id: 'p1' })
})
