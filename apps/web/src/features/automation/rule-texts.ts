import type { automationCalls } from '@omni/contracts/automation.calls.ts'
import type { CallInput, Out } from '@omni/contracts/kernel.ts'
import type { Action, Condition, Operator, RuleProblem, Trigger } from '@omni/domain/automation/rules.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import type { TextKey } from '../../platform/i18n.ts'
import type { CardShow } from '../../product-cards/card-show.ts'

export type StoredRule = Out<typeof automationCalls.getAutomationRules>['rules'][number]
export type RuleDraft = CallInput<typeof automationCalls.updateAutomationRules>['rules'][number]

export const TRIGGER_TEXTS: Record<Trigger, TextKey> = {
  order_item_count: 'automation.items',
  order_value: 'automation.value',
  order_profit_margin: 'automation.margin',
}
export const OPERATOR_TEXTS: Record<Operator, TextKey> = {
  lower: 'automation.lower',
  equal: 'automation.equal',
  higher: 'automation.higher',
}
export const ACTION_TEXTS: Record<Action, { text: TextKey; note: TextKey }> = {
  create_and_pay: { text: 'automation.create_and_pay', note: 'automation.create_and_pay_text' },
  create_and_send_confirmation: { text: 'automation.create_and_confirm', note: 'automation.create_and_confirm_text' },
}
export const PROBLEM_TEXTS: Record<RuleProblem, TextKey> = {
  time_invalid: 'automation.time_invalid',
  hours_invalid: 'automation.hours_invalid',
  value_invalid: 'automation.value_invalid',
  contradiction: 'automation.contradiction',
  limit_invalid: 'automation.limit_invalid',
}

function valueText({ type, value }: Condition, { money, format }: CardShow): string {
  switch (type) {
    case 'order_item_count':
      return format.number(value)
    case 'order_value':
      return money(value, WALLET_CURRENCY).text
    case 'order_profit_margin':
      return format.percent(value)
  }
}

/** A rule in one line: when, then. */
export function summaryOf({ condition, then, time_schedule }: RuleDraft, show: CardShow): string {
  const { t } = show
  const conditions = condition.query.map((one) =>
    [t(TRIGGER_TEXTS[one.type]), t(OPERATOR_TEXTS[one.operator]), valueText(one, show)].join(' '),
  )
  if (condition.names.length > 0) conditions.push(t('automation.named', { names: condition.names.join(', ') }))
  const when = conditions.length === 0 ? t('automation.every_order') : conditions.join(' · ')
  const turn = {
    immediately: () => t('automation.immediately'),
    after: () => t('automation.after_hours', { hours: Number(time_schedule.time) || 0 }),
    daily: () => t('automation.daily_at', { time: time_schedule.time }),
  }[time_schedule.schedule]()
  return [when, t(ACTION_TEXTS[then.action].text), turn].join(' · ')
}

/** What is sent back to keep a rule as it is. */
export const draftOf = (rule: StoredRule): RuleDraft => ({
  rule_id: rule.rule_id,
  name: rule.name,
  status: rule.status,
  condition: rule.condition,
  then: rule.then,
  time_schedule: rule.time_schedule,
  daily_limit: rule.daily_limit,
})
