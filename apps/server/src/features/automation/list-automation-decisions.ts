import { type automationCalls, SHOWN_DECISIONS } from '@omni/contracts/automation.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'

type Decision = Out<typeof automationCalls.listAutomationDecisions>['items'][number]

/** spec: not shown. */
export async function listAutomationDecisions({ db, workplace_id }: Ctx) {
  const { rows } = await db.read((tx) =>
    sql<Decision>`
      select d.order_id, o.number, d.rule_id, r.name, d.rule_version, d.outcome, d.because, d.due_at, d.decided_at
      from automation_decisions d join orders o using (workplace_id, order_id)
      left join automation_rules r on r.workplace_id = d.workplace_id and r.rule_id = d.rule_id
      where d.workplace_id = ${workplace_id} and d.outcome <> 'passed'
      order by d.decided_at desc, d.order_id desc limit ${SHOWN_DECISIONS}`.execute(tx),
  )
  return { items: rows }
}
