import type { EventData } from '@omni/contracts/events.ts'
import { appliesToPush } from '@omni/domain/auto-update/automation.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { isRefusal } from '../../platform/refuse.ts'
import { productSettings } from '../product-settings/settings.ts'
import { push } from './push.ts'

/**
 * Orders spec §5, automation push: what is imported goes to the stores that the seller has chosen, within the chosen
 * hours. A product that was made of a store's own stays there. What the plan does not cover is left in the import list.
 */
export async function pushImported(
  ctx: JobCtx,
  { workplace_id, user_id, product_ids }: EventData<'products.imported'>,
): Promise<void> {
  const db = ctx.as({ workplace_id, user_id })
  const wanted = await db.read(async (tx) => {
    const settings = await productSettings(tx, workplace_id)
    const { automation_product } = settings
    if (!appliesToPush(automation_product, ctx.now)) return null
    const { store_ids, publish_status } = automation_product.actions.pushed_connected_channels
    const ready = store_ids.length === 0 ? null : await readyFor(tx, workplace_id, product_ids, store_ids)
    const { allow_sell_out_of_stock } = settings.product_listings
    return ready && { ...ready, product_listings: { is_publish: publish_status === 'active', allow_sell_out_of_stock } }
  })
  if (!wanted) return
  try {
    await push({ db, workplace_id, user_id, now: ctx.now }, wanted)
  } catch (error) {
    if (!isRefusal(error)) throw error
    ctx.log.warn({ workplace_id, err: error }, 'imported products were not pushed by themselves')
  }
}

/** Stores that were disconnected meanwhile are left out. */
async function readyFor(tx: Tx, workplace_id: string, ids: readonly string[], chosen: readonly string[]) {
  const stores = await tx
    .selectFrom('stores')
    .select('store_id')
    .where('workplace_id', '=', workplace_id)
    .where('status', '=', 'active')
    .where('store_id', 'in', chosen)
    .execute()
  const { rows } = await sql<{ product_id: string }>`
    select p.product_id from products p where p.workplace_id = ${workplace_id} and p.product_id = any(${[...ids]}::uuid[])
      and p.status = 'ready' and p.deleted_at is null
      and not exists (select from listings l where l.workplace_id = p.workplace_id and l.product_id = p.product_id)`.execute(
    tx,
  )
  if (stores.length === 0 || rows.length === 0) return null
  return { product_ids: rows.map(({ product_id }) => product_id), store_ids: stores.map(({ store_id }) => store_id) }
}
