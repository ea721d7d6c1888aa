import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { VendorReply } from '../../frame/define-vendor.ts'
import { Refusal } from '../../frame/refusal.ts'
import { paramsOf, requestId, signatureOf } from '../open-platform/request.ts'
import { APP_KEY, APP_SECRET } from './accounts.ts'

const SENTENCES = {
  MissingParameter: 'The input parameter that is mandatory for processing this request is not supplied',
  InvalidParameter: 'The specified parameter is not valid',
  InvalidAppKey: 'The specified App Key is invalid',
  InvalidApiPath: 'The specified API path does not exist',
  IncompleteSignature: 'The request signature does not conform to platform standards',
  IllegalAccessToken: 'The specified access token is invalid or expired',
  IllegalRefreshToken: 'The specified refresh token is invalid or expired',
  InvalidCode: 'Invalid authorization code',
  ApiCallLimit: 'The application has reached its call limit',
  ServiceUnavailable: 'Remote service unavailable',
} as const
export type IcbuCode = keyof typeof SENTENCES

/** The platform's no, with status 200 as always. */
export const flat = (code: IcbuCode, message: string = SENTENCES[code]): VendorReply => ({
  status: 200,
  body: { type: code === 'ServiceUnavailable' ? 'SYSTEM' : 'ISV', code, message, request_id: requestId() },
})
export const refuse = (code: IcbuCode, message?: string) => new Refusal(flat(code, message))

/** The freight calls answer with `value`, and with numbers when they cannot. */
export const refuseNumber = (code: string, message: string) =>
  new Refusal({ status: 200, body: { type: 'ISV', code, message, request_id: requestId() } })

export const answered = (body: Record<string, unknown>) => ({ ...body, code: '0', request_id: requestId() })
/** Product calls wrap once more. A code "0" outside says nothing about the code inside. */
export const result = (result_data: unknown, more: Record<string, unknown> = {}) =>
  answered({ result: { result_code: '200', result_msg: 'request success', result_data, ...more } })
export const noResult = (result_code: string, result_msg: string) => answered({ result: { result_code, result_msg } })

/** Application, time and signature, from the address or from a form. */
export function checkCaller(request: FastifyRequest, path: string): Record<string, string> {
  const { text } = paramsOf(request)
  for (const name of ['app_key', 'timestamp', 'sign_method', 'sign']) {
    if (!text[name]) throw refuse('MissingParameter', `The input parameter "${name}" is not supplied`)
  }
  if (text['app_key'] !== APP_KEY) throw refuse('InvalidAppKey')
  if (text['sign_method'] !== 'sha256') throw refuse('InvalidParameter', 'sign_method must be sha256')
  if (!/^\d{13}$/.test(text['timestamp'] ?? '')) throw refuse('InvalidParameter', 'timestamp must be in milliseconds')
  const [given, right] = [Buffer.from(text['sign'] ?? ''), Buffer.from(signatureOf(text, path, APP_SECRET))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw refuse('IncompleteSignature')
  return text
}
