/** Pictures before they are uploaded, with the sizes and qualities of foundation spec §5 (domain/images.ts). */
import { type Crop, CROP_QUALITY, CROP_TYPE, fitIntoBox, resetTinyCrop } from '@omni/domain/images.ts'
import { cropToBlob, readImage } from '@omni/ui/image-canvas.ts'

const CROPPED = { type: CROP_TYPE, quality: CROP_QUALITY }

/** For search by image: what the frame holds, at most 300 x 300 (sourcing spec §9). */
export async function pictureForSearch(file: Blob, crop: Crop): Promise<File> {
  const image = await readImage(file)
  const area = resetTinyCrop(crop)
  const cut = { width: (area.width / 100) * image.width, height: (area.height / 100) * image.height }
  return new File([await cropToBlob(image, area, CROPPED, fitIntoBox(cut))], 'search.webp', { type: CROP_TYPE })
}
