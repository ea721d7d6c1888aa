import type { BetterReason, PlanFigures } from '@omni/domain/automation/settings.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { recordEventsOfOrders } from '../orders/order-events.ts'
import type { SupplierLink } from '../product-center/load-products.ts'

/** Another supplier is being tried for an order. */
export interface Trial {
  because: BetterReason
  before: PlanFigures
  /** What the lines had before, to go back to. */
  lines: { line_id: string; supplier: SupplierLink | null }[]
}

export interface Decision {
  order_id: string
  rule_id: string | null
  rule_version: number | null
  rules_version: number
  outcome: 'passed' | 'waiting' | 'planning' | 'placed' | 'blocked'
  because: string | null
  due_at: Date | null
  plan_id: string | null
  trial: Trial | null
  tried: string[]
}

/** What is decided about an order that nobody has looked at. */
export const undecided = (order_id: string): Decision => ({
  order_id,
  rule_id: null,
  rule_version: null,
  rules_version: 0,
  outcome: 'passed',
  because: null,
  due_at: null,
  plan_id: null,
  trial: null,
  tried: [],
})

/** Writes decisions. One that newly blocks an order is told in its timeline, with the rule and its version. */
export async function writeDecisions(
  tx: Tx,
  workplace_id: string,
  decisions: readonly Decision[],
  names: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  if (decisions.length === 0) return
  const { rows: before } = await sql<{ order_id: string; because: string | null }>`
    select order_id, because from automation_decisions where workplace_id = ${workplace_id} and outcome = 'blocked'
      and order_id = any(${decisions.map(({ order_id }) => order_id)}::uuid[])`.execute(tx)
  const known = new Map(before.map(({ order_id, because }) => [order_id, because]))
  await sql`
    insert into automation_decisions (workplace_id, order_id, rule_id, rule_version, rules_version, outcome, because,
      due_at, plan_id, trial, tried, decided_at)
    select ${workplace_id}, d.order_id, d.rule_id, d.rule_version, d.rules_version, d.outcome, d.because, d.due_at,
      d.plan_id, d.trial, d.tried, ${now}
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as d (order_id uuid, rule_id uuid, rule_version int,
      rules_version int, outcome text, because text, due_at timestamptz, plan_id uuid, trial jsonb, tried text[])
    on conflict (workplace_id, order_id) do update set rule_id = excluded.rule_id, rule_version = excluded.rule_version,
      rules_version = excluded.rules_version, outcome = excluded.outcome, because = excluded.because,
      due_at = excluded.due_at, plan_id = excluded.plan_id, trial = excluded.trial, tried = excluded.tried,
      decided_at = excluded.decided_at`.execute(tx)
  await recordEventsOfOrders(
    tx,
    workplace_id,
    decisions.flatMap(({ order_id, outcome, because, rule_id, rule_version }) =>
      outcome === 'blocked' && because !== null && known.get(order_id) !== because
        ? [
            {
              order_id,
              kind: 'rule_blocked' as const,
              params: { rule: names.get(rule_id ?? '') ?? '', version: rule_version ?? 0, because },
              who: 'omni' as const,
              happened_at: now,
            },
          ]
        : [],
    ),
  )
}
