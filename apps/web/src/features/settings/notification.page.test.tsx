import { act, fireEvent, screen } from '@testing-library/react'
import axe from 'axe-core'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { draw } from '../../testing/draw.tsx'
import { NotificationPage } from './notification.page.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/app-link.tsx', () => ({ AppLink: 'a' }))
vi.mock('@tanstack/react-router', () => ({
  useLocation: () => ({ pathname: '/app/setting/notification' }),
  useRouter: () => ({}),
  useSearch: () => ({}),
  useNavigate: () => () => undefined,
}))

const USUAL = { app: true, mail: false, digest: false }
let notification = { product: USUAL, supplier: USUAL, order: { ...USUAL, mail: true }, system: USUAL }

beforeEach(() => {
  queryClient.clear()
  send.mockReset()
  send.mockImplementation(async ({ name }: { name: string }) => ({
    status: 200,
    success: true,
    message: '',
    data: name === 'getSettings' || name === 'updateSettings' ? { settings: { notification } } : {},
  }))
})

test('news are switched by kind and channel, and what always comes is named', async () => {
  draw(<NotificationPage />)
  const byMail = await screen.findByRole<HTMLInputElement>('switch', { name: 'Orders: By e-mail' })
  expect(byMail.checked).toBe(true)
  expect(screen.getAllByRole('switch')).toHaveLength(12)
  expect(screen.getByText(/a payment that failed/)).toBeTruthy()
  notification = { ...notification, order: USUAL }
  await act(async () => fireEvent.click(byMail))
  const saved = send.mock.calls.filter(([call]) => (call as { name: string }).name === 'updateSettings') // the mock's
  expect(saved.map(([, input]) => input as unknown)).toEqual([
    { settings: { notification: { order: { mail: false } } } },
  ])
  await vi.waitFor(() =>
    expect(screen.getByRole('switch', { name: 'Orders: By e-mail' })).toHaveProperty('checked', false),
  )
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  expect(violations.map(({ id }) => id)).toEqual([])
})
