import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanCrop, CROP_DEBOUNCE_MS, CROP_QUALITY, defaultCrop } from './crop.ts'

const any = fc.oneof(fc.double({ min: -50, max: 200 }), fc.double())

test('a cleaned crop lies inside the picture, is not nothing, and stays as it is', () => {
  fc.assert(
    fc.property(any, any, any, any, (x, y, width, height) => {
      const crop = cleanCrop({ unit: '%', x, y, width, height })
      expect(
        crop.x >= 0 && crop.y >= 0 && crop.x + crop.width <= 100.000001 && crop.y + crop.height <= 100.000001,
      ).toBe(true)
      expect(crop.width >= 1 || crop.height >= 1).toBe(true)
      expect(cleanCrop(crop)).toEqual(crop)
    }),
  )
  expect(cleanCrop({ unit: '%', x: 40, y: 40, width: 0.5, height: 0.9 })).toEqual({
    unit: '%',
    x: 0,
    y: 0,
    width: 100,
    height: 100,
  })
  expect(cleanCrop({ unit: '%', x: 40, y: 40, width: 0.5, height: 20 })).toEqual({
    unit: '%',
    x: 40,
    y: 40,
    width: 0.5,
    height: 20,
  })
})

test('cropping starts as the specification says', () => {
  expect(defaultCrop()).toEqual({ unit: '%', x: 5, y: 5, width: 90, height: 90, aspect: 16 / 9 })
  expect(defaultCrop(null, { width: 100, height: 100 })).toMatchObject({ width: 90, height: 50.625, aspect: 16 / 9 })
  expect(defaultCrop({ unit: '%', x: 1, y: 1, width: 10, height: 10 })).toEqual({
    unit: '%',
    x: 2,
    y: 2,
    width: 96,
    height: 96,
  })
  expect([CROP_DEBOUNCE_MS, CROP_QUALITY]).toEqual([1000, 0.8])
})
