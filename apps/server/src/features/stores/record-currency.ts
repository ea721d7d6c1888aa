import type { Connected } from '@omni/connectors/vendor.ts'
import { sql } from 'kysely'
import type { BaseCtx } from '../../platform/ctx.ts'
import { emit } from '../../platform/outbox.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import type { OpenStore } from './open-store.ts'

/**
 * A store that sells in another currency now: its prices are made anew in it. The connector writes amounts by the
 * currency that is kept with the keys, so both change together. Answers whether anything changed.
 */
export async function recordCurrency(
  ctx: Pick<BaseCtx, 'as' | 'secrets' | 'now'>,
  { workplace_id, store_id, currency: before }: OpenStore,
  currency: string,
): Promise<boolean> {
  if (currency === before) return false
  await ctx.as({ workplace_id }).tx(async (tx) => {
    const connection = await tx
      .selectFrom('store_connections')
      .select('credentials')
      .where('workplace_id', '=', workplace_id)
      .where('store_id', '=', store_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!connection?.credentials) return
    const connected = JSON.parse(ctx.secrets.open(connection.credentials)) as Connected<object> // sealed by connectStore
    if ('currency' in connected.credentials) {
      const credentials = { ...connected.credentials, currency }
      await sql`update store_connections set version = version + 1,
          credentials = ${ctx.secrets.seal(JSON.stringify({ ...connected, credentials }))}
        where workplace_id = ${workplace_id} and store_id = ${store_id}`.execute(tx)
    }
    await tx
      .updateTable('stores')
      .set({ currency })
      .where('workplace_id', '=', workplace_id)
      .where('store_id', '=', store_id)
      .execute()
    await sql`update listings set due_at = ${ctx.now} where workplace_id = ${workplace_id} and store_id = ${store_id}
      and product_id is not null and state not in ('removed', 'gone')`.execute(tx)
    await emit(tx, 'store.changed_remotely', { workplace_id, store_id })
    await publishToWorkplace(tx, workplace_id, 'stores.changed', {})
  })
  return true
}
