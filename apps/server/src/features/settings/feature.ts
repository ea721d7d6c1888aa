import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { getAiWritingSettings } from './get-ai-writing-settings.ts'
import { markImported, markPlaced, markPlan, markPushed } from './mark-quick-start.ts'
import { updateAiWritingSettings } from './update-ai-writing-settings.ts'
import { getCurrencyRates } from './get-currency-rates.ts'
import { getMaintenanceNotice } from './get-maintenance-notice.ts'
import { getQuickStartGuide } from './get-quick-start-guide.ts'
import { updateQuickStartGuide } from './update-quick-start-guide.ts'
import { getSettings } from './get-settings.ts'
import { updateAdmitadSettings } from './update-admitad-settings.ts'
import { updateSettings } from './update-settings.ts'
import { updateWorkplaceSettings } from './update-workplace-settings.ts'
import { updateRatesJob } from './update-rates.job.ts'

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
    getCurrencyRates,
  }),
  jobs: [updateRatesJob],
  on: {
    'products.imported': { markImported: { within: markImported } },
    'products.pushed': { markPushed: { within: markPushed } },
    'orders.placed': { markPlaced: { within: markPlaced } },
    'plan.chosen': { markPlan },
  },
}
