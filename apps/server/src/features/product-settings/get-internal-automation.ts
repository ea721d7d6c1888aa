import type { Ctx } from '../../platform/ctx.ts'
import { readProductSettings } from './settings.ts'

/** spec: not shown. Every automation by name, whether it is on, and whether what it acts on is there yet. */
export async function getInternalAutomation(ctx: Ctx) {
  const settings = await readProductSettings(ctx)
  const stores = await ctx.db.read((tx) =>
    tx.selectFrom('stores').select('store_id').where('workplace_id', '=', ctx.workplace_id).limit(1).execute(),
  )
  const connected = stores.length > 0
  const { is_enable, actions } = settings.automation_product
  return {
    automations: [
      { key: 'auto_price_on_import', enabled: is_enable && actions.auto_price_on_import, available: true },
      { key: 'auto_tag_by_source', enabled: is_enable && actions.auto_tag_by_source, available: true },
      { key: 'auto_split', enabled: settings.auto_split_variant_options.enabled, available: true },
      {
        key: 'auto_push_after_import',
        enabled: is_enable && actions.pushed_connected_channels.store_ids.length > 0,
        available: connected,
      },
      { key: 'automation_writting', enabled: settings.automation_writting.enabled, available: connected },
      { key: 'automation_optimize_image', enabled: settings.automation_optimize_image.enabled, available: connected },
    ],
  }
}
