import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameByLooks, isShown, isSimilar, matchOf } from './match.ts'
import { pictureKind } from './picture-kind.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['\xff\xd8\xff\xe0', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['RIFF1234WEBPVP8 ', 'webp'],
  ['GIF89a', 'gif'],
  ['\0\0\0\x1cftypavif', 'avif'],
  ['<svg xmlns="http://www.w3.org/2000/svg">', null],
  ['%PDF-1.7', null],
  ['PNG', null],
  ['', null],
  ['\0\0\0\x18ftypheic', null],
  ['RIFF1234WAVE', null],
  ['LIST1234WEBP', null],
  ['\0\xd8\xff\xe0', null],
  ['\xff\0\xff\xe0', null],
  ['\xff\xd8\0\xe0', null],
] as const)('%j is %s', (text, kind) => {
  expect(pictureKind(bytes(text))).toBe(kind)
})

test('any bytes get an answer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (given) => {
      pictureKind(given)
    }),
  )
})

test('a match rises with the similarity, from 0 to 100, and so do the steps', () => {
  const similarity = fc.double({ min: -1, max: 1, noNaN: true })
  fc.assert(
    fc.property(similarity, similarity, (a, b) => {
      const [less, more] = a < b ? [a, b] : [b, a]
      expect(matchOf(less)).toBeLessThanOrEqual(matchOf(more))
      expect(Number.isInteger(matchOf(a)) && matchOf(a) >= 0 && matchOf(a) <= 100).toBe(true)
      if (isSameByLooks(a)) expect(isShown(a)).toBe(true)
      if (isShown(a)) expect(isSimilar(a)).toBe(true)
    }),
  )
  expect(matchOf(1)).toBe(100)
})
