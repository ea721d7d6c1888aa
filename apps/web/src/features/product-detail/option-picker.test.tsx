import { MantineProvider } from '@mantine/core'
import type { ProductDetail } from '@omni/contracts/product-detail.calls.ts'
import { chosenVariant, type Choice, shownPrice } from '@omni/domain/catalog/variant-choice.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { OptionPicker } from './option-picker.tsx'
import type { Offer } from './use-offer.ts'

vi.mock('../../platform/i18n.ts', () => ({ useT: () => (key: string) => key }))

const value = (id: string) => ({ id, value: id, image: null, countryCode: null })
const property = (name: string, id: string) => ({
  sku_property_id: name,
  sku_property_name: name,
  property_value_id_long: id,
  sku_property_value: id,
  property_value_definition_name: id,
  sku_image: null,
})

const variant = (colour: string, size: string, price_usd: number, quantity: number) => ({
  code: colour + size,
  sku_id: colour + size,
  sku_property: [property('Colour', colour), property('Size', size)],
  price_usd,
  list_price_usd: null,
  quantity,
  image: null,
})

const product = {
  options: [
    { name: 'Colour', values: [value('red'), value('blue')] },
    { name: 'Size', values: [value('S'), value('L')] },
  ],
  variants: [variant('red', 'S', 500, 3), variant('red', 'L', 700, 0), variant('blue', 'L', 900, 1)],
  price_range: [500, 900] as [number, number],
} as unknown as ProductDetail // only what the picker reads

function Picker() {
  const [choice, setChoice] = useState<Choice>({})
  const price = shownPrice(product.variants, product.options, choice, product.price_range)
  const offer = {
    choice,
    choose: (name: string, id: string) => setChoice({ ...choice, [name]: id }),
    variant: chosenVariant(product.variants, product.options, choice),
  } as unknown as Offer // as above
  return (
    <MantineProvider>
      <OptionPicker product={product} offer={offer} />
      <p data-testid="price">{price.join('-')}</p>
    </MantineProvider>
  )
}

const price = () => screen.getByTestId('price').textContent
const choose = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test("a range until every option is chosen, then that variant's price", () => {
  render(<Picker />)
  expect(price()).toBe('500-900')
  choose('red')
  expect(price()).toBe('500-700')
  choose('S')
  expect(price()).toBe('500-500')
})

test('what cannot be had with the choice is marked, and says so', () => {
  render(<Picker />)
  choose('red')
  expect(screen.getByRole('button', { name: 'L' }).title).toBe('detail.not_offered')
  expect(screen.getByRole('button', { name: 'S' }).title).toBe('')
  choose('blue')
  expect(screen.getByRole('button', { name: 'L' }).title).toBe('')
})
