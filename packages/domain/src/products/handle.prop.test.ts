import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handleOf } from './handle.ts'

test('a handle is letters, digits and single dashes between them, and its own handle', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (title) => {
      const handle = handleOf(title)
      expect(handle).toMatch(/^(?:[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)?$/u)
      expect(handle.length).toBeLessThanOrEqual(255)
      expect(handleOf(handle)).toBe(handle)
    }),
  )
  expect(handleOf("Robe d'été,  2 PIÈCES!")).toBe('robe-d-été-2-pièces')
  expect(handleOf('Беспроводные наушники / 5.0')).toBe('беспроводные-наушники-5-0')
  expect(handleOf('!!!')).toBe('')
})
