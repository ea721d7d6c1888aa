import { analytics } from './features/analytics/feature.ts'
import { auth } from './features/auth/feature.ts'
import { autoUpdate } from './features/auto-update/feature.ts'
import { automation } from './features/automation/feature.ts'
import { billing } from './features/billing/feature.ts'
import { bulkEdit } from './features/bulk-edit/feature.ts'
import { catalog } from './features/catalog/feature.ts'
import { editor } from './features/editor/feature.ts'
import { evidence } from './features/evidence/feature.ts'
import { exampleShop } from './features/example-shop/feature.ts'
import { feedback } from './features/feedback/feature.ts'
import { fulfilmentRequests } from './features/fulfilment-requests/feature.ts'
import { fulfilments } from './features/fulfilments/feature.ts'
import { galleries } from './features/galleries/feature.ts'
import { home } from './features/home/feature.ts'
import { imageSearch } from './features/image-search/feature.ts'
import { importList } from './features/import-list/feature.ts'
import { jobTracker } from './features/job-tracker/feature.ts'
import { listings } from './features/listings/feature.ts'
import { mapping } from './features/mapping/feature.ts'
import { notifications } from './features/notifications/feature.ts'
import { orderPayments } from './features/order-payments/feature.ts'
import { orderSettings } from './features/order-settings/feature.ts'
import { orders } from './features/orders/feature.ts'
import { extension } from './features/extension/feature.ts'
import { placement } from './features/placement/feature.ts'
import { personal } from './features/personal/feature.ts'
import { productCenter } from './features/product-center/feature.ts'
import { productDetail } from './features/product-detail/feature.ts'
import { productSettings } from './features/product-settings/feature.ts'
import { rates } from './features/rates/feature.ts'
import { cashback } from './features/cashback/feature.ts'
import { refunds } from './features/refunds/feature.ts'
import { settings } from './features/settings/feature.ts'
import { sourceAccounts } from './features/source-accounts/feature.ts'
import { stores } from './features/stores/feature.ts'
import { suppliers } from './features/suppliers/feature.ts'
import { telemetry } from './features/telemetry/feature.ts'
import { tracking } from './features/tracking/feature.ts'
import { wallet } from './features/wallet/feature.ts'
import { workplaces } from './features/workplaces/feature.ts'
import { attemptJobs } from './platform/attempt-jobs.ts'
import type { Job } from './platform/jobs.ts'
import { outboxJobs, subscribe } from './platform/outbox.ts'
import { receiverJobs } from './platform/inbox-jobs.ts'
import type { Feature } from './platform/serve.ts'

/** One line per area. */
const areas: Feature[] = [
  analytics,
  auth,
  autoUpdate,
  billing,
  bulkEdit,
  catalog,
  editor,
  evidence,
  exampleShop,
  feedback,
  fulfilments,
  fulfilmentRequests,
  galleries,
  home,
  imageSearch,
  importList,
  listings,
  mapping,
  notifications,
  orderPayments,
  automation,
  orderSettings,
  orders,
  placement,
  extension,
  personal,
  productCenter,
  productDetail,
  productSettings,
  refunds,
  cashback,
  rates,
  settings,
  sourceAccounts,
  stores,
  suppliers,
  telemetry,
  tracking,
  wallet,
  workplaces,
]

/** The job tracker works the runs of all the others. */
export const features: Feature[] = [...areas, jobTracker(areas.flatMap(({ runs }) => runs ?? []))]

subscribe(features.map(({ on = {} }) => on))

/** Everything a worker runs: what the areas bind, and what delivers events and vendors' messages to them. */
export const allJobs = (): Job[] => [
  ...features.flatMap(({ jobs = [] }) => jobs),
  ...outboxJobs(),
  ...receiverJobs(features.flatMap(({ receivers }) => receivers ?? [])),
  ...attemptJobs(features.flatMap(({ attempts }) => attempts ?? [])),
]
