/** A picture a seller gives for the search by image: what is taken, and why something is not (sourcing spec §5). */
import { LARGE_UPLOAD_LIMIT_BYTES, mayUpload } from '@omni/domain/images.ts'
import { no, ok, type Result } from '@omni/domain/result.ts'
import { readImage } from '@omni/ui/image-canvas.ts'

export interface Picture {
  file: File
  /** For showing it; released when another takes its place. */
  url: string
  width: number
  height: number
}

export type PictureProblem = 'file_too_large' | 'not_a_picture' | 'heic_unreadable'

const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
const isPicture = (file: File) => file.type.startsWith('image/') || isHeic(file)

/** Some browsers read HEIC, most do not: whether this one does is found out by trying. */
export async function readPicture(
  file: File,
  read: typeof readImage = readImage,
): Promise<Result<Picture, PictureProblem>> {
  if (!isPicture(file)) return no('not_a_picture')
  if (!mayUpload(file.size, LARGE_UPLOAD_LIMIT_BYTES).ok) return no('file_too_large')
  try {
    const image = await read(file)
    const { width, height } = image
    image.close()
    return ok({ file, url: URL.createObjectURL(file), width, height })
  } catch {
    return no(isHeic(file) ? 'heic_unreadable' : 'not_a_picture')
  }
}

/** The first file of a paste or a drop; none when it was text. */
export const fileOf = (data: DataTransfer | null): File | undefined => [...(data?.files ?? [])][0]
