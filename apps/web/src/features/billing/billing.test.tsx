import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import type { Offer } from '../landing/plan-offers.ts'
import type { Billing, Charge, Preview, Subscription } from './billing-texts.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { MethodCard } from './method-card.tsx'
import { draw } from '../../testing/draw.tsx'

const { send, toast } = vi.hoisted(() => ({ send: vi.fn(), toast: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/toasts.tsx', () => ({ toast }))

const BASIC: Offer = {
  id: 'basic_monthly',
  key: 'BASIC_ZOPI_AO',
  name: 'Basic',
  price: 2990,
  cycle: 30,
  features: {},
  modules: [],
  is_recommended: false,
}
const PREVIEW: Preview = {
  kind: 'upgrade',
  package_id: 'basic_monthly',
  currency: 'USD',
  due_now: 750,
  tax: 0,
  credit: 745,
  charge: 1495,
  recurring: 2990,
  next_billed_at: '2026-12-01T00:00:00Z',
  exceeded: [],
}
const SUBSCRIPTION: Subscription = {
  state: 'active',
  package_id: 'starter_monthly',
  name: 'Starter',
  price: 1490,
  cycle: 30,
  period_start: '2026-11-01T00:00:00Z',
  period_end: '2026-12-01T00:00:00Z',
  next_billed_at: '2026-12-01T00:00:00Z',
  cancel_at: null,
  next_package: null,
  grace_ends: null,
  is_first_cycle: true,
  is_locked: false,
  method: { brand: 'visa', last4: '4242', exp_month: 3, exp_year: 2034 },
}
const BILLING: Billing = { can_buy: true, billed_by: 'paddle', subscription: SUBSCRIPTION, pending: null, extras: [] }
const CHARGE = { charge_id: 'c1', kind: 'upgrade', state: 'opening', error_key: null, url: null }

const answers: Record<string, () => unknown> = {}
const replies = (changed: Partial<Charge>) => ({ getPlanCharge: () => ({ ...CHARGE, ...changed }) })
const sent = (name: string) => send.mock.calls.filter(([call]) => (call as { name: string }).name === name) // the mock's
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const onClose = vi.fn()
let assign = vi.spyOn(window.location, 'assign')

const dialog = (offer: Offer = BASIC) =>
  draw(<ChangeDialog offer={offer} current="Starter" subscription={SUBSCRIPTION} onClose={onClose} />)

beforeEach(() => {
  queryClient.clear()
  for (const name of Object.keys(answers)) delete answers[name]
  Object.assign(answers, {
    getSettings: () => ({ settings: { display_currency: 'USD' } }),
    getCurrencyRates: () => ({ rates: {} }),
    previewPlanChange: () => PREVIEW,
    chargeSubscription: () => ({ charge: CHARGE, subscription: null }),
    updatePaymentMethod: () => ({ charge: CHARGE, subscription: null }),
  })
  send.mockImplementation(async ({ name }: { name: string }) => ({
    status: 200,
    success: true,
    message: '',
    data: answers[name]?.() ?? {},
  }))
  assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test('an upgrade shows what is due today before anything is paid, and closes when it is done', async () => {
  Object.assign(answers, replies({ state: 'done' }))
  dialog()
  await screen.findByText('$7.50')
  expect(screen.getByText('Basic for the rest of the period').nextSibling?.textContent).toBe('$14.95')
  expect(screen.getByText('Starter, not used').nextSibling?.textContent).toContain('7.45')
  expect(screen.getByText(/^Then \$29.90 every month\. Next on/)).toBeTruthy()
  expect(sent('chargeSubscription')).toEqual([])
  press('Pay and upgrade')
  await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'You are on Basic now'))
  expect(sent('chargeSubscription').map(([, input]) => input)).toEqual([{ package_id: 'basic_monthly' }])
  expect(onClose).toHaveBeenCalled()
})

test.each([
  ['insufficient_funds', 'The card has too little money. Nothing was charged.'],
  ['something_new', 'The card was declined. Nothing was charged.'],
])('a card that says no (%s): the reason stays in the dialog, and it can be tried again', async (error_key, text) => {
  Object.assign(answers, replies({ state: 'failed', error_key }))
  dialog()
  await screen.findByText('$7.50')
  press('Pay and upgrade')
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(screen.getByRole('button', { name: 'Pay and upgrade' })).toHaveProperty('disabled', false)
  expect(onClose).not.toHaveBeenCalled()
})

test('a refusal of ours is shown as it is, and a preview that fails keeps the button shut', async () => {
  const refused = { status: 4002, success: false, message: 'Not in the first cycle.', data: null }
  send.mockImplementation(async ({ name }: { name: string }) =>
    name === 'chargeSubscription'
      ? refused
      : { status: 200, success: true, message: '', data: answers[name]?.() ?? {} },
  )
  dialog()
  await screen.findByText('$7.50')
  press('Pay and upgrade')
  expect((await screen.findByRole('alert')).textContent).toBe('Not in the first cycle.')
  cleanup()
  queryClient.clear()
  send.mockImplementation(async () => ({ ...refused, message: 'The provider does not answer.' }))
  dialog()
  expect((await screen.findByRole('alert')).textContent).toBe('The provider does not answer.')
  expect(screen.getByRole('button', { name: 'Pay and upgrade' })).toHaveProperty('disabled', true)
})

test('a smaller plan costs nothing today and says what is used beyond it', async () => {
  answers['previewPlanChange'] = () => ({
    ...PREVIEW,
    kind: 'downgrade',
    due_now: 0,
    exceeded: [{ feature: 'ORDER_FULFILLMENT', usage: 150, limit: 100 }],
  })
  answers['chargeSubscription'] = () => ({ charge: null, subscription: SUBSCRIPTION })
  dialog()
  await screen.findByText(/Nothing is charged today/)
  await screen.findByText(/you use 150, this plan allows 100/)
  press('Change with the next cycle')
  await waitFor(() => expect(toast).toHaveBeenCalledWith('success', 'Basic begins with your next cycle'))
})

test('on a store’s invoice the platform tells what is due: no figure of ours, and its page is opened', async () => {
  answers['previewPlanChange'] = () => ({ ...PREVIEW, due_now: null, credit: 0, charge: 0 })
  Object.assign(answers, replies({ state: 'open', url: 'https://shop.test/charge' }))
  dialog()
  await screen.findByText(/on the invoice of your Shopify store/)
  expect(screen.queryByText('Due today')).toBeNull()
  press('Go to the payment page')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://shop.test/charge'))
  expect(assign).toHaveBeenCalledTimes(1)
})

test('the free plan is a cancellation, told with the day until which the paid one goes on', async () => {
  dialog({ ...BASIC, id: 'free', name: 'Free', price: 0 })
  await screen.findByText(/^Starter goes on until .*, then you are on the free plan/)
  press('Cancel plan')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent('cancelSubscription').length).toBe(1)
  expect(sent('previewPlanChange')).toEqual([])
})

test('the card of a plan: its last digits, and the provider’s page for another one; no field for a number', async () => {
  Object.assign(answers, replies({ state: 'open', url: 'https://pay.test/card' }))
  draw(<MethodCard billing={BILLING} />)
  expect(screen.getByText('VISA •••• 4242')).toBeTruthy()
  expect(screen.getByText('Valid until 03/2034')).toBeTruthy()
  press('Use another card')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.test/card'))
  expect(document.querySelectorAll('input').length).toBe(0)
})

test('another card whose page cannot be opened: a sentence, and the button is there again', async () => {
  Object.assign(answers, replies({ state: 'failed', error_key: 'provider_unreachable' }))
  draw(<MethodCard billing={BILLING} />)
  press('Use another card')
  expect((await screen.findByRole('alert')).textContent).toContain('could not be reached')
  expect(screen.getByRole('button', { name: 'Use another card' })).toHaveProperty('disabled', false)
})

test.each([
  ['no plan', { ...BILLING, subscription: null }, /A card is asked for when you choose a plan/],
  ['an ended plan', { ...BILLING, subscription: { ...SUBSCRIPTION, state: 'ended' as const } }, /A card is asked for/],
  ['a plan whose card is not told', { ...BILLING, subscription: { ...SUBSCRIPTION, method: null } }, /is with the/],
  ['a plan on a store’s invoice', { ...BILLING, billed_by: 'shopify' as const }, /on the invoice of your Shopify/],
])('%s has no card to show', (_, billing: Billing, text) => {
  draw(<MethodCard billing={billing} />)
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByText(/••••/)).toBeNull()
})
