import { MantineProvider } from '@mantine/core'
import { type UiText, UiTextProvider } from '@omni/ui/ui-text.tsx'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.mock('./i18n.ts', () => import('../testing/english.ts'))
const { closeToasts, quotaToast, toast, Toasts, undoToast } = await import('./toasts.tsx')

const WORDS = { close: 'Close' } as UiText // all that is said here
beforeEach(() => {
  vi.useFakeTimers()
  render(
    <MantineProvider>
      <UiTextProvider text={WORDS}>
        <Toasts />
      </UiTextProvider>
    </MantineProvider>,
  )
})
afterEach(async () => {
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  cleanup()
  vi.useRealTimers()
  Reflect.deleteProperty(window, 'ReactNativeWebView')
})
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('another page: what was said on the last one goes; what came with the click and an undo stay', async () => {
  act(() => {
    toast('info', 'Old')
    undoToast('Deleted', () => undefined)
  })
  await wait(1500)
  act(() => toast('success', 'Saved'))
  act(() => closeToasts())
  await wait(600)
  expect(screen.queryByText('Old')).toBeNull()
  expect(screen.getByText('Saved')).toBeDefined()
  expect(screen.getByText('Deleted')).toBeDefined()
})

test('the quota toast stays and leads to an upgrade; in the mobile wrapper nothing is sold', async () => {
  const upgrade = vi.fn()
  act(() => quotaToast('Your plan places one order at a time.', upgrade))
  await wait(60_000)
  fireEvent.click(screen.getByRole('button', { name: 'Upgrade now' }))
  expect(upgrade).toHaveBeenCalledOnce()
  await wait(600)
  Object.assign(window, { ReactNativeWebView: {} })
  act(() => quotaToast('Your plan places one order at a time.', upgrade))
  expect(screen.getByText('Limit quota exceeded')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Upgrade now' })).toBeNull()
  act(() => closeToasts(Date.now() + 5000))
})
