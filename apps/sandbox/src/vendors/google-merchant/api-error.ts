import type { VendorReply } from '../../frame/define-vendor.ts'
import { Refusal } from '../../frame/refusal.ts'

const CODES = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ABORTED: 409,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
} as const
export type Status = keyof typeof CODES

export function apiError(status: Status, message: string, reason?: string, code: number = CODES[status]): VendorReply {
  const details = reason
    ? [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'merchantapi.googleapis.com' }]
    : []
  return { status: code, body: { error: { code, message, status, details } } }
}

export const refuseApi = (status: Status, message: string, reason?: string): Refusal =>
  new Refusal(apiError(status, message, reason))

export const expired = () =>
  apiError(
    'UNAUTHENTICATED',
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    'ACCESS_TOKEN_EXPIRED',
  )
