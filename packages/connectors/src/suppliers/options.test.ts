import { expect, test } from 'vitest'
import { countryCodeOf, optionsOf, shipFromOf } from './options.ts'

const value = (property_id: string, name: string, word: string) => ({ property_id, name, value_id: word, value: word })

test('options and their values in the order in which they first occur, each once', () => {
  const variants = [
    ['Red', 'S'],
    ['Red', 'M'],
    ['Blue', 'S'],
  ].map(([colour = '', size = '']) => ({ values: [value('1', 'Colour', colour), value('2', 'Size', size)] }))
  expect(optionsOf(variants).map(({ name, values }) => [name, values.map((one) => one.value)])).toEqual([
    ['Colour', ['Red', 'Blue']],
    ['Size', ['S', 'M']],
  ])
  expect(optionsOf([{ values: [] }])).toEqual([])
})

test('only "Ships From" names countries', () => {
  const options = optionsOf([
    { values: [value('1', 'Style', 'China'), value('2', 'Ships From', 'Russian Federation')] },
  ])
  expect(shipFromOf(options)).toEqual(['RU'])
})

test.each([
  ['CHINA', 'CN'],
  ['United States', 'US'],
  ['uk', 'GB'],
  ['GB', 'GB'],
  ['de', 'DE'],
  ['Mainland China', 'CN'],
  ['Blue', undefined],
  ['ZZ', undefined],
  ['', undefined],
])('%s is %s', (word, code) => {
  expect(countryCodeOf(word)).toBe(code)
})
