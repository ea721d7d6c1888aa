import { STOPS } from '@omni/domain/placement/stops.ts'
import type { Tx } from '../../platform/db.ts'
import { createNotification } from '../notifications/create-notification.ts'
import type { Decision } from './decision-rows.ts'
import type { RuleRow } from './rule-rows.ts'

interface BlockedPlan {
  workplace_id: string
  plan_id: string
  rule: RuleRow
  now: Date
}

const BLOCKED: Record<string, 'loss_stopped' | 'rule_limit'> = { stopped: 'loss_stopped', daily_limit: 'rule_limit' }
const isStop = (because: string | null): boolean => STOPS.some((stop) => stop === because)

/**
 * Once a day for each rule and reason: the orders themselves say it in their timelines. What the floor stopped is told
 * each time.
 */
export async function notifyBlocked(tx: Tx, plan: BlockedPlan, decisions: readonly Decision[]): Promise<void> {
  const { workplace_id, plan_id, rule, now } = plan
  const reasons = Map.groupBy(
    decisions.filter(({ outcome }) => outcome === 'blocked'),
    ({ because }) => (isStop(because) ? 'stopped' : (because ?? '')),
  )
  for (const [because, some] of reasons)
    await createNotification(tx, {
      workplace_id,
      user_id: rule.on_by,
      message_key: BLOCKED[because] ?? 'rule_blocked',
      params: { rule: rule.name, orders: some.length },
      link: '/app/orders',
      cause: `rule ${rule.rule_id} ${because} ${because === 'stopped' ? plan_id : now.toISOString().slice(0, 10)}`,
    })
}
