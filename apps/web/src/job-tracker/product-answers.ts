import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { jobTrackerCalls } from '@omni/contracts/job-tracker.calls.ts'
import { productCenterCalls } from '@omni/contracts/product-center.calls.ts'

/** The lists and counters of products: old after every act on many of them. */
export const PRODUCT_ANSWERS = [
  importListCalls.listImportList,
  productCenterCalls.listProducts,
  importListCalls.getProductCounts,
  jobTrackerCalls.listRuns,
  jobTrackerCalls.listJobs,
] as const
