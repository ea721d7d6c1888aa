import { automationCalls } from '@omni/contracts/automation.calls.ts'
import { type Feature, serve } from '../../platform/serve.ts'
import { getAutomationPanel } from './get-automation-panel.ts'
import { getAutomationRules } from './get-automation-rules.ts'
import { listAutomationDecisions } from './list-automation-decisions.ts'
import { judgeOrdersJob, sweepAutomationJob } from './judge-orders.job.ts'
import { placeQuoted } from './place-quoted.ts'
import { tryAutomationRule } from './try-automation-rule.ts'
import { updateAutomationPanel } from './update-automation-panel.ts'
import { updateAutomationRules } from './update-automation-rules.ts'

/** Rules that place orders without a click. The rules themselves are packages/domain/src/automation. */
export const automation: Feature = {
  calls: serve(automationCalls, {
    getAutomationRules,
    updateAutomationRules,
    tryAutomationRule,
    listAutomationDecisions,
    getAutomationPanel,
    updateAutomationPanel,
  }),
  jobs: [judgeOrdersJob, sweepAutomationJob],
  on: { 'placement.quoted': { 'place what rules want': placeQuoted } },
}
