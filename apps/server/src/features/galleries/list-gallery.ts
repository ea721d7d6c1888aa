import type { galleryCalls } from '@omni/contracts/galleries.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { COLUMNS, toImage } from './gallery-rows.ts'

/**
 * Newest first (sourcing spec §8). Ids grow with time, so the primary order is the list's own index; the gallery's cap
 * bounds how far a page reaches.
 */
export async function listGallery(
  ctx: Ctx,
  { page, page_size }: In<typeof galleryCalls.listGallery>,
): Promise<Out<typeof galleryCalls.listGallery>> {
  return ctx.db.read(async (tx) => {
    const rows = await tx
      .selectFrom('gallery_images')
      .select(COLUMNS)
      .where('workplace_id', '=', ctx.workplace_id)
      .where('deleted_at', 'is', null)
      .orderBy('image_id', 'desc')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute()
    const counts = await tx
      .selectFrom('product_counts')
      .select('images')
      .where('workplace_id', '=', ctx.workplace_id)
      .executeTakeFirst()
    return { images: rows.map(toImage), total: counts?.images ?? 0 }
  })
}
