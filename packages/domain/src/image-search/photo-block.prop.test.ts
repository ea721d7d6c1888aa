import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, photoBlock } from './photo-block.ts'

const [WIDTH, HEIGHT] = [60, 100]

/** A page of one colour with a block of noise, and thin lines of text. */
function pageWith(block: Block | null, page: number, noise: (at: number) => number) {
  const pixels = new Uint8Array(3 * WIDTH * HEIGHT).fill(page)
  const paint = (x: number, y: number, value: (band: number) => number) => {
    for (let band = 0; band < 3; band++) pixels[3 * (y * WIDTH + x) + band] = value(band)
  }
  for (const y of [2, 90, 94]) for (let x = 4; x < 40; x++) paint(x, y, () => 255 - page)
  if (block)
    for (let y = block.top; y < block.top + block.height; y++)
      for (let x = block.left; x < block.left + block.width; x++) {
        // Never near the page's colour.
        paint(x, y, (band) => (page > 127 ? noise(3 * (y * WIDTH + x) + band) % 120 : 255 - (noise(x + y) % 120)))
      }
  return { width: WIDTH, height: HEIGHT, pixels }
}

test('the photo of a page is found where it is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 8, max: 30 }),
      fc.integer({ min: 30, max: 55 }),
      fc.integer({ min: 45, max: 60 }),
      fc.constantFrom(255, 245, 20),
      fc.integer(),
      (top, height, width, page, seed) => {
        const block = { left: WIDTH - width, top, width, height }
        const found = photoBlock(pageWith(block, page, (at) => Math.abs((at * 7919 + seed) | 0)))
        expect(found).toEqual(block)
      },
    ),
  )
})

test('a page without a photo has none, and a photo without a page is not cut', () => {
  expect(photoBlock(pageWith(null, 255, () => 0))).toBeNull()
  const whole = { left: 0, top: 0, width: WIDTH, height: HEIGHT }
  expect(photoBlock(pageWith(whole, 255, (at) => at * 31))).toBeNull()
  // A thing before a wall of the page's colour has no block of its own: it is the room around it, between the words.
  const thing = pageWith({ left: 10, top: 30, width: 40, height: 40 }, 255, (at) => at * 31)
  for (let y = 30; y < 70; y += 2)
    for (let x = 10; x < 50; x += 3) thing.pixels.fill(255, 3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3)
  expect(photoBlock(thing)).toEqual({ left: 0, top: 20, width: WIDTH, height: 60 })
  // A button is no photo.
  expect(photoBlock(pageWith({ left: 0, top: 60, width: WIDTH, height: 8 }, 255, (at) => at * 31))).toBeNull()
})
