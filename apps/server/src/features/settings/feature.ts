import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import {
  getAiWritingSettings,
  getSettings,
  updateAdmitadSettings,
  updateAiWritingSettings,
  updateSettings,
  updateWorkplaceSettings,
} from './settings.ts'
import { markImported, markPlaced, markPlan, markPushed } from './mark-quick-start.ts'
import { getMaintenanceNotice } from './get-maintenance-notice.ts'
import { getQuickStartGuide, updateQuickStartGuide } from './quick-start.ts'

/** Settings of a person and of a workplace, the steps of the quick start, and the operator's notice. */
export const settings: Feature = {
  calls: serve(settingsCalls, {
    getSettings,
    updateSettings,
    updateAdmitadSettings,
    updateWorkplaceSettings,
    getAiWritingSettings,
    updateAiWritingSettings,
    getQuickStartGuide,
    updateQuickStartGuide,
    getMaintenanceNotice,
  }),
  on: {
    'products.imported': { markImported: { within: markImported } },
    'products.pushed': { markPushed: { within: markPushed } },
    'orders.placed': { markPlaced: { within: markPlaced } },
    'plan.chosen': { markPlan },
  },
}
