import { randomBytes } from 'node:crypto'
import type { VendorReply } from '../../frame/define-vendor.ts'
import { Refusal } from '../../frame/refusal.ts'

export const requestId = () => randomBytes(16).toString('hex').toUpperCase()

export const success = (data: object = {}) => ({ code: 0, message: 'Success', request_id: requestId(), data })

export const failure = (code: number, message: string, status = 200): VendorReply => ({
  status,
  body: { code, message, request_id: requestId(), data: null },
})

/** Most refusals come with status 200: the code tells. */
export const refuse = (code: number, message: string, status = 200) => new Refusal(failure(code, message, status))
