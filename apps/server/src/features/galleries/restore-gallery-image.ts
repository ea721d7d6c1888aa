import type { galleryCalls } from '@omni/contracts/galleries.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'

/** Undo of a deletion. One that is there stays as it is, so that a second click does no harm. */
export async function restoreGalleryImage(
  ctx: Ctx,
  { image_id }: In<typeof galleryCalls.restoreGalleryImage>,
): Promise<{ restored: boolean }> {
  const { numUpdatedRows } = await ctx.db.tx((tx) =>
    tx
      .updateTable('gallery_images')
      .set({ deleted_at: null })
      .where('workplace_id', '=', ctx.workplace_id)
      .where('image_id', '=', image_id)
      .executeTakeFirst(),
  )
  if (numUpdatedRows === 0n) refuse('not_found')
  return { restored: true }
}
