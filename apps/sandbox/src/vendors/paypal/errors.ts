import { randomBytes } from 'node:crypto'
import type { VendorReply } from '../../frame/define-vendor.ts'
import { Refusal } from '../../frame/refusal.ts'

const MESSAGES: Record<string, string> = {
  UNPROCESSABLE_ENTITY: 'The requested action could not be performed, semantically incorrect, or failed validation.',
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  AUTHENTICATION_FAILURE: 'Authentication failed due to missing authorization header, or invalid credentials.',
  RATE_LIMIT_REACHED: 'Too many requests. Blocked due to rate limiting.',
  INTERNAL_SERVER_ERROR: 'An internal server error has occurred.',
}

export const paypalError = (status: number, name: string, issue?: string, field?: string): VendorReply => ({
  status,
  body: {
    name,
    message: MESSAGES[name] ?? name,
    debug_id: randomBytes(6).toString('hex'),
    ...(issue !== undefined && { details: [{ issue, description: issue, ...(field !== undefined && { field }) }] }),
    links: [],
  },
})

export const refusedWith = (issue: string) => new Refusal(paypalError(422, 'UNPROCESSABLE_ENTITY', issue))
export const malformed = (issue: string, field: string) =>
  new Refusal(paypalError(400, 'INVALID_REQUEST', issue, field))
export const notThere = () => new Refusal(paypalError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID'))
