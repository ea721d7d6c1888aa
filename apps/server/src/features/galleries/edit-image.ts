import type { galleryCalls } from '@omni/contracts/galleries.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/refuse.ts'
import { fileKey } from '../../platform/files.ts'
import { nameOfLink } from './clean-name.ts'
import { keepPicture, mustHaveRoom } from './gallery-rows.ts'
import { drawAnew, failureKey, fetchLink, PictureFailure } from './picture-failure.ts'

const FILE = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.\w+$/

interface Original {
  picture: Uint8Array
  name: string
  origin_id: string | null
  origin_url: string | null
}

/**
 * A new picture from one of the gallery or of a supplier; the one it was made from stays (sourcing spec §5: webp 0.8).
 */
export async function editImage(
  ctx: Ctx,
  { url, ...edit }: In<typeof galleryCalls.editImage>,
): Promise<Out<typeof galleryCalls.editImage>> {
  try {
    await mustHaveRoom(ctx)
    const key = fileKey(url, ctx.config.PUBLIC_URL)
    const { picture, ...facts } = key === null ? await fromSupplier(ctx, url) : await fromGallery(ctx, key)
    return { image: await keepPicture(ctx, await drawAnew({ picture, edit }), facts) }
  } catch (error) {
    if (!(error instanceof PictureFailure)) throw error
    if (error.code === 'BUSY') refuse(failureKey(error.code), {}, { retry_after_s: 5 })
    refuse(failureKey(error.code), { file: nameOfLink(url) }, { field: 'url' })
  }
}

/** One that was taken out of the gallery may still be shown by a product, and edited there. */
async function fromGallery(ctx: Ctx, file: string): Promise<Original> {
  const image_id = FILE.exec(file)?.[1]
  const row =
    image_id &&
    (await ctx.db.read((tx) =>
      tx
        .selectFrom('gallery_images')
        .select(['image_id', 'name', 'file', 'origin_url'])
        .where('workplace_id', '=', ctx.workplace_id)
        .where('image_id', '=', image_id)
        .where('file', '=', file)
        .executeTakeFirst(),
    ))
  const picture = row && (await ctx.services.storage.get(row.file))
  if (!row || !picture) refuse('not_found')
  return { picture, name: row.name, origin_id: row.image_id, origin_url: row.origin_url }
}

const fromSupplier = async (ctx: Ctx, url: string): Promise<Original> => ({
  picture: await fetchLink(ctx, url),
  name: nameOfLink(url),
  origin_id: null,
  origin_url: url,
})
