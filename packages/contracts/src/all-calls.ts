import { analyticsCalls } from './analytics.calls.ts'
import { authCalls } from './auth.calls.ts'
import { autoUpdateCalls } from './auto-update.calls.ts'
import { automationCalls } from './automation.calls.ts'
import { billingCalls } from './billing.calls.ts'
import { bulkEditCalls } from './bulk-edit.calls.ts'
import { cashbackCalls } from './cashback.calls.ts'
import { catalogCalls } from './catalog.calls.ts'
import { editorCalls } from './editor.calls.ts'
import { evidenceCalls } from './evidence.calls.ts'
import { extensionCalls } from './extension.calls.ts'
import { feedbackCalls } from './feedback.calls.ts'
import { fulfilmentRequestCalls } from './fulfilment-requests.calls.ts'
import { fulfilmentCalls } from './fulfilments.calls.ts'
import { galleryCalls } from './galleries.calls.ts'
import { homeCalls } from './home.calls.ts'
import { imageSearchCalls } from './image-search.calls.ts'
import { importListCalls } from './import-list.calls.ts'
import { jobTrackerCalls } from './job-tracker.calls.ts'
import { listingCalls } from './listings.calls.ts'
import { mappingCalls } from './mapping.calls.ts'
import { notificationCalls } from './notifications.calls.ts'
import { orderPaymentCalls } from './order-payments.calls.ts'
import { orderSettingsCalls } from './order-settings.calls.ts'
import { orderCalls } from './orders.calls.ts'
import { personalCalls } from './personal.calls.ts'
import { placementCalls } from './placement.calls.ts'
import { productCenterCalls } from './product-center.calls.ts'
import { productDetailCalls } from './product-detail.calls.ts'
import { productSettingsCalls } from './product-settings.calls.ts'
import { ratesCalls } from './rates.calls.ts'
import { refundCalls } from './refunds.calls.ts'
import { settingsCalls } from './settings.calls.ts'
import { sourceAccountCalls } from './source-accounts.calls.ts'
import { storeCalls } from './stores.calls.ts'
import { supplierCalls } from './suppliers.calls.ts'
import { telemetryCalls } from './telemetry.calls.ts'
import { trackingCalls } from './tracking.calls.ts'
import { walletCalls } from './wallet.calls.ts'
import { workplaceCalls } from './workplaces.calls.ts'

/** Every call by area, for the API document, docs/find.md and the tests that walk over all of them. */
export const areas = {
  analytics: analyticsCalls,
  auth: authCalls,
  'auto-update': autoUpdateCalls,
  automation: automationCalls,
  billing: billingCalls,
  'bulk-edit': bulkEditCalls,
  cashback: cashbackCalls,
  catalog: catalogCalls,
  editor: editorCalls,
  evidence: evidenceCalls,
  extension: extensionCalls,
  feedback: feedbackCalls,
  fulfilments: fulfilmentCalls,
  'fulfilment-requests': fulfilmentRequestCalls,
  galleries: galleryCalls,
  home: homeCalls,
  'image-search': imageSearchCalls,
  'import-list': importListCalls,
  'job-tracker': jobTrackerCalls,
  listings: listingCalls,
  mapping: mappingCalls,
  notifications: notificationCalls,
  'order-payments': orderPaymentCalls,
  'order-settings': orderSettingsCalls,
  orders: orderCalls,
  personal: personalCalls,
  placement: placementCalls,
  'product-center': productCenterCalls,
  'product-detail': productDetailCalls,
  'product-settings': productSettingsCalls,
  rates: ratesCalls,
  refunds: refundCalls,
  settings: settingsCalls,
  'source-accounts': sourceAccountCalls,
  stores: storeCalls,
  suppliers: supplierCalls,
  telemetry: telemetryCalls,
  tracking: trackingCalls,
  wallet: walletCalls,
  workplaces: workplaceCalls,
}
