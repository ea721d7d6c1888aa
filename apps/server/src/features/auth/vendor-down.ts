import { VendorError } from '@omni/connectors/vendor-error.ts'
import { refuse } from '../../platform/refuse.ts'

/** A social provider's failure as an answer with a next step. */
export function vendorDown(error: unknown): never {
  if (!(error instanceof VendorError)) throw error
  refuse(error.kind === 'invalid' ? 'auth.social_refused' : 'auth.social_down')
}
