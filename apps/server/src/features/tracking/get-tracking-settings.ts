import type { Ctx } from '../../platform/ctx.ts'
import { readBranding, recommended } from './page-settings.ts'
import { trackingUrl } from './tracking-link.ts'

export async function getTrackingSettings(ctx: Ctx) {
  const { workplace_id } = ctx
  return ctx.db.read(async (tx) => {
    const { settings, shop_name } = await readBranding(tx, workplace_id)
    const latest = await tx
      .selectFrom('tracking_links')
      .select('public_id')
      .where('workplace_id', '=', workplace_id)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return {
      settings,
      shop_name,
      products: await recommended(tx, workplace_id, { ...settings, show_products: true }, ctx.language),
      example_url: latest ? trackingUrl(ctx.config, latest.public_id) : null,
    }
  })
}
