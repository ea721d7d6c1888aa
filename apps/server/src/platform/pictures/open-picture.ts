import sharp, { type Sharp } from 'sharp'

/**
 * The one way bytes from outside are decoded, in a process of its own: the first frame alone, upright, in sRGB, and not at all when
 * its header says more pixels than `max_pixels` or a part of it is missing.
 */
export const openPicture = (bytes: Uint8Array, max_pixels: number, density = 72): Sharp =>
  sharp(bytes, { limitInputPixels: max_pixels, failOn: 'error', pages: 1, density }).autoOrient().toColourspace('srgb')

/** One picture at a time needs no pool of threads, and nothing of it is wanted again. */
export function keepLittle(): void {
  sharp.concurrency(1)
  sharp.cache(false)
}
