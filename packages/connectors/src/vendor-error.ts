/** The closed set of things that go wrong outside. Each vendor maps its own codes to these in its own folder. */
export type VendorErrorKind =
  | 'auth_expired'
  | 'rate_limited'
  | 'unavailable'
  | 'not_found'
  | 'out_of_stock'
  | 'cannot_ship'
  | 'invalid'
  | 'unknown'

const RETRYABLE: readonly VendorErrorKind[] = ['rate_limited', 'unavailable']

export class VendorError extends Error {
  readonly vendor: string
  readonly kind: VendorErrorKind
  readonly retry_after_s: number | undefined
  /** The vendor's own code. For the vendor's folder alone: everybody else goes by `kind`. */
  readonly code: string | undefined
  constructor(vendor: string, kind: VendorErrorKind, message: string, retry_after_s?: number, code?: string) {
    super(`${vendor}: ${message}`)
    this.name = 'VendorError'
    this.vendor = vendor
    this.kind = kind
    this.retry_after_s = retry_after_s
    this.code = code
  }
  /** Read by the job layer alone. */
  get retryable() {
    return RETRYABLE.includes(this.kind)
  }
}
