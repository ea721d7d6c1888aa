import { areas } from '@omni/contracts/all-calls.ts'
import type { Call } from '@omni/contracts/kernel.ts'
import { z } from 'zod'
import type { Everything } from './everything-of.ts'
import type { Schema } from './sample-input.ts'

export const everyCall: Call[] = Object.values(areas).flatMap((area) => Object.values(area))

/** Which real id of the owner a field of a call takes; a field of a new name has to be added here. */
const KINDS: Record<string, keyof Everything> = {
  id: 'product',
  except: 'product',
  product_center_id: 'product',
  variant_id: 'variant',
  listing_id: 'listing',
  save_id: 'snapshot',
  order_id: 'order',
  orderId: 'order',
  order: 'order',
  supplier_order_id: 'purchase',
  // Chosen by whoever asks or reports: any will do.
  ask_id: 'purchase',
  report_id: 'purchase',
  refund_id: 'refund',
  request_id: 'request',
  feedback_id: 'conversation',
  picture: 'evidence',
  rule_id: 'rule',
  parcel_id: 'parcel',
  replaces: 'parcel',
  payment_id: 'payment',
  charge_id: 'charge',
  method_id: 'method',
  plan_id: 'plan',
  line_id: 'line',
  search_id: 'search',
  image_id: 'picture',
  run_id: 'run',
  trackingId: 'split',
  notification_id: 'notification',
  view_id: 'view',
  question_id: 'question',
  store_id: 'store',
  session_id: 'session',
  workplace_id: 'workplace',
}
const KINDS_OF_CALL: Record<string, Record<string, keyof Everything>> = {
  resetPassword: { id: 'user' },
  verifyEmail: { id: 'user' },
  rollbackAiSnapshot: { id: 'snapshot' },
  deleteAiSnapshots: { id: 'snapshot' },
  getUndoResult: { run_id: 'undo' },
  listMapped: { product_id: 'product' },
  pushProducts: { product_id: 'product' },
  pushToStores: { product_id: 'product' },
  checkPush: { product_id: 'product' },
  listStoreGroups: { product_id: 'product' },
  getListingDetails: { product_id: 'product' },
  saveListingDetails: { product_id: 'product' },
  bulkUpdateAndPush: { product_id: 'product' },
  getProductPublication: { id: 'listing' },
  setProductPublication: { id: 'listing' },
  setListingStatus: { id: 'listing' },
  decideListing: { id: 'listing' },
  getPlatformProduct: { id: 'listing' },
  listSuggestions: { id: 'listing' },
  mapListingVariant: { id: 'listing' },
  mapListingGroup: { id: 'listing' },
  replaceListingSupplier: { id: 'listing' },
  splitOneUnmapped: { id: 'listing' },
  getLogs: { id: 'order' },
  placeOrders: { exclude: 'order' },
  changeSupplier: { id: 'order' },
  updateTrackingSettings: { product_id: 'product' },
  previewTrackingPage: { product_id: 'product' },
}

export const kindOfId = (call: Call, name: string): keyof Everything | undefined =>
  KINDS_OF_CALL[call.name]?.[name] ?? KINDS[name]

/** What is no tenant's: suppliers and their products, the same for everybody. */
const FIXED: Record<string, unknown> = {
  source: 'cj',
  platform: 'cj',
  product_id: 'p1',
  product_source_id: 'p1',
  supplier_product_id: 'p1',
  source_product_id: 'p1',
  seller_id: 's1',
  country_code: 'US',
}
const FIXED_OF_CALL: Record<string, Record<string, unknown>> = {
  disableProduct: { id: 1 },
  getSourceDetail: { id: 'p2' },
  linkPlatform: { platform: 'shopify', shop: 'owner' },
  installPlatform: { platform: 'shopify' },
  migrateStore: { platform: 'shopify', shop: 'owner' },
  bindPlatform: { platform: 'shopify' },
  connectByKeys: { shop: 'owner.test' },
  newAutoLogin: { platform: 'shopify' },
  uninstallPlatform: { platform: 'shopify', shop: 'owner.test' },
  getShopInstallUrl: { shop: 'owner' },
  linkSourceProduct: { id: 'p2' },
  getOrderByStatus: { status: 'placement' },
  getOrderTracking: { trackingId: 'MINE-1' },
}

export const fixedOf = (call: Call): Record<string, unknown> => ({ ...FIXED, ...FIXED_OF_CALL[call.name] })

export const schemaOf = (call: Call): Schema =>
  // zod types it as its own class
  z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema
