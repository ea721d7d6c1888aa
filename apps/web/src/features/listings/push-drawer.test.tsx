import { DEFAULT_PRODUCT_SETTINGS } from '@omni/domain/product-settings/defaults.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import type { PushProduct } from './push-check.ts'
import { PushDrawer } from './push-drawer.tsx'
import { draw } from '../../testing/draw.tsx'

const { send, toast, showPushUpgrade } = vi.hoisted(() => ({ send: vi.fn(), toast: vi.fn(), showPushUpgrade: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/toasts.tsx', () => ({ toast, replyToast: vi.fn() }))
vi.mock('../../product-cards/import-product.ts', () => ({ showPushUpgrade }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }))

const product = (product_id: string, change: Partial<PushProduct> = {}): PushProduct => ({
  product_id,
  title: `Lamp ${product_id}`,
  image: null,
  source: 'cj',
  enabled_variants: 3,
  cost_min: 500,
  cost_max: 700,
  ...change,
})
const store = (id: string, change: object = {}) => ({
  id,
  store_name: `Shop ${id}`,
  platform: 'shopify',
  domain: `${id}.example`,
  status: 'active',
  health: 'ok',
  is_default: false,
  ...change,
})
type Input = { product_ids: string[]; store_ids: string[] }
const ok = (data: unknown) => ({ status: 200, success: true, message: '', data })
const problem = (severity: string, field: string, message: string) => ({ severity, field, message })
let problems: Record<string, ReturnType<typeof problem>[]> = {}
let answers: Record<string, (input: never) => unknown> = {}
const usual = () => ({
  listStore: () =>
    ok({
      items: [store('s1'), store('s2', { is_default: true, platform: 'woocommerce' })],
      connectable: [],
      keys_only: [],
    }),
  getProductSettings: () => ok(DEFAULT_PRODUCT_SETTINGS),
  getCurrentPlan: () => ok({ features: { LISTING_PRODUCTS: { limit: 100, usage: 10 } } }),
  getSettings: () => ok({ settings: { display_currency: 'USD' } }),
  getCurrencyRates: () => ok({ rates: {} }),
  checkPush: ({ product_ids, store_ids }: Input) =>
    ok({
      items: product_ids.flatMap((product_id) =>
        store_ids.map((store_id) => ({
          product_id,
          store_id,
          will: 'create',
          currency: 'USD',
          price_min: 1999,
          price_max: 1999,
          ship_to: 'US',
          profit: { state: 'estimated', currency: 'USD', amount: 900, margin: 45 },
          problems: problems[`${product_id} ${store_id}`] ?? [],
        })),
      ),
    }),
  pushToStores: ({ product_ids }: Input) =>
    ok({ run_ids: ['r'], total_push: product_ids.length, limit: 100, usage: 12, failed: {} }),
})
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as Input) // what the mock was given

const onClose = vi.fn()
const onPushed = vi.fn()
const show = async (products: readonly PushProduct[], everything?: number) => {
  draw(<PushDrawer products={products} {...(everything ? { everything } : {})} onClose={onClose} onPushed={onPushed} />)
  await screen.findByText('Lamp a')
}
const press = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const onPhone = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  problems = {}
  answers = usual()
  onPhone(false)
  send.mockImplementation(async (call: { name: string }, input: never) => answers[call.name]?.(input) ?? ok({}))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the default store is chosen, each product is checked there, and pushed as the options say', async () => {
  await show([product('a'), product('b')])
  expect(await screen.findAllByText('Ready')).toHaveLength(2)
  expect(sent('checkPush')).toEqual([{ product_ids: ['a', 'b'], store_ids: ['s2'] }])
  fireEvent.click(screen.getByRole('radio', { name: 'Draft' }))
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  await press('Push 2 products')
  expect(sent('pushToStores')).toEqual([
    {
      product_ids: ['a', 'b'],
      store_ids: ['s2'],
      product_listings: { is_publish: false, allow_sell_out_of_stock: false },
    },
  ])
  expect(onPushed).toHaveBeenCalled()
  expect(onClose).toHaveBeenCalled()
})

test('a TikTok shop asks where it ships from; the default is not sent, another choice is', async () => {
  answers['listStore'] = () => ok({ items: [store('s1', { platform: 'tiktok', is_default: true })], connectable: [] })
  answers['listWarehouses'] = () =>
    ok({
      items: [
        { id: 'w1', name: 'Overflow', is_default: false },
        { id: 'w2', name: 'Main', is_default: true },
      ],
    })
  await show([product('a')])
  const field = (await screen.findByRole('combobox', { name: 'Ships from (Shop s1)' })) as HTMLInputElement // Mantine's
  expect(field.value).toBe('Main')
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
  fireEvent.click(field)
  fireEvent.click(await screen.findByRole('option', { name: 'Overflow' }))
  await press('Push 1 product')
  expect(sent('pushToStores')).toEqual([
    {
      product_ids: ['a'],
      store_ids: ['s1'],
      product_listings: { is_publish: true, allow_sell_out_of_stock: false, tiktok: { warehouse_ids: { s1: 'w1' } } },
    },
  ])
})

test('a product that one chosen store refuses is left out, with its repair; without that store it goes', async () => {
  problems = { 'a s1': [problem('block', 'v|red|price', 'It needs a price.')] }
  await show([product('a'), product('b')])
  await screen.findAllByText('Ready')
  fireEvent.click(screen.getByRole('switch', { name: 'Push to Shop s1' }))
  expect(await screen.findByText('It needs a price.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Fix it' }).getAttribute('href')).toBe(
    '/app/products-center/editor/a#editor-pricing',
  )
  await press('Push 1 product')
  expect(sent('pushToStores')[0]).toMatchObject({ product_ids: ['b'], store_ids: ['s1', 's2'] })
  // What was left out stays in the drawer.
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.queryByText('Lamp b')).toBeNull()
  fireEvent.click(screen.getByRole('switch', { name: 'Push to Shop s1' }))
  await waitFor(() => expect(screen.queryByText('It needs a price.')).toBeNull())
  await press('Push 1 product')
  expect(sent('pushToStores')[1]).toMatchObject({ product_ids: ['a'], store_ids: ['s2'] })
})

test('warnings do not stop a push; what the server leaves out says why', async () => {
  problems = { 'a s2': [problem('warn', 'weight_g', 'It has no weight.')] }
  answers['pushToStores'] = () =>
    ok({ run_ids: ['r'], total_push: 1, limit: 100, usage: 11, failed: { a: 'It is being edited.' } })
  await show([product('a'), product('b')])
  expect(await screen.findByText('It has no weight.')).toBeTruthy()
  await press('Push 2 products')
  expect(screen.getByText('It is being edited.')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

test('more than 100 variants are warned of', async () => {
  await show([product('a', { enabled_variants: 140 })])
  expect(screen.getByText(/More than 100 variants/)).toBeTruthy()
})

test('a quota that ran out stops the push and offers the upgrade; a refusal by quota does too', async () => {
  answers['getCurrentPlan'] = () => ok({ features: { LISTING_PRODUCTS: { limit: 10, usage: 10 } } })
  await show([product('a')])
  expect(await screen.findByText(/no listing left/)).toBeTruthy()
  expect((screen.getByRole('button', { name: 'Push 1 product' }) as HTMLButtonElement).disabled).toBe(true) // a Mantine button is one
  cleanup()
  queryClient.clear()
  answers['getCurrentPlan'] = usual().getCurrentPlan
  answers['pushToStores'] = () => ({ status: 401, success: false, message: 'Too many', data: null, errors: null })
  await show([product('a')])
  await screen.findByText('Ready')
  await press('Push 1 product')
  expect(showPushUpgrade).toHaveBeenCalledWith(expect.objectContaining({ status: 401 }))
  expect(toast).toHaveBeenCalledWith('error', 'Too many')
  expect(onClose).not.toHaveBeenCalled()
})

test('on a phone the last product stays; on a desktop it may go, and nothing can be pushed then', async () => {
  onPhone(true)
  await show([product('a'), product('b')])
  await press('Leave Lamp b out')
  expect((screen.getByRole('button', { name: 'Leave Lamp a out' }) as HTMLButtonElement).disabled).toBe(true) // a Mantine button is one
  cleanup()
  onPhone(false)
  await show([product('a')])
  await press('Leave Lamp a out')
  expect((screen.getByRole('button', { name: 'Push 0 products' }) as HTMLButtonElement).disabled).toBe(true) // a Mantine button is one
})

test('a store with categories of its own asks once for each product type, and remembers', async () => {
  const groups = [{ kind: 'category', id: '17', name: 'Home > Lamps' }]
  let chosen: string | null = null
  answers['listStoreGroups'] = () => ok({ groups, wanted: [{ kind: 'category', name: 'Lights', products: 1, chosen }] })
  answers['chooseStoreGroup'] = ({ id }: { id: string | null }) => {
    chosen = id
    return ok(null)
  }
  await show([product('a')])
  const box = await screen.findByRole('region', { name: 'Where it belongs in Shop s2' })
  const field = within(box).getByRole('combobox', { name: 'Category for “Lights”' })
  fireEvent.click(field)
  fireEvent.click(await screen.findByRole('option', { name: 'Home > Lamps' }))
  await waitFor(() => expect((field as HTMLInputElement).value).toBe('Home > Lamps')) // a text field
  expect(sent('chooseStoreGroup')).toEqual([{ store_id: 's2', kind: 'category', name: 'Lights', id: '17' }])
})

test('a store that has to be connected again cannot be chosen', async () => {
  answers['listStore'] = () =>
    ok({ items: [store('s1', { health: 'expired', is_default: true }), store('s2')], connectable: [] })
  await show([product('a')])
  const stores = screen.getByRole('region', { name: 'Stores' })
  expect(within(stores).queryByRole('switch', { name: 'Push to Shop s1' })).toBeNull()
  await screen.findByText('Ready')
  expect(sent('checkPush')[0]?.store_ids).toEqual(['s2'])
})

test('many are checked a hundred at a time; a whole import list is pushed by one call', async () => {
  const many = Array.from({ length: 150 }, (_, at) => product(at === 0 ? 'a' : `p${at}`))
  await show(many)
  await waitFor(() => expect(sent('checkPush').map(({ product_ids }) => product_ids.length)).toEqual([100, 50]))
  cleanup()
  answers['pushAll'] = () => ok({ run_ids: ['r'], total_push: 2000, limit: 5000, usage: 2000, failed: {} })
  await show([product('a')], 2000)
  await screen.findByText('Ready')
  await press('Push 2000 products')
  expect(sent('pushAll')).toEqual([
    { store_ids: ['s2'], product_listings: { is_publish: true, allow_sell_out_of_stock: false } },
  ])
  expect(onClose).toHaveBeenCalled()
})
