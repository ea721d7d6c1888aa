import { cleanCrop, CROP_QUALITY } from '@omni/domain/galleries/crop.ts'
import { HEIC_QUALITY } from '@omni/domain/galleries/upload-rules.ts'
import type { Size } from '@omni/domain/images.ts'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { openPicture, readHeader } from './open-picture.ts'
import { heicPixels, isSafeSvg, uploadKind } from './upload-kind.ts'

interface PictureEdit {
  rotate: 0 | 90 | 180 | 270
  flip: boolean
  flop: boolean
  /** Percent of the picture as it stands after turning and mirroring. */
  crop?: { x: number; y: number; width: number; height: number } | undefined
}
export interface RedrawRequest {
  picture: Uint8Array
  edit?: PictureEdit
  /** For those who take nothing else: opaque, and no side below `LEAST_SIDE`. */
  as?: 'jpeg'
}
export type RedrawRefusal = 'TYPE' | 'PIXELS' | 'BROKEN' | 'UNSAFE'
export type RedrawAnswer =
  | { ok: true; picture: Uint8Array; ending: 'webp' | 'jpg'; width: number; height: number }
  | { ok: false; reason: RedrawRefusal }

/**
 * spec: not shown. What fits into 200 MB while it is decoded; a HEIC is held several times over, and phones take 12
 * million.
 */
const MAX_PIXELS = 25_000_000
const MAX_HEIC_PIXELS = 12_500_000
/**
 * spec: not shown. More than any shop shows; a larger picture is drawn smaller, since encoding holds it several times.
 */
export const MAX_SIDE = 2560
/** A marketplace lists no smaller ones. */
const LEAST_SIDE = 300
const JPEG_QUALITY = 90
/** Progressive JPEGs and interlaced PNGs are held whole while they are decoded, the others line by line. */
const MAX_HELD_BYTES = 130_000_000
const JPEG_COEFFICIENT_BYTES = 2
const SVG_DENSITY = 72
/** A drawing has no pixels of its own: a small one is drawn larger. */
const SVG_SIDE = 1024
const BOX = { width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true } as const

type Raw = { data: Uint8Array; info: OutputInfo }
class Refused extends Error {
  readonly reason: RedrawRefusal
  constructor(reason: RedrawRefusal) {
    super(reason)
    this.reason = reason
  }
}

/** Decoded and drawn anew: pixels are all that is left of what came in. */
export async function redraw({ picture, edit, as }: RedrawRequest): Promise<RedrawAnswer> {
  try {
    const kind = uploadKind(picture)
    if (!kind) throw new Refused('TYPE')
    const raw = kind === 'heic' ? await fromHeic(picture) : await decoded(picture, kind === 'svg')
    if (as === 'jpeg') return await finished(opaque(raw).jpeg({ quality: JPEG_QUALITY }), 'jpg')
    // Sourcing spec §5: a HEIC becomes a JPEG; what is edited becomes a webp whatever it was.
    if (kind === 'heic' && !edit)
      return await finished(again(raw).jpeg({ quality: HEIC_QUALITY * 100, optimiseCoding: false }), 'jpg')
    return await finished(
      (edit ? again(await edited(raw, edit)) : again(raw)).webp({ quality: CROP_QUALITY * 100 }),
      'webp',
    )
  } catch (error) {
    return { ok: false, reason: error instanceof Refused ? error.reason : 'BROKEN' }
  }
}

const again = ({ data, info: { width, height, channels } }: Raw): Sharp =>
  sharp(data, { raw: { width, height, channels } })
/** A picture that is too small for a shop is drawn larger: refused, the whole product would not be listed. */
function opaque(raw: Raw): Sharp {
  const { width, height } = raw.info
  const scale = Math.max(1, LEAST_SIDE / Math.min(width, height))
  const larger = { width: Math.ceil(width * scale), height: Math.ceil(height * scale), fit: 'fill' } as const
  return again(raw).flatten({ background: '#ffffff' }).resize(larger)
}
const toRaw = (image: Sharp): Promise<Raw> => image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })

async function finished(image: Sharp, ending: 'webp' | 'jpg'): Promise<RedrawAnswer> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { ok: true, picture: data, ending, width: info.width, height: info.height }
}

/** Decoding and encoding one after the other: at no moment is the memory of both held. */
async function decoded(picture: Uint8Array, svg: boolean): Promise<Raw> {
  if (svg && !isSafeSvg(picture)) throw new Refused('UNSAFE')
  const { width, height, channels, depth, format, isProgressive } = await readHeader(picture)
  if (width * height > MAX_PIXELS) throw new Refused('PIXELS')
  const sample = format === 'jpeg' ? JPEG_COEFFICIENT_BYTES : depth === 'ushort' ? 2 : 1
  if (isProgressive && width * height * channels * sample > MAX_HELD_BYTES) throw new Refused('PIXELS')
  return toRaw(openPicture(picture, MAX_PIXELS, svg ? densityFor({ width, height }) : SVG_DENSITY).resize(BOX))
}

const densityFor = ({ width, height }: Size) => SVG_DENSITY * Math.max(1, SVG_SIDE / Math.max(width, height))

async function fromHeic(picture: Uint8Array): Promise<Raw> {
  const pixels = heicPixels(picture)
  if (pixels === null) throw new Refused('BROKEN')
  if (pixels > MAX_HEIC_PIXELS) throw new Refused('PIXELS')
  // 1 MB of code that only this kind needs.
  const { default: decode } = await import('heic-decode')
  const { data, width, height } = await decode({ buffer: picture })
  return toRaw(
    sharp(data, { raw: { width, height, channels: 4 } })
      .resize(BOX)
      .flatten({ background: '#ffffff' }),
  )
}

/** Turned, then mirrored, then cropped: each on what the one before made. */
async function edited(raw: Raw, { rotate, flip, flop, crop }: PictureEdit): Promise<Raw> {
  const turned = rotate === 0 ? raw : await toRaw(again(raw).rotate(rotate))
  const mirrored = flip || flop ? await toRaw(again(turned).flip(flip).flop(flop)) : turned
  if (!crop) return mirrored
  const { width, height } = mirrored.info
  const clean = cleanCrop({ unit: '%', ...crop })
  const [left, top] = [Math.min(width - 1, along(clean.x, width)), Math.min(height - 1, along(clean.y, height))]
  return toRaw(
    again(mirrored).extract({
      left,
      top,
      width: Math.max(1, Math.min(width - left, along(clean.width, width))),
      height: Math.max(1, Math.min(height - top, along(clean.height, height))),
    }),
  )
}

const along = (percent: number, length: number) => Math.round((percent / 100) * length)
