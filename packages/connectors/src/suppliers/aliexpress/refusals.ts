/**
 * What AliExpress says when it places nothing. Two sources each (November 2026): the list of errors of ae_sdk, a Node
 * client, and our notes of the vendor's page "Order cannot be placed"; INVENTORY_HOLD_ERROR besides by three shops' clients,
 * SKU_NOT_EXIST by two shops' notes instead of ae_sdk, CPF_NOT_MATCH by the types of ae_sdk and an eBay seller's tool, which
 * counts each of them as failed.
 */
import type { VendorErrorKind } from '../../vendor-error.ts'

export const PLACES_NOTHING: Record<string, VendorErrorKind> = {
  INVENTORY_HOLD_ERROR: 'out_of_stock',
  SKU_NOT_EXIST: 'not_found',
  B_DROPSHIPPER_DELIVERY_ADDRESS_VALIDATE_FAIL: 'invalid',
  B_DROPSHIPPER_DELIVERY_ADDRESS_CPF_CN_INVALID: 'invalid',
  B_DROPSHIPPER_DELIVERY_ADDRESS_CPF_NOT_MATCH: 'invalid',
  BLACKLIST_BUYER_IN_LIST: 'invalid',
  USER_ACCOUNT_DISABLED: 'invalid',
  PRICE_PAY_CURRENCY_ERROR: 'invalid',
  DELIVERY_METHOD_NOT_EXIST: 'cannot_ship',
  A001_ORDER_CANNOT_BE_PLACED: 'invalid',
  A002_INVALID_ZONE: 'cannot_ship',
  A003_SUSPICIOUS_BUYER: 'invalid',
  A004_CANNOT_USER_COUPON: 'invalid',
  A005_INVALID_COUNTRIES: 'cannot_ship',
  A006_INVALID_ACCOUNT_INFO: 'invalid',
}

/**
 * The gateway's own, said before a method is reached. IllegalAccessToken: our notes, and a Saudi shop that ordered with the
 * same data after it had connected anew. MissingParameter: our notes of the error page, and a shop refused for its province.
 * ApiCallLimit: our notes alone; sent again, the same reference is the same order.
 */
export const GATEWAY_REFUSES = /^(IllegalAccessToken|MissingParameter|ApiCallLimit)$/

/** Of these nobody knows: the same reference is sent again, or a person looks. */
export const LOOKED_UP: Record<string, string> = {
  ERROR_WHEN_BUILD_FOR_PLACE_ORDER:
    'a system error for the page and ae_sdk, "invalid items or system error" for a plugin, a bad SKU for a third',
}
