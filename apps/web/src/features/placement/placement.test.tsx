import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { PlacePanel } from './place-panel.tsx'
import type { PreviewBasket, PreviewOrder, SupplierOrder } from './placement-texts.ts'
import { Purchases } from './purchases.tsx'
import { draw } from '../../testing/draw.tsx'

const { send, toast, quotaToast } = vi.hoisted(() => ({ send: vi.fn(), toast: vi.fn(), quotaToast: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/toasts.tsx', () => ({ toast, quotaToast, replyToast: vi.fn(), undoToast: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }))

const ok = (data: unknown) => ({ status: 200, success: true, message: '', data })
let answers: Record<string, (input: never) => unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as unknown) // what the mock was given

const method = (name: string, amount: number, max_days: number) => ({
  method: name,
  service_name: name,
  amount,
  min_days: 2,
  max_days,
  tracked: true,
})
const basket: PreviewBasket = {
  source: 'zopi',
  pays: 'wallet',
  ship_from: '',
  lines: [{ line_id: 'l1', component: 0, title: 'Lamp', image: null, quantity: 1, price: 2000 }],
  currency: 'USD',
  items_total: 2000,
  charges: 0,
  methods: [method('Slow', 300, 12), method('Quick', 700, 4)],
  method: 'Slow',
  because: 'cheapest',
  runner_up: 'Quick',
  total: 2300,
  problem: null,
}
const order = (order_id: string, change: Partial<PreviewOrder> = {}): PreviewOrder => ({
  order_id,
  number: `#${order_id}`,
  customer_name: 'Ava',
  country_code: 'US',
  currency: 'USD',
  total: 5000,
  state: 'ready',
  problems: [],
  asks: [],
  address: null,
  baskets: [basket],
  stops: [],
  cost: 2300,
  profit: { state: 'estimated', currency: 'USD', amount: 2550, revenue: 5000, margin: 51 },
  ...change,
})
const unasked = { currency: 'USD', methods: [], method: null, total: null, problem: 'source_not_connected' as const }
const blocked = order('3', {
  state: 'blocked',
  problems: ['source_not_connected', 'store_request'],
  baskets: [
    { ...basket, ...unasked, source: 'aliexpress', pays: 'account' },
    { ...basket, ...unasked, source: 'cj', pays: 'account' },
  ],
  cost: null,
  profit: null,
})
const summary = {
  plan_id: 'p',
  prefer: null,
  orders: 3,
  quoting: 0,
  ready: 2,
  stopped: 0,
  blocked: 1,
  cost: 4600,
  accounts: [{ source: 'cj' as const, available: 500, needed: 1200 }],
  ways: [
    { way: 'cheapest' as const, cost: 2300, parcels: 1, days: 12 },
    { way: 'fastest' as const, cost: 2700, parcels: 1, days: 4 },
    { way: 'fewest' as const, cost: 2500, parcels: 1, days: null },
  ],
  wallet: { available: 10_000, needed: 4600, has_card: false, use: 'auto' as const, asks: false },
  quota: { left: null as number | null, places_many: true },
  by_browser: 0,
  placed: false,
}

beforeEach(() => {
  vi.clearAllMocks()
  queryClient.clear()
  answers = {
    previewOrders: () => ok(summary),
    getPreview: () =>
      ok({ items: [order('1'), order('2'), blocked], next_cursor: null, total: 3, total_is_capped: false, summary }),
    placeOrders: () =>
      ok({ run_id: 'r', accepted: 1, left_out: [{ order_id: '2', number: '#2', problem: 'changed' }] }),
    updateShippingMethods: () => ok(summary),
    getSettings: () => ok({ settings: { display_currency: 'USD' } }),
    getCurrencyRates: () => ok({ rates: {} }),
  }
  send.mockImplementation(async (call: { name: string }, input: never) => answers[call.name]?.(input))
})
afterEach(cleanup)

test('what placing costs and earns, why a way was chosen, and why an order cannot be placed', async () => {
  const onPlaced = vi.fn()
  draw(<PlacePanel order_ids={['1', '2', '3']} onClose={vi.fn()} onPlaced={onPlaced} />)
  expect(await screen.findByText('Can be placed: 2 · cannot: 1')).toBeDefined()
  expect(screen.getAllByText('≈ $25.50')).toHaveLength(2)
  expect(screen.getByText(/CJ.* has \$5\.00 and \$12\.00 is needed/)).toBeDefined()
  expect(screen.getAllByText('The cheapest. Quick is $4.00 dearer. Quick arrives 8 days sooner.')).toHaveLength(2)
  const answer = screen.getByRole('link', { name: "Answer the store's request" })
  expect(answer.getAttribute('href')).toBe('/app/orders?order=3')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Place #2' }))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Place 1 · $23.00 · wallet' })))
  expect(sent('placeOrders')).toEqual([{ plan_id: 'p', exclude: ['2'] }])
  expect(sent('logUserAction')).toMatchObject([{ action: 'place', data: { count: 1, status: 1 } }])
  expect(onPlaced).toHaveBeenCalled()
  // A list with each reason, which stays until it is closed, and no toast.
  expect(toast).not.toHaveBeenCalled()
  expect(screen.getByText('Being placed: 1 · left out: 1')).toBeDefined()
  expect(screen.getByText('It was changed meanwhile. Look at it again and place it.')).toBeDefined()
  expect(screen.getByRole('link', { name: '#2' }).getAttribute('href')).toBe('/app/orders?order=2')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(sent('previewOrders')).toEqual([{ orders: ['1', '2', '3'] }, { orders: ['2'] }])
})

test('what would keep the click from buying stands beside the button with its way out, before it is pressed', async () => {
  const preview = (more: object) => () =>
    ok({
      items: [order('1'), order('2')],
      next_cursor: null,
      total: 2,
      total_is_capped: false,
      summary: { ...summary, blocked: 0, accounts: [], ...more },
    })
  answers['getPreview'] = preview({ quota: { left: 1, places_many: true }, by_browser: 1 })
  draw(<PlacePanel order_ids={['1', '2']} onClose={vi.fn()} onPlaced={vi.fn()} />)
  expect(await screen.findByText(/Your plan has 1 orders left this month, and 2 are chosen/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Upgrade now' })).toBeDefined()
  const button = screen.getByRole('button', { name: 'Place 2 · $46.00 · wallet' })
  expect(button).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Place #2' }))
  expect(screen.getByRole('button', { name: 'Place 1 · $23.00 · wallet' })).toHaveProperty('disabled', false)
  expect(screen.queryByText(/Your plan has/)).toBeNull()
  expect(await screen.findByText(/No Omni extension answers here/, {}, { timeout: 5000 })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Look again' })).toBeDefined()
  cleanup()
  queryClient.clear()
  answers['getPreview'] = preview({ wallet: { ...summary.wallet, available: 2500 } })
  draw(<PlacePanel order_ids={['1', '2']} onClose={vi.fn()} onPlaced={vi.fn()} />)
  const topUp = await screen.findByRole('link', { name: 'Top up' })
  expect(topUp.getAttribute('href')).toBe('/app/setting/wallet')
  expect(screen.getByRole('link', { name: 'Add a card' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Place what $25.00 in the wallet pays for' })).toBeDefined()
})

test('an order that was stopped cannot be ticked; it says why, and is bought by a yes of its own', async () => {
  const loss = { state: 'estimated', currency: 'USD', amount: -17_490, revenue: 5389, margin: -324.6 } as const
  const stopped = order('2', { state: 'stopped', stops: ['loss', 'price_rise'], profit: loss })
  const sums = { ...summary, ready: 1, stopped: 1, blocked: 0 }
  answers['getPreview'] = () =>
    ok({ items: [order('1'), stopped], next_cursor: null, total: 2, total_is_capped: false, summary: sums })
  answers['acceptOrder'] = () => ok(summary)
  draw(<PlacePanel order_ids={['1', '2']} onClose={vi.fn()} onPlaced={vi.fn()} />)
  expect(await screen.findByText(/Waiting for a yes of their own: 1/)).toBeDefined()
  expect(screen.getByRole('checkbox', { name: 'Place #2' })).toHaveProperty('disabled', true)
  expect(screen.getByText('It would be bought at a loss.')).toBeDefined()
  expect(screen.getByText('≈ -$174.90').dataset['tone']).toBe('loss')
  answers['getPreview'] = () =>
    ok({
      items: [order('1'), { ...stopped, state: 'ready' }],
      next_cursor: null,
      total: 2,
      total_is_capped: false,
      summary: { ...summary, blocked: 0 },
    })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Buy #2 all the same' })))
  expect(sent('acceptOrder')).toEqual([{ plan_id: 'p', order_id: '2' }])
  expect(await screen.findByText('You agreed to buy it all the same.')).toBeDefined()
  expect(screen.getByRole('checkbox', { name: 'Place #2' })).toHaveProperty('disabled', false)
})

test('a profit of which a part is not known is an "at most", and is not green', async () => {
  const unknown = { state: 'unknown', currency: 'USD', amount: 4300, revenue: 5000, margin: null } as const
  answers['getPreview'] = () =>
    ok({ items: [order('1', { profit: unknown })], next_cursor: null, total: 1, total_is_capped: false, summary })
  draw(<PlacePanel order_ids={['1']} onClose={vi.fn()} onPlaced={vi.fn()} />)
  expect((await screen.findByText('at most $43.00')).dataset['tone']).toBeUndefined()
})

test('a supplier that did not answer is asked again from the plan, and what was left out stays left out', async () => {
  const unanswered = order('2', { state: 'blocked', problems: ['source_unreachable'], cost: null, profit: null })
  const page = (second: PreviewOrder, sums: object) => () =>
    ok({
      items: [order('1'), second],
      next_cursor: null,
      total: 2,
      total_is_capped: false,
      summary: { ...summary, ...sums },
    })
  answers['getPreview'] = page(unanswered, { ready: 1, blocked: 1 })
  draw(<PlacePanel order_ids={['1', '2']} onClose={vi.fn()} onPlaced={vi.fn()} />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Place #1' }))
  answers['previewOrders'] = () => ok({ ...summary, plan_id: 'anew' })
  answers['getPreview'] = page(order('2'), { plan_id: 'anew', ready: 2, blocked: 0 })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
  expect(await screen.findByText('Can be placed: 2 · cannot: 0')).toBeDefined()
  expect(sent('previewOrders')).toEqual([{ orders: ['1', '2'] }, { orders: ['1', '2'] }])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /^Place 1/ })))
  expect(sent('placeOrders')).toEqual([{ plan_id: 'anew', exclude: ['1'] }])
})

test('an account that is missing is signed in to in a new tab; the plan is made anew afterwards', async () => {
  answers['getAliexpressLoginUrl'] = () => ok({ url: 'https://aliexpress.test/consent' })
  const tab = { opener: window, location: { assign: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window) // as much of a window as is used
  draw(<PlacePanel order_ids={['1', '2', '3']} onClose={vi.fn()} onPlaced={vi.fn()} />)
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Sign in to AliExpress' })))
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Sign in' })))
  const callback_url = `${window.location.origin}/app/setting/source-account`
  expect(sent('getAliexpressLoginUrl')).toEqual([{ callback_url }])
  expect(tab.location.assign).toHaveBeenCalledWith('https://aliexpress.test/consent')
  expect(tab.opener).toBeNull()
  expect(sent('previewOrders')).toHaveLength(1)
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Go on placing' })))
  expect(sent('previewOrders')).toHaveLength(2)
  expect(await screen.findByText('Can be placed: 2 · cannot: 1')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Go on placing' })).toBeNull()
})

test('a supplier whose page cannot be had: the tab closes and the dialog says why; CJ is given its key on our page', async () => {
  answers['getAliexpressLoginUrl'] = () => ({ status: 500, success: false, message: 'Try later.', data: null })
  const tab = { opener: window, location: { assign: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window) // as much of a window as is used
  draw(<PlacePanel order_ids={['1', '2', '3']} onClose={vi.fn()} onPlaced={vi.fn()} />)
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Sign in to AliExpress' })))
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Sign in' })))
  expect((await screen.findByRole('alert')).textContent).toBe('Try later.')
  expect(tab.close).toHaveBeenCalled()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'cancel' })))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Sign in to CJ Dropshipping' })))
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Sign in' })))
  expect(tab.location.assign).toHaveBeenCalledWith(`${window.location.origin}/app/setting/source-account`)
})

test('the ways to buy it stand beside each other with what they cost, and one is picked for all', async () => {
  answers['updateShippingMethods'] = () => ok({})
  draw(<PlacePanel order_ids={['1', '2', '3']} onClose={vi.fn()} onPlaced={vi.fn()} />)
  expect(await screen.findByText('$27.00 · parcels: 1 · at most 4 days')).toBeDefined()
  expect(screen.getByText('$25.00 · parcels: 1')).toBeDefined()
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: /Fewest parcels/ })))
  expect(sent('updateShippingMethods')).toEqual([{ plan_id: 'p', prefer: 'fewest' }])
})

test('a refused click is said in the panel, which stays as it was', async () => {
  answers['placeOrders'] = () => ({ status: 401, success: false, message: 'Upgrade to place several.', data: null })
  draw(<PlacePanel order_ids={['1', '2', '3']} onClose={vi.fn()} onPlaced={vi.fn()} />)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Place #2' }))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Place 1 · $23.00 · wallet' })))
  expect(screen.getByRole('alert').textContent).toBe('Upgrade to place several.')
  expect(quotaToast).toHaveBeenCalledWith('Upgrade to place several.', expect.any(Function))
  expect(screen.getByRole('button', { name: 'Place 1 · $23.00 · wallet' })).toBeDefined()
})

const ADDRESS = {
  name: 'Ava Lind',
  company: '',
  address1: 'Calle 1',
  address2: '',
  city: 'Augsburg',
  province: '',
  province_code: '',
  zip: '86150',
  country_code: 'DE',
  phone: '+4915123456789',
  tax_number: '',
}
const asked = (field: 'province' | 'tax_number', choices: string[] = []) =>
  ({
    field,
    says: 'missing',
    source: 'aliexpress',
    choices,
    such_as: choices.length > 0 ? '' : 'GODE561231GR8',
  }) as const

test('what a supplier wants of an address is asked for in the plan, saved with the order, and stays when it is refused', async () => {
  const asks = [asked('province', ['Bavaria', 'Hesse']), asked('tax_number')]
  const wanting = order('3', { state: 'blocked', problems: ['address'], address: ADDRESS, asks })
  const other = order('4', { state: 'blocked', problems: ['address'], address: ADDRESS, asks: [asked('tax_number')] })
  answers['getPreview'] = () =>
    ok({ items: [wanting, other], next_cursor: null, total: 2, total_is_capped: false, summary })
  answers['updateCustomer'] = () => ({ status: 400, success: false, message: 'No.', data: null })
  draw(<PlacePanel order_ids={['3', '4']} onClose={vi.fn()} onPlaced={vi.fn()} />)
  const [number, others] = await screen.findAllByRole<HTMLInputElement>('textbox', { name: /Tax/ })
  if (!number || !others) throw new Error('there are two')
  fireEvent.change(number, { target: { value: 'GODE561231GR8' } })
  fireEvent.change(others, { target: { value: 'X' } })
  fireEvent.click(screen.getByRole('combobox', { name: /Province|State/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'Bavaria' }))
  const [save] = screen.getAllByRole('button', { name: 'Save and ask for prices again' })
  await act(async () => save && fireEvent.click(save))
  const address = { ...ADDRESS, province: 'Bavaria', tax_number: 'GODE561231GR8' }
  expect(sent('updateCustomer')).toEqual([{ order_id: '3', address, repair: true }])
  expect([number.value, sent('previewOrders').length]).toEqual(['GODE561231GR8', 1])
  answers['updateCustomer'] = () => ok({})
  await act(async () => save && fireEvent.click(save))
  expect(sent('previewOrders')).toHaveLength(2)
  // The plan is made anew, and what was typed for another order is still there.
  await screen.findAllByRole('textbox', { name: /Tax/ })
  expect(screen.getAllByRole<HTMLInputElement>('textbox', { name: /Tax/ }).map(({ value }) => value)).toEqual(['', 'X'])
})

test('a word of the supplier that nobody knows is shown as it is, with the time since it says so', async () => {
  const word = { vendor_word: 'IN_FROZEN', vendor_word_at: '2026-11-18T08:00:00Z', source: 'aliexpress' as const }
  answers['getOrderPanel'] = () => ok({ buyer_page: null, purchases: [purchase(word)] })
  draw(<Purchases order_id="o1" />)
  expect(await screen.findByText('IN_FROZEN')).toBeDefined()
  expect(screen.getByText(/AliExpress’s own words, since .+; what it means is not known yet/)).toBeDefined()
})

const purchase = (change: Partial<SupplierOrder>): SupplierOrder => ({
  supplier_order_id: 's1',
  vendor_word: null,
  vendor_word_at: null,
  order_id: 'o1',
  number: '#1',
  source: 'zopi',
  state: 'placed',
  by_hand: false,
  more_numbers: [],
  store_reported: null,
  status: 'success',
  question: null,
  error_key: null,
  warning_key: null,
  is_stopping: false,
  awaits_payment: false,
  alarm: null,
  order_no: 'ZO-1',
  supplier_status: null,
  shipments: [],
  synced_at: null,
  currency: 'USD',
  approved: 2300,
  total: 2500,
  country_code: 'US',
  line_ids: ['l1'],
  created_at: '2026-01-01T00:00:00Z',
  settled_at: null,
  evidence: [],
  due_at: null,
  ...change,
})

test('a price that jumped is accepted or given up; a purchase that nobody knows of is named by its number', async () => {
  answers['getOrderPanel'] = () =>
    ok({
      buyer_page: null,
      purchases: [
        purchase({ state: 'needs_decision', question: 'price', status: 'error' }),
        purchase({ supplier_order_id: 's2', state: 'needs_decision', question: 'exists', order_no: null }),
      ],
    })
  answers['decideOrder'] = () => ok(purchase({}))
  answers['updateOrderNo'] = () => ({
    status: 422,
    success: false,
    message: '',
    data: null,
    errors: { order_no: ['No such number.'] },
  })
  draw(<Purchases order_id="o1" />)
  expect(await screen.findByText('It costs more than you agreed to. Nothing was paid.')).toBeDefined()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Pay $25.00' })))
  expect(sent('decideOrder')).toEqual([{ supplier_order_id: 's1', says: 'accept_price' }])
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'ZO-9' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'This is it' })))
  expect(sent('updateOrderNo')).toEqual([{ supplier_order_id: 's2', order_no: 'ZO-9' }])
  expect(screen.getByText('No such number.')).toBeDefined()
  expect(screen.getByDisplayValue('ZO-9')).toBeDefined()
})

test('what waits for the seller’s own browser can be bought at the site and named by its number', async () => {
  const waiting = { state: 'queued' as const, order_no: null, total: null }
  answers['getOrderPanel'] = () => ok({ buyer_page: null, purchases: [purchase({ ...waiting, source: 'temu' })] })
  answers['updateOrderNo'] = () => ok(purchase({}))
  draw(<Purchases order_id="o1" />)
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'PO-9' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'This is it' })))
  expect(sent('updateOrderNo')).toEqual([{ supplier_order_id: 's1', order_no: 'PO-9' }])
  cleanup()
  queryClient.clear()
  // What a worker is about to buy is not asked for.
  answers['getOrderPanel'] = () => ok({ buyer_page: null, purchases: [purchase(waiting)] })
  draw(<Purchases order_id="o1" />)
  await screen.findByRole('button', { name: 'Stop' })
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a warning stands beside the purchase: another country, or a payment that is still to be made there', async () => {
  answers['getOrderPanel'] = () =>
    ok({
      buyer_page: null,
      purchases: [
        purchase({ warning_key: 'different_region' }),
        purchase({ supplier_order_id: 's2', warning_key: 'waiting_complete_order' }),
      ],
    })
  draw(<Purchases order_id="o1" />)
  expect(await screen.findByText(/set to another country than the delivery/)).toBeDefined()
  expect(screen.getByText(/Pay it on the supplier's site/)).toBeDefined()
})

test('a store that does not know the carrier: the seller names another one; what it refused says why', async () => {
  const failed = (problem: 'unknown_carrier' | 'refused') => ({
    state: 'failed' as const,
    problem,
    problem_text: 'No.',
  })
  answers['getOrderPanel'] = () =>
    ok({
      buyer_page: null,
      purchases: [
        purchase({ store_reported: failed('unknown_carrier') }),
        purchase({ supplier_order_id: 's2', store_reported: failed('refused') }),
      ],
    })
  answers['syncStore'] = () => ok({ state: 'waiting', problem: null, problem_text: null })
  draw(<Purchases order_id="o1" />)
  const [first, second] = await screen.findAllByRole('button', { name: 'Tell the store now' })
  expect(first?.hasAttribute('disabled')).toBe(true)
  expect(screen.getByText('No.')).toBeDefined()
  fireEvent.change(screen.getByRole('textbox', { name: 'Carrier, as the store names it' }), {
    target: { value: 'UPS' },
  })
  await act(async () => fireEvent.click(first as HTMLElement)) // found above
  await act(async () => fireEvent.click(second as HTMLElement)) // found above
  expect(sent('syncStore')).toEqual([{ supplier_order_id: 's1', carrier: 'UPS' }, { supplier_order_id: 's2' }])
})

test('what the seller bought himself: its tracking number is typed and corrected', async () => {
  const shipments = [{ tracking_number: 'A1', carrier: 'DHL', tracking_url: null }]
  answers['getOrderPanel'] = () => ok({ buyer_page: null, purchases: [purchase({ by_hand: true, shipments })] })
  answers['updateTracking'] = () => ok(purchase({ by_hand: true }))
  draw(<Purchases order_id="o1" />)
  const save = await screen.findByRole('button', { name: 'Save the tracking number' })
  expect(save.hasAttribute('disabled')).toBe(true)
  fireEvent.change(screen.getByRole('textbox', { name: 'Tracking number' }), { target: { value: 'A2' } })
  await act(async () => fireEvent.click(save))
  expect(sent('updateTracking')).toEqual([{ supplier_order_id: 's1', tracking_number: 'A2', carrier: 'DHL' }])
})

test('every error of the catalogue has a sentence, and a way out of it', async () => {
  const errors = [
    'error_save_all_address',
    'add_to_cart_fail',
    'product_sold_out',
    'error_get_token',
    'sync_order_status_fail',
  ]
  answers['getOrderPanel'] = () =>
    ok({
      buyer_page: null,
      purchases: errors.map((error_key) => purchase({ supplier_order_id: error_key, state: 'failed', error_key })),
    })
  answers['syncStatus'] = () => ok({ accounts: 1 })
  draw(<Purchases order_id="o1" />)
  expect(await screen.findByText(/Correct the address/)).toBeDefined()
  expect(screen.getByText(/could not be put into the cart/)).toBeDefined()
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(['/app/list', '/app/setting/source-account'])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Ask the supplier again' })))
  expect(sent('syncStatus')).toEqual([{}])
})
