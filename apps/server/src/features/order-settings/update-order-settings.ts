import type { In } from '@omni/contracts/kernel.ts'
import type { orderSettingsCalls } from '@omni/contracts/order-settings.calls.ts'
import { checkOrderSettings, type OrderSettings, type OrderSource } from '@omni/domain/order-settings/order-settings.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { emit } from '../../platform/outbox.ts'
import { refuse } from '../../platform/refuse.ts'
import { withoutUndefined } from '../product-settings/settings.ts'
import { readOrderSettings } from './read-order-settings.ts'

type Input = In<typeof orderSettingsCalls.updateOrderSettings>

/** What is left out stays. Whoever did not see the last change is told so, and nothing is overwritten. */
export async function updateOrderSettings(ctx: Ctx, { source, version, ...changes }: Input) {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    await sql`insert into order_settings (workplace_id, source, version) values (${workplace_id}, ${source}, 0)
      on conflict do nothing`.execute(tx)
    await sql`select from order_settings where workplace_id = ${workplace_id} and source = ${source} for update`.execute(
      tx,
    )
    const { version: stored, ...now } = await readOrderSettings(tx, workplace_id, source)
    if (stored !== version) refuse('order_settings.changed')
    const next = { ...now, ...withoutUndefined(changes) }
    const [problem] = checkOrderSettings(source, next)
    if (problem) refuse(`order_settings.${problem.says}`, {}, { field: problem.field })
    await refuseUnconnected(tx, workplace_id, source, next)
    await sql`
      update order_settings set settings = ${JSON.stringify(next)}::jsonb, version = version + 1, updated_at = ${ctx.now},
        updated_by = ${ctx.user_id} where workplace_id = ${workplace_id} and source = ${source}`.execute(tx)
    await emit(tx, 'order_settings.changed', { workplace_id, source })
    return { ...next, version: stored + 1 }
  })
}

async function refuseUnconnected(tx: Tx, workplace_id: string, source: OrderSource, { account_id }: OrderSettings) {
  if (account_id === null) return
  const found = await tx
    .selectFrom('source_accounts')
    .select('account_id')
    .where('workplace_id', '=', workplace_id)
    .where('source', '=', source)
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  if (!found) refuse('order_settings.not_connected', {}, { field: 'account_id' })
}
