import { type OrderSettings, type OrderSource, overOrderDefaults } from '@omni/domain/order-settings/order-settings.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export type StoredOrderSettings = OrderSettings & { version: number }

/** A workplace's settings for one supplier. An account that was disconnected since pays nothing any more. */
export async function readOrderSettings(
  tx: Tx,
  workplace_id: string,
  source: OrderSource,
): Promise<StoredOrderSettings> {
  const { rows } = await sql<{ settings: Partial<OrderSettings>; version: number; is_connected: boolean }>`
    select o.settings, o.version, exists (select from source_accounts a where a.workplace_id = o.workplace_id
      and a.source = o.source and a.account_id = o.settings ->> 'account_id') as is_connected
    from order_settings o where o.workplace_id = ${workplace_id} and o.source = ${source}`.execute(tx)
  const [row] = rows
  if (!row) return { ...overOrderDefaults({}), version: 0 }
  const settings = overOrderDefaults(row.settings)
  return { ...settings, account_id: row.is_connected ? settings.account_id : null, version: row.version }
}
