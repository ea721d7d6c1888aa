/** Foundation spec §8: the codes in a reply's body, each with the HTTP status that travels with it. */
export const CODES = {
  ok: { status: 200, http: 200 },
  bad_request: { status: 201, http: 400 },
  not_found: { status: 202, http: 404 },
  method_not_allowed: { status: 203, http: 405 },
  unprocessable: { status: 204, http: 422 },
  unauthorized: { status: 101, http: 401 },
  forbidden: { status: 103, http: 403 },
  email_not_verified: { status: 110, http: 403 },
  store_has_other_owner: { status: 111, http: 409 },
  store_install_failed: { status: 113, http: 502 },
  install_without_sign_in: { status: 114, http: 409 },
  install_with_sign_in: { status: 115, http: 409 },
  connect_with_due_package: { status: 116, http: 402 },
  connect_with_due_package_ah: { status: 117, http: 402 },
  rate_limited: { status: 229, http: 429 },
  quota_expired: { status: 401, http: 402 },
  first_cycle_downgrade_failed: { status: 4002, http: 409 },
  store_migrate_owner: { status: 510, http: 403 },
  store_migrate_in_process: { status: 512, http: 409 },
  shop_id_invalid: { status: 801, http: 409 },
  server_error: { status: 500, http: 500 },
  /** spec: not shown. The database is away, or no connection to it was free in time: try again soon. */
  unavailable: { status: 503, http: 503 },
} as const

export type CodeName = keyof typeof CODES

/** Foundation spec §8: never shown to a person. */
export const SERVER_ERROR_MESSAGE = 'Server error!'

/** Foundation spec §8: replies with these codes raise no toast; the screen that called reacts itself. */
export const SILENT_CODES: readonly number[] = [
  CODES.install_without_sign_in.status,
  CODES.install_with_sign_in.status,
  CODES.store_install_failed.status,
  CODES.quota_expired.status,
  CODES.rate_limited.status,
  CODES.connect_with_due_package.status,
  CODES.connect_with_due_package_ah.status,
  CODES.first_cycle_downgrade_failed.status,
]
