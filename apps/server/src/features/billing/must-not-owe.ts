import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuseUnpaid } from './act-on-plan.ts'

/** Foundation spec §8, 116 and 117: nothing is connected while a package is due. */
export async function mustNotOwe(tx: Tx, ctx: Pick<Ctx, 'user_id' | 'caller'>): Promise<void> {
  const { rows } = await sql<{ owes: boolean }>`select owes_for_plan(${ctx.user_id}) as owes`.execute(tx)
  if (rows[0]?.owes) refuseUnpaid(ctx)
}
