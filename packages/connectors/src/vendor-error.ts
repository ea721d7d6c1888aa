/** The closed set of things that go wrong outside. Each vendor maps its own codes to these in its own folder. */
export type VendorErrorKind =
  | 'auth_expired'
  | 'rate_limited'
  | 'unavailable'
  | 'not_found'
  | 'out_of_stock'
  | 'cannot_ship'
  | 'invalid'
  /** The account at the vendor has less money than what was asked for costs. */
  | 'balance_too_low'
  /** Import tax of the EU has to be declared, and the order did not say how. */
  | 'needs_ioss'
  /** A reply came, and it is not what the vendor's schema says. Nothing is known of what was asked. */
  | 'unreadable'
  /** An error with a code that the vendor's folder does not list. */
  | 'unknown'

/**
 * Asked again, the vendor would say the same. Everything else is not final: a job tries it again, and a job that has
 * used up its attempts is shown to a person. So neither an unreadable reply nor an unlisted code ever counts as done.
 */
const FINAL: readonly VendorErrorKind[] = [
  'auth_expired',
  'not_found',
  'out_of_stock',
  'cannot_ship',
  'invalid',
  'balance_too_low',
  'needs_ioss',
]

/** The vendor as a whole cannot be asked now, whatever the question was. */
const DOWN: readonly VendorErrorKind[] = ['rate_limited', 'unavailable']

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
  /** Whether a job tries again. */
  get retryable() {
    return !FINAL.includes(this.kind)
  }
  /** Whether every other question to this vendor would fail as well: stop asking for a while. */
  get down() {
    return DOWN.includes(this.kind)
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof VendorError && error.kind === 'not_found'

/** The code of a refusal for want of a permission that the account's owner did not give us. */
export const NOT_PERMITTED = 'ACCESS_DENIED'
