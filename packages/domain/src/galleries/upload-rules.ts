/**
 * Sourcing spec §5: which pictures a gallery takes. The same rules hold in the browser, before sending, and on the
 * server.
 */
import { UPLOAD_LIMIT_BYTES } from '../images.ts'

/** §5: by ending, with the type a browser gives it. jpg and jpeg are one type; browsers often know none for heic. */
export const IMAGE_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  heic: 'image/heic',
  webp: 'image/webp',
}
export const MAX_IMAGE_BYTES = UPLOAD_LIMIT_BYTES // §5: 2 MB
export const MAX_IMAGES = 250 // §5, §9
export const GALLERY_PAGE = 50 // §9
export const GALLERY_SCROLL_PX = 100 // §9: the next page loads when the bottom is this near
export const HEIC_QUALITY = 0.3 // §5: of the JPEG it becomes

const ending = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/**
 * What is wrong with a file, or null. The type counts where the browser knows it, else the ending; what a file really
 * is, its bytes tell later.
 */
export function checkFile({ name, size, type }: { name: string; size: number; type: string }): 'type' | 'size' | null {
  const declared = type.toLowerCase().split(';', 1)[0]?.trim() ?? ''
  const known =
    declared === '' || declared === 'application/octet-stream'
      ? Object.hasOwn(IMAGE_TYPES, ending(name))
      : isImageType(declared)
  if (!known || !(size > 0)) return 'type' // an empty file is no picture, whatever it is called
  return size > MAX_IMAGE_BYTES ? 'size' : null
}

/** Windows says image/jpg, phones image/heif for the same container. */
const OTHER_NAMES: ReadonlySet<string> = new Set(['image/jpg', 'image/heif'])
const isImageType = (type: string): boolean => OTHER_NAMES.has(type) || Object.values(IMAGE_TYPES).includes(type)

/** How many of the added still fit; the rest is dropped (§5). At 0 the drop zone is closed. */
export const roomFor = (existing: number, added: number): number => Math.min(added, Math.max(0, MAX_IMAGES - existing))

/** §5, word for word. */
export const tooLargeMessage = (file: string): string => `${file} image over size 2`
