import { MantineProvider, Menu } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type BehindProps, OnDemand } from './on-demand.tsx'

const { toast } = vi.hoisted(() => ({ toast: vi.fn() }))
vi.mock('../platform/toasts.tsx', () => ({ toast }))
vi.mock('../platform/i18n.ts', () => ({ useT: () => (key: string) => key }))

const Entries = ({ target, opened, setOpened }: BehindProps) => (
  <Menu opened={opened} onChange={setOpened} withinPortal={false}>
    <Menu.Target>{target}</Menu.Target>
    <Menu.Dropdown>
      <Menu.Item>Log out</Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
const show = (load: () => Promise<typeof Entries>) =>
  render(
    <MantineProvider env="test">
      <OnDemand kind="menu" load={load}>
        <button type="button">You</button>
      </OnDemand>
    </MantineProvider>,
  )
const button = () => screen.getByRole('button', { name: 'You' })

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

test('a menu is downloaded when the pointer comes near, opened by the first click, and gives the focus back', async () => {
  const load = vi.fn(async () => Entries)
  show(load)
  expect(load).not.toHaveBeenCalled()
  expect(button().getAttribute('aria-haspopup')).toBe('menu')
  fireEvent.pointerEnter(button())
  expect(load).toHaveBeenCalledOnce()
  expect(screen.queryByText('Log out')).toBeNull()
  button().focus()
  fireEvent.click(button())
  expect(await screen.findByText('Log out')).toBeDefined()
  expect(button().getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByText('Log out')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button()))
  fireEvent.click(button())
  expect(await screen.findByText('Log out')).toBeDefined()
})

test('a menu that cannot be downloaded says so, and the next click tries again', async () => {
  const load = vi.fn<() => Promise<typeof Entries>>()
  load.mockRejectedValueOnce(new Error('offline')).mockResolvedValue(Entries)
  show(load)
  fireEvent.click(button())
  await waitFor(() => expect(toast).toHaveBeenCalledWith('error', 'errors.network'))
  fireEvent.click(button())
  expect(await screen.findByText('Log out')).toBeDefined()
})
