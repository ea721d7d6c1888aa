import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ChoosableVariant,
  type Choice,
  chosenVariant,
  isOffered,
  type ProductOption,
  shownPrice,
} from './variant-choice.ts'

const COLOURS = ['red', 'blue', 'green']
const SIZES = ['S', 'M', 'L']
const OPTIONS: ProductOption[] = [
  { name: 'Colour', values: COLOURS.map((value) => ({ id: `c-${value}`, value })) },
  { name: 'Size', values: SIZES.map((value) => ({ id: `s-${value}`, value })) },
]
const property = (name: string, id: string, value: string) => ({
  sku_property_name: name,
  property_value_id_long: id,
  sku_property_value: value,
  property_value_definition_name: value,
})

const cell = fc.record({
  colour: fc.constantFrom(...COLOURS),
  size: fc.constantFrom(...SIZES),
  price: fc.integer({ min: 1, max: 1e6 }),
  quantity: fc.option(fc.nat(3)),
})
const table = fc
  .uniqueArray(cell, { minLength: 1, selector: ({ colour, size }) => `${colour} ${size}` })
  .map((cells) =>
    cells.map(({ colour, size, price, quantity }): ChoosableVariant => ({
      sku_property: [property('Colour', `c-${colour}`, colour), property('Size', `s-${size}`, size)],
      price_usd: price,
      quantity,
    })),
  )
const choice: fc.Arbitrary<Choice> = fc.record(
  {
    Colour: fc.constantFrom(...COLOURS.map((value) => `c-${value}`)),
    Size: fc.constantFrom(...SIZES.map((value) => `s-${value}`)),
  },
  { requiredKeys: [] },
)
const ids = (variant: ChoosableVariant) => variant.sku_property.map((one) => one.property_value_id_long)
const rangeOf = (variants: ChoosableVariant[]): [number, number] => {
  const prices = variants.map((variant) => variant.price_usd)
  return [Math.min(...prices), Math.max(...prices)]
}

test('a variant is chosen exactly when each of its options is, and then its price is shown', () => {
  fc.assert(
    fc.property(table, choice, (variants, chosen) => {
      const found = chosenVariant(variants, OPTIONS, chosen)
      const expected = variants.find((variant) => ids(variant).every((id) => Object.values(chosen).includes(id)))
      expect(found).toBe(expected)
      if (found)
        expect(shownPrice(variants, OPTIONS, chosen, rangeOf(variants))).toEqual([found.price_usd, found.price_usd])
    }),
  )
})

test("the shown range is never wider than the product's and holds every variant that can still be chosen", () => {
  fc.assert(
    fc.property(table, choice, (variants, chosen) => {
      const [low, high] = shownPrice(variants, OPTIONS, chosen, rangeOf(variants))
      const open = variants.filter((variant) => Object.values(chosen).every((id) => ids(variant).includes(id)))
      expect(low).toBeGreaterThanOrEqual(rangeOf(variants)[0])
      expect(high).toBeLessThanOrEqual(rangeOf(variants)[1])
      for (const { price_usd } of open) expect(price_usd >= low && price_usd <= high).toBe(true)
    }),
  )
})

test('what is offered leads to a variant with stock; what is not leads to none', () => {
  fc.assert(
    fc.property(table, choice, fc.constantFrom(...COLOURS), (variants, chosen, colour) => {
      const size = chosen['Size']
      const there = variants.some(
        (variant) =>
          variant.quantity !== 0 &&
          ids(variant).includes(`c-${colour}`) &&
          (size === undefined || ids(variant).includes(size)),
      )
      expect(isOffered(variants, OPTIONS, chosen, 'Colour', `c-${colour}`)).toBe(there)
    }),
  )
})

test('a product without options is its only variant; values without numbers are compared by their words', () => {
  const only: ChoosableVariant = { sku_property: [], price_usd: 500, quantity: null }
  expect(chosenVariant([only], [], {})).toBe(only)
  const plain: ProductOption[] = [
    {
      name: 'Plug',
      values: [
        { id: 'EU', value: 'EU' },
        { id: 'UK', value: 'UK' },
      ],
    },
  ]
  const worded: ChoosableVariant = { sku_property: [property('Plug', '', 'UK')], price_usd: 700, quantity: 1 }
  expect(chosenVariant([worded], plain, { Plug: 'UK' })).toBe(worded)
  expect(chosenVariant([worded], plain, { Plug: 'EU' })).toBeUndefined()
})

test('a value is told by its number where both have one, else by either of its words', () => {
  const plug: ProductOption = { name: 'Plug', values: [{ id: '7', value: 'UK' }] }
  const variant = (id: string, shown: string, written: string): ChoosableVariant => ({
    sku_property: [{ ...property('Plug', id, shown), property_value_definition_name: written }],
    price_usd: 700,
    quantity: 1,
  })
  const fits = (one: ChoosableVariant, option = plug) =>
    chosenVariant([one], [option], { Plug: option.values[0]?.id ?? '' })
  expect(fits(variant('7', 'EU', 'EU'))).toBeDefined()
  expect(fits(variant('8', 'UK', 'UK'))).toBeUndefined()
  expect(fits(variant('', 'UK', 'EU'))).toBeDefined()
  expect(fits(variant('', 'EU', 'UK'))).toBeDefined()
  expect(fits(variant('', 'EU', 'EU'))).toBeUndefined()
  expect(fits(variant('8', 'UK', 'UK'), { name: 'Plug', values: [{ id: '', value: 'UK' }] })).toBeDefined()
})

test('a variant without one of the options is chosen while that option is open', () => {
  const only: ChoosableVariant = { sku_property: [property('Colour', 'c-red', 'red')], price_usd: 500, quantity: 1 }
  expect(chosenVariant([only], OPTIONS, { Colour: 'c-red' })).toBe(only)
  expect(chosenVariant([only], OPTIONS, { Colour: 'c-red', Size: 's-M' })).toBeUndefined()
})

test('nothing chosen shows the range of the product; a choice that leads nowhere does too', () => {
  const red: ChoosableVariant = {
    sku_property: [property('Colour', 'c-red', 'red'), property('Size', 's-M', 'M')],
    price_usd: 500,
    quantity: 0,
  }
  const large = {
    ...red,
    sku_property: [property('Colour', 'c-red', 'red'), property('Size', 's-L', 'L')],
    price_usd: 900,
  }
  const range = [100, 2000] as const
  expect(shownPrice([red, large], OPTIONS, {}, range)).toEqual(range)
  expect(shownPrice([red, large], OPTIONS, { Colour: 'c-blue' }, range)).toEqual(range)
  expect(shownPrice([large, red], OPTIONS, { Colour: 'c-red' }, range)).toEqual([500, 900])
  expect(isOffered([red], OPTIONS, {}, 'Colour', 'c-red')).toBe(false)
})
