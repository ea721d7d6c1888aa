import type { VendorReply } from '../../frame/define-vendor.ts'
import { Refusal } from '../../frame/refusal.ts'

export const paddleError = (status: number, code: string, detail: string, field?: string): VendorReply => ({
  status,
  body: {
    error: {
      type: status < 500 ? 'request_error' : 'api_error',
      code,
      detail,
      documentation_url: `https://developer.paddle.com/v1/errors/shared/${code}`,
      ...(field !== undefined && { errors: [{ field, message: detail }] }),
    },
    meta: { request_id: crypto.randomUUID() },
  },
})

export const refusal = (status: number, code: string, detail: string) => new Refusal(paddleError(status, code, detail))
export const missing = (id: string) => refusal(404, 'entity_not_found', `Unable to find ${id}`)
