import { Refusal } from '../../frame/refusal.ts'
import type { VendorReply } from '../../frame/define-vendor.ts'

interface Said {
  type: string
  message: string
  code?: string
  decline_code?: string | null
  param?: string
  payment_intent?: unknown
}

export const stripeError = (status: number, error: Said): VendorReply => ({ status, body: { error } })

export const invalid = (message: string, param?: string, code?: string) =>
  new Refusal(
    stripeError(400, { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) }),
  )

export const missing = (what: string, id: string) =>
  new Refusal(
    stripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'` }),
  )
