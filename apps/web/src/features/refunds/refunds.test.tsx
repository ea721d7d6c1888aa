import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { CancelSale } from './cancel-sale.tsx'
import { RefundBuyer } from './refund-buyer.tsx'
import { RefundPart } from './refund-part.tsx'
import { UnrecoveredStrip } from './unrecovered-strip.tsx'
import { draw } from '../../testing/draw.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/app-link.tsx', () => ({ AppLink: 'a' }))

const ORDER = '01a1e4b9-a15c-7d7e-a7a2-a7b55e725f5e'
const OFFER = {
  supplier_order_id: '11a1e4b9-a15c-7d7e-a7a2-a7b55e725f5e',
  source: 'zopi',
  order_no: 'ZO-1',
  type: 'refund',
  because: null,
  most: 3500,
  currency: 'USD',
  until: null,
  disputable: 0,
  refunds: [],
}
const answers: Record<string, () => unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as object) // the mock's

beforeEach(() => {
  queryClient.clear()
  Object.assign(answers, {
    getRequestType: () => ({ items: [OFFER] }),
    getSettings: () => ({ settings: { display_currency: 'USD' } }),
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

test('a refund needs a reason; a refusal is said in the form, and what was written stays', async () => {
  draw(<RefundPart order_id={ORDER} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Ask for a refund' }))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send the request' })
  expect(button.disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'It arrived damaged' }))
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What happened' })
  fireEvent.change(text, { target: { value: 'The glass is broken.' } })
  const usual = send.getMockImplementation()
  send.mockImplementation(async (call: { name: string }) =>
    call.name === 'requestRefund'
      ? { status: 204, success: false, message: 'A request for it is open already.', data: null }
      : usual?.(call),
  )
  fireEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toBe('A request for it is open already.')
  expect(text.value).toBe('The glass is broken.')
  expect(sent('requestRefund')).toMatchObject([{ reason: 'damaged_item', amount: 3500, text: 'The glass is broken.' }])
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('what was answered is shown with the words of the supplier; a cancellation asks nothing more', async () => {
  const refund = {
    refund_id: ORDER,
    supplier_order_id: OFFER.supplier_order_id,
    type: 'refund',
    reason: 'defective_item',
    reason_name: '',
    cancel_reason: null,
    text: '',
    pictures: [],
    asked: 3500,
    granted: 1750,
    currency: 'USD',
    state: 'completed',
    refund_no: 'ZR-7001',
    note: 'Half of it.',
    is_ours: true,
    is_overdue: false,
    requested_at: new Date().toISOString(),
    answered_at: null,
  }
  answers['getRequestType'] = () => ({ items: [{ ...OFFER, type: 'cancel', refunds: [refund] }] })
  draw(<RefundPart order_id={ORDER} />)
  expect(await screen.findByText('Paid back')).toBeTruthy()
  expect(screen.getByText(/\$17.50 of \$35.00/)).toBeTruthy()
  expect(screen.getByText('Half of it.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel at the supplier' }))
  const form = screen.getByRole('form', { name: 'Cancel at the supplier' })
  fireEvent.submit(form)
  await waitFor(() =>
    expect(sent('requestRefund')).toEqual([{ supplier_order_id: OFFER.supplier_order_id, cancel_reason: 4 }]),
  )
})

test('money to get back is summed by supplier; nothing owed shows nothing', async () => {
  answers['listUnrecovered'] = () => ({ items: [], sums: [] })
  const { unmount } = draw(<UnrecoveredStrip />)
  await waitFor(() => expect(sent('listUnrecovered')).toHaveLength(1))
  expect(screen.queryByText('Money to get back')).toBeNull()
  unmount()
  queryClient.clear()
  const { supplier_order_id, order_no } = OFFER
  const item = { order_id: ORDER, number: '#1001', supplier_order_id, source: 'zopi', order_no, currency: 'USD' }
  answers['listUnrecovered'] = () => ({
    items: [{ ...item, paid: 3500, recovered: 500, days_left: 4, type: 'refund' }],
    sums: [{ source: 'zopi', currency: 'USD', amount: 3000, orders: 1 }],
  })
  draw(<UnrecoveredStrip />)
  expect(await screen.findByText(/Zopi: \$30.00 in 1 orders/)).toBeTruthy()
  expect(screen.getByText(/days left: 4/)).toBeTruthy()
})

test('a dispute takes the reasons and lines of its supplier, and says what it claims', async () => {
  answers['getRequestType'] = () => ({
    items: [{ ...OFFER, source: 'cj', type: null, because: 'not_house', most: 0, disputable: 2000 }],
  })
  answers['getDisputeOptions'] = () => ({
    lines: [
      { line_no: 'a', title: 'Lamp', quantity: 2, price: 500 },
      { line_no: 'b', title: 'Vase', quantity: 1, price: 800 },
    ],
    most: 2000,
    currency: 'USD',
    expects: ['refund', 'resend'],
    reasons: [{ reason_no: '8', name: 'Product Damaged' }],
  })
  draw(<RefundPart order_id={ORDER} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Open a dispute' }))
  const form = await screen.findByRole('form', { name: 'Open a dispute' })
  fireEvent.click(screen.getByRole('checkbox', { name: /Vase/ }))
  fireEvent.change(screen.getByRole('textbox', { name: 'What happened' }), { target: { value: 'Broken.' } })
  fireEvent.click(screen.getByRole('combobox', { name: 'What is wrong with it' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Product Damaged', hidden: true }))
  expect(screen.getByRole('button', { name: 'Claim $10.00' })).toBeTruthy()
  fireEvent.submit(form)
  await waitFor(() =>
    expect(sent('openDispute')).toMatchObject([
      { reason_no: '8', expect: 'refund', lines: [{ line_no: 'a', quantity: 2, price: 500 }], text: 'Broken.' },
    ]),
  )
})

test('a sale is cancelled in its store with a reason; what the store said stands there, and it can be tried again', async () => {
  const free = { because: null, pays_back: true, bought: 1, latest: null }
  answers['getSaleCancellation'] = () => free
  draw(<CancelSale order_id={ORDER} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel the order in the store' }))
  expect(screen.getByText(/gives the buyer's money back.*bought for it already/)).toBeTruthy()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel the order in the store' })
  expect(button.disabled).toBe(true)
  fireEvent.click(screen.getByRole('combobox', { name: 'Why it is cancelled' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Not wanted any more', hidden: true }))
  const requested_at = new Date().toISOString()
  const latest = { reason: 4, state: 'failed', problem: 'refused', problem_text: 'No.', requested_at }
  answers['getSaleCancellation'] = () => ({ ...free, latest })
  fireEvent.submit(screen.getByRole('form', { name: 'Cancel in the store' }))
  await waitFor(() => expect(sent('cancelSale')).toEqual([{ order_id: ORDER, reason: 4 }]))
  expect(await screen.findByText('Not cancelled')).toBeTruthy()
  expect(screen.getByText('No.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel the order in the store' })).toBeTruthy()
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('an order that no store can cancel shows nothing', async () => {
  answers['getSaleCancellation'] = () => ({ because: 'by_hand', pays_back: false, bought: 0, latest: null })
  draw(<CancelSale order_id={ORDER} />)
  await waitFor(() => expect(sent('getSaleCancellation')).toHaveLength(1))
  expect(screen.queryByRole('region')).toBeNull()
})

const BUYER = {
  because: null,
  most: 6480,
  refunded: 0,
  shipping: 490,
  currency: 'USD',
  lines: [{ remote_line_id: 'l1', title: 'Lamp', variant_title: 'Blue', left: 2, unit_price: 2700 }],
  asks_notice: true,
  takes_by_hand: false,
  items: [],
}

test('a buyer is paid back with pieces, amount, reason, restock and notice; the store reckons the amount', async () => {
  answers['getBuyerRefunds'] = () => BUYER
  const usual = send.getMockImplementation()
  send.mockImplementation(async (call: { name: string }, input: { lines?: object[] }) =>
    call.name === 'suggestBuyerRefund'
      ? {
          status: 200,
          success: true,
          message: '',
          data: { amount: (input.lines?.length ?? 0) * 2916, most: 6480, by_store: true },
        }
      : usual?.(call),
  )
  answers['refundBuyer'] = () => BUYER
  draw(<RefundBuyer order_id={ORDER} channel="Shopify" store_url={null} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Refund the buyer' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'Lamp · Blue' }), { target: { value: '1' } })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Refund $29.16' })
  expect([button.disabled, sent('suggestBuyerRefund').at(-1)]).toEqual([
    true,
    { order_id: ORDER, lines: [{ remote_line_id: 'l1', quantity: 1 }] },
  ])
  fireEvent.click(screen.getByRole('combobox', { name: 'Why the buyer gets it back' }))
  const reasons = (await screen.findAllByRole('option', { hidden: true })).map(({ textContent }) => textContent)
  expect(reasons).toEqual(['Customer changed or cancelled the order', 'Item unavailable', 'Another reason'])
  fireEvent.click(screen.getByRole('option', { name: 'Item unavailable', hidden: true }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Tell the buyer by mail' }))
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id }) => id)).toEqual([])
  fireEvent.submit(screen.getByRole('form', { name: 'Refund the buyer' }))
  await waitFor(() => expect(sent('refundBuyer')).toHaveLength(1))
  expect(sent('refundBuyer')).toEqual([
    {
      order_id: ORDER,
      lines: [{ remote_line_id: 'l1', quantity: 1 }],
      amount: 2916,
      reason: 'item_unavailable',
      note: '',
      restock: true,
      notify: false,
      by_hand: false,
    },
  ])
})

test('where a channel cannot be asked it says where to refund; what the store refused is in its words', async () => {
  answers['getBuyerRefunds'] = () => ({ ...BUYER, because: 'store_cannot' })
  const url = 'https://shop.example/order/1'
  const { unmount } = draw(<RefundBuyer order_id={ORDER} channel="TikTok Shop" store_url={url} />)
  expect(await screen.findByText(/TikTok Shop cannot be asked from here/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open in store' }).getAttribute('href')).toBe(url)
  expect(screen.queryByRole('button')).toBeNull()
  unmount()
  queryClient.clear()
  const tried = {
    refund_id: ORDER,
    amount: 300,
    reason: 'other',
    note: 'Sorry',
    state: 'failed',
    problem: 'refused',
    problem_text: 'Invalid refund amount.',
    requested_at: new Date().toISOString(),
  }
  answers['getBuyerRefunds'] = () => ({ ...BUYER, asks_notice: false, takes_by_hand: true, items: [tried] })
  draw(<RefundBuyer order_id={ORDER} channel="WooCommerce" store_url={null} />)
  expect(await screen.findByText('Not given back · $3.00')).toBeTruthy()
  expect(screen.getByText('Invalid refund amount.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Refund the buyer' }))
  expect(screen.queryByRole('checkbox', { name: 'Tell the buyer by mail' })).toBeNull()
  expect(screen.getByRole('checkbox', { name: /I pay it back myself/ })).toBeTruthy()
})
