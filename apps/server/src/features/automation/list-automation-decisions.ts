import type { automationCalls } from '@omni/contracts/automation.calls.ts'
import type { In, Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { keyset, Moment } from '../../platform/cursor.ts'

type Calls = typeof automationCalls
type Decision = Out<Calls['listAutomationDecisions']>['items'][number]

const cursors = keyset(z.tuple([Moment, z.uuid()]))
const MOST_COUNTED = 1000

/** spec: not shown. */
export async function listAutomationDecisions(
  { db, workplace_id }: Ctx,
  { page_size, cursor }: In<Calls['listAutomationDecisions']>,
) {
  const after = cursors.read(cursor)
  const decided = sql`d.workplace_id = ${workplace_id} and d.outcome <> 'passed'`
  return db.read(async (tx) => {
    const { rows } = await sql<Decision>`
      select d.order_id, o.number, d.rule_id, r.name, d.rule_version, d.outcome, d.because, d.due_at, d.decided_at
      from automation_decisions d join orders o using (workplace_id, order_id)
      left join automation_rules r on r.workplace_id = d.workplace_id and r.rule_id = d.rule_id
      where ${decided} and (${after === null}
        or (d.decided_at, d.order_id) < (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? null}::uuid))
      order by d.decided_at desc, d.order_id desc limit ${page_size + 1}`.execute(tx)
    const counted = await sql<{ total: number }>`select count(*)::int as total from (
      select from automation_decisions d where ${decided} limit ${MOST_COUNTED}) c`.execute(tx)
    const items = rows.slice(0, page_size)
    const last = rows.length > page_size ? items.at(-1) : undefined
    const total = counted.rows[0]?.total ?? 0
    return {
      items,
      next_cursor: last ? cursors.write([last.decided_at, last.order_id]) : null,
      total,
      total_is_capped: total >= MOST_COUNTED,
    }
  })
}
