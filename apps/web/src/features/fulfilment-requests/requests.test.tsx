import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { AnswerFirst, RequestsPart } from './requests-part.tsx'
import { draw } from '../../testing/draw.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))

const ORDER = '01a1e4b9-a15c-7d7e-a7a2-a7b55e725f5e'
const line = (item_id: string, title: string, more: object = {}) => ({
  item_id,
  title,
  variant_title: '',
  quantity: 2,
  wanted: 2,
  is_partial: false,
  declined: null,
  ...more,
})
const REQUEST = {
  request_id: '11a1e4b9-a15c-7d7e-a7a2-a7b55e725f5e',
  kind: 'fulfilment',
  state: 'open',
  message: 'Gift wrap, please',
  requested_at: new Date().toISOString(),
  answered_at: null,
  by_itself: false,
  note: '',
  problem: null,
  problem_text: null,
  lines: [line('a', 'Lamp'), line('b', 'Vase')],
}
let items: object[] = []
let refusal: string | null = null
const sent = () =>
  send.mock.calls
    .filter(([call]) => (call as { name: string }).name === 'answerFulfilmentRequest') // the mock's
    .map(([, input]) => input as object)
const show = () =>
  draw(
    <>
      <RequestsPart order_id={ORDER} />
      <AnswerFirst order_id={ORDER} />
    </>,
  )

beforeEach(() => {
  queryClient.clear()
  refusal = null
  items = [REQUEST]
  send.mockImplementation(async ({ name }: { name: string }) => {
    if (name === 'answerFulfilmentRequest' && refusal !== null)
      return { status: 204, success: false, message: refusal, data: null }
    const settings = { settings: { display_currency: 'USD' } }
    const data = name === 'listFulfilmentRequests' ? { items } : name === 'getSettings' ? settings : {}
    return { status: 200, success: true, message: '', data }
  })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test('all lines taken: the request is accepted; what the merchant wrote is shown', async () => {
  show()
  expect(await screen.findByText('Gift wrap, please')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Accept the request' }))
  const input = { request_id: REQUEST.request_id, accept: true, declined: [], note: '' }
  await waitFor(() => expect(sent()).toEqual([input]))
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id }) => id)).toEqual([])
})

test('a line that is not taken declines the request with its reason; a refusal is said, and what was written stays', async () => {
  refusal = 'This request was answered already.'
  show()
  fireEvent.click(await screen.findByRole('checkbox', { name: /Vase/ }))
  expect(screen.getByText(/takes one answer for a request/)).toBeTruthy()
  fireEvent.click(screen.getByRole('combobox', { name: 'Why not: Vase' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Out of stock', hidden: true }))
  const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Note to the store/ })
  fireEvent.change(note, { target: { value: 'Back in May' } })
  fireEvent.click(screen.getByRole('button', { name: 'Decline the request' }))
  expect((await screen.findByRole('alert')).textContent).toBe(refusal)
  expect(note.value).toBe('Back in May')
  expect(sent()).toMatchObject([
    { accept: false, declined: [{ item_id: 'b', reason: 'out_of_stock' }], note: 'Back in May' },
  ])
})

test('a part says why it is declined, and cannot be taken', async () => {
  const part = line('a', 'Lamp', { quantity: 1, wanted: 3, is_partial: true })
  items = [{ ...REQUEST, lines: [part], problem: 'refused', problem_text: 'Not now.' }]
  show()
  expect(await screen.findByText(/Only 1 of 3 pieces were asked for/)).toBeTruthy()
  expect(screen.getByText('Not now.')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Lamp/ }).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Accept the request' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Decline the request' })).toBeTruthy()
})

test('what was answered stands there without a form; a cancellation that waits has its two answers', async () => {
  const declined = { ...REQUEST, state: 'declined', by_itself: true, message: '' }
  const lines = [line('a', 'Lamp', { declined: 'cannot_ship' })]
  const cancellation = { ...REQUEST, request_id: ORDER, kind: 'cancellation' }
  items = [cancellation, { ...declined, lines }]
  show()
  expect(await screen.findByText('Declined')).toBeTruthy()
  expect(screen.getByText('Cannot be shipped there')).toBeTruthy()
  expect(screen.queryByRole('form')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Decline the cancellation' }))
  await waitFor(() => expect(sent()).toEqual([{ request_id: ORDER, accept: false }]))
})

test('an order that no store asked about shows nothing', async () => {
  items = []
  show()
  await waitFor(() => expect(send).toHaveBeenCalled())
  expect(screen.queryByRole('region')).toBeNull()
})

test('beside an open request there is a way to its answer; beside an answered one there is none', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: "Answer the store's request" }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: "The store's request" }))
  cleanup()
  queryClient.clear()
  items = [{ ...REQUEST, state: 'accepted' }]
  show()
  await screen.findByRole('region', { name: "The store's request" })
  expect(screen.queryByRole('button', { name: "Answer the store's request" })).toBeNull()
})
