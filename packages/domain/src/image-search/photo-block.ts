/**
 * Where the photo is in a screenshot of a shop's page: the largest block that holds hardly any of the page's own
 * colour. A photo before a wall of that very colour has no such block: then it is the room around the largest thing,
 * between the words above and below. Works on a small copy of the picture, three bytes a pixel.
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
const SAME_COLOUR = 8
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
/** So far outside of a photo is the page again: the line between is of both. */
const BESIDE = 2
/** Of the line beside a photo, this share may be something else: the end of a word. */
const MOST_BESIDE = 0.15
/** Lines of words, bars and buttons on a page that shows a thing. */
const LEAST_WORDS = 3

/** The commonest colour. Not a mean: the walls of photos are often a shade off the page. */
function pageColour({ width, height, pixels }: SmallPicture): readonly number[] {
  const counts = new Map<number, number>()
  let commonest = 0
  for (let at = 0; at < 3 * width * height; at += 3) {
    const colour = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
    if ((counts.get(colour) ?? 0) > (counts.get(commonest) ?? 0)) commonest = colour
  }
  return [commonest >> 16, (commonest >> 8) & 255, commonest & 255]
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

type IsInk = (x: number, y: number) => boolean

function share(length: number, isInk: (at: number) => boolean): number {
  let ink = 0
  for (let at = 0; at < length; at++) if (isInk(at)) ink++
  return ink / length
}

export function photoBlock(picture: SmallPicture): Block | null {
  const { width, height, pixels } = picture
  if (Math.max(width, height) < LEAST_RATIO * Math.min(width, height)) return null
  const page = pageColour(picture)
  const isInk: IsInk = (x, y) => {
    const at = 3 * (y * width + x)
    return page.some((channel, band) => Math.abs((pixels[at + band] ?? 0) - channel) > SAME_COLOUR)
  }
  const block = filledBlock(picture, isInk) ?? roomOfThing(picture, isInk)
  return block && block.width * block.height <= MOST_AREA * width * height ? block : null
}

function filledBlock({ width, height }: SmallPicture, isInk: IsInk): Block | null {
  const rows = longestRun(
    Array.from({ length: height }, (_, y) => share(width, (x) => isInk(x, y))),
    DENSE_ROW,
  )
  if (rows.length < LEAST_SIDE * height) return null
  const columns = longestRun(
    Array.from({ length: width }, (_, x) => share(rows.length, (y) => isInk(x, rows.from + y))),
    DENSE_COLUMN,
  )
  if (columns.length < LEAST_SIDE * width) return null
  const filled = share(rows.length * columns.length, (at) =>
    isInk(columns.from + (at % columns.length), rows.from + Math.floor(at / columns.length)),
  )
  if (filled < FILLED) return null
  // A photo ends where its block does. Of a thing before a wall a part may be as dense, with the rest of it around.
  const isPast = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && isInk(x, y)
  const [right, bottom] = [columns.from + columns.length + BESIDE - 1, rows.from + rows.length + BESIDE - 1]
  const sides = [
    ...[rows.from - BESIDE, bottom].map((y) => share(columns.length, (at) => isPast(columns.from + at, y))),
    ...[columns.from - BESIDE, right].map((x) => share(rows.length, (at) => isPast(x, rows.from + at))),
  ]
  if (sides.some((ink) => ink > MOST_BESIDE)) return null
  return { left: columns.from, top: rows.from, width: columns.length, height: rows.length }
}

/** On a screen that is higher than wide: a square as wide as the page, around what is highest on it. */
function roomOfThing({ width, height }: SmallPicture, isInk: IsInk): Block | null {
  // Where pages are wide, words stand beside photos as well: the room would hold them.
  if (width > height) return null
  const inked = Array.from({ length: height }, (_, y) => share(width, (x) => isInk(x, y)) > 0)
  const runs: { from: number; to: number }[] = []
  inked.forEach((isInked, y) => {
    const last = runs.at(-1)
    if (!isInked) return
    if (last && y - last.to < 2) last.to = y + 1
    else runs.push({ from: y, to: y + 1 })
  })
  const thing = runs.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0]
  // Words, bars and buttons make a page; a thing alone is a photo.
  if (!thing || runs.length <= LEAST_WORDS || thing.to - thing.from < LEAST_SIDE * height) return null
  const at = runs.indexOf(thing)
  const [top, bottom] = [runs[at - 1]?.to ?? 0, runs[at + 1]?.from ?? height]
  const side = Math.max(thing.to - thing.from, Math.min(width, bottom - top))
  const middle = Math.round((thing.from + thing.to - side) / 2)
  return { left: 0, top: Math.max(top, Math.min(middle, bottom - side)), width, height: side }
}
