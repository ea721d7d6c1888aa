import sharp from 'sharp'
import { composePicture, emojiFile } from './compose-picture.ts'
import { codePoints, keyOf } from './picture-key.ts'
import type { Offer } from '../shapes.ts'

/** What a picture is compared by: where its edges run, and its colours, both coarse. */
export interface Look {
  edges: Float32Array
  colours: Float32Array
}

const SIDE = 64
const CELLS = 8
const DIRECTIONS = 6
const PATCHES = 4

/** null: not a picture. */
export async function lookOf(image: Buffer): Promise<Look | null> {
  try {
    const raw = await sharp(image, { limitInputPixels: 40_000_000 })
      .resize(SIDE, SIDE, { fit: 'cover' })
      .flatten({ background: '#ECEEF2' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer()
    return { edges: edgesOf(raw), colours: coloursOf(raw) }
  } catch {
    return null
  }
}

/** A histogram of edge directions in each of 8 x 8 cells: a smooth wall has none, so the object speaks. */
function edgesOf(raw: Buffer): Float32Array {
  const light = (x: number, y: number) => {
    const at = (Math.min(SIDE - 1, Math.max(0, y)) * SIDE + Math.min(SIDE - 1, Math.max(0, x))) * 3
    return 0.3 * (raw[at] ?? 0) + 0.59 * (raw[at + 1] ?? 0) + 0.11 * (raw[at + 2] ?? 0)
  }
  const edges = new Float32Array(CELLS * CELLS * DIRECTIONS)
  const cell = SIDE / CELLS
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const [dx, dy] = [light(x + 1, y) - light(x - 1, y), light(x, y + 1) - light(x, y - 1)]
      const angle = (Math.atan2(dy, dx) + 2 * Math.PI) % Math.PI
      const slot = Math.min(DIRECTIONS - 1, Math.floor((angle / Math.PI) * DIRECTIONS))
      const at = (Math.floor(y / cell) * CELLS + Math.floor(x / cell)) * DIRECTIONS + slot
      edges[at] = (edges[at] ?? 0) + Math.hypot(dx, dy)
    }
  }
  // The root keeps one strong edge from outweighing all the others.
  return unit(edges.map((value) => Math.sqrt(value)))
}

function coloursOf(raw: Buffer): Float32Array {
  const colours = new Float32Array(PATCHES * PATCHES * 3)
  const inner = SIDE / 2 / PATCHES // the middle half of the picture, where the object is
  for (let y = SIDE / 4; y < (SIDE * 3) / 4; y++) {
    for (let x = SIDE / 4; x < (SIDE * 3) / 4; x++) {
      const patch = Math.floor((y - SIDE / 4) / inner) * PATCHES + Math.floor((x - SIDE / 4) / inner)
      for (let band = 0; band < 3; band++) {
        colours[patch * 3 + band] = (colours[patch * 3 + band] ?? 0) + ((raw[(y * SIDE + x) * 3 + band] ?? 0) - 128)
      }
    }
  }
  return unit(colours)
}

function unit(values: Float32Array): Float32Array {
  const length = Math.hypot(...values) || 1
  return values.map((value) => value / length)
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)

export const shapeLikeness = (a: Look, b: Look): number => dot(a.edges, b.edges)
export const likeness = (a: Look, b: Look): number => 0.6 * dot(a.edges, b.edges) + 0.4 * dot(a.colours, b.colours)

const objects = new Map<string, Promise<Look | null>>()

/** The object alone, standing as it does in main pictures. Kept: a few hundred of them, 2 KB each. */
export function objectLook(emoji: string): Promise<Look | null> {
  const look = objects.get(emoji) ?? drawObject(emoji)
  objects.set(emoji, look)
  return look
}

const SMALL = 96
const WALL = 0xec // a light grey, as most studios have

/**
 * Cut out and placed by hand on a small copy: a tenth of what the same costs with full pictures, and there are
 * hundreds.
 */
async function drawObject(emoji: string): Promise<Look | null> {
  const file = emojiFile(codePoints(emoji))
  if (!file) return null
  const raw = await sharp(file).resize(SMALL, SMALL).ensureAlpha().raw().toBuffer()
  const seen = Array.from({ length: SMALL * SMALL }, (_, i) => i).filter((i) => (raw[i * 4 + 3] ?? 0) > 20)
  const xs = seen.map((i) => i % SMALL)
  const ys = seen.map((i) => Math.floor(i / SMALL))
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scale = Math.max(right - left, bottom - top) / (SIDE * 0.66)
  const picture = Buffer.alloc(SIDE * SIDE * 3, WALL)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const fromX = Math.round((left + right) / 2 + (x - SIDE / 2) * scale)
      const fromY = Math.round(bottom + (y - SIDE * 0.825) * scale)
      if (fromX < left || fromX > right || fromY < top || fromY > bottom) continue
      const at = (fromY * SMALL + fromX) * 4
      const alpha = (raw[at + 3] ?? 0) / 255
      for (let band = 0; band < 3; band++) {
        picture[(y * SIDE + x) * 3 + band] = Math.round((raw[at + band] ?? 0) * alpha + WALL * (1 - alpha))
      }
    }
  }
  return { edges: edgesOf(picture), colours: coloursOf(picture) }
}

const mains = new Map<string, Promise<Look | null>>()
const MOST_MAINS = 5000

export function mainLook(offer: Offer): Promise<Look | null> {
  const name = `${offer.source} ${offer.id}`
  const look =
    mains.get(name) ?? composePicture(keyOf(offer, 0), SIDE).then((picture) => (picture ? lookOf(picture) : null))
  if (mains.size < MOST_MAINS) mains.set(name, look)
  return look
}
