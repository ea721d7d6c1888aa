import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitChoices } from './options.ts'

const shown = (productKey: string | undefined, keys: string[]) => splitChoices(productKey, keys).map((values) => values.map(({ name, value }) => `${name}=${value}`))

test('what cannot be cut with certainty stays whole', () => {
  expect(shown('Color-Size', ['Sky-Blue-XL', 'Rose-Red-L'])).toEqual([['Color / Size=Sky-Blue-XL'], ['Color / Size=Rose-Red-L']])
  expect(shown('Color-Size', ['Red', 'Blue'])).toEqual([['Color / Size=Red'], ['Color / Size=Blue']])
  expect(shown(undefined, ['Red-1', 'Red-2'])).toEqual([['Style=Red-1'], ['Style=Red-2']])
})

test('one option: its value may hold any dash', () => {
  expect(shown('Color', ['Red', 'Navy-Blue'])).toEqual([['Color=Red'], ['Color=Navy-Blue']])
})

const word = fc.stringMatching(/^[A-Za-z0-9]{1,6}$/)

test('whatever the keys are: every variant answers every option, no two are alike, and no letter is lost', () => {
  const keys = fc.uniqueArray(fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('-')), { minLength: 1, maxLength: 12 })
  fc.assert(fc.property(fc.array(word, { minLength: 0, maxLength: 3 }), keys, (names, keys) => {
    const choices = splitChoices(names.join('-'), keys)
    const texts = choices.map((values) => values.map(({ value }) => value).join('-'))
    return choices.length === keys.length && new Set(choices.map((values) => values.length)).size === 1 && texts.every((text, i) => text === keys[i])
  }))
})
