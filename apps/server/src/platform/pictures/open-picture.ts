import sharp, { type Metadata, type Sharp } from 'sharp'
import { calmExif } from './calm-exif.ts'

/**
 * The one way bytes from outside are decoded, in a process of its own: the first frame alone, upright, in sRGB, and not
 * at all when
 * its header says more pixels than `max_pixels` or a part of it is missing.
 */
export const openPicture = (bytes: Uint8Array, max_pixels: number, density = 72): Sharp =>
  sharp(calmExif(bytes), { limitInputPixels: max_pixels, failOn: 'error', pages: 1, density })
    .autoOrient()
    .toColourspace('srgb')

/** What it says of itself; nothing is decoded. */
export const readHeader = (bytes: Uint8Array): Promise<Metadata> =>
  sharp(calmExif(bytes), { limitInputPixels: false, pages: 1 }).metadata()

/** One picture at a time needs no pool of threads, and nothing of it is wanted again. */
export function keepLittle(): void {
  sharp.concurrency(1)
  sharp.cache(false)
}
