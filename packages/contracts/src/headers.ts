/** Foundation spec §7: what travels with every call, and who is calling. */
export const APPS = { omni: 'AO', researcher: 'AH' } as const
export const HEADERS = {
  app: 'app',
  time_zone: 'time-zone',
  locale: 'locale',
  api_version: 'api-version',
  store_id: 'store-id',
  /** spec: not shown. Selects the workplace; the session's memberships decide whether it may. */
  workplace_id: 'workplace-id',
  idempotency_key: 'idempotency-key',
} as const
export const REQUEST_TIMEOUT_MS = 60_000 // foundation spec §7, §9
export const SESSION_LIFE_DAYS = 180 // foundation spec §4, §9

/** v2 for paths containing `center/`, v1 otherwise (foundation spec §7). */
export const apiVersion = (path: string) => (path.includes('center/') ? 'v2' : 'v1')
