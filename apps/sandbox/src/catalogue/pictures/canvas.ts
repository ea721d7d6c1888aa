import type { Placed } from './studio.ts'

/** Three bytes a pixel. Painted by hand: an image library takes three times as long for it. */
export interface Canvas {
  pixels: Buffer
  side: number
}

/** Four bytes a pixel. */
export interface Overlay {
  pixels: Buffer
  width: number
  height: number
  left: number
  top: number
}

const UNSEEN = 10

/** The smallest frame around what is not transparent; four bytes a pixel. */
export function seenPart(pixels: Buffer, width: number): { left: number; top: number; width: number; height: number } {
  const height = pixels.length / 4 / width
  let [left, right, top, bottom] = [width - 1, 0, height - 1, 0]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((pixels[(y * width + x) * 4 + 3] ?? 0) <= UNSEEN) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  }
  return { left, top, width: Math.max(1, right - left + 1), height: Math.max(1, bottom - top + 1) }
}

/** What sticks out of the picture is not painted. */
export function paint({ pixels, side }: Canvas, overlay: Overlay): void {
  const width = Math.min(overlay.width, side - overlay.left)
  const height = Math.min(overlay.height, side - overlay.top)
  for (let y = 0; y < height; y++) {
    let to = ((overlay.top + y) * side + overlay.left) * 3
    let from = y * overlay.width * 4
    for (let x = 0; x < width; x++, to += 3, from += 4) {
      const share = (overlay.pixels[from + 3] ?? 0) / 255
      if (share === 0) continue
      for (let band = 0; band < 3; band++)
        pixels[to + band] = (pixels[to + band] ?? 0) * (1 - share) + (overlay.pixels[from + band] ?? 0) * share
    }
  }
}

const DARKEST = 0.5
/** Of the object's width, and of the picture's height. */
const HALF_WIDTH = 0.48
const HALF_HEIGHT = 0.06

/** Soft: darkest under the object, nothing at the rim. */
export function paintShadow({ pixels, side }: Canvas, { size, left, bottom }: Placed, colour: string): void {
  const dark = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const [wide, high] = [size * HALF_WIDTH * side, HALF_HEIGHT * side]
  const [middle, floor] = [left * side, bottom * side]
  const limit = (value: number) => Math.max(0, Math.min(side, Math.ceil(value)))
  for (let y = limit(floor - high); y < limit(floor + high); y++) {
    for (let x = limit(middle - wide); x < limit(middle + wide); x++) {
      const out = Math.hypot((x + 0.5 - middle) / wide, (y + 0.5 - floor) / high)
      if (out >= 1) continue
      const share = DARKEST * (1 - out)
      const at = (y * side + x) * 3
      for (let band = 0; band < 3; band++)
        pixels[at + band] = (pixels[at + band] ?? 0) * (1 - share) + (dark[band] ?? 0) * share
    }
  }
}
