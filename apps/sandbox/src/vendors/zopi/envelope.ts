import type { VendorReply } from '../../frame/define-vendor.ts'
import { Refusal } from '../../frame/refusal.ts'

const STATUS = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  rate_limited: 429,
  invalid: 422,
  out_of_stock: 409,
  cannot_ship: 409,
  price_changed: 409,
  insufficient_funds: 409,
  unavailable: 503,
} as const
export type ZopiCode = keyof typeof STATUS

export function failed(code: ZopiCode, message: string, retry_after_s?: number): VendorReply {
  return {
    status: STATUS[code],
    headers: retry_after_s === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retry_after_s))) },
    body: { error: { code, message, ...(retry_after_s !== undefined && { retry_after_s }) } },
  }
}

export const refuse = (code: ZopiCode, message: string, retry_after_s?: number) =>
  new Refusal(failed(code, message, retry_after_s))
