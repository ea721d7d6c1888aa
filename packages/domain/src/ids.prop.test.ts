import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortId } from './ids.ts'

test('eight characters for any source of randomness, each draw deciding one', () => {
  const draws = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(draws, (values) => {
      let i = 0
      const id = shortId(() => values[i++] ?? 0)
      expect(id).toMatch(/^[0-9a-z]{8}$/)
      expect(i).toBe(8)
      expect([...id].map((c) => Number.parseInt(c, 36))).toEqual(values.map((v) => Math.floor(v * 36)))
    }),
  )
})
