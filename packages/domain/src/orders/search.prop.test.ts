import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compactNumber, foundIn } from './search.ts'

test('a part of a number finds it, however it is written', () => {
  const digits = fc.stringMatching(/^[a-z0-9]{4,12}$/)
  const gap = fc.constantFrom('', ' ', '-', '.', '/')
  fc.assert(
    fc.property(digits, gap, fc.nat(12), (number, between, at) => {
      const written = `#${number.slice(0, at)}${between}${number.slice(at)}`
      const texts = [{ field: 'number' as const, text: written.toUpperCase() }]
      expect(compactNumber(written)).toBe(number)
      expect(foundIn(texts, number)).toBe(texts[0])
      expect(foundIn([{ field: 'supplier_number', text: number }], written)).not.toBeNull()
    }),
  )
})

test('words are found as they are written, and what holds nothing of them is not', () => {
  const texts = [
    { field: 'name', text: 'Marco Neri' },
    { field: 'product', text: 'Slim sapphire watch' },
  ] as const
  expect(foundIn(texts, 'marco n')?.field).toBe('name')
  expect(foundIn(texts, 'Sapphire')?.field).toBe('product')
  expect(foundIn(texts, 'marcon')).toBeNull()
  expect(foundIn(texts, '#')).toBeNull()
})
