import type { fulfilmentCalls } from '@omni/contracts/fulfilments.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { publishToWorkplace } from '../../platform/realtime.ts'
import { refuse } from '../../platform/refuse.ts'
import { syncOrder } from './jobs.ts'

type View = Out<typeof fulfilmentCalls.syncStore>

/** As `worstReport` orders them. */
const WORST: readonly View['state'][] = ['failed', 'waiting', 'reported', 'skipped']

/** A person wants the store to be told: again after it refused, or of what was skipped. What is known stays known. */
export async function syncStore(
  ctx: Ctx,
  { supplier_order_id, carrier }: In<typeof fulfilmentCalls.syncStore>,
): Promise<View> {
  const { workplace_id } = ctx
  return ctx.db.tx(async (tx) => {
    const { rows } = await sql<View & { order_id: string }>`
      update store_fulfilments set carrier_typed = coalesce(${carrier ?? null}, carrier_typed),
        state = case when state = 'reported' and ${carrier ?? null}::text is null then state else 'waiting' end,
        problem = case when state in ('failed', 'skipped') then null else problem end,
        problem_text = case when state in ('failed', 'skipped') then null else problem_text end,
        tries = 0, updated_at = now()
      where workplace_id = ${workplace_id} and supplier_order_id = ${supplier_order_id}
      returning order_id, state, problem, problem_text`.execute(tx)
    // Of several parcels the one that needs a person most.
    const row = rows.toSorted((a, b) => WORST.indexOf(a.state) - WORST.indexOf(b.state))[0]
    if (!row) refuse('not_found')
    const { order_id, ...view } = row
    await enqueue(tx, syncOrder, { workplace_id, order_id })
    await publishToWorkplace(tx, workplace_id, 'placement.changed', {})
    return view
  })
}
