import { VendorError } from '@omni/connectors/vendor-error.ts'
import { refuse } from '../../platform/refuse.ts'

/** What went wrong while connecting, in words with the next step. */
export function explainFailure(error: unknown): unknown {
  if (!(error instanceof VendorError)) return error
  if (error.code === 'no_such_shop') refuse('stores.not_a_shop')
  if (error.code === 'key_permissions') refuse('stores.key_read_only')
  if (error.code === 'key_write_only') refuse('stores.key_write_only')
  if (error.code === 'key_rights') refuse('stores.key_rights')
  if (error.code === 'key_unknown') refuse('stores.key_unknown')
  if (error.code === 'site_password') refuse('stores.not_allowed')
  if (error.code === 'no_shop') refuse('stores.no_shop')
  if (error.code === 'no_warehouse') refuse('stores.no_warehouse')
  if (error.code === 'address_not_public') refuse('stores.bad_address')
  if (error.kind === 'auth_expired') refuse('stores.not_allowed')
  if (error.kind === 'rate_limited') refuse('stores.slow_down', {}, { retry_after_s: error.retry_after_s ?? 60 })
  if (error.kind === 'not_found') refuse('stores.not_a_shop')
  if (error.down || error.kind === 'unreadable' || error.kind === 'unknown') refuse('stores.unreachable')
  refuse('stores.refused', { message: error.message })
}
