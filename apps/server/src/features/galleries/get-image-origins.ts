import type { galleryCalls } from '@omni/contracts/galleries.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'

/** The supplier's pictures as they were when the product was imported (sourcing spec §8). */
export async function getImageOrigins(
  ctx: Ctx,
  { id }: In<typeof galleryCalls.getImageOrigins>,
): Promise<Out<typeof galleryCalls.getImageOrigins>> {
  const product = await ctx.db.read((tx) =>
    tx
      .selectFrom('products')
      .select(['source', 'origin_images'])
      .where('workplace_id', '=', ctx.workplace_id)
      .where('product_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!product) refuse('not_found')
  // written at import, in this shape alone
  const images = product.origin_images as { url: string; variant: string | null }[]
  return { images: images.map(({ url, variant }) => ({ url, source: product.source, variant })) }
}
