import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import type { FunctionComponent } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { PaymentConfirmationPage } from '../order-payments/payment-confirmation.page.tsx'
import { PaymentsPage } from './payments.page.tsx'
import { WalletPage } from './wallet.page.tsx'
import { draw } from '../../testing/draw.tsx'

const { send, toast } = vi.hoisted(() => ({ send: vi.fn(), toast: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/app-link.tsx', () => ({ AppLink: 'a' }))
vi.mock('../../platform/toasts.tsx', () => ({ toast }))
let search: Record<string, string> = {}
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ pathname: '/app/setting/wallet' }),
  useRouter: () => ({}),
  useSearch: () => search,
  useNavigate: () => () => undefined,
}))

const WALLET = {
  currency: 'USD',
  balance_bonus: 2500,
  balance_topup: 84_842,
  total_balance: 87_342,
  on_hold: 7120,
  owed: 0,
  policy: { version: 1, accepted: true, accepted_at: '2026-11-01T10:00:00Z' },
  topup_by: ['credit_card', 'stripe'],
  min_topup: 500,
  max_topup: 1_000_000,
  auto_topup: { on: true, below: 20_000, amount: 30_000, monthly_cap: 90_000 },
}
const CARD = { kind: 'card', brand: 'visa', label: '4242', exp_month: 12, exp_year: 2034 }
const ROW = {
  kind: 'topup',
  direction: 'in',
  amount: 50_000,
  held: 0,
  bonus: 0,
  balance: 94_462,
  subject: 'p',
  order_id: null,
  order_number: null,
  happened_at: '2026-11-10T11:30:00Z',
}
const answers: Record<string, () => unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as object) // the mock's

// Each word of the components is its own name; those that take a value are called with it.

const show = (Page: FunctionComponent) => draw(<Page />)

beforeEach(() => {
  queryClient.clear()
  search = {}
  Object.assign(answers, {
    getSettings: () => ({ settings: { display_currency: 'USD' } }),
    getCurrencyRates: () => ({ rates: {} }),
    getWallet: () => WALLET,
    getWalletChart: () => ({
      currency: 'USD',
      money_in: 50_000,
      money_out: 1200,
      days: [
        { day: '2026-11-15', money_in: 50_000, money_out: 0 },
        { day: '2026-11-16', money_in: 0, money_out: 1200 },
      ],
    }),
    listTransactionLogs: () => ({
      items: [
        { ...ROW, txn_id: 'a' },
        { ...ROW, txn_id: 'b', kind: 'hold', direction: 'held', amount: 0, held: 990, bonus: 300 },
      ],
      next_cursor: null,
      total: 2,
      total_is_capped: false,
    }),
    countTransactionLogs: () => ({ all: 2, in: 1, out: 0, held: 1 }),
    getPaymentSetting: () => ({
      payment_behavior: 'default',
      use: 'auto',
      auto_topup: WALLET.auto_topup,
      methods: [
        { ...CARD, method_id: 'm1', is_default: true },
        { ...CARD, method_id: 'm2', label: '0341', is_default: false },
      ],
      can_add_card: true,
    }),
    getPaymentAutomation: () => ({
      methods: [
        { method: 'wallet', enabled: true, available: true, is_auto: true },
        { method: 'credit_card', enabled: true, available: true, is_auto: true },
        { method: 'paypal', enabled: false, available: false, is_auto: false },
        { method: 'stripe', enabled: false, available: true, is_auto: false },
      ],
    }),
    getPaymentConfirmation: () => ({
      amount: 4200,
      currency: 'USD',
      orders: 3,
      state: 'new',
      url: null,
      expires_at: '2026-11-20T00:00:00Z',
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
  window.history.replaceState(null, '', '/')
})

test.each([
  ['wallet', WalletPage, 'Wallet'],
  ['payments', PaymentsPage, 'Payment methods'],
] as const)('%s: everything on it has a name', async (_, Page, heading) => {
  show(Page)
  await screen.findByRole('heading', { name: heading })
  await screen.findAllByText(/\$|Visa/)
  const { violations } = await axe.run(document.body, {
    // The shell around the page has the landmarks, and colours are not computed here.
    rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
})

test('the balances, what moved, and no field for a card number', async () => {
  show(WalletPage)
  await screen.findByText('$873.42')
  expect(screen.getByText('$71.20')).toBeTruthy()
  await screen.findByText('+$500.00')
  await screen.findByText('Bonus $3.00, then top-up')
  fireEvent.click(screen.getByRole('button', { name: 'Top up' }))
  await screen.findByText('Visa ending 4242')
  for (const field of document.querySelectorAll('input'))
    expect(`${field.name} ${field.autocomplete} ${field.id}`).not.toMatch(/card-?num|cc-|cvc|cvv/i)
})

test('terms first: without them nothing can be topped up', async () => {
  answers['getWallet'] = () => ({ ...WALLET, policy: { version: 1, accepted: false, accepted_at: null } })
  show(WalletPage)
  const accept = await screen.findByRole('button', { name: 'Accept' })
  expect(screen.getByRole('button', { name: 'Top up' })).toHaveProperty('disabled', true)
  fireEvent.click(accept)
  await waitFor(() => expect(sent('acceptWalletPolicy')).toEqual([{ version: 1 }]))
})

test('a refused amount is told at the field, and what was typed stays', async () => {
  send.mockImplementation(async ({ name }: { name: string }) =>
    name === 'topupWallet'
      ? { status: 204, success: false, message: 'no', data: null, errors: { amount: ['Top up at least $5.00.'] } }
      : { status: 200, success: true, message: '', data: answers[name]?.() ?? {} },
  )
  show(WalletPage)
  await screen.findByText('$873.42')
  fireEvent.click(screen.getByRole('button', { name: 'Top up' }))
  const field = await screen.findByLabelText(/^Amount/)
  fireEvent.change(field, { target: { value: '0.01' } })
  fireEvent.click(screen.getByRole('button', { name: "Go to the bank's page" }))
  await screen.findByText('Top up at least $5.00.')
  expect(field).toHaveProperty('value', '0.01')
  expect(sent('topupWallet')).toMatchObject([{ amount: 1, currency: 'USD', method: 'stripe' }])
})

test('back from the bank: it is asked there, and told', async () => {
  search = { payment: 'p1' }
  answers['getPayment'] = () => ({
    payment_id: 'p1',
    purpose: 'topup',
    provider: 'stripe',
    state: 'succeeded',
    amount: 10_000,
    currency: 'USD',
    url: null,
    error_key: null,
    created_at: '2026-11-16T10:00:00Z',
  })
  show(WalletPage)
  await screen.findByText('$100.00 is in your wallet.')
  expect(sent('checkPayment')).toEqual([{ payment_id: 'p1' }])
})

test('the preference is saved at once, in the words of the specification', async () => {
  show(PaymentsPage)
  fireEvent.click(await screen.findByLabelText('Wallet only'))
  await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Payment reference updated successfully'))
  expect(sent('updatePaymentSetting')).toEqual([{ use: 'wallet' }])
  fireEvent.click(screen.getByRole('button', { name: 'Make Visa ending 0341 the default' }))
  await waitFor(() => expect(sent('changePaymentInfo')).toEqual([{ action: 'default', method_id: 'm2' }]))
  expect(screen.queryByRole('switch', { name: "Stripe's page" })).toBeNull()
})

test('a link of payment confirmation: without a code a sentence, with one a button', async () => {
  show(PaymentConfirmationPage)
  await screen.findByText(/The link is not complete/)
  cleanup()
  window.history.replaceState(null, '', '/app/orders/payment-confirmation?code=abc')
  show(PaymentConfirmationPage)
  fireEvent.click(await screen.findByRole('button', { name: "Pay on the bank's page" }))
  await waitFor(() => expect(sent('confirmPayment')).toEqual([{ code: 'abc' }]))
})

test('a payment link whose orders are gone says so before anybody pays; after a try that failed it can be paid again', async () => {
  const link = { amount: 4200, currency: 'USD', orders: 3, url: null, expires_at: '2026-11-20T00:00:00Z' }
  window.history.replaceState(null, '', '/app/orders/payment-confirmation?code=abc')
  answers['getPaymentConfirmation'] = () => ({ ...link, state: 'gone' })
  show(PaymentConfirmationPage)
  await screen.findByText(/do not wait any more/)
  expect(screen.queryByRole('button', { name: "Pay on the bank's page" })).toBeNull()
  cleanup()
  queryClient.clear()
  answers['getPaymentConfirmation'] = () => ({ ...link, state: 'failed' })
  show(PaymentConfirmationPage)
  await screen.findByText(/You can try again/)
  fireEvent.click(screen.getByRole('button', { name: "Pay on the bank's page" }))
  await waitFor(() => expect(sent('confirmPayment')).toHaveLength(1))
})
