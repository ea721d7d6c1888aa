export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

const letters = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/**
 * By its first bytes, whatever its name says; null: none of the pictures we search by. SVG is a program, not a picture.
 */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (letters(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (letters(bytes, 0, 4) === 'RIFF' && letters(bytes, 8, 12) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(letters(bytes, 0, 6))) return 'gif'
  if (/^ftypavi[fs]$/.test(letters(bytes, 4, 12))) return 'avif'
  return null
}
