import { crc32 } from 'node:zlib'

/** Where a block of EXIF lies inside a picture. */
interface Block {
  from: number
  to: number
  /** Of a PNG, whose chunks carry a sum. */ chunk?: number
}

const ORIENTATION = 0x0112
/** A directory's first entries; a camera writes some twenty. */
const MAX_ENTRIES = 200
const ENTRY_BYTES = 12
const EXIF = 'Exif\0\0'
/** One directory of one entry. */
const TINY_BYTES = 26

/**
 * The picture with nothing in its EXIF but which way is up. Directories that point at themselves keep a reader busy for
 * many seconds;
 * this one looks at one list of entries, once. Of several blocks the first counts. Places and lengths stay as they
 * were.
 */
export function calmExif(picture: Uint8Array): Uint8Array {
  const blocks = [...blocksOf(Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength))]
  if (blocks.length === 0) return picture
  const calm = Buffer.from(picture)
  let orientation: number | undefined
  for (const { from, to, chunk } of blocks) {
    const headed = calm.toString('latin1', from, from + EXIF.length) === EXIF
    const tiff = calm.subarray(headed ? from + EXIF.length : from, to)
    const found = orientation === undefined ? orientationOf(tiff) : 1
    orientation ??= found
    tiff.fill(0)
    if (tiff.length >= TINY_BYTES) writeOrientation(tiff, found)
    if (chunk !== undefined) calm.writeUInt32BE(crc32(calm.subarray(chunk, to)), to)
  }
  return calm
}

function* blocksOf(bytes: Buffer): Generator<Block> {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) yield* inJpeg(bytes)
  else if (bytes.toString('latin1', 1, 4) === 'PNG') yield* inPng(bytes)
  else if (bytes.toString('latin1', 8, 12) === 'WEBP') yield* inWebp(bytes)
}

function* inJpeg(bytes: Buffer): Generator<Block> {
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff || bytes[at + 1] === 0xff) {
      at++
      continue
    } // filling between segments, skipped by decoders too
    const [marker, to] = [bytes[at + 1], at + 2 + bytes.readUInt16BE(at + 2)]
    if (marker === 0xda) return // pixels from here on
    if (marker === 0xe1 && to <= bytes.length) yield { from: at + 4, to }
    at = Math.max(to, at + 4)
  }
}

function* inPng(bytes: Buffer): Generator<Block> {
  for (let at = 8; at + 12 <= bytes.length;) {
    const to = at + 8 + bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'eXIf' && to + 4 <= bytes.length)
      yield { from: at + 8, to, chunk: at + 4 }
    at = to + 4
  }
}

function* inWebp(bytes: Buffer): Generator<Block> {
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4)
    const to = at + 8 + length
    if (bytes.toString('latin1', at, at + 4) === 'EXIF' && to <= bytes.length) yield { from: at + 8, to }
    at = to + (length % 2)
  }
}

function orientationOf(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return 1
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (start + 2 > tiff.length) return 1
  const entries = Math.min(short(start), MAX_ENTRIES)
  for (let at = start + 2, n = 0; n < entries && at + ENTRY_BYTES <= tiff.length; at += ENTRY_BYTES, n++) {
    const value = short(at + 8)
    if (short(at) === ORIENTATION) return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

function writeOrientation(tiff: Buffer, orientation: number): void {
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(ORIENTATION, 10)
  tiff.writeUInt16LE(3, 12) // a short
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
}
