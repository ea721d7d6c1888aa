import { defineConfig } from 'vitest/config'
import { textParts } from './apps/web/text-parts.ts'
import { TestOrder } from './scripts/test-order.ts'

const MINUTE_MS = 60_000
/** Lies with the connectors, but needs the sandbox and its database. */
const CONFORMANCE = 'packages/connectors/src/suppliers/conformance.test.ts'

/** Three projects, run apart by scripts/run-tests.ts: rules, operations on a real PostgreSQL, journeys in a real browser. */
export default defineConfig({
  test: {
    sequence: { sequencer: TestOrder },
    projects: [
      {
        test: {
          name: 'unit', environment: 'node',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'], exclude: [CONFORMANCE],
        },
      },
      {
        resolve: { dedupe: ['react', 'react-dom'] }, plugins: [textParts],
        test: { name: 'web', environment: 'happy-dom', include: ['apps/web/src/**/*.test.{ts,tsx}', 'packages/ui/src/**/*.test.{ts,tsx}'] },
      },
      {
        test: {
          name: 'integration', environment: 'node', include: ['apps/server/src/**/*.test.ts', 'apps/sandbox/src/**/*.test.ts', CONFORMANCE],
          globalSetup: ['apps/server/src/testing/postgres.setup.ts'], testTimeout: MINUTE_MS, hookTimeout: MINUTE_MS,
        },
      },
      {
        test: {
          name: 'e2e', environment: 'node', include: ['e2e/**/*.test.ts'], globalSetup: ['e2e/omni.setup.ts'],
          testTimeout: 3 * MINUTE_MS, hookTimeout: 3 * MINUTE_MS,
        },
      },
    ],
  },
})
