import { z } from 'zod'
import { Id, Timestamp } from './fields.ts'
import { calls } from './kernel.ts'

/** §3, gallery image. */
export const GalleryImage = z.object({
  id: Id,
  image_url: z.string(),
  name: z.string(),
  create_at: Timestamp,
  height: z.int(),
  width: z.int(),
  size: z.int(),
  /** The picture this one was edited from; it is kept. */
  origin_id: Id.nullable(),
})
export type GalleryImage = z.output<typeof GalleryImage>

const Crop = z.object({
  x: z.number().min(0).max(100),
  y: z.number().min(0).max(100),
  width: z.number().min(0).max(100),
  height: z.number().min(0).max(100),
})

export const galleryCalls = calls({
  uploadGallery: {
    method: 'POST',
    path: '/center/products/galleries/upload',
    unkeyed: 'waits',
    about: 'Adds a picture to the gallery, from a file or an address; decoded and written anew.',
    body: 'multipart',
    input: z.object({
      file: z.file().optional(),
      link: z.string().trim().max(2000).optional(),
      name: z.string().max(300).optional(),
    }),
    data: z.object({
      image: GalleryImage.nullable(),
      /** Shown under the file's name. */ error_code: z.string().nullable(),
      message: z.string().nullable(),
    }),
  },
  listGallery: {
    method: 'GET',
    path: '/center/products/galleries/list',
    about: 'The gallery, newest first.',
    input: z.object({
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      page_size: z.coerce.number().int().min(1).max(100).default(50),
    }),
    data: z.object({ images: z.array(GalleryImage), total: z.int() }),
  },
  getImageOrigins: {
    method: 'GET',
    path: '/center/products/{id}/image-origins',
    about: "The supplier's own pictures of a product, to go back to.",
    input: z.object({ id: Id }),
    data: z.object({
      images: z.array(z.object({ url: z.string(), source: z.string(), variant: z.string().nullable() })),
    }),
  },
  editImage: {
    // spec: not shown
    method: 'POST',
    path: '/center/products/galleries/edit',
    about: 'Turns, mirrors and crops a picture into a new one; the original stays.',
    // Percentages of the picture as it stands after turning and mirroring.
    input: z.object({
      url: z.string().min(1).max(2000),
      rotate: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).default(0),
      flip: z.boolean().default(false),
      flop: z.boolean().default(false),
      crop: Crop.optional(),
    }),
    data: z.object({ image: GalleryImage }),
  },
  deleteGalleryImage: {
    // spec: not shown
    method: 'DELETE',
    path: '/center/products/galleries/{image_id}',
    unkeyed: 'same_again',
    about: 'Takes a picture out of the gallery; products that show it keep it.',
    input: z.object({ image_id: Id }),
    data: z.object({ deleted: z.boolean() }),
  },
  restoreGalleryImage: {
    // spec: not shown
    method: 'POST',
    path: '/center/products/galleries/{image_id}/restore',
    unkeyed: 'same_again',
    about: 'Puts a deleted picture back into the gallery.',
    input: z.object({ image_id: Id }),
    data: z.object({ restored: z.boolean() }),
  },
})
