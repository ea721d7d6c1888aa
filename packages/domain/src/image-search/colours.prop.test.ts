import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLOURS, coloursOf, sharedColours } from './colours.ts'

const pixel = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255))
const picture = fc.array(pixel, { minLength: 1, maxLength: 40 })
const bytes = (pixels: readonly (readonly number[])[]) => Uint8Array.from(pixels.flat())

test('a picture shares all of its colours with itself, and as many with another as that one with it', () => {
  fc.assert(
    fc.property(picture, picture, (one, other) => {
      const [a, b] = [coloursOf(bytes(one)), coloursOf(bytes(other))]
      expect(a).toHaveLength(COLOURS)
      expect(sharedColours(a, a)).toBeCloseTo(1, 1)
      expect(sharedColours(a, b)).toBe(sharedColours(b, a))
      expect(sharedColours(a, b)).toBeLessThanOrEqual(Math.min(sharedColours(a, a), sharedColours(b, b)))
    }),
  )
})

test('where a colour is in the picture does not matter, nor how large the picture is', () => {
  fc.assert(
    fc.property(picture, (pixels) => {
      const colours = coloursOf(bytes(pixels))
      expect(coloursOf(bytes(pixels.toReversed()))).toEqual(colours)
      const twice = coloursOf(bytes([...pixels, ...pixels]))
      expect(Math.max(...twice.map((share, at) => Math.abs(share - (colours[at] ?? 0))))).toBeLessThanOrEqual(1)
    }),
  )
})

test('colours that differ are told apart, and a little more light is not another colour', () => {
  const of = (...pixel: [number, number, number]) => coloursOf(Uint8Array.from(pixel))
  const [paleBlue, paleRed] = [of(221, 229, 251), of(246, 221, 226)]
  expect(sharedColours(paleBlue, paleRed)).toBeLessThan(0.2)
  expect(sharedColours(paleBlue, of(224, 232, 254))).toBeGreaterThan(0.9)
  expect(sharedColours(of(255, 255, 255), of(0, 0, 0))).toBe(0)
})

test('nothing has no colours', () => {
  expect([...new Set(coloursOf(new Uint8Array()))]).toEqual([0])
})

test('a colour counts for its brightness and its two tints, one between two steps for both by halves', () => {
  const found = (...pixels: number[]) =>
    [...coloursOf(Uint8Array.from(pixels)).entries()].filter(([, share]) => share > 0)
  // Brightness 1 of 0 to 3, reddish 3 and yellowish 5 of 0 to 7; what is no whole pixel counts for nothing.
  const slot = (bright: number) => (bright * 8 + 3) * 8 + 5
  expect(found(100, 108, 80)).toEqual([[slot(1), 255]])
  expect(found(100, 108, 80, 9, 9)).toEqual([[slot(1), 255]])
  const half = Math.round(Math.sqrt(0.5) * 255)
  expect(found(132, 140, 112)).toEqual([
    [slot(1), half],
    [slot(2), half],
  ])
})
