import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type UiText, UiTextProvider } from './ui-text.tsx'
import { type Toast, TOAST_PLACEMENTS, ToastStack } from './toast-stack.tsx'

const WORDS = { close: 'Close' } as UiText // all that is said here
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const toast = (change: Partial<Toast>): Toast => ({ id: 'a', kind: 'info', content: 'Hello', life: 3000, ...change })
function show(toasts: readonly Toast[]) {
  const onLeave = vi.fn()
  render(
    <MantineProvider>
      <UiTextProvider text={WORDS}>
        <ToastStack toasts={toasts} label="Notices" onLeave={onLeave} />
      </UiTextProvider>
      <button type="button">elsewhere</button>
    </MantineProvider>,
  )
  return onLeave
}
/** Step by step: each second of a toast's life is a state of its own. */
async function wait(ms: number) {
  for (let gone = 0; gone < ms; gone += 100) await act(() => vi.advanceTimersByTimeAsync(100))
}

test('each of the eight placements has a stack of its own; the usual one is there when empty', () => {
  show(TOAST_PLACEMENTS.map((placement) => toast({ id: placement, content: placement, placement })))
  for (const placement of TOAST_PLACEMENTS)
    expect(screen.getByText(placement).closest('[data-placement]')?.getAttribute('data-placement')).toBe(placement)
  cleanup()
  show([])
  const places = [...document.querySelectorAll('[data-placement]')].map((one) => one.getAttribute('data-placement'))
  expect(places).toEqual(['bottomRight'])
})

test('it leaves after its life; a life of 0 stays until it is closed', async () => {
  const onLeave = show([toast({ life: 3000 }), toast({ id: 'b', content: 'Stays', life: 0, kind: 'warning' })])
  await wait(2900)
  expect(onLeave).not.toHaveBeenCalled()
  await wait(600)
  expect(onLeave.mock.calls).toEqual([['a']])
  await wait(20_000)
  expect(onLeave).not.toHaveBeenCalledWith('b')
})

test('a click outside closes it after a while, where that was asked for', async () => {
  const onLeave = show([toast({ life: 0, outside_ms: 400 }), toast({ id: 'b', content: 'Other', life: 0 })])
  fireEvent.click(screen.getByText('Hello'))
  await wait(1000)
  expect(onLeave).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('elsewhere'))
  await wait(300)
  expect(onLeave).not.toHaveBeenCalled()
  await wait(200)
  expect(onLeave.mock.calls).toEqual([['a']])
})
