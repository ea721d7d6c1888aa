import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { FeedbackPart } from './feedback-part.tsx'
import { draw } from '../../testing/draw.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))

const ID = '01a1e4b9-a15c-7d7e-a7a2-a7b55e725f5e'
const FEEDBACK = {
  feedback_id: ID,
  order_id: ID,
  number: '#1001',
  supplier_order_id: ID,
  source: 'zopi',
  order_no: 'ZO-1',
  kind: 'damaged',
  line_ids: [],
  state: 'answered',
  unread: 1,
  is_overdue: false,
  last: { who: 'supplier', text: 'Send a picture.' },
  created_at: new Date().toISOString(),
  moved_at: new Date().toISOString(),
}
const MESSAGE = { message_id: ID, user_name: '', pictures: [], state: 'sent', written_at: FEEDBACK.moved_at }
const answers: Record<string, () => unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as object) // the mock's
const show = () => draw(<FeedbackPart order_id={ID} />)

beforeEach(() => {
  queryClient.clear()
  Object.assign(answers, {
    listFeedbacks: () => ({ items: [FEEDBACK], askable: [], unread: 1, total: 1, next_cursor: null }),
    getFeedback: () => ({
      ...FEEDBACK,
      messages: [
        {
          ...MESSAGE,
          who: 'supplier',
          text: 'Send a picture.',
          links: ['javascript:alert(1)', 'https://z.test/1.jpg'],
        },
      ],
    }),
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

test('an unread answer is shown at once and counts as read; what is no web address is no link', async () => {
  show()
  expect((await screen.findAllByText('Send a picture.')).length).toBeGreaterThan(0)
  await waitFor(() => expect(sent('markFeedbackRead')).toEqual([{ feedback_id: ID }]))
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['https://z.test/1.jpg'])
  fireEvent.click(screen.getByRole('button', { name: 'Mark as done' }))
  await waitFor(() => expect(sent('markFeedbackDone')).toEqual([{ feedback_ids: [ID] }]))
})

test('a new message names what it is about; a refusal keeps what was written', async () => {
  const purchase = {
    supplier_order_id: ID,
    source: 'zopi',
    order_no: 'ZO-1',
    lines: [
      { line_id: ID, title: 'Lamp' },
      { line_id: ID.replace('01', '02'), title: 'Vase' },
    ],
  }
  answers['listFeedbacks'] = () => ({ items: [], askable: [purchase], unread: 0, total: 0, next_cursor: null })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Write to Zopi about ZO-1' }))
  const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })
  fireEvent.change(text, { target: { value: 'Where is it?' } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Vase' }))
  const usual = send.getMockImplementation()
  send.mockImplementation(async (call: { name: string }) =>
    call.name === 'sendFeedback'
      ? { status: 204, success: false, message: 'Wait a moment.', data: null }
      : usual?.(call),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Wait a moment.')
  expect(text.value).toBe('Where is it?')
  expect(sent('sendFeedback')).toMatchObject([
    { supplier_order_id: ID, kind: 'question', line_ids: [ID.replace('01', '02')], text: 'Where is it?', pictures: [] },
  ])
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id }) => id)).toEqual([])
})
