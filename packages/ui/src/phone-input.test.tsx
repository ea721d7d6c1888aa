import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PHONE_INPUT_HEIGHT } from './measures.ts'
import { PhoneInput } from './phone-input.tsx'

afterEach(cleanup)
const REGIONS = [
  { region: 'US', dial: '+1' },
  { region: 'DE', dial: '+49' },
]
const show = (change: object) => {
  const onChange = vi.fn()
  render(
    <MantineProvider>
      <PhoneInput
        label="Phone"
        regionLabel="Region"
        regions={REGIONS}
        region="US"
        local="217"
        onChange={onChange}
        {...change}
      />
    </MantineProvider>,
  )
  return onChange
}

test.each(['small', 'middle', 'large'] as const)('%s has its height', (size) => {
  show({ size })
  expect(screen.getByLabelText('Phone').style.height).toContain(String(PHONE_INPUT_HEIGHT[size]))
})

test('number and region are told together; a region without a known code is typed with it', () => {
  const onChange = show({})
  fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '2175' } })
  fireEvent.change(screen.getByLabelText('Region'), { target: { value: 'DE' } })
  expect(onChange.mock.calls).toEqual([[{ region: 'US', local: '2175' }], [{ region: 'DE', local: '217' }]])
  cleanup()
  show({ region: 'GP' })
  expect((screen.getByLabelText('Region') as HTMLSelectElement).value).toBe('') // the browser's own element
})
