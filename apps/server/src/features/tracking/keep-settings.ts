import { sellerCss } from '@omni/domain/tracking/seller-css.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fileKey } from '../../platform/files.ts'
import { refuse } from '../../platform/refuse.ts'
import type { Settings } from './page-settings.ts'

/** The logo is a picture of the workplace's own gallery; answers its key in the storage. */
export async function logoKey(ctx: Ctx, { logo_url }: Pick<Settings, 'logo_url'>): Promise<string | null> {
  if (logo_url === null) return null
  const key = fileKey(logo_url, ctx.config.PUBLIC_URL)
  const found =
    key !== null &&
    (await ctx.db.read((tx) =>
      tx
        .selectFrom('gallery_images')
        .select('image_id')
        .where('workplace_id', '=', ctx.workplace_id)
        .where('file', '=', key)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    ))
  return found ? key : refuse('tracking.unknown_logo', {}, { field: 'logo_url' })
}

/** What of the seller's styles is not used, for the seller to see. */
export const leftOut = ({ css }: Pick<Settings, 'css'>): string[] => sellerCss(css, '.shop').left_out
