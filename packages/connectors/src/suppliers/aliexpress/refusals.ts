/**
 * What AliExpress says when it places nothing. Each code has two sources (November 2026): the vendor's page "Order cannot
 * be placed", and the list of errors of ae_sdk, a Node client; INVENTORY_HOLD_ERROR besides by the clients of three shops,
 * which all show it as sold out, and SKU_NOT_EXIST by the notes of two shops that stopped ordering without a variant.
 */
import type { VendorErrorKind } from '../../vendor-error.ts'

export const PLACES_NOTHING: Record<string, VendorErrorKind> = {
  INVENTORY_HOLD_ERROR: 'out_of_stock',
  SKU_NOT_EXIST: 'not_found',
  B_DROPSHIPPER_DELIVERY_ADDRESS_VALIDATE_FAIL: 'invalid',
  B_DROPSHIPPER_DELIVERY_ADDRESS_CPF_CN_INVALID: 'invalid',
  B_DROPSHIPPER_DELIVERY_ADDRESS_CPF_NOT_MATCH: 'invalid',
  CPF_NOT_MATCH: 'invalid',
  BLACKLIST_BUYER_IN_LIST: 'invalid',
  USER_ACCOUNT_DISABLED: 'invalid',
  PRICE_PAY_CURRENCY_ERROR: 'invalid',
  DELIVERY_METHOD_NOT_EXIST: 'cannot_ship',
  ERROR_WHEN_BUILD_FOR_PLACE_ORDER: 'invalid',
  MissingParameter: 'invalid',
  IllegalAccessToken: 'auth_expired',
  ApiCallLimit: 'rate_limited',
  A001_ORDER_CANNOT_BE_PLACED: 'invalid',
  A002_INVALID_ZONE: 'cannot_ship',
  A003_SUSPICIOUS_BUYER: 'invalid',
  A004_CANNOT_USER_COUPON: 'invalid',
  A005_INVALID_COUNTRIES: 'cannot_ship',
  A006_INVALID_ACCOUNT_INFO: 'invalid',
}
