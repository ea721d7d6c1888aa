import type { Out } from '@omni/contracts/kernel.ts'
import type { placementCalls } from '@omni/contracts/placement.calls.ts'
import type { TextKey } from '../platform/i18n.ts'

export type Placing = Out<typeof placementCalls.listPlacing>['items'][number]

/** Orders spec §8. */
export const WARNINGS: Record<NonNullable<Placing['warning_key']>, TextKey> = {
  different_region: 'placement.different_region',
  waiting_complete_order: 'placement.waiting_complete_order',
}

export const QUESTIONS: Record<NonNullable<Placing['question']>, TextKey> = {
  exists: 'placement.question_exists',
  which: 'placement.question_which',
  price: 'placement.question_price',
  pay: 'placement.question_pay',
}

/** Why a supplier said no, where we know a sentence for it. */
export const ERRORS: Record<string, TextKey> = {
  out_of_stock: 'placement.error_out_of_stock',
  cannot_ship: 'placement.error_cannot_ship',
  not_found: 'placement.error_not_found',
  invalid: 'placement.error_invalid',
  auth_expired: 'placement.error_auth_expired',
  source_not_connected: 'placement.error_auth_expired',
  rate_limited: 'placement.error_rate_limited',
  balance_too_low: 'placement.error_balance_too_low',
  needs_ioss: 'placement.error_needs_ioss',
  held_back: 'placement.error_held_back',
  cancel_order: 'placement.error_cancel_order',
  // Orders spec §8, error catalogue.
  error_save_all_address: 'placement.error_save_all_address',
  error_get_token: 'placement.error_get_token',
  not_found_order_detail: 'placement.error_not_found_order_detail',
  error_not_found_sku: 'placement.error_not_found',
  add_to_cart_fail: 'placement.error_add_to_cart_fail',
  failed_added_sku_list: 'placement.error_add_to_cart_fail',
  remove_items_in_cart_fail: 'placement.error_remove_items_in_cart_fail',
  error_checkout_products: 'placement.error_checkout_products',
  sync_order_not_found_order_no: 'placement.error_sync_order_not_found_order_no',
  sync_order_status_fail: 'placement.error_sync_order_status_fail',
  product_out_of_stock: 'placement.error_out_of_stock',
  product_sold_out: 'placement.error_out_of_stock',
  shipped_country_notfound: 'placement.error_cannot_ship',
  NEED_CHANGE_SUPPLIER: 'placement.error_need_change_supplier',
}
export const UNKNOWN_ERROR: TextKey = 'placement.error_unlisted'
