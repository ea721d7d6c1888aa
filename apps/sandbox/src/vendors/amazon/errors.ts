import type { VendorReply } from '../../frame/define-vendor.ts'
import { Refusal } from '../../frame/refusal.ts'

const STATUS = {
  UnauthorizedException: 401,
  ValidationException: 400,
  InvalidPartnerTag: 400,
  NoResults: 404,
  ItemNotAccessible: 404,
  ThrottlingException: 429,
  InternalServerException: 500,
} as const
export type AmazonCode = keyof typeof STATUS

export const failed = (code: AmazonCode, message: string, status?: number): VendorReply => ({
  status: status ?? STATUS[code],
  body: { errors: [{ code, message }] },
})
export const refuse = (code: AmazonCode, message: string) => new Refusal(failed(code, message))

export const EXPIRED = 'The access token is invalid or has expired.'
export const TOO_MANY =
  'The request was denied due to request throttling. Please verify the number of requests made per second.'
