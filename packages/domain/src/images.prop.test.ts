import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CROP_ASPECT, fitIntoBox, mayUpload, resetTinyCrop, startCrop, UPLOAD_LIMIT_BYTES } from './images.ts'

const side = fc.integer({ min: 1, max: 20_000 })

test('a fitted image stays in its box, keeps its ratio to a pixel and never grows', () => {
  const edge = fc.integer({ min: 1, max: 2000 })
  fc.assert(
    fc.property(side, side, edge, edge, (w, h, bw, bh) => {
      const fit = fitIntoBox({ width: w, height: h }, { width: bw, height: bh })
      expect(fit.width >= 1 && fit.height >= 1).toBe(true)
      expect(fit.width <= Math.min(w, bw) && fit.height <= Math.min(h, bh)).toBe(true)
      const scale = Math.min(1, bw / w, bh / h)
      expect(Math.abs(fit.width - w * scale)).toBeLessThanOrEqual(1)
      expect(Math.abs(fit.height - h * scale)).toBeLessThanOrEqual(1)
    }),
  )
  expect(fitIntoBox({ width: 1200, height: 600 })).toEqual({ width: 300, height: 150 })
})

test('the starting crop lies inside the image, is centred and 16:9', () => {
  fc.assert(
    fc.property(side, side, (width, height) => {
      const crop = startCrop({ width, height }, false)
      expect(crop.width).toBeLessThanOrEqual(90)
      expect(crop.height).toBeLessThanOrEqual(100)
      expect(2 * crop.x + crop.width).toBeCloseTo(100)
      expect(2 * crop.y + crop.height).toBeCloseTo(100)
      const ratio = (crop.width * width) / (crop.height * height)
      expect(Math.abs(ratio / CROP_ASPECT - 1)).toBeLessThan(1e-9)
    }),
  )
  expect(startCrop({ width: 100, height: 100 }, true)).toEqual({ unit: '%', x: 2, y: 2, width: 96, height: 96 })
})

test('only a crop under 1 both ways is reset', () => {
  const small = fc.double({ min: 0, max: 3, noNaN: true })
  fc.assert(
    fc.property(small, small, (width, height) => {
      const crop = { unit: '%', x: 5, y: 5, width, height } as const
      const tiny = width < 1 && height < 1
      expect(resetTinyCrop(crop)).toEqual(tiny ? { unit: '%', x: 0, y: 0, width: 100, height: 100 } : crop)
    }),
  )
})

test('uploads up to the limit pass', () => {
  expect(mayUpload(UPLOAD_LIMIT_BYTES).ok).toBe(true)
  expect(mayUpload(UPLOAD_LIMIT_BYTES + 1)).toEqual({ ok: false, reason: 'file_too_large' })
})
