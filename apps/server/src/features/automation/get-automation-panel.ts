import type { Ctx } from '../../platform/ctx.ts'
import { readAutomation } from './rule-rows.ts'

/** Orders spec §7 orders/v7/automation/panel. */
export const getAutomationPanel = ({ db, workplace_id }: Ctx) =>
  db.read(async (tx) => {
    const { setting, version } = await readAutomation(tx, workplace_id)
    return { ...setting, version }
  })
