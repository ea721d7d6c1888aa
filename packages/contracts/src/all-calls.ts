import { authCalls } from './auth.calls.ts'
import { billingCalls } from './billing.calls.ts'
import { catalogCalls } from './catalog.calls.ts'
import { homeCalls } from './home.calls.ts'
import { imageSearchCalls } from './image-search.calls.ts'
import { notificationCalls } from './notifications.calls.ts'
import { personalCalls } from './personal.calls.ts'
import { productDetailCalls } from './product-detail.calls.ts'
import { settingsCalls } from './settings.calls.ts'
import { sourceAccountCalls } from './source-accounts.calls.ts'
import { storeCalls } from './stores.calls.ts'
import { supplierCalls } from './suppliers.calls.ts'
import { telemetryCalls } from './telemetry.calls.ts'
import { workplaceCalls } from './workplaces.calls.ts'

/** Every call by area, for the API document, docs/find.md and the tests that walk over all of them. */
export const areas = {
  auth: authCalls,
  billing: billingCalls,
  catalog: catalogCalls,
  home: homeCalls,
  'image-search': imageSearchCalls,
  notifications: notificationCalls,
  personal: personalCalls,
  'product-detail': productDetailCalls,
  settings: settingsCalls,
  'source-accounts': sourceAccountCalls,
  stores: storeCalls,
  suppliers: supplierCalls,
  telemetry: telemetryCalls,
  workplaces: workplaceCalls,
}
