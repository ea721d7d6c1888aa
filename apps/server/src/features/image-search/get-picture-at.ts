import type { imageSearchCalls } from '@omni/contracts/image-search.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { fetchPicture, readPicture } from './read-picture.ts'

/** A browser may not read another site's picture; what it shows and crops comes through here. */
export async function getPictureAt(
  ctx: Ctx,
  { image_url }: In<typeof imageSearchCalls.getPictureAt>,
): Promise<Out<typeof imageSearchCalls.getPictureAt>> {
  const { jpeg } = await readPicture(ctx, await fetchPicture(ctx, image_url), 'image_url', 'preview')
  if (jpeg === null) refuse('image_search.not_a_picture', {}, { field: 'image_url' })
  return { jpeg: Buffer.from(jpeg).toString('base64') }
}
