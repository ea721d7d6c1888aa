import { randomUUID } from 'node:crypto'
import type { VendorReply } from '../../frame/define-vendor.ts'
import { Refusal } from '../../frame/refusal.ts'

const requestId = () => randomUUID().replaceAll('-', '')

/** CJ answers nearly everything with HTTP 200; the code decides. */
export const done = (data: unknown) => ({
  code: 200,
  result: true,
  message: 'Success',
  data,
  success: true,
  requestId: requestId(),
})

/** The newer calls leave `result` out, and reviews come with the code 0. */
export const doneNew = (data: unknown, code = 200) => ({
  success: true,
  code,
  message: code === 0 ? null : '',
  data,
  requestId: requestId(),
})

const SENTENCES = {
  401: 'This interface is not open to your account',
  1600000: 'System error',
  1600001: 'Invalid API key or access token',
  1600002: 'CJ-Access-Token is empty',
  1600003: 'Refresh token is failure',
  1600005: 'apiKey is wrong, please check and try again',
  1600100: 'Param error',
  1600101: 'Interface not found',
  1600200: 'Too Many Requests, QPS limit is {n} time/1second',
  16900500: 'Insufficient API points',
  16900403: 'page * size can not be more than 6000',
  1600300: 'Too Many Requests, getAccessToken can be called once every 300 seconds',
  1602001: 'Product not found',
  1602002: 'Product removed from shelves',
  1602003: 'Variant not found',
  1603000: 'Order create fail',
  1603001: 'Order confirm fail',
  1603002: 'Order delete fail',
  1603003: 'The order number already exists',
  1603100: 'Order not found, please check the CJ order id',
  1603101: 'Order pay fail, Please contact CJ Order Center',
  1604000: 'Balance is insufficient',
  1605001: 'Logistics not found',
} as const

export type CjCode = keyof typeof SENTENCES

export function failed(code: CjCode, message: string = SENTENCES[code], status = 200): VendorReply {
  return { status, body: { code, result: false, message, data: null, success: false, requestId: requestId() } }
}

export class CjRefusal extends Refusal {
  constructor(code: CjCode, message?: string, status?: number) {
    super(failed(code, message, status))
  }
}
