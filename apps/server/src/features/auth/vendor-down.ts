import { VendorError } from '@omni/connectors/vendor-error.ts'
import { Fail } from '../../platform/fail.ts'

/** A social provider's failure as an answer with a next step. */
export function vendorDown(error: unknown): never {
  if (!(error instanceof VendorError)) throw error
  throw new Fail('unprocessable', error.kind === 'invalid' ? 'auth.social_refused' : 'auth.social_down')
}
