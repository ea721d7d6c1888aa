/** The page's end of the extension's protocol, with the harness at the other end and a shop that counts its presses. */
import type { ExtensionTask, ExtensionMessage, PageMessage } from '@omni/contracts/extension.ts'
import { ExtensionHarness } from '@omni/contracts/testing/extension-harness.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { ExtensionStrip } from './extension-strip.tsx'
import { draw } from '../../testing/draw.tsx'

const { send } = vi.hoisted(() => ({ send: vi.fn() }))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => import('../../testing/english.ts'))
vi.mock('../../platform/toasts.tsx', () => ({ toast: vi.fn(), replyToast: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({}) }))

const ok = (data: unknown) => ({ status: 200, success: true, message: '', data })
let answers: Record<string, (input: never) => unknown> = {}
const sent = (name: string) =>
  send.mock.calls.filter(([call]) => (call as { name: string }).name === name).map(([, input]) => input as object) // what the mock was given

const task = (at: number, change: Partial<ExtensionTask> = {}): ExtensionTask => ({
  is: 'fulfil',
  supplier_order_id: `s${at}`,
  n: 1,
  attempt_no: 1,
  source: 'temu',
  number: `#${at}`,
  lines: [{ product_id: 'p', sku_id: 'k', sku_attr: '', title: 'Lamp', quantity: 1, url: '' }],
  ship_to: null,
  note: '',
  service_name: '',
  max_total: 2000,
  currency: 'USD',
  since: null,
  order_no: null,
  ...change,
})

/** How often the last button was pressed. */
let pressed = 0
const shop = async (url: string) => {
  const isPress = String(url).endsWith('/press')
  if (isPress) pressed++
  const bought = { order_no: `PO-${pressed}`, paid: true, closed: false, lines: [], recipient: '', zip: '' }
  return { ok: true, json: async () => ({ total: 1500, currency: 'USD', ...(isPress ? bought : {}) }) }
}

/** Everything the page said, with when. */
let received: { message: PageMessage; at: number }[] = []
function extension(buyer: string | null): ExtensionHarness {
  const harness = new ExtensionHarness({
    url: '',
    buyer,
    send: (message: ExtensionMessage) => {
      const data = { omni: 'extension', message }
      window.dispatchEvent(
        new MessageEvent('message', { data, origin: window.location.origin, source: window as MessageEventSource }),
      )
    },
  })
  vi.spyOn(window, 'postMessage').mockImplementation((data: { message: PageMessage }) => {
    received.push({ message: data.message, at: performance.now() })
    harness.listen(data.message)
  })
  return harness
}

const show = () => draw(<ExtensionStrip />)

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('fetch', shop)
  queryClient.clear()
  pressed = 0
  received = []
  answers = {
    listExtensionTasks: () => ok({ items: [task(1), task(2)], total: 2 }),
    noteExtension: () => ok({ has_extension: true }),
    pressOrder: () => ok({ press: true, within_ms: 30_000, because: null }),
    reportExtensionTask: () => ok({ source: 'temu', state: 'placed', order_no: 'PO-1', question: null }),
    getSettings: () => ok({ settings: { display_currency: 'USD' } }),
    getCurrencyRates: () => ok({ rates: {} }),
  }
  send.mockImplementation(async (call: { name: string }, input: never) => answers[call.name]?.(input))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('each task is handed out once, 200 ms apart; permissions and reports go through the page', async () => {
  extension('ada')
  const { container } = show()
  const button = await screen.findByRole('button', { name: 'Place with the extension' })
  await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(false))
  expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([])
  await act(async () => {
    fireEvent.click(button)
    fireEvent.click(button)
  })
  await waitFor(() => expect(sent('reportExtensionTask')).toHaveLength(2))
  expect(pressed).toBe(2)
  expect(sent('pressOrder')).toMatchObject([
    { supplier_order_id: 's1', total: 1500, currency: 'USD' },
    { supplier_order_id: 's2' },
  ])
  expect(sent('reportExtensionTask')).toMatchObject([
    { supplier_order_id: 's1', report: { is: 'bought', order_no: 'PO-1', paid: true } },
    { supplier_order_id: 's2', report: { is: 'bought', order_no: 'PO-2' } },
  ])
  const handed = received.filter(({ message }) => message.is === 'task')
  expect((handed[1]?.at ?? 0) - (handed[0]?.at ?? 0)).toBeGreaterThanOrEqual(190)
  await waitFor(() => expect(received.filter(({ message }) => message.is === 'received')).toHaveLength(2))
})

test('no permission, or no answer, is no press; a report that was not heard is told again', async () => {
  answers['listExtensionTasks'] = () => ok({ items: [task(1)], total: 1 })
  answers['pressOrder'] = () => ({ status: 0, success: false, message: 'offline', data: null })
  answers['reportExtensionTask'] = () => ({ status: 0, success: false, message: 'offline', data: null })
  extension('ada')
  show()
  const button = await screen.findByRole('button', { name: 'Place with the extension' })
  await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(false))
  await act(async () => fireEvent.click(button))
  await waitFor(() => expect(sent('reportExtensionTask')).toMatchObject([{ report: { is: 'not_pressed' } }]))
  expect(pressed).toBe(0)
  expect(received.some(({ message }) => message.is === 'received')).toBe(false)
  answers['reportExtensionTask'] = () => ok({ source: 'temu', state: 'queued', order_no: null, question: null })
  cleanup()
  show()
  await waitFor(() => expect(received.some(({ message }) => message.is === 'received')).toBe(true))
})

test('without the extension it says what to do, and looks again; nothing waiting shows nothing', async () => {
  show()
  const again = await screen.findByRole('button', { name: 'Look again' })
  expect(screen.getByText(/No Omni extension answers in this browser/)).toBeDefined()
  extension('ada')
  await act(async () => fireEvent.click(again))
  expect(await screen.findByRole('button', { name: 'Place with the extension' })).toBeDefined()
  cleanup()
  queryClient.clear()
  answers['listExtensionTasks'] = () => ok({ items: [], total: 0 })
  const { container } = show()
  await waitFor(() => expect(sent('listExtensionTasks').length).toBeGreaterThan(1))
  expect(container.querySelector('button')).toBeNull()
})

test('nobody signed in at the site: the dialog opens it in a new tab and goes on from there', async () => {
  answers['listExtensionTasks'] = () => ok({ items: [task(1)], total: 1 })
  const harness = extension(null)
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  show()
  const button = await screen.findByRole('button', { name: 'Place with the extension' })
  await waitFor(() => expect(button.hasAttribute('data-loading')).toBe(false))
  await act(async () => fireEvent.click(button))
  expect(await screen.findByText('Sign in to Temu')).toBeDefined()
  expect(sent('pressOrder')).toEqual([])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Sign in' })))
  expect(open).toHaveBeenCalledWith('https://www.temu.com/', '_blank', 'noopener,noreferrer')
  harness.signIn('ada')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Go on placing' })))
  await waitFor(() => expect(sent('reportExtensionTask')).toMatchObject([{ report: { is: 'bought' } }]))
  expect(pressed).toBe(1)
  expect(screen.queryByText('Sign in to Temu')).toBeNull()
})

test('what only has to be looked for is called so; messages of other scripts are not heard', async () => {
  answers['listExtensionTasks'] = () => ok({ items: [task(1, { is: 'look' })], total: 1 })
  extension('ada')
  show()
  expect(await screen.findByRole('button', { name: 'Check with the extension' })).toBeDefined()
  const message = { is: 'may_press', ask_id: 'x' }
  const post = (change: object) => window.dispatchEvent(new MessageEvent('message', change))
  await act(async () => {
    post({ data: { omni: 'extension', message }, origin: 'https://elsewhere.test', source: window })
    post({ data: { omni: 'page', message }, origin: window.location.origin, source: window })
    post({ data: 'text', origin: window.location.origin, source: window })
    post({ data: { omni: 'extension', message }, origin: window.location.origin, source: null })
  })
  expect(sent('pressOrder')).toEqual([])
})
