import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { refuse } from '../../platform/refuse.ts'

/** Foundation spec §8, 116 and 117: an unpaid package is settled first. */
export const refuseUnpaid = ({ caller }: Pick<Ctx, 'caller'>): never =>
  refuse(caller.app === 'AH' ? 'connect_with_due_package_ah' : 'connect_with_due_package')

/** Nothing is connected while a package is due. */
export async function mustNotOwe(tx: Tx, ctx: Pick<Ctx, 'user_id' | 'caller'>): Promise<void> {
  const { rows } = await sql<{ owes: boolean }>`select owes_for_plan(${ctx.user_id}) as owes`.execute(tx)
  if (rows[0]?.owes) refuseUnpaid(ctx)
}
