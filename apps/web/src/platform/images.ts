/** Pictures before they are uploaded, with the sizes and qualities of foundation spec §5 (domain/images.ts). */
import {
  type Crop,
  CROP_QUALITY,
  CROP_TYPE,
  fitIntoBox,
  resetTinyCrop,
  RESIZE_BOX,
  RESIZE_QUALITY,
  RESIZE_TYPE,
  type Size,
} from '@omni/domain/images.ts'
import { cropToBlob, readImage, resizeToDataUrl, resizeToFile } from '@omni/ui/image-canvas.ts'

const RESIZED = { type: RESIZE_TYPE, quality: RESIZE_QUALITY }
const CROPPED = { type: CROP_TYPE, quality: CROP_QUALITY }

export async function shrinkToDataUrl(file: Blob, box: Size = RESIZE_BOX): Promise<string> {
  const image = await readImage(file)
  return resizeToDataUrl(image, fitIntoBox(image, box), RESIZED)
}

export async function shrinkToFile(file: File, box: Size = RESIZE_BOX): Promise<File> {
  const image = await readImage(file)
  return resizeToFile(image, fitIntoBox(image, box), file.name, RESIZED)
}

/** For search by image: what the frame holds, at most 300 x 300 (sourcing spec §9). */
export async function pictureForSearch(file: Blob, crop: Crop): Promise<File> {
  const image = await readImage(file)
  const area = resetTinyCrop(crop)
  const cut = { width: (area.width / 100) * image.width, height: (area.height / 100) * image.height }
  return new File([await cropToBlob(image, area, CROPPED, fitIntoBox(cut))], 'search.webp', { type: CROP_TYPE })
}

export async function cropImage(file: Blob, crop: Crop): Promise<Blob> {
  return cropToBlob(await readImage(file), resetTinyCrop(crop), CROPPED)
}
