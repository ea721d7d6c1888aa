import type { GalleryImage } from '@omni/contracts/galleries.calls.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { fileUrl } from '../../platform/files.ts'
import { type Drawn, PictureFailure } from './picture-failure.ts'

const MAX_GALLERY = 20_000 // spec: not shown
const TYPES = { webp: 'image/webp', jpg: 'image/jpeg' } as const

export interface Row {
  image_id: string
  name: string
  file: string
  width: number
  height: number
  size: number
  origin_id: string | null
  created_at: string
}

export const toImage = ({ image_id, name, file, width, height, size, origin_id, created_at }: Row): GalleryImage => ({
  id: image_id,
  image_url: fileUrl(file),
  name,
  create_at: created_at,
  height,
  width,
  size,
  origin_id,
})

export const COLUMNS = ['image_id', 'name', 'file', 'width', 'height', 'size', 'origin_id', 'created_at'] as const

/** Asked before the work of drawing: a full gallery takes nothing more. */
export async function mustHaveRoom(ctx: Ctx): Promise<void> {
  const counts = await ctx.db.read((tx) =>
    tx.selectFrom('product_counts').select('images').where('workplace_id', '=', ctx.workplace_id).executeTakeFirst(),
  )
  if ((counts?.images ?? 0) >= MAX_GALLERY) throw new PictureFailure('LIMIT')
}

/** The file first: a row never points at nothing, and a file without a row is seen by nobody. */
export async function keepPicture(
  ctx: Ctx,
  drawn: Drawn,
  facts: { name: string; origin_id: string | null; origin_url: string | null },
): Promise<GalleryImage> {
  const {
    rows: [made],
  } = await ctx.db.read((tx) => sql<{ image_id: string }>`select new_id() as image_id`.execute(tx))
  if (!made) throw new Error('no id')
  const file = `galleries/${ctx.workplace_id}/${made.image_id}.${drawn.ending}`
  await ctx.services.storage.put(file, drawn.picture, TYPES[drawn.ending])
  return ctx.db.tx(async (tx) =>
    toImage(
      await tx
        .insertInto('gallery_images')
        .values({
          ...facts,
          workplace_id: ctx.workplace_id,
          image_id: made.image_id,
          file,
          width: drawn.width,
          height: drawn.height,
          size: drawn.picture.length,
          created_at: ctx.now,
        })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow(),
    ),
  )
}
