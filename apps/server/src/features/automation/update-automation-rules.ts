import type { In } from '@omni/contracts/kernel.ts'
import type { automationCalls } from '@omni/contracts/automation.calls.ts'
import { checkRule } from '@omni/domain/automation/rules.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Ctx } from '../../platform/ctx.ts'
import { enqueue } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refuse.ts'
import { rulesView } from './get-automation-rules.ts'
import { judgeOrders } from './jobs.ts'
import { lockAutomation, readRules } from './rule-rows.ts'

type Input = In<typeof automationCalls.updateAutomationRules>

/** A rule keeps its version while nothing of it changes, and since when it is on while it stays on. */
export async function updateAutomationRules(ctx: Ctx, { version, rules }: Input) {
  const { workplace_id, user_id, now } = ctx
  return ctx.db.tx(async (tx) => {
    const { rules_version } = await lockAutomation(tx, workplace_id)
    if (rules_version !== version) refuse('automation.changed')
    const before = new Map((await readRules(tx, workplace_id)).map((row) => [row.rule_id, row]))
    const rows = rules.map(({ rule_id: id, name, status, ...rule }, position) => {
      const problem = checkRule(rule)
      if (problem) refuse(`automation.${problem}`, { name }, { field: `rules.${position}` })
      const old = before.get(id ?? '')
      if (id !== undefined && !old) refuse('not_found')
      const is_on = status === 'on'
      const isSame = old !== undefined && isSameRule(rule, old)
      const stays = is_on && old?.is_on === true
      return {
        rule_id: id ?? randomUUID(),
        position,
        name,
        rule,
        is_on,
        version: old ? old.version + (isSame ? 0 : 1) : 1,
        starts: is_on && !stays,
        on_since: stays ? old.on_since : null,
        on_by: stays ? old.on_by : null,
      }
    })
    await sql`delete from automation_rules where workplace_id = ${workplace_id}
      and rule_id <> all(${rows.map(({ rule_id }) => rule_id)}::uuid[])`.execute(tx)
    // By the database's clock, which also says when orders came in.
    await sql`
      insert into automation_rules (workplace_id, rule_id, position, name, rule, version, is_on, on_since, on_by)
      select ${workplace_id}, r.rule_id, r.position, r.name, r.rule, r.version, r.is_on,
        case when r.starts then now() else r.on_since end, case when r.starts then ${user_id}::uuid else r.on_by end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (rule_id uuid, position int, name text, rule jsonb,
        version int, is_on boolean, starts boolean, on_since timestamptz, on_by uuid)
      on conflict (workplace_id, rule_id) do update set position = excluded.position, name = excluded.name,
        rule = excluded.rule, version = excluded.version, is_on = excluded.is_on, on_since = excluded.on_since,
        on_by = excluded.on_by`.execute(tx)
    await sql`update automation_settings set rules_version = rules_version + 1
      where workplace_id = ${workplace_id}`.execute(tx)
    if (rows.some(({ is_on }) => is_on)) await enqueue(tx, judgeOrders, { workplace_id })
    return rulesView(tx, workplace_id, now)
  })
}

type Kept = Omit<Input['rules'][number], 'rule_id' | 'name' | 'status'>
const isSameRule = (rule: Kept, { condition, then, time_schedule, daily_limit }: Kept): boolean =>
  JSON.stringify(fieldsOf(rule)) === JSON.stringify(fieldsOf({ condition, then, time_schedule, daily_limit }))

/** In one order: what comes from the database has lost its own. */
const fieldsOf = ({ condition, then, time_schedule, daily_limit }: Kept) => [
  condition.query.map(({ type, operator, value }) => [type, operator, value]),
  condition.names,
  then.action,
  then.payment_preference.use,
  then.payment_preference.method,
  time_schedule.schedule,
  time_schedule.time,
  time_schedule.time_zone,
  daily_limit,
]
