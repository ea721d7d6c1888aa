import { galleryCalls } from '@omni/contracts/galleries.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { deleteGalleryImage } from './delete-gallery-image.ts'
import { editImage } from './edit-image.ts'
import { getImageOrigins } from './get-image-origins.ts'
import { listGallery } from './list-gallery.ts'
import { restoreGalleryImage } from './restore-gallery-image.ts'
import { uploadGallery } from './upload-gallery.ts'

/** A workplace's own pictures: in by file or address, drawn anew, edited without losing the original. */
export const galleries: Feature = {
  calls: serve(galleryCalls, {
    uploadGallery,
    listGallery,
    getImageOrigins,
    editImage,
    deleteGalleryImage,
    restoreGalleryImage,
  }),
}
