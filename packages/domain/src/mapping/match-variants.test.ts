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

test('of two that fit equally the cheaper, but never a cheaper one that is something else', () => {
  const offers = [
    { sku_id: 'dear', values: [{ value: 'Red' }], price: 900 },
    { sku_id: 'cheap', values: [{ value: 'Red' }], price: 100 },
  ]
  expect(matchVariants(own(['Red']), offers).get('0')).toBe('cheap')
  // A cheaper one that is more than what was asked for is not it.
  const cheaperOther = [
    { sku_id: 'other', values: [{ value: 'Red' }, { value: 'Cotton' }], price: 1 },
    { sku_id: 'same', values: [{ value: 'Red' }], price: 900 },
  ]
  expect(matchVariants(own(['Red']), cheaperOther).get('0')).toBe('same')
  expect(matchVariants(own([]), cheaperOther).get('0')).toBe('other')
})

test('every word counts, whatever order the words are in and however they are divided', () => {
  expect(matchVariants(own(['Red', 'XL']), theirs(['Red'], ['XL'])).size).toBe(0)
  expect(matchVariants(own(['Red', 'XL']), theirs(['X-Large / red'])).get('0')).toBe('sku0')
  expect(optionWords(['  Wine   red!'])).toEqual(new Set(['burgundy']))
  expect(optionWords(['One size fits all', 'multi colour'])).toEqual(new Set(['one', 'size', 'multicolor']))
  expect(optionWords(['Dark blue', 'blue'])).toEqual(new Set(['navy', 'blue']))
})
