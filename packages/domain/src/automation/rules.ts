/** Orders spec §3 and §5: rules that place orders without a click. The same rules judge an order today and a past one. */
import type { Minor } from '../money.ts'
import type { PaymentUse } from '../ledger/plan-payment.ts'
import { ACCOUNT_PAYMENT_IDS } from '../vendors/manifest.ts'
import type { KeptMethod } from '../wallet/methods.ts'

export const TRIGGERS = ['order_item_count', 'order_value', 'order_profit_margin'] as const
export type Trigger = (typeof TRIGGERS)[number]
export const OPERATORS = ['lower', 'equal', 'higher'] as const
export type Operator = (typeof OPERATORS)[number]
export const ACTIONS = ['create_and_pay', 'create_and_send_confirmation'] as const
export type Action = (typeof ACTIONS)[number]
/** spec: `immediately` is shown. `after`: hours, in which a customer can still change their mind. `daily`: at a time. */
export const SCHEDULES = ['immediately', 'after', 'daily'] as const

export interface Condition {
  type: Trigger
  operator: Operator
  /** Pieces, US cents, or per cent. */
  value: number
}

export interface Rule {
  /**
   * `names`: each product of the order has one of them in its title; empty: whatever it is. spec: not shown what they
   * name.
   */
  condition: { query: Condition[]; names: string[] }
  then: { action: Action; payment_preference: { use: PaymentUse; method: KeptMethod } }
  time_schedule: { schedule: (typeof SCHEDULES)[number]; time: string; time_zone: string }
  /** US cents that it may spend from midnight to midnight of its time zone; null: no limit. */
  daily_limit: Minor | null
}

/** Orders spec §9. */
export const DEFAULT_RULE: Rule = {
  condition: { query: [], names: [] },
  then: { action: 'create_and_pay', payment_preference: { use: 'auto', method: ACCOUNT_PAYMENT_IDS[0] } },
  time_schedule: { schedule: 'immediately', time: '', time_zone: 'UTC' },
  daily_limit: null,
}

/** What rules look at. US cents; null: not known. */
export interface OrderFigures {
  items: number
  /** Of what is sold, as the store names it. */
  titles: readonly string[]
  value: Minor | null
  cost: Minor | null
  /** Per cent of the revenue, by analytics/order-profit.ts; null: a part of the profit is not known. */
  margin: number | null
}

function figureOf(type: Trigger, figures: OrderFigures): number | null {
  switch (type) {
    case 'order_item_count':
      return figures.items
    case 'order_value':
      return figures.value
    case 'order_profit_margin':
      return figures.margin
  }
}

/** A margin is compared as it is shown: with one decimal. */
const shown = (type: Trigger, figure: number) =>
  type === 'order_profit_margin' ? Math.round(figure * 10) / 10 : figure

/** Null: it depends on what is not known. */
export function holds({ type, operator, value }: Condition, figures: OrderFigures): boolean | null {
  const figure = figureOf(type, figures)
  if (figure === null) return null
  const [left, right] = [shown(type, figure), shown(type, value)]
  switch (operator) {
    case 'lower':
      return left < right
    case 'equal':
      return left === right
    case 'higher':
      return left > right
  }
}

const inLetters = (text: string) => text.normalize('NFKC').toLowerCase()

const isNamed = (names: readonly string[], titles: readonly string[]): boolean =>
  names.length === 0 ||
  (titles.length > 0 && titles.every((title) => names.some((name) => inLetters(title).includes(inLetters(name)))))

/** All conditions have to hold. One that does not is enough, whatever is not known about the others. */
export function matches({ condition }: Pick<Rule, 'condition'>, figures: OrderFigures): boolean | null {
  if (!isNamed(condition.names, figures.titles)) return false
  const answers = condition.query.map((one) => holds(one, figures))
  if (answers.includes(false)) return false
  return answers.includes(null) ? null : true
}

/**
 * The rule that an order belongs to: the first one that matches. One that may match, once more is known, keeps those
 * after it from taking the order.
 */
export function ruleFor<R extends Pick<Rule, 'condition'>>(
  rules: readonly R[],
  figures: OrderFigures,
): { rule: R; is_sure: boolean } | null {
  for (const rule of rules) {
    const answer = matches(rule, figures)
    if (answer !== false) return { rule, is_sure: answer === true }
  }
  return null
}

/** Whether a rule may spend so much more today. */
export const isWithinLimit = ({ daily_limit }: Pick<Rule, 'daily_limit'>, spent: Minor, amount: Minor): boolean =>
  daily_limit === null || spent + amount <= daily_limit

export type RuleProblem = 'time_invalid' | 'hours_invalid' | 'value_invalid' | 'contradiction' | 'limit_invalid'

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/
const MOST_HOURS = 72

/** Null: it can be kept. */
export function checkRule({ condition, time_schedule, daily_limit }: Rule): RuleProblem | null {
  const { schedule, time } = time_schedule
  if (schedule === 'daily' && !CLOCK.test(time)) return 'time_invalid'
  if (schedule === 'after' && !(/^\d{1,2}$/.test(time) && Number(time) >= 1 && Number(time) <= MOST_HOURS))
    return 'hours_invalid'
  if (daily_limit !== null && daily_limit <= 0) return 'limit_invalid'
  for (const { type, value } of condition.query) {
    if (type !== 'order_profit_margin' && (!Number.isInteger(value) || value < 0)) return 'value_invalid'
    if (type === 'order_profit_margin' && Math.abs(value) > 1000) return 'value_invalid'
  }
  return TRIGGERS.some((type) => isContradiction(condition.query.filter((one) => one.type === type)))
    ? 'contradiction'
    : null
}

/** No figure can be above 10 and below 5. */
function isContradiction(conditions: readonly Condition[]): boolean {
  const of = (wanted: Operator) => conditions.filter(({ operator }) => operator === wanted).map(({ value }) => value)
  const [low, high] = [Math.max(...of('higher'), -Infinity), Math.min(...of('lower'), Infinity)]
  const equal = [...new Set(of('equal'))]
  if (equal.length > 1) return true
  const [exact] = equal
  return exact === undefined ? low >= high : exact <= low || exact >= high
}
