import { authCalls } from './auth.calls.ts'
import { billingCalls } from './billing.calls.ts'
import { homeCalls } from './home.calls.ts'
import { notificationCalls } from './notifications.calls.ts'
import { settingsCalls } from './settings.calls.ts'
import { storeCalls } from './stores.calls.ts'
import { telemetryCalls } from './telemetry.calls.ts'
import { workplaceCalls } from './workplaces.calls.ts'

/** Every call by area, for the API document, docs/find.md and the tests that walk over all of them. */
export const areas = {
  auth: authCalls,
  billing: billingCalls,
  home: homeCalls,
  notifications: notificationCalls,
  settings: settingsCalls,
  stores: storeCalls,
  telemetry: telemetryCalls,
  workplaces: workplaceCalls,
}
