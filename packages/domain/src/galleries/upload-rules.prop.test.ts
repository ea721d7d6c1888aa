import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFile, IMAGE_TYPES, MAX_IMAGE_BYTES, MAX_IMAGES, roomFor, tooLargeMessage } from './upload-rules.ts'

const good = fc.constantFrom(...Object.entries(IMAGE_TYPES))

test('each accepted type passes up to 2 MB and not a byte more, whether told by type or by ending', () => {
  fc.assert(
    fc.property(good, fc.boolean(), fc.integer({ min: 1, max: 2 * MAX_IMAGE_BYTES }), ([ending, type], told, size) => {
      const file = told
        ? { name: 'picture', size, type: type.toUpperCase() }
        : { name: `a.b.${ending.toUpperCase()}`, size, type: '' }
      expect(checkFile(file)).toBe(size <= 2 * 1024 * 1024 ? null : 'size')
    }),
  )
})

test('2 MB exactly still pass', () => {
  expect([0, 1].map((over) => checkFile({ name: 'a.png', size: 2 * 1024 * 1024 + over, type: 'image/png' }))).toEqual([
    null,
    'size',
  ])
})

test('anything else is refused, and a good ending does not excuse another type', () => {
  const bad = fc.constantFrom('image/gif', 'text/html', 'application/pdf', 'image/bmp', 'video/mp4')
  fc.assert(
    fc.property(good, bad, fc.nat(1000), ([ending], type, size) => {
      expect(checkFile({ name: `x.${ending}`, size: size + 1, type })).toBe('type')
    }),
  )
  for (const name of ['', 'jpg', 'x.gif', 'x.jpg.exe', 'a.png/x', 'toString', 'x.constructor'])
    expect(checkFile({ name, size: 10, type: '' })).toBe('type')
  expect(checkFile({ name: 'empty.png', size: 0, type: 'image/png' })).toBe('type')
})

test('a product never has more than 250 pictures, and room is not wasted', () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(400), (existing, added) => {
      const taken = roomFor(existing, added)
      expect(taken >= 0 && taken <= added).toBe(true)
      expect(taken === added || existing + taken >= MAX_IMAGES).toBe(true)
      if (existing <= MAX_IMAGES) expect(existing + taken).toBeLessThanOrEqual(MAX_IMAGES)
    }),
  )
  expect(tooLargeMessage('cat.png')).toBe('cat.png image over size 2')
})

test('a type that says nothing leaves it to the ending; what stands behind it does not matter', () => {
  const of = (name: string, type: string) => checkFile({ name, size: 1, type })
  expect([of('a.png', 'application/octet-stream'), of('a.gif', 'application/octet-stream')]).toEqual([null, 'type'])
  expect([of('a', 'image/png; charset=binary'), of('a', ' image/png ;x')]).toEqual([null, null])
  expect([of('a', 'image/jpg'), of('a', 'image/heif')]).toEqual([null, null])
})
