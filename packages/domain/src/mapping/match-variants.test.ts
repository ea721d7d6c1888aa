import { expect, test } from 'vitest'
import { matchVariants, wordReader } from './match-variants.ts'

const optionWords = wordReader()
const own = (...values: string[][]) => values.map((option_values, at) => ({ id: String(at), option_values }))
const theirs = (...values: string[][]) =>
  values.map((texts, at) => ({ sku_id: `sku${at}`, values: texts.map((value) => ({ value })), price: 100 + at }))

test('one name for one thing', () => {
  expect(optionWords(['Extra Large', 'Navy blue'])).toEqual(new Set(['xl', 'navy']))
  expect(optionWords(['XX-Large'])).toEqual(new Set(['2xl']))
  expect(optionWords(['Grey', 'Medium'])).toEqual(optionWords(['gray', 'M']))
})

test('every word of ours, the fewest others, none twice', () => {
  const matched = matchVariants(
    own(['Red', 'Large'], ['Red', 'Small'], ['Dark blue', 'L']),
    theirs(['Red', 'L', 'China'], ['Red', 'L'], ['red', 's'], ['navy', 'l'], ['green', 'l']),
  )
  expect(Object.fromEntries(matched)).toEqual({ 0: 'sku1', 1: 'sku2', 2: 'sku3' })
})

test('what has no counterpart stays alone; two of ours never share one', () => {
  expect(matchVariants(own(['Pink']), theirs(['Red'])).size).toBe(0)
  expect(matchVariants(own(['Red'], ['red']), theirs(['Red'])).size).toBe(1)
})

test('without options the cheapest is taken', () => {
  expect(matchVariants(own([]), theirs(['Red'], ['Blue'], []).reverse()).get('0')).toBe('sku0')
})
