import type { EventData } from '@omni/contracts/events.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { isRefusal } from '../../platform/refuse.ts'
import { productSettings } from '../product-settings/settings.ts'
import { push } from './push.ts'

/**
 * Sourcing spec §3, automation: what is imported goes to the default store, where the seller has said so. A product that
 * was made of a store's own stays there. What the plan does not cover is left in the import list.
 */
export async function pushImported(
  ctx: JobCtx,
  { workplace_id, user_id, product_ids }: EventData<'products.imported'>,
): Promise<void> {
  const db = ctx.as({ workplace_id, user_id })
  const wanted = await db.read(async (tx) => {
    const { automation_product } = await productSettings(tx, workplace_id)
    return automation_product.auto_push_after_import ? readyFor(tx, workplace_id, product_ids) : null
  })
  if (!wanted) return
  try {
    await push({ db, workplace_id, user_id, now: ctx.now }, wanted)
  } catch (error) {
    if (!isRefusal(error)) throw error
    ctx.log.warn({ workplace_id, err: error }, 'imported products were not pushed by themselves')
  }
}

async function readyFor(tx: Tx, workplace_id: string, ids: readonly string[]) {
  const store = await tx
    .selectFrom('stores')
    .select('store_id')
    .where('workplace_id', '=', workplace_id)
    .where('status', '=', 'active')
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .executeTakeFirst()
  const { rows } = await sql<{ product_id: string }>`
    select p.product_id from products p where p.workplace_id = ${workplace_id} and p.product_id = any(${[...ids]}::uuid[])
      and p.status = 'ready' and p.deleted_at is null
      and not exists (select from listings l where l.workplace_id = p.workplace_id and l.product_id = p.product_id)`.execute(
    tx,
  )
  if (!store || rows.length === 0) return null
  return { product_ids: rows.map(({ product_id }) => product_id), store_ids: [store.store_id] }
}
