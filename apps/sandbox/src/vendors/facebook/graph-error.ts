import { randomBytes } from 'node:crypto'
import type { VendorReply } from '../../frame/define-vendor.ts'
import { Refusal } from '../../frame/refusal.ts'

/** The Graph API's error; it is a 400 there even when the token is at fault. */
export function graphError(
  message: string,
  code: number,
  more: { subcode?: number; status?: number } = {},
): VendorReply {
  const { subcode, status = 400 } = more
  return {
    status,
    body: {
      error: {
        message,
        type: 'OAuthException',
        code,
        ...(subcode !== undefined && { error_subcode: subcode }),
        fbtrace_id: randomBytes(8).toString('base64url'),
      },
    },
  }
}

export const refuseGraph = (message: string, code: number, more: { subcode?: number; status?: number } = {}): Refusal =>
  new Refusal(graphError(message, code, more))

export const expired = () => graphError('Error validating access token: Session has expired.', 190, { subcode: 463 })
