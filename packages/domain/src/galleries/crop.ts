/**
 * Sourcing spec §5: the crop of the image picker. The rule is the same wherever a picture is cropped; here is what an
 * editor of pictures adds.
 */
import { type Crop, resetTinyCrop, type Size, startCrop } from '../images.ts'

export { CROP_DEBOUNCE_MS, CROP_QUALITY } from '../images.ts'

/**
 * Where cropping starts: 16:9 and 90 % wide; with a crop saved before, free, 96 % with margins of 2 %. Without a size
 * the picture counts as 16:9.
 */
export const defaultCrop = (existing: Crop | null = null, image: Size = { width: 16, height: 9 }): Crop =>
  startCrop(image, existing !== null)

const bounded = (value: number, least: number, most: number): number =>
  Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least

/** Never outside the picture, never nothing: under 1 both ways it is the whole picture again. */
export function cleanCrop(crop: Crop): Crop {
  const { width, height, ...rest } = resetTinyCrop({
    ...crop,
    width: bounded(crop.width, 0, 100),
    height: bounded(crop.height, 0, 100),
  })
  return { ...rest, width, height, x: bounded(rest.x, 0, 100 - width), y: bounded(rest.y, 0, 100 - height) }
}
