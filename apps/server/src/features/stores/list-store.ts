import type { Ctx } from '../../platform/ctx.ts'
import { isSecure } from './link-platform.ts'
import { readStores } from './store-row.ts'

/** Foundation spec §7 stores/list-store: the current workplace's stores, the default one first. */
export async function listStore(ctx: Ctx) {
  const items = await ctx.db.read((tx) => readStores(tx, ctx.workplace_id))
  const connectable = ctx.services.channels.connectable()
  const keys_only = isSecure(ctx.config.PUBLIC_URL)
    ? []
    : connectable.filter((platform) => ctx.services.channels.definition(platform)?.keys_by_hook)
  return { items, connectable, keys_only }
}
