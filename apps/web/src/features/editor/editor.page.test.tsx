import type { EditorProduct } from '@omni/contracts/editor.calls.ts'
import { DEFAULT_SELLING_PRICE } from '@omni/domain/pricing/price-rule.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { EditorPage } from './editor.page.tsx'
import { draw } from '../../testing/draw.tsx'

const { send, saves, followers, state } = vi.hoisted(() => ({
  send: vi.fn(),
  saves: [] as { changes: Record<string, unknown>; client_id: string }[],
  followers: [] as ((data: unknown) => void)[],
  state: { product: null as unknown, id: '' },
}))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/realtime.ts', () => ({
  onRealtime: (_: string, follow: (data: unknown) => void) => {
    followers.push(follow)
    return () => followers.splice(followers.indexOf(follow), 1)
  },
}))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('@tanstack/react-router', () => ({
  useParams: () => ({ productCenterId: state.id }),
  useLocation: () => ({ pathname: `/app/products-import/editor/${state.id}` }),
  useRouter: () => ({ preloadRoute: async () => undefined }),
}))

const variant = (id: string, colour: string): EditorProduct['variants'][number] => ({
  variant_id: id,
  position: Number(id),
  option_values: [colour],
  sku: '',
  barcode: '',
  price: 2000,
  compare_at_price: null,
  weight_g: null,
  image_id: null,
  sell_out_of_stock: true,
  enabled: true,
  cost: 500,
  quantity: 4,
  suppliers: 1,
})

const product = (change: Partial<EditorProduct> = {}): EditorProduct => ({
  product_id: state.id,
  revision: 1,
  title: 'Travel bag',
  description: '<p>Good</p>',
  vendor: '',
  product_type: '',
  tags: ['bags'],
  collections: [],
  handle: 'travel-bag',
  seo_title: '',
  seo_description: '',
  images: [{ image_id: 'i1', url: '/a.png', alt: '', origin_url: null }],
  options: [{ name: 'Colour', values: ['Red', 'Blue'] }],
  variants: [variant('1', 'Red'), variant('2', 'Blue')],
  currency: 'USD',
  ship_to: 'US',
  source: 'cj',
  source_product_id: 'x',
  product_link: 'https://cj.example/x',
  store_name: 'Shop',
  pushed: 'unpushed',
  status: 'ready',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  supplier_changes: [{ kind: 'price', detail: '$5.00 → $6.00' }],
  ...change,
})

const supplier = {
  rank: 1,
  source: 'cj',
  source_product_id: 'x',
  sku_id: 's',
  sku_name: '',
  name: 'Bag at CJ',
  image: null,
  store_name: 'Shop',
  cost: 500,
  quantity: 4,
  gone: false,
  data_at: null,
}
const answers: Record<string, () => unknown> = {
  getProduct: () => ({ product: structuredClone(state.product) }),
  getSellingPrice: () => DEFAULT_SELLING_PRICE,
  getCurrencyRates: () => ({ base: 'USD', rates: { EUR: 0.9 }, as_of: null }),
  getProductShipping: () => ({ shipping: {}, default: 200, days: '5-10', ships: true, data_at: null }),
  getSettings: () => ({ settings: { display_currency: 'USD', timezone: 'UTC' } }),
  getSourceVariants: () => ({ variants: [{ variant_id: '1', option_values: ['Red'], suppliers: [supplier] }] }),
  listTags: () => ({ tags: [] }),
  listCollectionNames: () => ({ collections: [] }),
  listProductHistory: () => ({
    items: [
      {
        revision: 2,
        kind: 'edit',
        by: 'Mia',
        mine: false,
        at: '2026-01-02T00:00:00Z',
        fields: [{ field: 'title', before: 'Travel bag', after: 'Theirs' }],
        total: 1,
      },
      { revision: 1, kind: 'import', by: 'You', mine: true, at: '2026-01-01T00:00:00Z', fields: [], total: 0 },
    ],
    next_cursor: null,
    total: 2,
    total_is_capped: false,
  }),
}
let products = 0

beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
  saves.length = 0
  // A page that was left goes on sending in the background: each test has a product of its own.
  state.id = `p${++products}`
  state.product = product()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  // What happy-dom lacks and Mantine's growing text field asks for.
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { addEventListener() {}, removeEventListener() {} },
  })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  send.mockImplementation(async ({ name }: { name: string }, input: (typeof saves)[number]) => {
    if (name === 'saveProduct') {
      saves.push(input)
      const now = state.product as EditorProduct // set above
      state.product = { ...now, ...input.changes, revision: now.revision + 1 }
      return {
        status: 200,
        success: true,
        message: '',
        data: { revision: now.revision + 1, merged: {}, overwrote: [], dropped: [], saved_at: '' },
      }
    }
    return { status: 200, success: true, message: '', data: answers[name]?.() ?? null }
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function show() {
  draw(<EditorPage />)
  return screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ })
}

test('every section is there, named by its tab, and nothing is without a label', async () => {
  await show()
  const tabs = within(screen.getByRole('navigation', { name: 'Sections of the product' }))
    .getAllByRole('link')
    .map((tab) => tab.textContent)
  expect(tabs).toEqual([
    'Overview',
    'Description',
    'Pictures1',
    'Variants2',
    'Pricing',
    'Shipping',
    'Search listing',
    'Organisation',
    'Suppliers',
  ])
  await screen.findByText('Bag at CJ') // a chunk of its own
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 160))])).toEqual([])
})

test('typing is saved after a pause, and Ctrl+Z takes it back', async () => {
  const title = await show()
  fireEvent.change(title, { target: { value: 'Better bag' } })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Better bag')
  await waitFor(() => expect(saves.map(({ changes }) => changes)).toEqual([{ title: 'Better bag' }]))
  await screen.findByText(/All changes saved/)
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(title.value).toBe('Travel bag')
})

test("somebody else's save is laid under mine, and the one who lost is told", async () => {
  const title = await show()
  fireEvent.change(title, { target: { value: 'Mine' } })
  state.product = product({ revision: 2, title: 'Theirs', vendor: 'Acme' })
  await act(async () =>
    followers.forEach((follow) => follow({ product_id: state.id, revision: 2, client_id: 'other' })),
  )
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Brand' }).value).toBe('Acme'))
  expect(title.value).toBe('Mine')
  expect(await screen.findByText('You replaced what Mia wrote (Title): Theirs')).toBeTruthy()
  fireEvent.click(screen.getByText('Use theirs'))
  expect(title.value).toBe('Theirs')
})

test('the history says what changed, and going back is previewed', async () => {
  state.product = product({ revision: 2, title: 'Theirs' })
  await show()
  fireEvent.click(screen.getByText('History'))
  // the panel is downloaded first
  fireEvent.click(await screen.findByRole('button', { name: /Restore how it was/ }))
  const dialog = await screen.findByRole('dialog', { name: /Go back to/ })
  expect(within(dialog).getByText('Theirs').tagName).toBe('DEL')
  expect(within(dialog).getByText('Travel bag').tagName).toBe('INS')
})
