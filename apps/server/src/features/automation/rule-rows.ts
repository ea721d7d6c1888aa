import type { Rule } from '@omni/domain/automation/rules.ts'
import { startOfDay } from '@omni/domain/automation/schedule.ts'
import { type AutomationSetting, DEFAULT_AUTOMATION_SETTING } from '@omni/domain/automation/settings.ts'
import { convert, type Minor, type Rates } from '@omni/domain/money.ts'
import { WALLET_CURRENCY } from '@omni/domain/wallet/topup.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface RuleRow extends Rule {
  rule_id: string
  name: string
  version: number
  is_on: boolean
  on_since: string | null
  on_by: string | null
  last_activity_at: string | null
}

const NO_NAMES = { names: [] }

/** In the order in which they are asked. */
export async function readRules(tx: Tx, workplace_id: string): Promise<RuleRow[]> {
  const { rows } = await sql<Omit<RuleRow, keyof Rule> & { rule: Rule }>`
    select rule_id, name, rule, version, is_on, on_since, on_by, last_activity_at from automation_rules
    where workplace_id = ${workplace_id} order by position, rule_id`.execute(tx)
  // Rules of the version before have no names.
  return rows.map(({ rule, ...row }) => ({ ...row, ...rule, condition: { ...NO_NAMES, ...rule.condition } }))
}

export interface Settings {
  setting: AutomationSetting
  version: number
  /** Of the list of rules. */
  rules_version: number
}

export async function readAutomation(tx: Tx, workplace_id: string): Promise<Settings> {
  const row = await tx
    .selectFrom('automation_settings')
    .select(['settings', 'version', 'rules_version'])
    .where('workplace_id', '=', workplace_id)
    .executeTakeFirst()
  const stored = (row?.settings ?? {}) as Partial<AutomationSetting> // written by updateAutomationPanel
  return {
    setting: { ...DEFAULT_AUTOMATION_SETTING, ...stored },
    version: row?.version ?? 0,
    rules_version: row?.rules_version ?? 0,
  }
}

/** Makes the row that both lists of settings are guarded by, and holds it to the end of the transaction. */
export async function lockAutomation(tx: Tx, workplace_id: string): Promise<Settings> {
  await sql`insert into automation_settings (workplace_id) values (${workplace_id}) on conflict do nothing`.execute(tx)
  await sql`select from automation_settings where workplace_id = ${workplace_id} for update`.execute(tx)
  return readAutomation(tx, workplace_id)
}

/** Of an order `o`: what its pieces are called that are still wanted. */
export const titlesOf = sql`array(select distinct l.title from order_lines l where l.workplace_id = o.workplace_id
  and l.order_id = o.order_id and l.wanted > 0 order by 1) as titles`

/** Null: the currency has no rate. */
export function inDollars(amount: Minor, currency: string, rates: Rates): Minor | null {
  const converted = convert(amount, currency, WALLET_CURRENCY, rates)
  return converted.ok ? converted.value : null
}

/**
 * What a rule spent since midnight, US cents: what was bought, and of what is under way the most that may be charged.
 * Read from the purchases themselves, so that one which failed costs nothing.
 */
export async function spentToday(
  tx: Tx,
  workplace_id: string,
  { rule_id, time_schedule }: Pick<RuleRow, 'rule_id' | 'time_schedule'>,
  now: Date,
  rates: Rates,
): Promise<Minor> {
  const { rows } = await sql<{ currency: string; amount: number }>`
    select currency, sum(coalesce(total, greatest(approved, coalesce(held, 0))))::float8 as amount from supplier_orders
    where workplace_id = ${workplace_id} and rule_id = ${rule_id}
      and created_at >= ${startOfDay(now, time_schedule.time_zone)} and state not in ('failed', 'cancelled')
    group by currency`.execute(tx)
  // A currency that lost its rate counts in full: it never makes room.
  return rows.reduce((sum, { currency, amount }) => sum + (inDollars(amount, currency, rates) ?? amount), 0)
}
