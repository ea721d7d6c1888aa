/**
 * What `npm run mutate` changes to see whether a test notices. All rules of the domain except data tables; of the server
 * the few files where a wrong line costs money or lets somebody in, run against PostgreSQL.
 */
export const DATA_TABLES = [
  'catalog/word-translations.ts',
  'catalog/categories.ts',
  'catalog/lexicon.ts',
  'billing/plan-catalogue.ts',
  'product-settings/defaults.ts',
  'onboarding/onboarding-steps.ts',
  'stores/store-health.ts',
  'regions.ts',
  'countries.ts',
  'country-codes.ts',
  'currencies.ts',
  'timezones.ts',
  'languages.ts',
]

/** Server file -> the tests that must notice. At most ten. */
export const SERVER_FILES: Record<string, readonly string[]> = {
  'apps/server/src/platform/idempotency.ts': ['apps/server/src/platform/idempotency.test.ts'],
  'apps/server/src/platform/input-hash.ts': ['apps/server/src/platform/idempotency.test.ts'],
  'apps/server/src/platform/attempts.ts': ['apps/server/src/platform/attempts.test.ts'],
  'apps/server/src/platform/attempt-rows.ts': ['apps/server/src/platform/attempts.test.ts'],
  'apps/server/src/platform/receive.ts': ['apps/server/src/platform/receive.test.ts'],
  'apps/server/src/platform/inbox-jobs.ts': ['apps/server/src/platform/receive.test.ts'],
  'apps/server/src/platform/secrets.ts': ['apps/server/src/platform/secrets.test.ts'],
  'apps/server/src/platform/session.ts': ['apps/server/src/platform/session.test.ts'],
  'apps/server/src/features/billing/grant-feature.ts': ['apps/server/src/features/billing/feature-limits.test.ts'],
}
