import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ROTATION_MS, rotateBullets } from './rotate-bullets.ts'

const pool = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 8 })
const draw = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const random = fc.array(draw, { minLength: 4, maxLength: 4 }).map((values) => {
  let i = 0
  return () => values[i++ % values.length] ?? 0
})
const at = 1_800_000_000_000

test('2 or 3 different bullets of the pool, or all when there are fewer', () => {
  fc.assert(
    fc.property(pool, random, (all, r) => {
      const { bullets } = rotateBullets(all, null, at, r)
      expect(new Set(bullets).size).toBe(bullets.length)
      for (const b of bullets) expect(all).toContain(b)
      if (all.length >= 3) expect([2, 3]).toContain(bullets.length)
      else expect(bullets).toHaveLength(all.length)
    }),
  )
  const counts = [0, 0.9].map((first) => {
    const draws = [first, 0, 0, 0]
    return rotateBullets(['a', 'b', 'c', 'd'], null, at, () => draws.shift() ?? 0).bullets.length
  })
  expect(counts).toEqual([2, 3])
})

test('the choice is remembered for exactly 24 hours', () => {
  fc.assert(
    fc.property(pool, random, fc.integer({ min: -1000, max: 2 * ROTATION_MS }), (all, r, age) => {
      const previous = rotateBullets(all, null, at, r)
      const next = rotateBullets(all, previous, at + age, r)
      if (age >= 0 && age < ROTATION_MS) expect(next).toBe(previous)
      else expect(next.at).toBe(at + age)
    }),
  )
  const previous = { at, bullets: ['x'] }
  const choiceAfter = (age: number) => rotateBullets(['x', 'y'], previous, at + age, () => 0)
  expect([choiceAfter(ROTATION_MS - 1).at, choiceAfter(ROTATION_MS).at]).toEqual([at, at + ROTATION_MS])
  expect(rotateBullets(['x', 'y'], { at, bullets: ['gone'] }, at + 1, () => 0).bullets).toEqual(['x', 'y'])
})
