/** Foundation spec §5 and §9: image sizes, crops and upload limits. */
import { no, ok, type Result } from './result.ts'

export type Size = { width: number; height: number }
/** All figures in percent of the image; `aspect` is absent when the crop is free. */
export type Crop = Size & { unit: '%'; x: number; y: number; aspect?: number }

const RESIZE_BOX: Size = { width: 300, height: 300 } // §5, §9
export const CROP_TYPE = 'image/webp' // §5
export const CROP_QUALITY = 0.8 // §5
const CROP_WIDTH_PERCENT = 90 // §5
export const CROP_ASPECT = 16 / 9 // §5
const SAVED_CROP_PERCENT = 96 // §5
const SAVED_CROP_MARGIN_PERCENT = 2 // §5
const CROP_RESET_PERCENT = 100 // §5; spec: not shown in which unit: the whole image
export const CROP_DEBOUNCE_MS = 1000 // §9
const BYTES_PER_MB = 1024 * 1024 // spec: not shown whether 1000 or 1024; the kinder one
export const UPLOAD_LIMIT_BYTES = 2 * BYTES_PER_MB // §5
export const LARGE_UPLOAD_LIMIT_BYTES = 5 * BYTES_PER_MB // §5

/** Whole pixels, at least 1 each way. An image that fits already is not enlarged (spec: not shown). */
export function fitIntoBox(image: Size, box: Size = RESIZE_BOX): Size {
  const scale = Math.min(1, box.width / image.width, box.height / image.height)
  return { width: shrink(image.width, scale, box.width), height: shrink(image.height, scale, box.height) }
}

const shrink = (length: number, scale: number, limit: number): number =>
  Math.max(1, Math.min(Math.round(length * scale), Math.floor(limit)))

/** Where cropping starts: 16:9, 90 % wide and centred; narrower where an image is too wide for that height. */
export function startCrop(image: Size, hasSavedCrop: boolean): Crop {
  if (hasSavedCrop) {
    const side = SAVED_CROP_PERCENT
    return { unit: '%', x: SAVED_CROP_MARGIN_PERCENT, y: SAVED_CROP_MARGIN_PERCENT, width: side, height: side }
  }
  const heightPerWidth = image.width / image.height / CROP_ASPECT // percent of height for one percent of width
  const width = Math.min(CROP_WIDTH_PERCENT, 100 / heightPerWidth)
  const height = Math.min(100, width * heightPerWidth)
  return { unit: '%', x: (100 - width) / 2, y: (100 - height) / 2, width, height, aspect: CROP_ASPECT }
}

/** A slip of the mouse leaves a crop under 1 both ways: take the whole image instead. */
export function resetTinyCrop(crop: Crop): Crop {
  if (crop.width >= 1 || crop.height >= 1) return crop
  return { ...crop, x: 0, y: 0, width: CROP_RESET_PERCENT, height: CROP_RESET_PERCENT }
}

export function mayUpload(bytes: number, limit: number = UPLOAD_LIMIT_BYTES): Result<number, 'file_too_large'> {
  return bytes <= limit ? ok(bytes) : no('file_too_large')
}
