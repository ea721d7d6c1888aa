import type { Ctx } from '../../platform/ctx.ts'
import { readStores } from './store-row.ts'

/** Foundation spec §7 stores/list-store: the current workplace's stores, the default one first. */
export async function listStore(ctx: Ctx) {
  const items = await ctx.db.read((tx) => readStores(tx, ctx.workplace_id))
  return { items, connectable: ctx.services.channels.connectable() }
}
