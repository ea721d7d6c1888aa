import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitChoices } from './options.ts'

const shown = (productKey: string | undefined, keys: string[]) =>
  splitChoices(productKey, keys).map((values) => values.map(({ name, value }) => `${name}=${value}`))

test('what cannot be cut with certainty stays whole', () => {
  expect(shown('Color-Size', ['Sky-Blue-XL', 'Rose-Red-L'])).toEqual([
    ['Color / Size=Sky-Blue-XL'],
    ['Color / Size=Rose-Red-L'],
  ])
  expect(shown('Color-Size', ['Red', 'Blue'])).toEqual([['Color / Size=Red'], ['Color / Size=Blue']])
  expect(shown(undefined, ['Red-1', 'Red-2'])).toEqual([['Style=Red-1'], ['Style=Red-2']])
})

test('keys of the same length are cut alike, where the fewest values come out', () => {
  const keys = ['Red', 'Sky Blue'].flatMap((colour) => ['2-3 Years', '4-5 Years'].map((size) => `${colour}-${size}`))
  expect(shown('Color-Kid Size', keys)[3]).toEqual(['Color=Sky Blue', 'Kid Size=4-5 Years'])
  expect(shown('Color-Size', ['Sky-Blue-XL', 'Sky-Blue-L', 'Rose-Red-L'])).toEqual([
    ['Color=Sky-Blue', 'Size=XL'],
    ['Color=Sky-Blue', 'Size=L'],
    ['Color=Rose-Red', 'Size=L'],
  ])
})

test('one option: its value may hold any dash', () => {
  expect(shown('Color', ['Red', 'Navy-Blue'])).toEqual([['Color=Red'], ['Color=Navy-Blue']])
})

const word = fc.stringMatching(/^[A-Za-z0-9]{1,6}$/)

test('values without a dash are always found again, and a grid of ages as well', () => {
  const words = fc.uniqueArray(word, { minLength: 2, maxLength: 5 })
  fc.assert(
    fc.property(words, words, fc.constantFrom('', '-9 Years'), (colours, sizes, tail) => {
      const choices = splitChoices(
        'Color-Size',
        colours.flatMap((colour) => sizes.map((size) => `${colour}-${size}${tail}`)),
      )
      return choices.every(
        (values, i) =>
          values[0]?.value === colours[Math.floor(i / sizes.length)] &&
          values[1]?.value === `${sizes[i % sizes.length]}${tail}`,
      )
    }),
  )
})

test('whatever the keys are: every variant answers every option, no two are alike, and no letter is lost', () => {
  const keys = fc.uniqueArray(
    fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('-')),
    { minLength: 1, maxLength: 12 },
  )
  fc.assert(
    fc.property(fc.array(word, { minLength: 0, maxLength: 3 }), keys, (names, keys) => {
      const choices = splitChoices(names.join('-'), keys)
      const texts = choices.map((values) => values.map(({ value }) => value).join('-'))
      return (
        choices.length === keys.length &&
        new Set(choices.map((values) => values.length)).size === 1 &&
        texts.every((text, i) => text === keys[i])
      )
    }),
  )
})

test('choices as JSON text are found again whatever they hold', () => {
  const values = fc.uniqueArray(
    fc.string({ minLength: 1, maxLength: 8 }).map((value) => `v${value.trim()}`),
    { minLength: 1, maxLength: 6 },
  )
  fc.assert(
    fc.property(values, values, (colours, sizes) => {
      const grid = colours.flatMap((colour) => sizes.map((size) => [colour, size]))
      const choices = splitChoices(
        'Color-Size',
        grid.map((pair) => JSON.stringify(pair)),
      )
      const joined = new Set(grid.map((pair) => pair.join('-')))
      if (joined.size < grid.length) return true // two pairs that read alike stay whole
      return choices.every((chosen, i) => chosen.map(({ value }) => value).join('\n') === grid[i]?.join('\n'))
    }),
  )
})
