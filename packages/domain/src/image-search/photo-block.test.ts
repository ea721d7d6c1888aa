import { expect, test } from 'vitest'
import { photoBlock, type SmallPicture } from './photo-block.ts'

type Colour = readonly [number, number, number]
const PAGE: Colour = [204, 204, 204]

/** Never twice the same colour beside each other, and never near the page's. */
const noise = (x: number, y: number): Colour => [(x * 37 + y * 11) % 90, (x * 53 + y * 29) % 90, (x * 17 + y * 71) % 90]

/** What is not painted is the page. */
function picture(
  width: number,
  height: number,
  paint: (x: number, y: number) => Colour | null,
  page = PAGE,
): SmallPicture {
  const pixels = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.set(paint(x, y) ?? page, 3 * (y * width + x))
  return { width, height, pixels }
}

const within = (at: number, from: number, length: number) => at >= from && at < from + length
const rows = (top: number, height: number) => (x: number, y: number) => (within(y, top, height) ? noise(x, y) : null)

test('the page is the commonest colour, not the first one', () => {
  const page: Colour = [200, 40, 90]
  const found = photoBlock(picture(20, 40, (x, y) => (x + y === 0 ? [0, 0, 0] : rows(10, 20)(x, y)), page))
  expect(found).toEqual({ left: 0, top: 10, width: 20, height: 20 })
})

test.each([0, 1, 2])('a photo may differ from the page in one channel alone (%i)', (band) => {
  const page: Colour = [200, 40, 90]
  const other = (x: number, y: number) => page.map((value, at) => (at === band ? 120 + ((x + y) % 30) : value))
  const paint = (x: number, y: number) => (within(y, 10, 20) ? (other(x, y) as unknown as Colour) : null) // three of them
  expect(photoBlock(picture(20, 40, paint, page))).toMatchObject({ top: 10, height: 20 })
})

test.each([0, 1, 2])('what is a little lighter than the page belongs to it, up to eight (%i)', (band) => {
  const light = PAGE.map((value, at) => (at === band ? value + 8 : value)) as unknown as Colour // three of them
  const paint = (x: number, y: number) => (within(y, 31, 4) ? light : rows(10, 20)(x, y))
  expect(photoBlock(picture(20, 40, paint))).toMatchObject({ top: 10, height: 20 })
})

test('a row with 45 of 100 pixels of the photo belongs to it, one with 40 does not', () => {
  const narrow = (width: number) =>
    picture(20, 40, (x, y) => (within(x, 0, width) && within(y, 10, 20) ? noise(x, y) : null))
  expect(photoBlock(narrow(9))).toEqual({ left: 0, top: 10, width: 9, height: 20 })
  expect(photoBlock(narrow(8))).toBeNull()
})

test('one thin line does not part a photo; what is above it does not belong to it', () => {
  const divided = picture(20, 60, (x, y) => (y === 25 ? null : rows(10, 30)(x, y)))
  expect(photoBlock(divided)).toEqual({ left: 0, top: 10, width: 20, height: 30 })
  expect(photoBlock(picture(20, 40, rows(1, 20)))).toEqual({ left: 0, top: 1, width: 20, height: 20 })
})

test('of two photos of one size the upper one counts', () => {
  expect(photoBlock(picture(20, 60, (x, y) => rows(5, 15)(x, y) ?? rows(30, 15)(x, y)))).toMatchObject({ top: 5 })
})

test('a square picture is a photo itself; a screen is a quarter longer than wide', () => {
  expect(photoBlock(picture(40, 40, rows(10, 20)))).toBeNull()
  expect(photoBlock(picture(40, 49, rows(10, 20)))).toBeNull()
  expect(photoBlock(picture(40, 50, rows(10, 20)))).toMatchObject({ top: 10, height: 20 })
})

test('a fifth of the height and of the width is enough, less is a button', () => {
  expect(photoBlock(picture(20, 40, rows(10, 8)))).toMatchObject({ height: 8 })
  expect(photoBlock(picture(20, 40, rows(10, 7)))).toBeNull()
  const striped = (columns: readonly number[]) =>
    picture(20, 40, (x, y) => (columns.includes(x) ? rows(10, 20)(x, y) : null))
  expect(photoBlock(striped([0, 1, 2, 3, 6, 9, 12, 15, 18]))).toMatchObject({ left: 0, width: 4 })
  expect(photoBlock(striped([0, 1, 2, 5, 6, 9, 10, 13, 14]))).toBeNull()
})

test('what fills more than 92 of 100 is no page with a photo', () => {
  expect(photoBlock(picture(16, 50, rows(2, 46)))).toMatchObject({ height: 46 })
  expect(photoBlock(picture(16, 50, rows(2, 47)))).toBeNull()
})

test('a photo has the page’s colour in at most 5 of 100 places', () => {
  const holes = (count: number) =>
    picture(20, 40, (x, y) => (x < count && y === 10 + (x % 10) ? null : rows(10, 10)(x, y)))
  expect(photoBlock(holes(10))).toMatchObject({ width: 20, height: 10 })
  expect(photoBlock(holes(11))).toBeNull()
})

test('a photo before a wall that is nearly white is no part of a white page', () => {
  const white: Colour = [255, 255, 255]
  const wall = (x: number, y: number): Colour => (within(x, 6, 8) && within(y, 16, 8) ? noise(x, y) : [253, 241, 243])
  const found = photoBlock(picture(20, 40, (x, y) => (within(y, 10, 20) ? wall(x, y) : null), white))
  expect(found).toEqual({ left: 0, top: 10, width: 20, height: 20 })
})

test('a wall a shade off the page does not move the page’s colour', () => {
  const white: Colour = [255, 255, 255]
  const paint = (x: number, y: number): Colour | null => {
    if (within(y, 33, 3)) return noise(x, y)
    return within(y, 10, 20) ? (within(y, 14, 8) ? noise(x, y) : [250, 249, 244]) : null
  }
  expect(photoBlock(picture(20, 60, paint, white))).toMatchObject({ top: 10, height: 20 })
})

/** Words above, a round thing from row 12 to row 27, words and a button below. */
const LINES = [2, 40, 44, 50]
const round = (lines: readonly number[], width = 20) =>
  picture(width, 60, (x, y) =>
    (x - 9.5) ** 2 + (y - 19.5) ** 2 < 64 || lines.some((line) => y === line && x < 12) ? noise(x, y) : null,
  )

test('a photo before a wall of the page’s colour is the room around the thing', () => {
  expect(photoBlock(round(LINES))).toEqual({ left: 0, top: 10, width: 20, height: 20 })
  // It ends where words begin, and stays as high as the page is wide where it can.
  expect(photoBlock(round([9, 30, 44, 50], 26))).toEqual({ left: 0, top: 10, width: 26, height: 20 })
  expect(photoBlock(round([2, 32, 44, 50], 26))).toEqual({ left: 0, top: 6, width: 26, height: 26 })
})

test('a thing with hardly any words around it is a photo itself', () => {
  expect(photoBlock(round(LINES.slice(1)))).not.toBeNull()
  expect(photoBlock(round(LINES.slice(2)))).toBeNull()
})

test('on a wide page the room of a thing is not guessed', () => {
  const { pixels } = round(LINES)
  const wide = picture(100, 60, (x, y) => {
    const at = 3 * (y * 20 + x)
    return x < 20 ? [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0] : null
  })
  expect(photoBlock(wide)).toBeNull()
})

test('the dense middle of a thing is not taken for a photo', () => {
  // A body as full as a photo, with arms on both sides of it.
  const paint = (x: number, y: number) =>
    (within(x, 5, 10) && within(y, 12, 16)) || (within(x, 2, 16) && within(y, 18, 6)) || (LINES.includes(y) && x < 12)
      ? noise(x, y)
      : null
  expect(photoBlock(picture(20, 60, paint))).toEqual({ left: 0, top: 10, width: 20, height: 20 })
})
