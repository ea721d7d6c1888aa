import { ACTIONS, OPERATORS, SCHEDULES, TRIGGERS } from '@omni/domain/automation/rules.ts'
import { KEPT_METHODS } from '@omni/domain/wallet/methods.ts'
import { BETTER_TYPES, PHONE_TYPES, SHIPPING_TYPES } from '@omni/domain/automation/settings.ts'
import { z } from 'zod'
import { CountryCode } from './catalog.calls.ts'
import { Id, Name, Text, Timestamp, Timezone } from './fields.ts'
import { calls, listOf, page } from './kernel.ts'

export const MAX_RULES = 20
export const MAX_CONDITIONS = 6
export const MAX_NAMES = 20
export const MAX_NAME = 120

/** Orders spec §3, automation rule. */
const Rule = z.object({
  condition: z.object({
    query: z
      .array(
        z.object({
          type: z.enum(TRIGGERS),
          operator: z.enum(OPERATORS),
          value: z.number().min(-1000).max(1_000_000_000_000),
        }),
      )
      .max(MAX_CONDITIONS),
    /** Words of which each product of the order has one in its title; empty: any product. */
    names: z.array(Text.min(1).max(MAX_NAME)).max(MAX_NAMES),
  }),
  then: z.object({
    action: z.enum(ACTIONS),
    payment_preference: z.object({ use: z.enum(['auto', 'wallet', 'card']), method: z.enum(KEPT_METHODS) }),
  }),
  time_schedule: z.object({ schedule: z.enum(SCHEDULES), time: z.string().max(5), time_zone: Timezone }),
  daily_limit: z.int().max(1_000_000_000_000).nullable(),
})

const StoredRule = Rule.extend({
  rule_id: Id,
  name: z.string(),
  when: z.object({ types: z.array(z.enum(TRIGGERS)) }),
  status: z.enum(['on', 'off']),
  version: z.int(),
  on_since: Timestamp.nullable(),
  last_activity_at: Timestamp.nullable(),
  /** US cents since midnight in the rule's time zone: what was bought, or may still be charged. */
  spent_today: z.int(),
})

const Rules = z.object({
  rules: z.array(StoredRule),
  /** Of the list as a whole; 0: never changed. */
  version: z.int(),
})

const days = z.int().min(1).max(365)
const switched = { is_use: z.boolean() }
const Setting = z.object({
  phone_number: z.object({ ...switched, type: z.enum(PHONE_TYPES), override: Text.max(20) }),
  with_current_source: z.object({ ...switched, type: z.enum(SHIPPING_TYPES) }),
  with_better_source: z.object({
    ...switched,
    type: z.enum(BETTER_TYPES),
    conditions: z.object({
      profit: z.object({ ...switched, values: z.number().min(-100).max(100) }),
      shipping_time: z.object({ ...switched, values: days }),
      place_error: z.object(switched),
      ship_to_country: z.object({ ...switched, values: z.array(CountryCode).max(250) }),
    }),
  }),
})
const Panel = Setting.extend({ version: z.int() })

const Tried = z.object({
  days: z.int(),
  orders: z.int(),
  /** More came in: only the newest were tried. */
  is_capped: z.boolean(),
  placed: z.int(),
  /** US cents. */
  spent: z.int(),
  earned: z.int(),
  /** Of those that were never bought, the cost is that of the goods: shipping was not asked for. */
  estimated: z.int(),
  passed: z.int(),
  blocked: z.array(z.object({ because: z.string(), orders: z.int() })),
  /** The day on which it would have spent most. */
  busiest: z.object({ day: z.string(), orders: z.int(), spent: z.int() }).nullable(),
  examples: z.array(
    z.object({
      order_id: Id,
      number: z.string(),
      ordered_at: Timestamp,
      items: z.int(),
      value: z.int().nullable(),
      cost: z.int().nullable(),
      outcome: z.enum(['placed', 'blocked']),
      because: z.string().nullable(),
    }),
  ),
})

export const automationCalls = calls({
  getAutomationRules: {
    method: 'GET',
    path: '/orders/v5/automation/settings',
    about: 'Rules that place orders without a click, in the order in which they are asked, and what each spent today.',
    input: z.object({}),
    data: Rules,
  },
  updateAutomationRules: {
    method: 'PUT',
    path: '/orders/v5/automation/settings',
    about: 'Replaces the list of rules. `version`: the one that was read. A rule that is switched on takes new orders.',
    input: z.object({
      version: z.int().min(0),
      rules: z.array(Rule.extend({ rule_id: Id.optional(), name: Name, status: z.enum(['on', 'off']) })).max(MAX_RULES),
    }),
    data: Rules,
  },
  tryAutomationRule: {
    // spec: not shown
    method: 'POST',
    path: '/orders/v5/automation/try',
    heavy: true,
    unkeyed: 'reads',
    about: 'What a rule would have done with the orders of the last 30 days. Writes nothing.',
    input: Rule,
    data: Tried,
  },
  listAutomationDecisions: {
    // spec: not shown
    method: 'GET',
    path: '/orders/v5/automation/decisions',
    about: 'What rules decided, newest first, with the rule and its version.',
    input: z.object({ ...page }),
    data: listOf(
      z.object({
        order_id: Id,
        number: z.string(),
        rule_id: Id.nullable(),
        /** Null: the rule was removed. */
        name: z.string().nullable(),
        rule_version: z.int().nullable(),
        outcome: z.enum(['waiting', 'planning', 'placed', 'blocked']),
        because: z.string().nullable(),
        due_at: Timestamp.nullable(),
        decided_at: Timestamp,
      }),
    ),
  },
  getAutomationPanel: {
    method: 'GET',
    path: '/orders/v7/automation/panel',
    about: 'What rules do beyond the click: phone number, current supplier, better supplier.',
    input: z.object({}),
    data: Panel,
  },
  updateAutomationPanel: {
    method: 'PUT',
    path: '/orders/v7/automation/panel',
    about: 'Changes what rules do beyond the click. `version`: the one that was read.',
    input: Setting.extend({ version: z.int().min(0) }),
    data: Panel,
  },
})
