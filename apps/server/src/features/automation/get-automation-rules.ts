import type { Out } from '@omni/contracts/kernel.ts'
import type { automationCalls } from '@omni/contracts/automation.calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { readRates } from '../rates/read-rates.ts'
import { readAutomation, readRules, spentToday } from './rule-rows.ts'

type View = Out<typeof automationCalls.getAutomationRules>

/** Orders spec §7 orders/v5/automation/settings. */
export const getAutomationRules = ({ db, workplace_id, now }: Ctx) => db.read((tx) => rulesView(tx, workplace_id, now))

export async function rulesView(tx: Tx, workplace_id: string, now: Date): Promise<View> {
  const rates = await readRates(tx)
  const rules: View['rules'] = []
  for (const row of await readRules(tx, workplace_id)) {
    const { is_on, on_by: _, ...rule } = row
    rules.push({
      ...rule,
      when: { types: [...new Set(rule.condition.query.map(({ type }) => type))] },
      status: is_on ? 'on' : 'off',
      spent_today: await spentToday(tx, workplace_id, row, now, rates),
    })
  }
  return { rules, version: (await readAutomation(tx, workplace_id)).rules_version }
}
