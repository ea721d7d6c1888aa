/**
 * Where the photo is in a screenshot of a shop's page: the largest block that holds hardly any of the page's own
 * colour. Works on a small copy of the picture, three bytes a pixel.
 */

export interface SmallPicture {
  width: number
  height: number
  /** Red, green, blue of each pixel, row by row. */
  pixels: Uint8Array
}

/** In pixels of the small copy. */
export interface Block {
  left: number
  top: number
  width: number
  height: number
}

/**
 * How far a page's colour may be off in a channel: compression leaves traces around letters. Photos are often taken before
 * walls that are nearly white, so it must not be far.
 */
const SAME_COLOUR = 5
/** Of a row through the photo, this share is not the page: beside it are margins, or words. */
const DENSE_ROW = 0.45
/** Of a column of the photo, cut out of those rows. */
const DENSE_COLUMN = 0.85
/** A photo fills its own rectangle; a thing that was photographed before a wall does not. */
const FILLED = 0.95
/** Screens are long. A square picture is a photo, whatever is around the thing in it. */
const LEAST_RATIO = 1.25
/** A button is smaller, and a picture without a page around it is larger. */
const LEAST_SIDE = 0.2
const MOST_AREA = 0.92

/** The mean of the commonest shade. */
function pageColour({ width, height, pixels }: SmallPicture): readonly number[] {
  const shades = new Map<number, { pixels: number; sums: number[] }>()
  for (let at = 0; at < 3 * width * height; at += 3) {
    const colour = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
    const key = colour.reduce((code, channel) => code * 32 + (channel >> 3), 0)
    const shade = shades.get(key) ?? { pixels: 0, sums: [0, 0, 0] }
    shade.pixels++
    shade.sums = shade.sums.map((sum, band) => sum + (colour[band] ?? 0))
    shades.set(key, shade)
  }
  const [commonest] = [...shades.values()].sort((a, b) => b.pixels - a.pixels)
  return commonest?.sums.map((sum) => sum / commonest.pixels) ?? []
}

/** The longest run of lines that are dense; one thin line between two runs (a divider) does not part them. */
function longestRun(shares: readonly number[], dense: number): { from: number; length: number } {
  let best = { from: 0, length: 0 }
  let from = 0
  let misses = 0
  shares.forEach((share, at) => {
    misses = share >= dense ? 0 : misses + 1
    if (misses > 1 || (misses === 1 && at === from)) from = at + 1
    const length = at - misses - from + 1
    if (length > best.length) best = { from, length }
  })
  return best
}

export function photoBlock(picture: SmallPicture): Block | null {
  const { width, height, pixels } = picture
  if (Math.max(width, height) < LEAST_RATIO * Math.min(width, height)) return null
  const page = pageColour(picture)
  const isPage = (x: number, y: number) => {
    const at = 3 * (y * width + x)
    return page.every((channel, band) => Math.abs((pixels[at + band] ?? 0) - channel) <= SAME_COLOUR)
  }
  const share = (length: number, isInk: (at: number) => boolean) => {
    let ink = 0
    for (let at = 0; at < length; at++) if (isInk(at)) ink++
    return ink / length
  }
  const rows = longestRun(
    Array.from({ length: height }, (_, y) => share(width, (x) => !isPage(x, y))),
    DENSE_ROW,
  )
  if (rows.length < LEAST_SIDE * height) return null
  const columns = longestRun(
    Array.from({ length: width }, (_, x) => share(rows.length, (y) => !isPage(x, rows.from + y))),
    DENSE_COLUMN,
  )
  if (columns.length < LEAST_SIDE * width || rows.length * columns.length > MOST_AREA * width * height) return null
  const area = rows.length * columns.length
  const filled = share(area, (at) => {
    const [x, y] = [at % columns.length, Math.floor(at / columns.length)]
    return !isPage(columns.from + x, rows.from + y)
  })
  if (filled < FILLED) return null
  return { left: columns.from, top: rows.from, width: columns.length, height: rows.length }
}
