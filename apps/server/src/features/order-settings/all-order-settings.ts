import type { In } from '@omni/contracts/kernel.ts'
import type { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { type AllOrderSettings, overAllOrderDefaults } from '@omni/domain/order-settings/all-order-settings.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import { withoutUndefined } from '../product-settings/settings.ts'

/** Its row among those of the suppliers; none of them is called so. */
const EVERY_SOURCE = 'all'

/** What a workplace has set for all of its orders. */
export async function readAllOrderSettings(tx: Tx, workplace_id: string): Promise<AllOrderSettings> {
  const { rows } = await sql<{ settings: Partial<AllOrderSettings> }>`
    select settings from order_settings where workplace_id = ${workplace_id} and source = ${EVERY_SOURCE}`.execute(tx)
  return overAllOrderDefaults(rows[0]?.settings ?? {})
}

export const getAllOrderSettings = (ctx: Ctx) => ctx.db.read((tx) => readAllOrderSettings(tx, ctx.workplace_id))

/** What is left out stays: two people who change different settings both keep theirs. */
export const updateAllOrderSettings = (ctx: Ctx, input: In<typeof orderSettingsCalls.updateAllOrderSettings>) =>
  ctx.db.tx(async (tx) => {
    const { workplace_id, user_id, now } = ctx
    const changed = JSON.stringify(withoutUndefined(input))
    await sql`
      insert into order_settings as o (workplace_id, source, settings, updated_at, updated_by)
      values (${workplace_id}, ${EVERY_SOURCE}, ${changed}::jsonb, ${now}, ${user_id})
      on conflict (workplace_id, source) do update set settings = o.settings || excluded.settings,
        version = o.version + 1, updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(tx)
    await emit(tx, 'order_settings.changed', { workplace_id })
    return readAllOrderSettings(tx, workplace_id)
  })
