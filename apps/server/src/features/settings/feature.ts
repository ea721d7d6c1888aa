import { settingsCalls } from '@omni/contracts/settings.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { keep } from '../telemetry/keep.ts'
import { getAiWritingSettings, updateAiWritingSettings } from './ai-writing-settings.ts'
import { getCurrencyRates } from './get-currency-rates.ts'
import { getMaintenanceNotice } from './get-maintenance-notice.ts'
import { getQuickStartGuide, updateQuickStartGuide } from './quick-start-guide.ts'
import { readSettings } from './settings.ts'
import { updateAdmitadSettings, updateSettings, updateWorkplaceSettings } from './update-settings.ts'
import { updateRatesJob } from './update-rates.job.ts'

export const settings: Feature = {
  calls: serve(settingsCalls, {
    getSettings: (ctx) => ctx.db.read((tx) => readSettings(tx, ctx)),
    updateSettings,
    updateAdmitadSettings,
    updateWorkplaceSettings,
    getAiWritingSettings,
    updateAiWritingSettings,
    getQuickStartGuide,
    updateQuickStartGuide,
    getMaintenanceNotice,
    getCurrencyRates,
    recordView: keep('view'),
    recordTimeOnPage: keep('time_on_page'),
    recordMvpSubscribed: keep('mvp_subscribed'),
    recordMvpInteracted: keep('mvp_interacted'),
    recordMvpFeedback: keep('mvp_feedback'),
  }),
  jobs: [updateRatesJob],
  on: {},
}
