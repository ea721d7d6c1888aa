import type { galleryCalls } from '@omni/contracts/galleries.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'

/** Out of the gallery; the file stays, since products and shops may show it. */
export async function deleteGalleryImage(
  ctx: Ctx,
  { image_id }: In<typeof galleryCalls.deleteGalleryImage>,
): Promise<{ deleted: boolean }> {
  const { numUpdatedRows } = await ctx.db.tx((tx) =>
    tx
      .updateTable('gallery_images')
      .set({ deleted_at: ctx.now })
      .where('workplace_id', '=', ctx.workplace_id)
      .where('image_id', '=', image_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (numUpdatedRows === 0n) refuse('not_found')
  return { deleted: true }
}
