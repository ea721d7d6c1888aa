import { type PictureKind, pictureKind } from '@omni/domain/image-search/picture-kind.ts'

export type UploadKind = Extract<PictureKind, 'jpeg' | 'png' | 'webp'> | 'heic' | 'svg'

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'mif1', 'msf1']
const BOM = /^\uFEFF/

/**
 * Sourcing spec §5, by the first bytes, whatever name and declared type say; null: not taken (gif, avif and bmp among
 * them).
 */
export function uploadKind(bytes: Uint8Array): UploadKind | null {
  const kind = pictureKind(bytes)
  if (kind) return kind === 'gif' || kind === 'avif' ? null : kind
  if (isHeic(bytes)) return 'heic'
  return isSvg(bytes) ? 'svg' : null
}

const latin = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')

/** `mif1` says only that it is one of this family: the other brands tell whether it is an AVIF. */
function isHeic(bytes: Uint8Array): boolean {
  if (latin(bytes, 4, 8) !== 'ftyp' || !HEIC_BRANDS.includes(latin(bytes, 8, 12))) return false
  const length = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), bytes.length, 256)
  return !/avi[fs]/.test(latin(bytes, 16, length))
}

/** The first element is `svg`. Walked, not matched: a pattern over thousands of comments would take for ever. */
function isSvg(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('utf8').replace(BOM, '')
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : null
    // A declaration says it as well; what it declares is looked at by nobody here.
    if (end === null) return /^<(?:!DOCTYPE\s+|(?:[\w-]+:)?)svg[\s>/[]/i.test(text.slice(at, at + 60))
    const close = text.indexOf(end, at)
    if (close < 0) return false
    at = close + end.length
  }
}

/**
 * A drawing is drawn without scripts, network or files. What could still make the drawing itself dangerous is not drawn
 * at all:
 * declarations (entities), and references to anything but its own parts (files, other drawings, pictures inside of it).
 */
export function isSafeSvg(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('utf8')
  return !/<!(?:DOCTYPE|ENTITY)/i.test(text) && !/href\s*=\s*(?!["']\s*#)/i.test(text) && !/@import/i.test(text)
}

/** Width times height of the largest picture inside, from its `ispe` boxes; null when it names none. */
export function heicPixels(bytes: Uint8Array): number | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let most: number | null = null
  for (let at = view.indexOf('ispe'); at >= 0 && at + 16 <= view.length; at = view.indexOf('ispe', at + 4)) {
    most = Math.max(most ?? 0, view.readUInt32BE(at + 8) * view.readUInt32BE(at + 12))
  }
  return most
}
