import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { InlineField } from './inline-field.tsx'

const onSave = vi.fn<(text: string) => Promise<string | null>>()
const show = () =>
  render(
    <MantineProvider>
      <InlineField label="Edit title" value="Lamp" onSave={onSave}>
        Lamp
      </InlineField>
    </MantineProvider>,
  )
const field = () => screen.queryByRole('textbox') as HTMLInputElement | null // the only field there is
const type = async (text: string, key: string) => {
  const input = field()
  if (!input) throw new Error('not open')
  fireEvent.change(input, { target: { value: text } })
  await act(async () => {
    fireEvent.keyDown(input, { key })
  })
}

beforeEach(() => {
  vi.clearAllMocks()
})

test('the pencil opens, Enter saves what was typed and closes', async () => {
  onSave.mockResolvedValue(null)
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Edit title' }))
  await type('  Desk lamp ', 'Enter')
  expect(onSave).toHaveBeenCalledExactlyOnceWith('Desk lamp')
  expect(field()).toBeNull()
})

test('a refusal keeps the field open with the text and says why', async () => {
  onSave.mockResolvedValue('Too long')
  show()
  fireEvent.doubleClick(screen.getByText('Lamp'))
  await type('x', 'Enter')
  expect(field()?.value).toBe('x')
  expect(screen.getByText('Too long')).toBeTruthy()
})

test('Escape, and a value that did not change, save nothing', async () => {
  show()
  fireEvent.doubleClick(screen.getByText('Lamp'))
  await type('other', 'Escape')
  expect(field()).toBeNull()
  fireEvent.doubleClick(screen.getByText('Lamp'))
  await type('Lamp ', 'Enter')
  expect(field()).toBeNull()
  expect(onSave).not.toHaveBeenCalled()
})
