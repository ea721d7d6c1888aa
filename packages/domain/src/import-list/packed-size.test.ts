import { expect, test } from 'vitest'
import { sizeIn, weightIn } from './packed-size.ts'

const fact = (name: string, value: string) => [{ name, value }]

test.each([
  ['Item Weight', '250 g', 250],
  ['Gewicht', '1,5 kg', 1500],
  ['weight', '2 lbs', 907],
  ['Package Weight', '12oz', 340],
  ['Weight', 'about 250 g', null],
  ['Weight', '250', null],
  ['Weight', '0 g', null],
  ['Weight capacity', '120 kg', null],
])('%s: %s', (name, value, grams) => {
  expect(weightIn(fact(name, value))).toBe(grams)
})

test('what is packed counts more than what is in it', () => {
  expect(weightIn([...fact('Item Weight', '200 g'), ...fact('Gross weight', '0.35 kg')])).toBe(350)
})

test.each([
  ['Package size', '20 x 10 x 4.2 cm', [20, 10, 5]],
  ['Package Dimensions', '8 in x 4 in x 2 inches', [21, 11, 6]],
  ['Product dimensions', '200*100*55 mm', [20, 10, 6]],
  ['Dimensions', '20 x 10 cm', null],
  ['Dimensions', '20 x 10 x 0 cm', null],
  ['Size', '20 x 10 x 5 cm', null],
])('%s: %s', (name, value, sides) => {
  const [length_cm = 0, width_cm = 0, height_cm = 0] = sides ?? []
  expect(sizeIn(fact(name, value))).toEqual(sides && { length_cm, width_cm, height_cm })
})
